import CaromGherkin

/// Writes failures as workflow commands of GitHub Actions, which displays them at their lines.
///
/// - Source: "Workflow commands for GitHub Actions", *Setting an error message*; the characters
///   that are escaped are those of `@actions/core`.
public enum GitHubAnnotations {
  /// The commands for a result: one for each step that neither passed nor was skipped.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - path: Converts the path of a feature file to a path relative to the repository.
  /// - Returns: The commands; each is one line.
  public static func lines(
    _ result: ScenarioResult, path: (String) -> String = { $0 }
  ) -> [String] {
    let scenario = result.scenario
    let row = scenario.row.map { " (row \($0))" } ?? ""
    return result.failures.enumerated().map { index, step in
      let place = location(of: step, index, in: scenario)
      let column = place.column > 0 ? ",col=\(place.column)" : ""
      let title =
        scenario.pickle == nil ? step.title : "\(scenario.name)\(row): \(step.title)"
      var message = step.problem?.message ?? step.status.rawValue
      if let tick = step.problem?.tick { message += "\nat tick \(tick)" }
      return "::error file=\(property(path(scenario.path))),line=\(place.line)\(column)"
        + ",title=\(property(title))::\(data(message))"
    }
  }

  /// The location of a step, of an error of its file, or of the scenario for a hook.
  private static func location(
    of step: StepResult, _ index: Int, in scenario: FeatureScenario
  ) -> FeatureLocation {
    let problems = scenario.problems
    return step.step?.location
      ?? (problems.indices.contains(index) ? problems[index].location : scenario.location)
  }

  /// Escapes the message of a command.
  static func data(_ text: String) -> String { escape(text, "%\r\n") }

  /// Escapes the value of a property of a command.
  static func property(_ text: String) -> String { escape(text, "%\r\n:,") }

  private static func escape(_ text: String, _ special: String) -> String {
    let special = Array(special.unicodeScalars)
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard special.contains(scalar) else {
        result.append(scalar)
        continue
      }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      result.append(contentsOf: ("%" + (digits.count < 2 ? "0" : "") + digits).unicodeScalars)
    }
    return String(result)
  }
}
