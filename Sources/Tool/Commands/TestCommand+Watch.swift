import ArgumentParser
import CaromAutomation
import CaromContent
import Foundation

extension TestCommand {
  /// Runs the selected scenarios, and then those that changed files affect, until an interrupt.
  func runAndWatch(
    _ selection: FeatureSelection, _ steps: StepDefinitions, _ traces: TraceFolder?
  ) throws {
    let loader = try content.loader(isNeeded: false)
    var watch: FeatureWatch
    do throws(StepError) {
      watch = try FeatureWatch(selection.paths, loader: loader, where: selection.includes)
    } catch { throw CommandFailure.wrongUse("\(error)") }
    try run(watch.scenarios, of: &watch, "all", loader, steps, traces)
    Terminal.print("watching \(watch.fileCount) files; Ctrl-C ends")
    while !Interrupt.isSet {
      // A tenth of the second within which a small change is tested.
      usleep(100_000)
      guard !Interrupt.isSet, let change = watch.poll() else { continue }
      let others = change.files.count - 1
      let first = change.files.first.map(Self.shortPath) ?? ""
      let what = first + (others > 0 ? " and \(others) more" : "")
      guard !change.scenarios.isEmpty else {
        Terminal.print("\(what): no scenarios")
        try write(watch.results, watch.files, steps, traces)
        continue
      }
      try run(change.scenarios, of: &watch, what, loader, steps, traces)
    }
  }

  /// Runs scenarios, prints a line, and writes reports with the latest results of all scenarios.
  private func run(
    _ scenarios: [FeatureScenario], of watch: inout FeatureWatch, _ what: String,
    _ loader: SessionLoader, _ steps: StepDefinitions, _ traces: TraceFolder?
  ) throws {
    var options = options(scenarios.count, traces)
    options.listsFiles = true
    let runner = try FeatureRunner(steps, loader: loader, options: options)
    let (clock, start) = (ContinuousClock(), ContinuousClock.now)
    var snippets: [String] = []
    let results = runner.run(scenarios) { result in
      explain(result, &snippets)
      Warnings.tell(result.sceneProblems)
    }
    tell(snippets)
    let milliseconds = Int((clock.now - start) / .milliseconds(1))
    let lines = TextReport.summary(results).split(separator: "\n")
    let summary = lines.first { $0.contains("scenario") } ?? ""
    Terminal.print("\(what): \(summary) (\(Double(milliseconds) / 1_000) s)")
    watch.add(results)
    try write(watch.results, watch.files, steps, traces)
  }

  /// A path relative to the working folder if it is inside it.
  private static func shortPath(_ path: String) -> String {
    let folder = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }
}
