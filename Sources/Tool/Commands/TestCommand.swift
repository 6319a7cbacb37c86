import ArgumentParser
import CaromAutomation
import CaromDocuments
import CaromGherkin
import CaromImages
import CaromSimulation
import CaromWorkers
import Foundation

/// `carom test`: runs feature files.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Run feature files (Given / When / Then); exit with 1 if a scenario fails.",
    discussion: """
      Each scenario runs in its own session, without a window, and is recorded. Nothing is retried: a \
      scenario has the same outcome each time, which --twice verifies.

      Tags of a scenario: @game:marble-maze or @scene:FILE starts a game, @level:2 in that level, \
      @seed:7 sets the seed. A PATH is a feature file, a folder, or file.feature:12:30 for the \
      scenarios at those lines.

      Ctrl-C and SIGTERM end the run; reports have the results so far, marked as interrupted.

      Exit codes: 0 all scenarios passed, 1 a scenario failed or has undefined, ambiguous or pending \
      steps, 2 incorrect use, 130 or 143 interrupted.

      EXAMPLE: carom test Tests/GameStepsTests/Features
      EXAMPLE: carom test Tests/GameStepsTests/Features --tags "@maze and not @slow" --twice
      EXAMPLE: carom test level.feature:12 --report out.html --junit out.xml
      """)

  @Argument(help: ArgumentHelp("Feature files and folders.", valueName: "path"))
  var paths: [String]

  @Option(
    help: ArgumentHelp("Run only scenarios that match a tag expression.", valueName: "expression"))
  var tags = ""

  @Flag(help: "Run each scenario twice and fail if the runs differ.")
  var twice = false

  @Flag(help: "Only report undefined and ambiguous steps; run nothing.")
  var dryRun = false

  @Flag(help: "Stop after the first scenario that fails.")
  var failFast = false

  @Option(
    parsing: .unconditional,
    help: """
      The seed of the random streams, unless a scenario has a tag such as @seed:7. Default: 1.
      """,
    transform: wholeNumber(in: 0...UInt64.max))
  var seed: UInt64 = 1

  @Option(
    parsing: .unconditional,
    help: "The number of concurrent scenarios. Default: the number of processors.",
    transform: wholeNumber(in: 1...256))
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      "Golden images: required (a missing one fails; the default if CI is set), missing (it is "
        + "written), failed (different ones are written too) or all. Default: CAROM_GOLDENS.",
      valueName: "mode"),
    transform: TestCommand.goldenMode)
  var goldens: GoldenMode?

  @Option(help: ArgumentHelp("Write an HTML report with frames and recordings.", valueName: "file"))
  var report: String?

  @Option(help: ArgumentHelp("Write a JUnit XML report.", valueName: "file"))
  var junit: String?

  @Option(help: ArgumentHelp("Write Cucumber Messages as JSON lines.", valueName: "file"))
  var messages: String?

  @Option(
    help: ArgumentHelp("Write the recordings of failed scenarios.", valueName: "folder"))
  var recordings: String?

  @Flag(help: "Print one JSON object for each scenario.")
  var json = false

  @OptionGroup var content: ContentOptions

  func validate() throws {
    if dryRun, report != nil || twice {
      throw ValidationError("--dry-run: cannot be combined with --report or --twice")
    }
  }

  func run() throws {
    Interrupt.handle()
    let outputs: KeyValuePairs = [
      "--report": report, "--junit": junit, "--messages": messages,
    ]
    try Files.check(outputs: outputs)
    let expression = try tagExpression()
    let filters = paths.map(PathFilter.init)
    let files: [FeatureFile]
    do throws(StepError) { files = try FeatureFile.load(filters.map(\.path)) } catch {
      throw CommandFailure.wrongUse("\(error)")
    }
    try Files.check(outputs: outputs, inputs: files.map(\.path))
    for filter in filters { try filter.checkLines(in: files) }
    let scenarios = files.flatMap(\.scenarios).filter { scenario in
      (scenario.pickle == nil || expression.matches(scenario.tags))
        && filters.contains { $0.includes(scenario) }
    }
    for file in files where file.scenarios.isEmpty {
      Terminal.printError("\(file.path): the file has no scenarios")
    }
    let steps = StepDefinitions(GameProgram.current.steps)
    guard !scenarios.isEmpty else {
      if !files.isEmpty { try write([], files, steps) }
      throw CommandFailure.wrongUse(nothing(in: files))
    }
    let runner = try FeatureRunner(
      steps, loader: try content.loader(isNeeded: false), options: options(scenarios.count))
    var snippets: [String] = []
    let results = runner.run(scenarios) { result in
      Terminal.print(json ? object(result) : TextReport.line(result))
      for step in json ? [] : result.failures { Terminal.printError(explain(step, result)) }
      for notice in json ? [] : result.steps.flatMap(\.notices) {
        Terminal.printError("  \(notice)")
      }
      Warnings.tell(result.sceneProblems)
      for snippet in result.steps.compactMap({ $0.problem?.snippet })
      where !snippets.contains(snippet) { snippets.append(snippet) }
    }
    if !json {
      if !snippets.isEmpty {
        Terminal.printError("Undefined steps; they can be defined with:\n")
        Terminal.printError(snippets.joined(separator: "\n\n") + "\n")
      }
      Terminal.print(TextReport.summary(results))
    }
    try write(results, files, steps)
    if results.contains(where: \.isFailure) { throw ExitCode.failure }
  }

  private func options(_ count: Int) -> FeatureRunner.Options {
    var options = FeatureRunner.Options()
    options.seed = seed
    options.runsTwice = twice
    options.isDryRun = dryRun
    options.failsFast = failFast
    options.recordsFrames = report != nil
    if let goldens { options.goldens = goldens }
    options.isCancelled = { Interrupt.isSet }
    let (clock, start) = (ContinuousClock(), ContinuousClock.now)
    options.clock = { (clock.now - start) / .seconds(1) }
    options.threads = min(threads ?? WorkerPool.availableThreads, max(1, count))
    return options
  }

  private static func goldenMode(_ text: String) throws -> GoldenMode {
    if let mode = GoldenMode(rawValue: text) { return mode }
    let words = GoldenMode.allCases.map(\.rawValue).joined(separator: ", ")
    throw ValidationError("'\(text)' is not a mode of golden images; expected \(words)")
  }

  /// The message of a run without scenarios.
  private func nothing(in files: [FeatureFile]) -> String {
    let count = files.flatMap(\.scenarios).count
    if files.isEmpty { return "\(paths.joined(separator: ", ")): no feature files (.feature)" }
    if count == 0 { return "\(paths.joined(separator: ", ")): no scenarios" }
    return "no scenario matches these tags and lines, out of \(count) scenarios in "
      + "\(files.count) files"
  }

  private func tagExpression() throws -> TagExpression {
    do throws(TagExpressionError) { return try TagExpression(parsing: tags) } catch {
      throw CommandFailure.wrongUse("--tags: column \(error.column): \(error)")
    }
  }

  // MARK: Output

  private func explain(_ step: StepResult, _ result: ScenarioResult) -> String {
    var text = TextReport.failure(of: step, in: result)
    if let folder = recordings, !result.replay.isEmpty {
      text += "\n  \(GameProgram.current.name) replay verify \(folder)/\(result.recordingName)"
    }
    return text
  }

  private func object(_ result: ScenarioResult) -> String {
    var json = JSONWriter()
    json.object {
      $0.member("file") { $0.value(result.scenario.path) }
      $0.member("line") { $0.value(result.scenario.location.line) }
      $0.member("name") { $0.value(result.scenario.name) }
      $0.member("status") { $0.value(result.status.rawValue) }
      $0.member("seed") { $0.value(result.seed) }
      $0.member("ticks") { $0.value(result.ticks) }
      if result.isInterrupted { $0.member("isInterrupted") { $0.value(true) } }
      if let hash = result.hash { $0.member("hash") { $0.value(String(hash, radix: 16)) } }
      if let step = result.firstFailure {
        $0.member("step") { $0.value(step.title) }
        if let place = step.step?.location { $0.member("stepLine") { $0.value(place.line) } }
        if let problem = step.problem { $0.member("problem") { $0.value(problem.message) } }
      }
    }
    return json.text
  }

  private func write(_ results: [ScenarioResult], _ files: [FeatureFile], _ steps: StepDefinitions)
    throws
  {
    if let report { try Files.write(Array(HTMLReport.text(results).utf8), to: report) }
    if let junit { try Files.write(Array(JUnitReport.text(results).utf8), to: junit) }
    if let messages {
      try Files.write(Array(MessagesReport.text(files, results, steps: steps).utf8), to: messages)
    }
    guard let recordings else { return }
    for result in results where result.isFailure && !result.replay.isEmpty {
      try Files.write(Array(result.replay.utf8), to: "\(recordings)/\(result.recordingName)")
    }
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
