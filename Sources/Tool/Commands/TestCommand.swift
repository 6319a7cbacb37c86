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

      --watch runs the scenarios and then, until Ctrl-C, those that a changed file affects: a feature \
      file, or a scene, part, image, font or golden image that they depend on. Changed Swift code needs \
      a new build.

      Ctrl-C and SIGTERM end the run; reports have the results so far, marked as interrupted.

      Exit codes: 0 all scenarios passed, 1 a scenario failed or has undefined, ambiguous or pending \
      steps, 2 incorrect use, 130 or 143 interrupted.

      EXAMPLE: carom test Tests/GameStepsTests/Features
      EXAMPLE: carom test Tests/GameStepsTests/Features --tags "@maze and not @slow" --twice
      EXAMPLE: carom test level.feature:12 --report out.html --junit out.xml
      EXAMPLE: carom test Features --trace traces
      EXAMPLE: carom test Features --watch
      EXAMPLE: carom test Features --shard 2/4 --github --failed failed.txt
      EXAMPLE: carom test --rerun-failed failed.txt
      """)

  @Argument(help: ArgumentHelp("Feature files and folders.", valueName: "path"))
  var paths: [String] = []

  @Option(
    help: ArgumentHelp("Run only scenarios that match a tag expression.", valueName: "expression"))
  var tags = ""

  @Flag(help: "Run each scenario twice and fail if the runs differ.")
  var twice = false

  @Flag(help: "Only report undefined and ambiguous steps; run nothing.")
  var dryRun = false

  @Flag(help: "Stop after the first scenario that fails.")
  var failFast = false

  @Flag(help: "Run scenarios again when files that they depend on change, until Ctrl-C.")
  var watch = false

  @Option(
    help: ArgumentHelp(
      "Run one of several equal parts of the scenarios, such as 2/4.", valueName: "i/n"),
    transform: TestCommand.shard)
  var shard: Shard?

  @Option(
    help: ArgumentHelp(
      "Run only the scenarios of a list that --failed wrote.", valueName: "file"))
  var rerunFailed: String?

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

  @Option(
    help: ArgumentHelp(
      "Write a page for each scenario with every tick, and an index.", valueName: "folder"))
  var trace: String?

  @Option(help: ArgumentHelp("Write a JUnit XML report.", valueName: "file"))
  var junit: String?

  @Option(help: ArgumentHelp("Write Cucumber Messages as JSON lines.", valueName: "file"))
  var messages: String?

  @Option(
    help: ArgumentHelp("Write the recordings of failed scenarios.", valueName: "folder"))
  var recordings: String?

  @Option(
    help: ArgumentHelp(
      "Write the failed scenarios as a list: features/a.feature:4:10.", valueName: "file"))
  var failed: String?

  @Flag(
    inversion: .prefixedNo,
    help: """
      Print failures as annotations for GitHub. Default: if GITHUB_ACTIONS is true, unless --json is \
      given.
      """)
  var github: Bool?

  @Flag(help: "Print one JSON object for each scenario.")
  var json = false

  @OptionGroup var content: ContentOptions

  func validate() throws {
    if dryRun, report != nil || twice || trace != nil {
      throw ValidationError("--dry-run: cannot be combined with --report, --trace or --twice")
    }
    if watch, dryRun || failFast || shard != nil || json {
      throw ValidationError(
        "--watch: cannot be combined with --dry-run, --fail-fast, --shard or --json")
    }
    if json, github == true {
      throw ValidationError("--github: cannot be combined with --json, which has its own lines")
    }
    if rerunFailed == nil, paths.isEmpty {
      throw ValidationError("the path is missing; feature files and folders are accepted")
    }
    if rerunFailed != nil, !paths.isEmpty {
      throw ValidationError(
        "--rerun-failed: cannot be combined with paths; the list has its own")
    }
  }

  func run() throws {
    Interrupt.handle()
    try Files.check(outputs: outputs)
    let traces = try trace.map(TraceFolder.init)
    if let recordings { try Files.check(folder: recordings, of: "--recordings") }
    guard let selection = try selection() else {
      return Terminal.print("\(rerunFailed ?? ""): no scenario failed")
    }
    let files: [FeatureFile]
    do throws(StepError) { files = try FeatureFile.load(selection.paths) } catch {
      throw CommandFailure.wrongUse("\(error)")
    }
    try Files.check(outputs: outputs, inputs: files.map(\.path))
    try selection.checkLines(in: files)
    let selected = files.flatMap(\.scenarios).filter(selection.includes)
    for file in files where file.scenarios.isEmpty {
      Terminal.printError("\(file.path): the file has no scenarios")
    }
    let steps = StepDefinitions(GameProgram.current.steps)
    guard !selected.isEmpty else {
      if !files.isEmpty { try write([], files, steps, traces) }
      throw CommandFailure.wrongUse(selection.nothing(in: files))
    }
    if watch { return try runAndWatch(selection, steps, traces) }
    let scenarios = shard?.part(of: selected) ?? selected
    let runner = try FeatureRunner(
      steps, loader: try content.loader(isNeeded: false),
      options: options(scenarios.count, traces))
    var snippets: [String] = []
    let results = runner.run(scenarios) { result in
      Terminal.print(json ? object(result) : TextReport.line(result))
      if !json { explain(result, &snippets) }
      Warnings.tell(result.sceneProblems)
    }
    if !json {
      tell(snippets)
      if let shard {
        Terminal.print("shard \(shard): \(scenarios.count) of \(selected.count) scenarios")
      }
      Terminal.print(TextReport.summary(results))
    }
    try write(results, files, steps, traces)
    if results.contains(where: \.isFailure) { throw ExitCode.failure }
  }

  /// The output options with their files.
  private var outputs: KeyValuePairs<String, String?> {
    ["--report": report, "--junit": junit, "--messages": messages, "--failed": failed]
  }

  /// The selected paths, lines and tags; nil for an empty list of failed scenarios.
  private func selection() throws -> FeatureSelection? {
    guard let rerunFailed else { return try FeatureSelection(paths, tags: tags) }
    let text = String(decoding: try Files.read(rerunFailed, atMost: 1 << 24), as: UTF8.self)
    let listed = RerunList.paths(in: text)
    guard listed.allSatisfy({ $0.contains(".feature") }) else {
      throw CommandFailure.wrongUse(
        "--rerun-failed: \(rerunFailed) is not a list of scenarios; lines such as "
          + "features/a.feature:4:10 are accepted")
    }
    return listed.isEmpty ? nil : try FeatureSelection(listed, tags: tags)
  }

  func options(_ count: Int, _ traces: TraceFolder?) -> FeatureRunner.Options {
    var options = FeatureRunner.Options()
    options.seed = seed
    options.runsTwice = twice
    options.isDryRun = dryRun
    options.failsFast = failFast
    options.recordsFrames = report != nil
    if let traces { options.didTrace = { traces.write($0) } }
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
    throw ValidationError("'\(text)' is not a mode of golden images; one of \(words) is accepted")
  }

  private static func shard(_ text: String) throws -> Shard {
    if let shard = Shard(parsing: text) { return shard }
    throw ValidationError(
      "'\(text)' is not a shard; a number and a count are accepted, such as 1/4 to 4/4")
  }
}
