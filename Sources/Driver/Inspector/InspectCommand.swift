public import ArgumentParser
import CaromAutomation
import CaromContent
import CaromDocuments
import CaromSimulation
import CaromTool
import Foundation

/// `inspect`: serves a page that shows a game in a browser; a command for the program of any
/// package.
public struct InspectCommand: ParsableCommand {
  /// The name and the help text.
  public static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Inspect a game or scene in a browser: nodes, properties, time and selectors.",
    discussion: """
      The address of the page is printed; it contains a token. Only browsers on this machine reach it, \
      unless --lan is given. Time stands still until the page plays. Values that you save go to the \
      scene file, with its comments and layout; --read-only prevents it. Ctrl-C ends the program.

      --lan opens the page to other devices of the network, and prints a QR code of the page that \
      makes a phone tilt the board. Anyone with the token can use the game and, without --read-only, \
      change values in its scene file.

      EXAMPLE: carom inspect marble-maze
      EXAMPLE: carom inspect Scenes/brick-breaker/level1.json --port 8080
      EXAMPLE: carom inspect marble-maze --lan --read-only
      """)

  @Argument(help: ArgumentHelp("The name of a game, or a scene file.", valueName: "game|scene"))
  var subject: String?

  @Option(
    parsing: .unconditional, help: "The port; 0 for any free one. Default: 0.",
    transform: wholeNumber(in: 0...65_535))
  var port = 0

  @Option(
    parsing: .unconditional, help: "The seed of the random streams. Default: 1.",
    transform: wholeNumber(in: 0...UInt64.max))
  var seed: UInt64 = 1

  @Flag(help: "Write no scene files.")
  var readOnly = false

  @Flag(help: "Open the page to the local network, for a phone.")
  var lan = false

  @OptionGroup var level: LevelOption
  @OptionGroup var content: ContentOptions

  /// Creates the command.
  public init() {}

  /// Serves the page until the process is interrupted.
  public func run() throws {
    let subject = try GameProgram.current.subject(subject)
    let isGame = GameProgram.current.games.contains { $0.name == subject }
    var factory = GameFactory(loader: try content.loader(isNeeded: isGame))
    factory.savesScenes = !readOnly
    // The browser waits for a picture while it is drawn.
    factory.imageThreads = min(4, ProcessInfo.processInfo.activeProcessorCount)
    var scene = subject
    if !isGame {
      scene = GameFactory.fileName
      factory.file = subject
    }
    var limits = ServerLimits()
    (limits.connections, limits.idleSeconds) = (64, 86_400)
    let token = try Secrets.make()
    let addresses = lan ? LocalServer.networkAddresses : []
    let server: LocalServer
    do {
      server = try LocalServer(
        host: lan ? "0.0.0.0" : "127.0.0.1", names: addresses, port: port, limits: limits,
        factory: factory, token: token)
    } catch {
      throw CommandFailure.checkFailed("--port: \(port) cannot be bound: \(error)")
    }
    defer { server.stop() }
    var options = SessionOptions()
    (options.scene, options.level, options.seed) = (scene, level.level ?? "", seed)
    if let problem = server.start(options, token: token) {
      throw CommandFailure.wrongUse(problem)
    }
    Interrupt.handle()
    Terminal.print("http://127.0.0.1:\(server.port)/t/\(token)/inspector")
    for address in addresses { Self.tell("http://\(address):\(server.port)/t/\(token)/tilt") }
    while !Interrupt.isSet { usleep(50_000) }
  }

  /// Prints the address of the page for phones, and its QR code.
  private static func tell(_ address: String) {
    Terminal.print("tilt with a phone: \(address)")
    for line in QRCode(address)?.lines ?? [] { Terminal.print(line) }
  }
}
