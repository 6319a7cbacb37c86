import ArgumentParser
import CaromAutomation
import CaromDocuments
import CaromGherkin
import CaromMaths
import CaromSimulation
import Foundation

extension TestCommand {
  /// Prints why a scenario did not pass, and what its steps report.
  func explain(_ result: ScenarioResult, _ snippets: inout [String]) {
    for step in result.failures { Terminal.printError(explain(step, result)) }
    for notice in result.steps.flatMap(\.notices) { Terminal.printError("  \(notice)") }
    for snippet in result.steps.compactMap({ $0.problem?.snippet })
    where !snippets.contains(snippet) { snippets.append(snippet) }
    guard annotates else { return }
    for line in GitHubAnnotations.lines(result, path: Self.repositoryPath) { Terminal.print(line) }
  }

  /// Prints the definitions that are missing.
  func tell(_ snippets: [String]) {
    if snippets.isEmpty { return }
    Terminal.printError("Undefined steps; they can be defined with:\n")
    Terminal.printError(snippets.joined(separator: "\n\n") + "\n")
  }

  private var annotates: Bool {
    github ?? (!json && ProcessInfo.processInfo.environment["GITHUB_ACTIONS"] == "true")
  }

  /// The path of a file in the checkout of a workflow, which annotations contain.
  private static func repositoryPath(_ path: String) -> String {
    guard let root = ProcessInfo.processInfo.environment["GITHUB_WORKSPACE"], !root.isEmpty else {
      return path
    }
    let file = URL(fileURLWithPath: path).standardizedFileURL.path
    let folder = URL(fileURLWithPath: root).standardizedFileURL.path
    return file.hasPrefix(folder + "/") ? String(file.dropFirst(folder.count + 1)) : path
  }

  private func explain(_ step: StepResult, _ result: ScenarioResult) -> String {
    var text = TextReport.failure(of: step, in: result)
    if let folder = recordings, !result.replay.isEmpty {
      text += "\n  \(GameProgram.current.name) replay verify \(folder)/\(result.recordingName)"
    }
    return text
  }

  /// A result as a JSON object.
  func object(_ result: ScenarioResult) -> String {
    var json = JSONWriter()
    json.object {
      $0.member("file") { $0.value(result.scenario.path) }
      $0.member("line") { $0.value(result.scenario.location.line) }
      $0.member("name") { $0.value(result.scenario.name) }
      $0.member("status") { $0.value(result.status.rawValue) }
      $0.member("seed") { $0.value(result.seed) }
      $0.member("ticks") { $0.value(result.ticks) }
      if result.isInterrupted { $0.member("isInterrupted") { $0.value(true) } }
      if let hash = result.hash { $0.member("hash") { $0.value(hexadecimal(hash)) } }
      if let step = result.firstFailure {
        $0.member("step") { $0.value(step.title) }
        if let place = step.step?.location { $0.member("stepLine") { $0.value(place.line) } }
        if let problem = step.problem { $0.member("problem") { $0.value(problem.message) } }
      }
    }
    return json.text
  }

  /// Writes the reports, the recordings and the index of the traces.
  func write(
    _ results: [ScenarioResult], _ files: [FeatureFile], _ steps: StepDefinitions,
    _ traces: TraceFolder?
  ) throws {
    try traces?.writeIndex(results)
    if let report {
      let page = HTMLReport.text(results) { traces?.address(of: $0, from: report) }
      try Files.write(Array(page.utf8), to: report)
    }
    if let junit { try Files.write(Array(JUnitReport.text(results).utf8), to: junit) }
    if let messages {
      try Files.write(Array(MessagesReport.text(files, results, steps: steps).utf8), to: messages)
    }
    if let failed { try Files.write(Array(RerunList.text(results).utf8), to: failed) }
    guard let recordings else { return }
    for result in results where result.isFailure && !result.replay.isEmpty {
      try Files.write(Array(result.replay.utf8), to: "\(recordings)/\(result.recordingName)")
    }
  }
}
