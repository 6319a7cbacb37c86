import ArgumentParser
import CaromAutomation
import CaromContent
import CaromDocuments
import CaromSceneFiles
import CaromSimulation

/// `carom fuzz`: searches for input that violates an invariant of a game.
struct FuzzCommand: SearchCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract:
      "Search for input that violates an invariant and shrink it; exit with 1 if found.",
    discussion: """
            Plays the game in many ways and checks its invariants after every tick. Input that violates one \
      is shrunk to a minimal reproduction and written as a recording for `carom replay`. The same \
      options find the same input on any machine. Ctrl-C and SIGTERM end the search with its results \
      so far.

      Players: the game's bot, with lapses from its second run on; one who starts the game and does \
      nothing else; one who holds the extremes of all inputs, in all combinations; random ones; and \
      variations of the input of earlier runs that reached new states, beginning with that of the bot. \
      A game declares its inputs, and for how long players hold them, in its `controls`.

      Invariants of every game: finite (positions and velocities are finite), escape=METERS (no body is \
      that far from the bodies of the scene for ten seconds), energy=JOULES_PER_KG (bodies gain no more \
      energy), solid (no body is inside a static box or below a static plane), lives=TICKS (a mistake \
      costs one life), stuck=TICKS (the game continues when the player confirms). A game adds its own, \
      which are checked, too. In addition, every fourth run is repeated and must reach the same state.

      --invariant NAME checks these invariants only; `all` stands for the default. --invariant SELECTOR \
      checks an XPath expression, which must be true or match something after every tick. Selectors of \
      nodes and of the game are fast; those of components, such as //light, slow the search down.

      The report says what the runs covered: the levels, the phases, the pairs of roles that touched, the roles that \
      touched nothing, the inputs, the players and the number of distinct states, seen coarsely.

      EXAMPLE: carom fuzz marble-maze --runs 200 --ticks 1800 -o found.replay.jsonl
      EXAMPLE: carom fuzz marble-maze --level 1 --runs 50
      EXAMPLE: carom fuzz Scenes/brick-breaker/level1.json --invariant lives --invariant energy=2000
      EXAMPLE: carom fuzz brick-breaker --invariant all --invariant "not(//game[@score < 0])"
      """)

  static let seeded = "the generated input and of the game"
  static let budgeted = "in all"
  static let defaultBudget: UInt64? = nil
  static let attempt = "a run"
  static let defaultTicks: UInt64 = 3_600
  static let concurrent = "concurrent runs"
  static let printed = "one JSON object"

  @Argument(
    help: ArgumentHelp(
      "The name of a game, or a scene file. Default: the only game.", valueName: "game|scene"))
  var subject: String?

  @Option(
    parsing: .unconditional, help: "The maximum number of runs. Default: 200.",
    transform: wholeNumber(in: 1...1_000_000_000))
  var runs = 200

  @Option(
    help: ArgumentHelp(
      "An invariant, or a selector that must hold, to check instead of all; may be repeated.",
      valueName: "name[=limit]|selector"))
  var invariant: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Continue from a snapshot in a fresh session every so many ticks.", valueName: "ticks"),
    transform: wholeNumber(in: 1...tickCounts.upperBound))
  var heavy: Int?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The recording to write if a violation is found.", valueName: "file"))
  var output = "fuzz.replay.jsonl"

  @OptionGroup var options: SearchOptions<FuzzCommand>
  @OptionGroup var level: LevelOption
  @OptionGroup var content: ContentOptions

  func validate() throws {
    for text in invariant { _ = try InvariantOption(text) }
  }

  func run() throws {
    Interrupt.handle()
    try Files.check(outputs: ["--output": output])
    let launch = Launch(seed: options.seed)
    let first = try content.load(subject, level: level.level, launch)
    try Files.check(outputs: ["--output": output], inputs: first.sceneFiles)
    let scene = first.recordedPath
    var search = Fuzz(
      ticks: Int(options.ticks), runs: runs, seed: options.seed,
      invariants: try invariants(first.session), heavy: heavy)
    search.budget = options.budget
    search.threads = options.threads
    let (place, subject, begin) = (content.root, subject, level.level)
    @Sendable func makeSession() throws -> Session {
      var option = ContentOptions()
      option.root = place
      return try option.load(subject, level: begin, launch).session
    }
    let total = runs
    let clock = ContinuousClock()
    let start = clock.now
    let bar = ProgressLine()
    let outcome = try search.run(
      progress: { progress in
        bar.show(progress, of: total, at: clock.now - start)
        return !Interrupt.isSet
      }, isCancelled: { Interrupt.isSet }, makeSession: makeSession)
    bar.end()
    if let failure = outcome.failure {
      let text = Fuzz.recording(of: failure, in: try makeSession(), scene: scene)
      try Files.write(Array(text.utf8), to: output)
    }
    Terminal.print(options.json ? object(outcome) : lines(outcome, clock.now - start))
    Warnings.tell(
      outcome.sceneProblems.compactMap { problem in
        first.levelFiles.indices.contains(problem.level)
          ? first.levelFiles[problem.level].problem(
            ofTick: problem.message, node: problem.node, key: problem.key) : nil
      })
    if outcome.failure != nil { throw ExitCode.failure }
  }

  /// The invariants to check: those that are named, or all of the engine and of the game.
  private func invariants(_ session: Session) throws -> [Invariant] {
    let all = Invariant.all + type(of: session.game).invariants
    if invariant.isEmpty { return all }
    return try invariant.flatMap { try InvariantOption($0).invariants(of: all, session) }
  }

  private func lines(_ outcome: Fuzz.Outcome, _ time: Duration) -> String {
    let seconds = ((time / .seconds(1)) * 10).rounded() / 10
    let stopped = outcome.isInterrupted ? ", interrupted" : ""
    let ran = "\(outcome.runs) runs, \(outcome.ticks) ticks, \(seconds) s\(stopped)"
    guard let failure = outcome.failure, let found = outcome.found, let run = outcome.run else {
      return (["no violation found in \(ran)"] + FuzzReport.lines(outcome.coverage))
        .joined(separator: "\n")
    }
    let report = """
      found    \(failure.invariant): \(failure.message)
      run      \(run), after tick \(found.tick) and \(found.events.count) events
      shrunk   to \(failure.events.count) events and \(failure.tick) ticks
      file     \(output)
      after    \(ran)
      """
    return ([report] + FuzzReport.lines(outcome.coverage)).joined(separator: "\n")
  }

  private func object(_ outcome: Fuzz.Outcome) -> String {
    var json = JSONWriter()
    json.object {
      $0.member("isFound") { $0.value(outcome.failure != nil) }
      $0.member("runs") { $0.value(outcome.runs) }
      $0.member("ticks") { $0.value(outcome.ticks) }
      $0.member("isInterrupted") { $0.value(outcome.isInterrupted) }
      if let failure = outcome.failure {
        $0.member("invariant") { $0.value(failure.invariant) }
        $0.member("message") { $0.value(failure.message) }
        $0.member("tick") { $0.value(failure.tick) }
        $0.member("events") { $0.value(failure.events.count) }
        $0.member("file") { $0.value(output) }
      }
      $0.member("coverage") { FuzzReport.write(outcome.coverage, &$0) }
    }
    return json.text
  }
}

/// The progress of a search on a terminal.
private final class ProgressLine {
  private var shownAt = Duration.zero

  func show(_ progress: Fuzz.Progress, of total: Int, at time: Duration) {
    guard Terminal.isInteractive, time - shownAt > .milliseconds(100) else { return }
    shownAt = time
    switch progress {
    case .searching(let runs): Terminal.showProgress("\(runs) of \(total) runs")
    case .shrinking(let events, let ticks):
      Terminal.showProgress("shrinking: \(events) events, \(ticks) ticks")
    }
  }

  func end() {
    if shownAt > .zero { Terminal.showProgress("") }
  }
}
