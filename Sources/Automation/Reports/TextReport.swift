import CaromDocuments
import CaromGherkin
import CaromMaths

/// Writes results as text for a terminal.
public enum TextReport {
  /// One line for a scenario: its status, location and number of ticks.
  public static func line(_ result: ScenarioResult) -> String {
    let status = result.status.rawValue
    let hash = result.hash.map { ", hash \(hexadecimal($0))" } ?? ""
    let time = result.game == nil ? "" : "  (\(result.ticks) ticks\(hash))"
    return status + String(repeating: " ", count: max(1, 10 - status.count))
      + "\(result.scenario)\(time)".onOneLine
  }

  /// Describes why a scenario did not pass: the step, its location, the problem and the tick.
  ///
  /// - Parameters:
  ///   - step: The step that did not pass.
  ///   - result: The result of its scenario.
  /// - Returns: Several lines.
  public static func failure(of step: StepResult, in result: ScenarioResult) -> String {
    let location = step.step?.location ?? result.scenario.location
    // An error of a file has its location in the message.
    var lines =
      result.scenario.pickle == nil
      ? ["\(result.scenario.path): \(step.title)".onOneLine]
      : ["\(result.scenario.path):\(location): \(step.title)".onOneLine]
    if let problem = step.problem {
      lines += problem.message.split(separator: "\n", omittingEmptySubsequences: false).map {
        "  \($0)"
      }
      if let tick = problem.tick {
        lines.append("  at tick \(tick)" + (problem.hash.map { ", hash \(hexadecimal($0))" } ?? ""))
      }
      if let subject = problem.subject { lines.append("  last match: \(subject.path)") }
    }
    if let definition = step.definition { lines.append("  defined at \(definition)") }
    return lines.joined(separator: "\n")
  }

  /// The snippets for undefined steps, without duplicates.
  public static func snippets(_ results: [ScenarioResult]) -> [String] {
    results.flatMap(\.steps).compactMap { $0.problem?.snippet }.removingDuplicates
  }

  /// The number of scenarios and steps by status: `3 scenarios: 2 passed, 1 failed`.
  ///
  /// After an interrupt, the first line contains the number of completed scenarios.
  public static func summary(_ results: [ScenarioResult]) -> String {
    let steps = results.flatMap(\.steps).filter { $0.step != nil }
    let counts =
      count(results.map(\.status), "scenario") + "\n" + count(steps.map(\.status), "step")
    guard results.contains(where: \.isInterrupted) else { return counts }
    let complete = results.filter { !$0.isInterrupted }.count
    return "interrupted after \(complete) of \(results.count) scenarios\n" + counts
  }

  private static func count(_ all: [StepStatus], _ noun: String) -> String {
    let parts = StepStatus.allCases.compactMap { status -> String? in
      let count = all.filter { $0 == status }.count
      return count == 0 ? nil : "\(count) \(status.rawValue)"
    }
    let list = parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
    return "\(all.count) \(noun)\(all.count == 1 ? "" : "s")\(list)"
  }
}
