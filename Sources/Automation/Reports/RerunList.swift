import CaromGherkin

/// The failed scenarios of a run as paths with lines, for running only them again.
///
/// Each line has the path of a feature file and the lines of its failed scenarios, such as
/// `features/a.feature:4:10`; for a scenario of an outline, the line of its row of examples. A file
/// that cannot be parsed has no lines.
///
/// - Source: The rerun formatter of Cucumber; its lists, which can also be separated by spaces, are
///   accepted.
public enum RerunList {
  /// Writes the failed scenarios; the text is empty if none failed.
  ///
  /// - Parameter results: The results; those of one file must be adjacent.
  /// - Returns: The text of the file.
  public static func text(_ results: [ScenarioResult]) -> String {
    var text = ""
    for file in results.byFile {
      let failed = file.filter(\.isFailure)
      guard let first = failed.first else { continue }
      text += first.scenario.path
      let parsed = failed.filter { $0.scenario.pickle != nil }
      let lines = parsed.map { ":\($0.scenario.location.line)" }
      text += lines.removingDuplicates.joined()
      text += "\n"
    }
    return text
  }

  /// The paths of a list, with their lines: `features/a.feature:4:10`.
  ///
  /// - Parameter text: The text of the file.
  /// - Returns: The paths in order; empty if no scenario is listed.
  public static func paths(in text: String) -> [String] {
    var paths: [String] = []
    for line in text.split(whereSeparator: \.isNewline) {
      var rest = line.drop(while: \.isWhitespace)
      while !rest.isEmpty {
        let end = endOfPath(in: rest)
        paths.append(String(rest[..<end]))
        rest = rest[end...].drop(while: \.isWhitespace)
      }
    }
    return paths
  }

  /// The end of the first path: after `.feature` or `.feature.md` and line numbers, before a space.
  private static func endOfPath(in text: Substring) -> Substring.Index {
    let pattern = #/\.feature(\.md)?(:[0-9]+)*(?=\s|$)/#
    return text.firstMatch(of: pattern)?.range.upperBound ?? text.endIndex
  }
}
