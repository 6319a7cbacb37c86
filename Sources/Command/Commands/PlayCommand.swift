import ArgumentParser
import CaromGames
import CaromPlayer

/// `carom play`: plays games in a window.
struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play a game in a window, or choose one.",
    discussion: """
      Without a game it begins with a title, where a bot shows the games to choose from.

      Arrows, WASD, a pressed mouse, a gamepad or a motion sensor tilt the maze; arrows, A and D, the \
      mouse or a gamepad move the paddle; space begins. C changes the camera, R starts again, P \
      pauses, Esc opens the menu; F1 shows numbers, then shapes, F2 records, F3 turns the sound off, \
      F4 takes how a motion sensor is held as level, F5 takes changed files, F6 plays music, F11 \
      fills the screen and F12 saves a picture.

      EXAMPLE: carom play
      EXAMPLE: carom play marble-maze --seed 7 --fullscreen --music
      EXAMPLE: carom play brick-breaker --scale 0.5 --keys my-keys.json
      """)

  @Argument(
    help: ArgumentHelp(
      "The name of a game, or a scene file; the title without.", valueName: "game|scene"))
  var subject: String?

  @OptionGroup var launch: LaunchOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The size of the window in pixels; 1280x720 by default.", valueName: "WxH"),
    transform: ImageSize.init(parsing:))
  var size = ImageSize(width: 1280, height: 720)

  @Flag(help: "Fill the screen.")
  var fullscreen = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Draw this share of the window's pixels each way, 0.1 to 1; as many as there is time for by "
        + "default.", valueName: "share"),
    transform: { text in try orInvalid { try CaromApp.Options.scale(text) } })
  var scale: Double?

  @Flag(help: "Show pictures in step with the screen, where a graphics card can.")
  var vsync = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Show so many pictures a second at most, 15 to 240; 60 by default.", valueName: "pictures"),
    transform: { text in try orInvalid { try CaromApp.Options.rate(text) } })
  var fps: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How loud it is, 0 to 1; 1 by default.", valueName: "volume"),
    transform: { text in try orInvalid { try CaromApp.Options.volume(text) } })
  var volume: Float = 1

  @Flag(help: "No sound at all.")
  var mute = false

  @Flag(help: "Music besides the sounds.")
  var music = false

  @Option(
    help: ArgumentHelp("What keys do; the user's own keys.json by default.", valueName: "file"))
  var keys: String?

  @Flag(help: "Do not pause when the window loses the keyboard.")
  var keepPlaying = false

  @Flag(help: "Let the game's bot play.")
  var bot = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("End after so many ticks; a second has 60.", valueName: "ticks"))
  var ticks: UInt64?

  @Flag(help: "Take changes of the scene's files while playing; mistakes show on the picture.")
  var watch = false

  @Option(help: ArgumentHelp("Record the session into a file.", valueName: "file"))
  var record: String?

  @OptionGroup var content: ContentOptions

  func run() throws {
    var options = CaromApp.Options()
    options.subject = subject
    options.seed = launch.seed ?? 1
    options.arguments = launch.launchArguments
    options.start = launch.start
    (options.width, options.height) = (size.width, size.height)
    options.root = content.root
    options.watch = watch
    options.record = record
    (options.isFullscreen, options.scale, options.keys) = (fullscreen, scale, keys)
    (options.usesVSync, options.framesPerSecond) = (vsync, fps)
    (options.volume, options.music) = (mute ? 0 : volume, music)
    (options.keepsPlaying, options.bot, options.ticks) = (keepPlaying, bot, ticks)
    if let ticks, !(1..<1 << 40).contains(ticks) {
      throw ValidationError("--ticks: \(ticks) is no number of ticks; 1 and more are accepted")
    }
    if let problem = options.problem { throw ValidationError(problem) }
    try orFail { try CaromApp.play(games: GameList.all, options) }
  }
}

/// Gives what is wrong with an option's value to the parser, which shows the usage with it.
private func orInvalid<T>(_ read: () throws -> T) throws -> T {
  do { return try read() } catch { throw ValidationError("\(error)") }
}
