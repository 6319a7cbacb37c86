import ArgumentParser
import CaromGames
import CaromPlayer

/// `carom play`: plays a game in a window.
struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play a game in a window.",
    discussion: """
      Arrows, WASD, a pressed mouse, a gamepad or a motion sensor tilt the maze; arrows, A and D, the \
      mouse or a gamepad move the paddle; space begins. C changes the camera, R starts again, P \
      pauses, Esc quits.

      EXAMPLE: carom play marble-maze
      """)

  @Argument(help: ArgumentHelp("The name of a game, or a scene file.", valueName: "game|scene"))
  var subject: String

  @OptionGroup var beginning: BeginningOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The size of the window in pixels; 1280x720 by default.", valueName: "WxH"),
    transform: PictureSize.init(parsing:))
  var size = PictureSize(width: 1280, height: 720)

  @Flag(help: "Take changes of the scene's files while playing; mistakes show on the picture.")
  var watch = false

  @Option(help: ArgumentHelp("Record the session into a file.", valueName: "file"))
  var record: String?

  @OptionGroup var place: RootOption

  func run() throws {
    var options = CaromApp.Options()
    options.subject = subject
    options.seed = beginning.seed ?? 1
    options.arguments = beginning.launchArguments
    options.start = beginning.start
    (options.width, options.height) = (size.width, size.height)
    options.root = place.root
    options.watch = watch
    options.record = record
    try orFail { try CaromApp.play(games: GameList.all, options) }
  }
}
