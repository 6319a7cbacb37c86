import CaromGherkin

/// Writes results in JUnit's XML format: a suite for each feature, a case for each scenario.
///
/// Times are seconds of game time, so that two runs of the same features produce the same file.
public enum JUnitReport {
  /// Writes the report.
  ///
  /// - Parameter results: The results; those of one file must be adjacent.
  /// - Returns: The text of the file.
  public static func text(_ results: [ScenarioResult]) -> String {
    let counts = Counts(results)
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"carom test\" \(counts.attributes)>\n"
    for suite in results.byFile {
      let first = suite[0].scenario
      let name = first.feature.isEmpty ? first.path : first.feature
      text +=
        "  <testsuite name=\"\(escaped(name))\" file=\"\(escaped(first.path))\" "
        + "\(Counts(suite).attributes)>\n"
      for result in suite { text += testCase(result) }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private static func testCase(_ result: ScenarioResult) -> String {
    let scenario = result.scenario
    let row = scenario.row.map { " (row \($0))" } ?? ""
    let group = [scenario.feature, scenario.rule ?? ""].filter { !$0.isEmpty }
    var text =
      "    <testcase name=\"\(escaped(scenario.name + row))\" "
      + "classname=\"\(escaped(group.joined(separator: ". ")))\" "
      + "file=\"\(escaped(scenario.path))\" line=\"\(scenario.location.line)\" "
      + "time=\"\(seconds(result.seconds))\">\n"
    if let step = result.firstFailure {
      text +=
        "      <failure type=\"\(step.status.rawValue)\" "
        + "message=\"\(escaped(step.problem?.message ?? ""))\">"
        + "\(escaped(TextReport.failure(of: step, in: result)))</failure>\n"
    } else if result.status == .skipped {
      text += "      <skipped/>\n"
    }
    let steps = result.steps.map { "\($0.status.rawValue): \($0.title)" }
    text += "      <system-out>\(escaped(steps.joined(separator: "\n")))</system-out>\n"
    return text + "    </testcase>\n"
  }

  private struct Counts {
    var attributes: String

    init(_ results: [ScenarioResult]) {
      let failures = results.filter(\.isFailure).count
      let skipped = results.filter { $0.status == .skipped }.count
      let time = results.reduce(0) { $0 + $1.seconds }
      attributes =
        "tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"0\" skipped=\"\(skipped)\" "
        + "time=\"\(JUnitReport.seconds(time))\""
    }
  }

  private static func seconds(_ seconds: Double) -> String {
    let thousandths = Int((seconds * 1_000).rounded())
    let rest = String(thousandths % 1_000)
    return "\(thousandths / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}

/// Escapes text for XML and HTML; characters that XML forbids are replaced.
func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    case "\t", "\n": result.unicodeScalars.append(scalar)
    case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{fffe}", "\u{ffff}": result += "\u{fffd}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

extension [ScenarioResult] {
  /// The results grouped by file, in order.
  var byFile: [[ScenarioResult]] {
    var groups: [[ScenarioResult]] = []
    for result in self {
      if groups.last?[0].scenario.path == result.scenario.path {
        groups[groups.count - 1].append(result)
      } else {
        groups.append([result])
      }
    }
    return groups
  }
}
