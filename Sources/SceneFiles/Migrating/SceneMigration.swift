public import CaromDocuments

/// A migration of scene files from one version of the format to the next.
///
/// A migration is a pure function of the file. It returns byte ranges to replace, so that comments
/// and layout are preserved. ``SceneMigrations`` updates the `format` key itself.
public struct SceneMigration: Sendable {
  /// The version that the migration starts from, such as `carom.scene/1`.
  public let from: String
  /// The version that the migration produces.
  public let to: String
  /// The replacements; their ranges must not overlap.
  public let edits: @Sendable (_ file: JSON) throws(Problem) -> [TextEdit]

  /// Creates a migration.
  public init(
    from: String, to: String,
    edits: @escaping @Sendable (_ file: JSON) throws(Problem) -> [TextEdit]
  ) {
    self.from = from
    self.to = to
    self.edits = edits
  }
}

/// Migrates files of older versions to the current version.
///
/// `carom.scene/1` is the only version so far, so ``current`` contains no migrations and every
/// other version is rejected.
public struct SceneMigrations: Sendable {
  /// The migrations, in any order; at most one from each version.
  public let steps: [SceneMigration]
  /// The version that files are migrated to.
  public let version: String

  /// Creates a chain of migrations to a version.
  public init(_ steps: [SceneMigration], to version: String) {
    self.steps = steps
    self.version = version
  }

  /// The migrations of this version of Carom.
  public static var current: SceneMigrations { SceneMigrations([], to: FileBuilder.format) }

  /// A migrated file.
  public struct Migrated: Equatable, Sendable {
    /// The versions of the file, from the first to the last; a single one if the file was current.
    public var versions: [String]
    /// The text, including its comments.
    public var text: String
  }

  /// Migrates a text to the current version.
  ///
  /// - Throws: The position of a syntax error, an unknown version, or the error of a migration.
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
      ? "the format \(format) is from a newer version of Carom; \(accepted) is accepted"
      : "the format is \(format); \(accepted) is accepted"
  }
}
