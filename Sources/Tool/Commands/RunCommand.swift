import ArgumentParser
import CaromDocuments
import CaromContent
import CaromSceneGraph
package import CaromSimulation

/// `carom run`: runs a game or a scene without a window, at full speed.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a game or a scene without a window, at full speed.",
    discussion: """
      Prints phase, score, lives, ticks, ticks per second and the hash of the whole state, which is the \
      same on every machine. With --json, also prints every sound with tick, node, position, gain and \
      pitch, and the ranges of ticks of sustained sounds; --sounds writes them tick by tick. Ctrl-C and \
      SIGTERM end the run; all files are written as for a run that ends at that tick.

      EXAMPLE: carom run marble-maze --bot --ticks 3600 --record maze.replay.jsonl --frame maze.png
      EXAMPLE: carom run marble-maze --bot --ticks 1200 --save pearls.state.jsonl
      EXAMPLE: carom run marble-maze --start pearls.state.jsonl --ticks 60
      EXAMPLE: carom run marble-maze --bot --sounds heard.jsonl
      EXAMPLE: carom run marble-maze --level 1 --bot
      """)

  @Argument(
    help: ArgumentHelp(
      "The name of a game, or a scene file. Default: the only game.", valueName: "game|scene"))
  var subject: String?

  @Option(
    parsing: .unconditional, help: "The number of ticks to run, 60 per second. Default: 600.",
    transform: wholeNumber(in: tickCounts))
  var ticks = 600

  @OptionGroup var launch: LaunchOptions

  @Flag(help: "Let the game's bot play.")
  var bot = false

  @Option(help: ArgumentHelp("Record the session to a file.", valueName: "file"))
  var record: String?

  @Option(help: ArgumentHelp("Save the state after the last tick, for --start.", valueName: "file"))
  var save: String?

  @Flag(help: "Print one JSON object.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Write every sound of every tick to a file, as JSON lines.", valueName: "file"))
  var sounds: String?

  @Option(help: ArgumentHelp("Render the last tick to a PNG file.", valueName: "file"))
  var frame: String?

  @OptionGroup var image: ImageOptions
  @OptionGroup var content: ContentOptions

  func validate() throws {
    if frame == nil, let option = image.given {
      throw ValidationError("\(option): requires --frame")
    }
  }

  func run() throws {
    Interrupt.handle()
    let outputs: KeyValuePairs = [
      "--record": record, "--save": save, "--sounds": sounds, "--frame": frame,
    ]
    try Files.check(outputs: outputs)
    if let frame { try Files.check(image: frame, of: "--frame") }
    let loaded = try launch.load(subject, content)
    // A saved state can be continued in place.
    try Files.check(outputs: outputs, inputs: loaded.sceneFiles)
    let session = loaded.session
    _ = try image.view(of: session.scene)
    let game = type(of: session.game)
    var player = bot ? game.makeBot() : nil
    if bot && player == nil {
      throw CommandFailure.wrongUse("--bot: the game '\(game.name)' has no bot")
    }
    let recording = try record.map { try Files.recording($0) }
    recording?.record(session, scene: loaded.recordedPath)
    var heard = SoundLog(keepsTicks: sounds != nil)
    let start = session.tick
    let seconds =
      json || sounds != nil
      ? session.play(ticks, with: &player) { heard.record($0) }
      : session.play(ticks, with: &player)
    session.finishRecording()
    if let problem = recording?.problem { throw CommandFailure.checkFailed(problem) }
    if let save {
      let text = SessionLoader.savedState(of: session, scene: loaded.recordedPath)
      try Files.write(Array(text.utf8), to: save)
    }
    if let sounds { try Files.write(Array(heard.lines.utf8), to: sounds) }
    let ran = session.tick - start
    if Interrupt.isSet { Interrupt.report("after \(ran) of \(ticks) ticks") }
    let speed = seconds > 0 ? (Double(ran) / seconds).rounded() : 0
    let report = session.report
    Terminal.print(json ? object(report, speed, loaded, heard) : lines(report, speed, session))
    Warnings.tellProblems(of: loaded)
    if let frame {
      // Another level may not have the camera that was found at the start.
      let view = try? image.view(of: session.scene)
      try Files.write(try image.draw(loaded, from: view), to: frame)
    }
  }

  private func lines(_ report: SessionReport, _ speed: Double, _ session: Session) -> String {
    """
    game     \(report.game), seed \(session.seed)
    level    \(level(of: session))
    phase    \(report.phase)
    score    \(report.score)
    lives    \(report.lives.map { String($0) } ?? "not counted")
    ticks    \(report.ticks)
    speed    \(Int(speed)) ticks/s
    hash     \(report.hashText)
    """
  }

  private func level(of session: Session) -> String {
    guard let level = session.level, let index = session.levelIndex else { return "none" }
    return "\(level.name), \(index + 1) of \(session.levels.count)"
  }

  private func object(
    _ report: SessionReport, _ speed: Double, _ loaded: SessionLoader.Loaded, _ heard: SoundLog
  ) -> String {
    var json = JSONWriter()
    json.object {
      $0.member("game") { $0.value(report.game) }
      $0.member("scene") { $0.value(loaded.path) }
      $0.member("level") { writer in
        if let level = report.level { writer.value(level) } else { writer.null() }
      }
      $0.member("seed") { $0.value(loaded.session.seed) }
      $0.member("ticks") { $0.value(report.ticks) }
      $0.member("phase") { $0.value(report.phase) }
      $0.member("score") { $0.value(report.score) }
      $0.member("lives") { writer in
        if let lives = report.lives { writer.value(lives) } else { writer.null() }
      }
      $0.member("hash") { $0.value(report.hashText) }
      $0.member("ticksPerSecond") { $0.value(speed) }
      $0.member("isInterrupted") { $0.value(Interrupt.isSet) }
      heard.writeMembers(&$0)
    }
    return json.text
  }
}

extension Session {
  /// Runs ticks and shows the progress on a terminal; an interrupt ends them.
  ///
  /// - Parameters:
  ///   - ticks: The number of ticks.
  ///   - player: The bot, if any.
  ///   - note: Called after each tick.
  /// - Returns: The elapsed time in seconds.
  package func play(
    _ ticks: Int, with player: inout (any Bot)?, note: ((Session) -> Void)? = nil
  ) -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    var progress = Progress(of: ticks, unit: "ticks")
    var rest = ticks
    while rest > 0, !Interrupt.isSet {
      if var bot = player {
        player = nil
        step(1, with: &bot)
        player = bot
      } else {
        step(1)
      }
      rest -= 1
      note?(self)
      // Often enough for the progress, rarely enough not to affect the measurement.
      if rest % 1024 == 0 { progress.show(ticks - rest, at: clock.now - start) }
    }
    let time = clock.now - start
    progress.end()
    return time / .seconds(1)
  }
}
