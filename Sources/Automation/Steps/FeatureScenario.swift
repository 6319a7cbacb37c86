import CaromContent
public import CaromGherkin
import FoundationEssentials

/// A scenario of a feature file, or the reason why the file has none.
public struct FeatureScenario: Sendable, CustomStringConvertible {
  /// The path of the file, as given by the caller.
  public let path: String
  /// The scenario; nil for a file that cannot be parsed.
  public let pickle: Pickle?
  /// The errors of the file with their locations; empty for a scenario.
  public let problems: [GherkinProblem]
  /// The name of the feature.
  public let feature: String
  /// The name of the enclosing rule, if any.
  public let rule: String?
  /// The row of the examples table, from 1, if the scenario is from an outline.
  public let row: Int?
  /// The line of the `Scenario` keyword.
  public let line: Int

  /// The location of the scenario, or of its row of examples.
  public var location: FeatureLocation {
    pickle?.location ?? problems.first?.location ?? FeatureLocation(line: 1, column: 1)
  }

  /// The name of the scenario.
  public var name: String { pickle?.name ?? "the file cannot be parsed" }

  /// The tags, with their `@`.
  public var tags: [String] { pickle?.tags.map(\.name) ?? [] }

  /// The path, the line and the name: `maze.feature:12 Falling costs a life (row 2)`.
  public var description: String {
    let row = row.map { " (row \($0))" } ?? ""
    return "\(path):\(location.line) \(name)\(row)"
  }
}

/// A feature file: its text, its syntax tree and its scenarios.
public struct FeatureFile: Sendable {
  /// The path, as given by the caller.
  public let path: String
  /// The text; invalid UTF-8 is replaced.
  public let text: String
  /// The syntax tree; nil for a file that cannot be parsed.
  public let document: GherkinDocument?
  /// The scenarios in file order; a single one without a pickle if the file cannot be parsed.
  public let scenarios: [FeatureScenario]

  /// Parses a file; errors are reported by its only scenario.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - bytes: The contents.
  ///   - firstID: The identifier of the first node; use `nextID` of another file to continue its
  ///     numbering.
  public init(path: String, bytes: [UInt8], firstID: GherkinDocument.ID = 0) {
    self.path = path
    text = String(decoding: bytes, as: UTF8.self)
    do {
      if path.hasSuffix(Self.markdownExtension) { throw GherkinError.markdown }
      let document = try GherkinDocument(parsing: bytes, firstID: firstID)
      let pickles = try document.pickles(uri: path)
      let index = ScenarioIndex(document)
      self.document = document
      scenarios = pickles.map { index.scenario($0, path) }
    } catch {
      document = nil
      let problems =
        (error as? GherkinError)?.problems ?? [error].compactMap { $0 as? GherkinProblem }
      scenarios = [
        FeatureScenario(
          path: path, pickle: nil, problems: problems, feature: path, rule: nil, row: nil,
          line: problems.first?.location.line ?? 1)
      ]
    }
  }

  /// The end of the names of files with Gherkin in Markdown.
  private static let markdownExtension = ".feature.md"

  /// The first identifier that no node and no pickle of the file has.
  public var nextID: GherkinDocument.ID {
    let steps = scenarios.last?.pickle.map { pickle in
      max(pickle.id, pickle.steps.map(\.id).max() ?? 0) + 1
    }
    return max(document?.nextID ?? 0, steps ?? 0)
  }

  /// Reads feature files, sorted by path.
  ///
  /// - Parameter paths: Files, or folders that contain `.feature` files. A `.feature.md` file in
  ///   them has an error, because Markdown is not supported.
  /// - Returns: The files, without duplicates.
  /// - Throws: ``StepError`` for a path that does not exist, or for a file that cannot be read.
  public static func load(_ paths: [String]) throws(StepError) -> [FeatureFile] {
    var read: [FeatureFile] = []
    for file in try list(paths) {
      read.append(try FeatureFile(reading: file, firstID: read.last?.nextID ?? 0))
    }
    return read
  }

  /// Reads and parses a file.
  ///
  /// - Throws: ``StepError`` if the file cannot be read.
  package init(reading file: String, firstID: GherkinDocument.ID) throws(StepError) {
    self.init(path: file, bytes: try Self.bytes(of: file), firstID: firstID)
  }

  /// The paths of feature files, sorted and without duplicates; see ``load(_:)``.
  package static func list(_ paths: [String]) throws(StepError) -> [String] {
    var files: [String] = []
    for path in paths {
      var isFolder = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw StepError(
          "\(path): no such file or folder; expected a feature file or a folder")
      }
      guard isFolder else {
        files.append(path)
        continue
      }
      let base = path.hasSuffix("/") ? String(path.dropLast()) : path
      let inside: [String]
      do { inside = try FileManager.default.subpathsOfDirectory(atPath: path) } catch {
        throw StepError("\(path): cannot be read: \(FileContents.reason(error))")
      }
      files += inside.filter { $0.hasSuffix(".feature") || $0.hasSuffix(markdownExtension) }
        .map { base + "/" + $0 }
    }
    return Array(Set(files)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func bytes(of file: String) throws(StepError) -> [UInt8] {
    do throws(FileProblem) {
      return try FileContents.bytes(
        of: file, accepted: "a feature file or a folder", atMost: GherkinDocument.maximumBytes)
    } catch { throw StepError("\(error)") }
  }
}

extension GherkinError {
  /// A file with Gherkin in Markdown.
  fileprivate static let markdown = GherkinError(problems: [
    GherkinProblem(
      location: FeatureLocation(line: 1, column: 1),
      cause: .unsupported(
        "Markdown with Gherkin (.feature.md) is not supported; a .feature file is accepted"))
  ])
}

/// Maps scenario nodes to their rule and row of examples.
private struct ScenarioIndex {
  private var rules: [GherkinDocument.ID: String] = [:]
  private var rows: [GherkinDocument.ID: Int] = [:]
  private var lines: [GherkinDocument.ID: Int] = [:]
  private var feature = ""

  init(_ document: GherkinDocument) {
    feature = document.feature?.name ?? ""
    add(document.feature?.children ?? [], rule: nil)
  }

  private mutating func add(_ children: [GherkinDocument.Child], rule: String?) {
    for child in children {
      switch child {
      case .background: break
      case .rule(let inner): add(inner.children, rule: inner.name)
      case .scenario(let scenario):
        rules[scenario.id] = rule
        lines[scenario.id] = scenario.location.line
        var row = 0
        for examples in scenario.examples {
          for body in examples.tableBody {
            row += 1
            rows[body.id] = row
          }
        }
      }
    }
  }

  func scenario(_ pickle: Pickle, _ path: String) -> FeatureScenario {
    FeatureScenario(
      path: path, pickle: pickle, problems: [], feature: feature,
      rule: pickle.nodeIDs.lazy.compactMap { rules[$0] }.first,
      row: pickle.nodeIDs.lazy.compactMap { rows[$0] }.first,
      line: pickle.nodeIDs.lazy.compactMap { lines[$0] }.first ?? pickle.location.line)
  }
}
