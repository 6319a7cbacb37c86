import ArgumentParser
import CaromPlayer
import CaromSimulation

/// `carom play`: plays games in a window.
struct PlayCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "play",
      abstract: "Play a game in a window.",
      discussion: """
        Without a game, starts with the title screen, where a bot demonstrates the games.

        \(GameProgram.current.games.map(description(of:)).joined(separator: "\n"))

        Keys: Esc menu, P pause, R restart, F1 statistics, F2 record, F3 mute, F4 calibrate the motion \
        sensor, F5 reload, F6 music, F7 free camera and tools of makers, F11 fullscreen, F12 screenshot.

        EXAMPLE: carom play
        EXAMPLE: carom play marble-maze --seed 7 --fullscreen --music
        EXAMPLE: carom play marble-maze --level 1
        EXAMPLE: carom play marble-maze --endless --seed 7
        EXAMPLE: carom play marble-maze --ghost bot
        EXAMPLE: carom play brick-breaker --scale 0.5 --keys my-keys.json
        """)
  }

  /// The title and the summary of a game, and its actions with their keys.
  private static func description(of game: any Game.Type) -> String {
    (["\(game.title): \(game.summary)."] + game.actions.map { "  " + $0.summary })
      .joined(separator: "\n")
  }

  @Argument(
    help: ArgumentHelp(
      "The name of a game, or a scene file. Default: the title screen.", valueName: "game|scene"))
  var subject: String?

  @OptionGroup var launch: LaunchOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The size of the window in pixels. Default: that of the program, such as 1280x720.",
      valueName: "WxH"),
    transform: ImageSize.init(parsing:))
  var size: ImageSize?

  @Flag(help: "Start in fullscreen mode.")
  var fullscreen = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Render at this fraction of the window's width and height, 0.1 to 1. Default: adapted to the "
        + "speed of the machine.", valueName: "scale"),
    transform: { text in try orInvalid { try CaromApp.Options.scale(text) } })
  var scale: Double?

  @Flag(help: "Synchronize with the display, where the graphics driver supports it.")
  var vsync = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The maximum frame rate, 15 to 240. Default: 60.", valueName: "rate"),
    transform: { text in try orInvalid { try CaromApp.Options.rate(text) } })
  var fps: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The volume, 0 to 1. Default: that of the settings screen.", valueName: "volume"),
    transform: { text in try orInvalid { try CaromApp.Options.volume(text) } })
  var volume: Float?

  @Flag(help: "Disable sound.")
  var mute = false

  @Flag(help: "Play music.")
  var music = false

  @Option(
    help: ArgumentHelp("The key bindings. Default: the user's keys.json.", valueName: "file"))
  var keys: String?

  @Flag(help: "Do not pause when the window loses focus.")
  var keepPlaying = false

  @Flag(help: "Let the game's bot play.")
  var bot = false

  @Flag(
    help:
      "Play generated levels without an end, each harder than the last: others each time, unless --seed selects them."
  )
  var endless = false

  @Option(
    help: ArgumentHelp(
      "Race against a run that is shown translucent: best for your own best run of each level, bot "
        + "for that of the game's bot, or the file of a recording.", valueName: "best|bot|file"))
  var ghost: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Quit after this number of ticks, 60 per second.", valueName: "ticks"),
    transform: wholeNumber(in: 1...1 << 40))
  var ticks: UInt64?

  @Flag(help: "Reload the scene's files when they change; errors are shown on screen.")
  var watch = false

  @Option(help: ArgumentHelp("Record the session to a file.", valueName: "file"))
  var record: String?

  @OptionGroup var content: ContentOptions

  func run() throws {
    var options = CaromApp.Options()
    // A level, a bot or a recording is one of a game, which is not chosen on the title screen.
    let isOneGame = GameProgram.current.games.count == 1
    let namesGame = bot || ticks != nil || record != nil || launch.start != nil
    options.subject =
      try launch.level.level != nil || namesGame && isOneGame
      ? GameProgram.current.subject(subject) : subject
    options.seed = launch.seed ?? 1
    options.arguments = launch.launchArguments
    (options.start, options.level) = (launch.start, launch.level.level)
    (options.width, options.height) = (size?.width, size?.height)
    options.root = content.root
    options.watch = watch
    options.record = record
    (options.isFullscreen, options.scale, options.keys) = (fullscreen, scale, keys)
    (options.usesVSync, options.framesPerSecond) = (vsync, fps)
    (options.volume, options.music) = (mute ? 0 : volume, music)
    (options.keepsPlaying, options.bot, options.ticks) = (keepPlaying, bot, ticks)
    options.ghost = ghost
    let levels = try endlessLevels(&options)
    if let problem = options.problem { throw ValidationError(problem) }
    try orFail {
      try CaromApp.play(
        games: GameProgram.current.games, app: GameProgram.current.app, options,
        nextLevel: levels.map { levels in { try levels.next() } }, endless: endlessGames(options))
    }
  }

  /// The games that make levels, for the entry of their menus; none without a content folder.
  private func endlessGames(
    _ options: CaromApp.Options
  ) -> [String: () -> () throws -> GeneratedLevel?] {
    guard let root = try? content.find(),
      let loader = try? content.loader(tells: false)
    else { return [:] }
    var result: [String: () -> () throws -> GeneratedLevel?] = [:]
    for game in GameProgram.current.games where game.makesLevels {
      result[game.name] = {
        let levels = EndlessLevels(
          game, seed: launch.seed ?? EndlessLevels.newSeed(), in: root, loader)
        return { try levels.next() }
      }
    }
    return result
  }

  /// The levels of an endless game; nil for another game.
  private func endlessLevels(_ options: inout CaromApp.Options) throws -> EndlessLevels? {
    guard endless else { return nil }
    guard launch.start == nil, launch.level.level == nil else {
      throw ValidationError("--endless does not go with --level and --start")
    }
    guard ghost.map({ ["best", "bot"].contains($0) }) ?? true else {
      throw ValidationError(
        "--ghost: a recording does not go with --endless; best and bot are accepted")
    }
    let game = try GameProgram.current.levelMaker(subject)
    options.subject = game.name
    return EndlessLevels(
      game, seed: launch.seed ?? EndlessLevels.newSeed(), in: try content.find(),
      try content.loader(tells: false))
  }
}

/// Converts an error in an option's value to one that the parser shows with the usage.
private func orInvalid<T>(_ read: () throws -> T) throws -> T {
  do { return try read() } catch { throw ValidationError("\(error)") }
}
