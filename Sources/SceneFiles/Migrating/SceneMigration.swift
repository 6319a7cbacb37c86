public import CaromDocuments

/// A step from one version of the format to the next.
///
/// A pure function of the file: it says which bytes to replace, so that comments and layout stay.
/// The `format` itself is changed by the chain of steps.
public struct SceneMigration: Sendable {
  /// The version it starts from, such as `carom.scene/1`.
  public let from: String
  /// The version it ends at.
  public let to: String
  /// What to replace; ranges must not overlap.
  public let edits: @Sendable (_ file: JSON) throws(Problem) -> [TextEdit]

  /// Describes a step.
  public init(
    from: String, to: String,
    edits: @escaping @Sendable (_ file: JSON) throws(Problem) -> [TextEdit]
  ) {
    self.from = from
    self.to = to
    self.edits = edits
  }
}

/// Brings files of older versions to the current one, step by step.
///
/// There is only `carom.scene/1` so far, so ``current`` has no steps: every other version is refused.
public struct SceneMigrations: Sendable {
  /// The steps, in any order; at most one from each version.
  public let steps: [SceneMigration]
  /// The version that files are brought to.
  public let version: String

  /// Makes a chain of steps to a version.
  public init(_ steps: [SceneMigration], to version: String) {
    self.steps = steps
    self.version = version
  }

  /// The steps of this version of Carom.
  public static var current: SceneMigrations { SceneMigrations([], to: FileBuilder.format) }

  /// A file that was brought to the current version.
  public struct Migrated: Equatable, Sendable {
    /// The versions on the way, the first and the last included; one where nothing was to do.
    public var versions: [String]
    /// The text, with its comments.
    public var text: String
  }

  /// Brings a text to the current version.
  ///
  /// - Throws: where the text stops being JSON, that its version is not known, or what a step says.
  public func migrate(_ source: SourceText) throws(Problem) -> Migrated {
    var versions: [String] = []
    var source = source
    while true {
      let document = try JSONParser.parse(source, limits: SceneLimits().text)
      if let problem = document.duplicateKeys.first { throw problem }
      let file = document.root
      guard let format = file["format"] else {
        throw file.problem("the key \"format\" is missing; \"\(version)\" is accepted")
      }
      let name = format.string ?? ""
      versions.append(name)
      if name == version {
        return Migrated(versions: versions, text: String(decoding: source.bytes, as: UTF8.self))
      }
      guard let step = steps.first(where: { $0.from == name }), !versions.dropLast().contains(name)
      else { throw format.problem(unknown(format)) }
      let edits = try step.edits(file) + [TextEdit(format.range, quoted(step.to))]
      source = TextEdit.apply(edits, to: source)
    }
  }

  private func unknown(_ format: JSON) -> String {
    let accepted = ([version] + steps.map(\.from).sorted()).map(quoted).joined(separator: ", ")
    let number = { (name: String) in name.split(separator: "/").last.flatMap { Int($0) } ?? -1 }
    let isNewer =
      format.string.map { $0.hasPrefix("carom.scene/") && number($0) > number(version) } ?? false
    return isNewer
      ? "the file is of \(format), from a newer Carom; \(accepted) is accepted"
      : "this is \(format); \(accepted) is accepted"
  }
}
