import ArgumentParser
import CaromAutomation
import CaromGherkin

/// The scenarios that a command line selects: paths with optional lines, and tags.
struct FeatureSelection {
  /// The arguments of the command line.
  let texts: [String]
  private let filters: [PathFilter]
  private let tags: TagExpression

  /// Creates a selection.
  ///
  /// - Throws: ``CommandFailure`` for an invalid tag expression, with its column.
  init(_ texts: [String], tags: String) throws {
    self.texts = texts
    filters = texts.map(PathFilter.init)
    do throws(TagExpressionError) { self.tags = try TagExpression(parsing: tags) } catch {
      throw CommandFailure.wrongUse("--tags: column \(error.column): \(error)")
    }
  }

  /// The feature files and folders, without lines.
  var paths: [String] { filters.map(\.path) }

  /// Whether a scenario is selected; a file that cannot be parsed always is.
  func includes(_ scenario: FeatureScenario) -> Bool {
    (scenario.pickle == nil || tags.matches(scenario.tags))
      && filters.contains { $0.includes(scenario) }
  }

  /// Rejects a line without a scenario.
  func checkLines(in files: [FeatureFile]) throws {
    for filter in filters { try filter.checkLines(in: files) }
  }

  /// The message of a run without scenarios.
  func nothing(in files: [FeatureFile]) -> String {
    let count = files.flatMap(\.scenarios).count
    let list = texts.joined(separator: ", ")
    if files.isEmpty { return "\(list): no feature files (.feature)" }
    if count == 0 { return "\(list): no scenarios" }
    return "no scenario matches these tags and lines, out of \(count) scenarios in "
      + "\(files.count) files"
  }
}

/// A path of the command line, with optional lines.
private struct PathFilter {
  let path: String
  private var lines: [Int] = []

  init(_ text: String) {
    var parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    while parts.count > 1, let last = parts.last, let line = Int(last), line > 0 {
      lines.append(line)
      parts.removeLast()
    }
    path = parts.joined(separator: ":")
  }

  func includes(_ scenario: FeatureScenario) -> Bool {
    guard contains(scenario.path) else { return false }
    guard !lines.isEmpty, let pickle = scenario.pickle else { return true }
    return lines.contains(where: Self.lines(of: pickle, scenario).contains)
  }

  private func contains(_ file: String) -> Bool {
    file == path || file.hasPrefix(path.hasSuffix("/") ? path : path + "/")
  }

  /// The line of the scenario, of its row of examples, and of its steps.
  private static func lines(of pickle: Pickle, _ scenario: FeatureScenario) -> [Int] {
    [pickle.location.line, scenario.line] + pickle.steps.map(\.location.line)
  }

  /// Rejects a line without a scenario, unless a file cannot be parsed, which is reported later.
  func checkLines(in files: [FeatureFile]) throws {
    let scenarios = files.filter { contains($0.path) }.flatMap(\.scenarios)
    guard !lines.isEmpty, scenarios.allSatisfy({ $0.pickle != nil }) else { return }
    var known: Set<Int> = []
    for scenario in scenarios {
      if let pickle = scenario.pickle { known.formUnion(Self.lines(of: pickle, scenario)) }
    }
    guard let line = lines.last(where: { !known.contains($0) }) else { return }
    let starts = Set(scenarios.map(\.line)).sorted()
    let list = starts.prefix(5).map(String.init).joined(separator: ", ")
    let more = starts.count > 5 ? ", …" : ""
    let accepted =
      starts.isEmpty
      ? "there are none"
      : "the lines of scenarios and their steps are accepted, such as \(list)\(more)"
    throw CommandFailure.wrongUse("\(path):\(line): no scenario is at this line; \(accepted)")
  }
}
