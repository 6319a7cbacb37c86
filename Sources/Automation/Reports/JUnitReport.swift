import CaromGherkin

/// Writes results in JUnit's XML format: a suite for each feature, a case for each scenario.
///
/// Times are wall time where the runner measured it with ``FeatureRunner/Options/clock``, otherwise
/// seconds of game time. A scenario that was interrupted or did not start is skipped with the
/// message `interrupted`.
///
/// - Source: The schema `junit-10.xsd` of Jenkins' xUnit plug-in, which its JUnit plug-in and other
///   servers read too.
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
      let own = Counts(suite)
      text +=
        "  <testsuite name=\"\(escaped(name))\" file=\"\(escaped(first.path))\" "
        + "\(own.attributes) skipped=\"\(own.skipped)\">\n"
      for result in suite { text += testCase(result) }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  /// A case; the schema has no attributes for its file and line, so the output begins with them.
  private static func testCase(_ result: ScenarioResult) -> String {
    let scenario = result.scenario
    let row = scenario.row.map { " (row \($0))" } ?? ""
    let group = [scenario.feature, scenario.rule ?? ""].filter { !$0.isEmpty }
    var text =
      "    <testcase name=\"\(escaped(scenario.name + row))\" "
      + "classname=\"\(escaped(group.joined(separator: ". ")))\" "
      + "time=\"\(seconds(result.time))\">\n"
    let failures = result.failures
    if let step = failures.first {
      let all = failures.map { TextReport.failure(of: $0, in: result) }
      text +=
        "      <failure type=\"\(step.status.rawValue)\" "
        + "message=\"\(escaped(step.problem?.message ?? ""))\">"
        + "\(escaped(all.joined(separator: "\n")))</failure>\n"
    } else if result.status == .skipped {
      text += "      <skipped\(result.isInterrupted ? " message=\"interrupted\"" : "")/>\n"
    }
    var lines = ["\(scenario.path):\(scenario.location)"]
    for step in result.steps {
      lines.append("\(step.status.rawValue): \(step.title)")
      lines += step.notices.map { "  \($0)" }
    }
    text += "      <system-out>\(escaped(lines.joined(separator: "\n")))</system-out>\n"
    return text + "    </testcase>\n"
  }

  private struct Counts {
    var attributes: String
    var skipped: Int

    init(_ results: [ScenarioResult]) {
      let failures = results.filter(\.isFailure).count
      skipped = results.filter { $0.status == .skipped }.count
      let time = results.reduce(0) { $0 + $1.time }
      attributes =
        "tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"0\" "
        + "time=\"\(JUnitReport.seconds(time))\""
    }
  }

  /// Seconds with three decimals; the schema accepts neither exponents nor signs.
  private static func seconds(_ seconds: Double) -> String {
    let thousandths = Int((max(0, min(seconds, 1e9)) * 1_000).rounded())
    let rest = String(thousandths % 1_000)
    return "\(thousandths / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}

extension ScenarioResult {
  /// The time of reports, in seconds: wall time if it was measured, otherwise game time.
  fileprivate var time: Double { wallSeconds ?? seconds }
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
