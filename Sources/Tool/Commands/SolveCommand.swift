import ArgumentParser
import CaromAutomation
import CaromContent
import CaromDocuments
import CaromImages
import CaromSceneFiles
import CaromSimulation

/// `carom solve`: searches for input that wins a level.
struct SolveCommand: SearchCommand {
  static let configuration = CommandConfiguration(
    commandName: "solve",
    abstract:
      "Search for input that wins a level, as fast as possible; exit with 1 if none is found.",
    discussion: """
      Plays the game's bot once, and then random input from ever more states, those that were tried \
      less often first. Wins must complete the level; for scenes that are no level, and for other \
      goals, --goal is an XPath expression that must be true or match something. The same options \
      find the same win on any machine. Ctrl-C and SIGTERM end the search with its results so far.

      The report says in how many ticks the level was won, beside the bot; how much was simulated \
      before the first win of the search itself; and the risk: the share of 128 slips in the \
      fastest win, each a quarter of a second of random input, that lose a life. Below 5 % a level is gentle, \
      below 15 % easy, below 35 % medium, otherwise hard.

      --map renders the level from above, with the places where runs were lost, yellow to red, and the \
      way of the win as a light line. --all prints a row for every level of the game, or of all games.

      EXAMPLE: carom solve brick-breaker --level 2 --map /tmp/bricks.png -o /tmp/win.replay.jsonl
      EXAMPLE: carom solve marble-maze --level 2 --map map.png
      EXAMPLE: carom solve brick-breaker --all --budget 500000
      EXAMPLE: carom solve Scenes/Examples/bodies.json --goal "//node[@name='ball'][@position.y < 1]"
      """)

  static let seeded = "the generated input and of the game"
  static let budgeted = "for each level"
  static let defaultBudget: UInt64? = 5_000_000
  static let attempt = "a win"
  static let defaultTicks: UInt64 = 14_400
  static let concurrent = "states that are tried concurrently"
  static let printed = "one JSON object, or with --all an array"

  @Argument(
    help: ArgumentHelp(
      "The name of a game, or a scene file. Default: the only game.", valueName: "game|scene"))
  var subject: String?

  @Option(
    help: ArgumentHelp(
      "An XPath expression that is true when the level is won.", valueName: "selector"))
  var goal: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The recording of the fastest win to write.", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("The PNG image of the level to write.", valueName: "file"))
  var map: String?

  @Flag(name: .customLong("first"), help: "Stop at the first win.") var stopsAtFirstWin = false
  @Flag(name: .customLong("no-bot"), help: "Search without the game's bot.") var isWithoutBot =
    false
  @Flag(help: "Solve every level, and print a table.") var all = false

  @OptionGroup var options: SearchOptions<SolveCommand>
  @OptionGroup var level: LevelOption
  @OptionGroup var content: ContentOptions

  func validate() throws {
    guard all else { return }
    guard output == nil, map == nil, level.level == nil, goal == nil else {
      throw ValidationError("--all does not go with --output, --map, --level and --goal")
    }
  }

  func run() throws {
    Interrupt.handle()
    try all ? solveAll() : solveOne()
  }

  // MARK: One level

  private func solveOne() throws {
    if let map { try Files.check(image: map, of: "--map") }
    let outputs: KeyValuePairs<String, String?> = ["--output": output, "--map": map]
    try Files.check(outputs: outputs)
    let launch = Launch(seed: options.seed)
    let first = try content.load(subject, level: level.level, launch)
    try Files.check(outputs: outputs, inputs: first.sceneFiles)
    guard goal != nil || !(first.session.game is NoRules) else {
      throw CommandFailure.wrongUse(
        "\(first.recordedPath) names no game that completes it; --goal with a selector is accepted")
    }
    let clock = ContinuousClock()
    let start = clock.now
    let outcome = try solve(subject, level: level.level, launch)
    let time = clock.now - start
    if let win = outcome.win, let output {
      let session = try content.load(subject, level: level.level, launch).session
      let text = Solve.recording(of: win, in: session, scene: first.recordedPath)
      try Files.write(Array(text.utf8), to: output)
    }
    if let map {
      let driver = GameDriver(try content.load(subject, level: level.level, launch))
      let image = try SolveMap.image(of: outcome, driver)
      try Files.write(try image.encodedPNG(), to: map)
    }
    Terminal.print(
      options.json ? SolveReport.json(outcome) : SolveReport.lines(outcome, time, output, map))
    guard outcome.win == nil else { return }
    if let goal, !outcome.isInterrupted {
      // A goal that no state can reach is often a misspelled attribute.
      let session = try content.load(subject, level: level.level, launch).session
      let miss = try Finder(session).explain(Locator(xpath: goal))
      if !miss.isEmpty { Terminal.printError("at the start of the level: \(miss)") }
    }
    throw ExitCode.failure
  }

  private func solve(
    _ subject: String?, level: String?, _ launch: Launch
  ) throws -> Solve.Outcome {
    let budget = options.budget ?? .max
    var search = Solve(
      budget: budget, ticks: options.ticks, seed: options.seed, usesBot: !isWithoutBot,
      stopsAtFirstWin: stopsAtFirstWin)
    search.threads = options.threads
    if let goal {
      do throws(LocatorError) { search.goal = try Locator(xpath: goal) } catch {
        throw CommandFailure.wrongUse("--goal: \(error)")
      }
    }
    let root = content.root
    let (clock, bar) = (ContinuousClock(), SolveProgressLine(budget: budget))
    let start = clock.now
    defer { bar.end() }
    return try search.run(
      progress: { progress in
        bar.show(progress, at: clock.now - start)
        return !Interrupt.isSet
      }, isCancelled: { Interrupt.isSet },
      makeSession: {
        var option = ContentOptions()
        option.root = root
        return try option.load(subject, level: level, launch).session
      })
  }

  // MARK: All levels

  private func solveAll() throws {
    let games = GameProgram.current.games.filter { subject == nil || $0.name == subject }
    let names: [(game: String, level: String)] = games.flatMap { Self.levelNames(of: $0) }
    guard !names.isEmpty else {
      let known = GameProgram.current.games.map { $0.name }
      throw CommandFailure.wrongUse(
        "'\(subject ?? "")' has no levels; \(known.joined(separator: ", ")) are accepted")
    }
    let titles = names.map(\.level)
    let clock = ContinuousClock()
    var rows: [SolveReport.Row] = []
    if !options.json { Terminal.print(SolveReport.header(titles)) }
    for name in names {
      let start = clock.now
      let outcome = try solve(name.game, level: name.level, Launch(seed: options.seed))
      if outcome.isInterrupted { break }
      let row = SolveReport.Row(
        game: name.game, level: name.level, outcome: outcome, time: clock.now - start)
      rows.append(row)
      if !options.json { Terminal.print(SolveReport.line(row, titles)) }
    }
    if options.json { Terminal.print(SolveReport.json(rows)) }
    if rows.contains(where: { $0.outcome.win == nil }) { throw ExitCode.failure }
  }

  private static func levelNames(of game: any Game.Type) -> [(game: String, level: String)] {
    let name = game.name
    return game.levels.map { (game: name, level: $0.name) }
  }
}

/// The progress of a search on a terminal.
private final class SolveProgressLine {
  private let budget: UInt64
  private var shownAt = Duration.zero

  init(budget: UInt64) { self.budget = budget }

  func show(_ progress: Solve.Progress, at time: Duration) {
    guard Terminal.isInteractive, time > .seconds(1), time - shownAt > .milliseconds(100) else {
      return
    }
    shownAt = time
    let win = progress.winTicks.map { "won in \($0) ticks" } ?? "not won yet"
    Terminal.showProgress(
      "\(progress.ticks * 100 / budget) %, \(progress.cells) cells, \(win)")
  }

  func end() {
    if shownAt > .zero { Terminal.showProgress("") }
  }
}
