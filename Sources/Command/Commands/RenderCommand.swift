import ArgumentParser
import CaromContent
import CaromSimulation

/// `carom render`: draws one tick of a game or a scene.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draw one tick of a game or a scene as a PNG.",
    discussion: """
      The picture is made by software and is the same, bit for bit, on every machine.

      EXAMPLE: carom render brick-breaker --bot --at 600 --size 1280x720 -o bricks.png
      """)

  @Argument(help: ArgumentHelp("The name of a game, or a scene file.", valueName: "game|scene"))
  var subject: String

  @Option(parsing: .unconditional, help: "How many ticks to run before; a second has 60.")
  var at = 0

  @Option(help: "What all chance comes from.")
  var seed: UInt64 = 1

  @Flag(help: "Let the game's bot play until then.")
  var bot = false

  @Option(name: .shortAndLong, help: ArgumentHelp("The PNG file to write.", valueName: "file"))
  var output: String

  @OptionGroup var picture: PictureOptions
  @OptionGroup var place: RootOption

  func validate() throws {
    guard at >= 0 else {
      throw ValidationError("--at: \(at) is less than 0; 0 or more is accepted")
    }
  }

  func run() throws {
    let loaded = try place.load(subject, Launch(seed: seed))
    let view = try picture.view(of: loaded.session.scene)
    let game = type(of: loaded.session.game)
    var player = bot ? game.makeBot() : nil
    if bot && player == nil {
      throw CommandFailure.wrongUse("--bot: the game '\(game.name)' has no bot")
    }
    _ = loaded.session.play(at, with: &player)
    try Files.write(try picture.draw(loaded, from: view), to: output)
  }
}
