public import ArgumentParser
import CaromAutomation
import CaromContent
import CaromDocuments
import CaromImages
import CaromSimulation
import CaromTool
import Foundation

/// `driver`: serves games to WebDriver clients; a command for the program of any package.
public struct DriverCommand: ParsableCommand {
  /// The name and the help text.
  public static let configuration = CommandConfiguration(
    commandName: "driver", abstract: DriverOptions.abstract,
    discussion: DriverOptions.discussion(of: "PROGRAM driver"))

  @OptionGroup var options: DriverOptions

  /// Creates the command.
  public init() {}

  /// Serves games until the process is interrupted.
  public func run() throws { try options.serve() }
}

/// `carom-driver`, or a program of its own that only serves games.
struct DriverProgram: ParsableCommand {
  static var configuration: CommandConfiguration {
    let name = GameProgram.current.name
    return CommandConfiguration(
      commandName: name, abstract: DriverOptions.abstract,
      discussion: DriverOptions.discussion(of: name))
  }

  @OptionGroup var options: DriverOptions

  func run() throws { try options.serve() }
}

/// The options of a server.
struct DriverOptions: ParsableArguments {
  static let abstract = "Serve games to WebDriver clients, such as Selenium and Appium."

  /// The help text with examples for a program.
  static func discussion(of program: String) -> String {
    """
    Unmodified clients start a session with the capability game:options, such as {"scene": \
    "marble-maze", "seed": 7}. Time stands still between commands: execute_script("game: step", \
    {"ticks": 60}) runs ticks, and so does an implicit wait, which is simulated time.

    The address is printed as one line of JSON. Only clients on this machine are served; pages in a \
    browser are refused. Ctrl-C ends all sessions and writes their recordings.

    EXAMPLE: \(program) --port 4444
    EXAMPLE: \(program) --port 4444 --recordings out --goldens Tests/Goldens --token-file token
    """
  }

  @Option(
    parsing: .unconditional, help: "The port; 0 for any free one. Default: 0.",
    transform: wholeNumber(in: 0...65_535))
  var port = 0

  @Option(help: ArgumentHelp("The address to listen on. Default: 127.0.0.1.", valueName: "address"))
  var host = "127.0.0.1"

  @Flag(
    help: """
      Allow an address that other machines reach; requires a token. Anyone with the token can run the \
      games of this program.
      """)
  var allowRemote = false

  @Flag(help: "Require a token, which is printed with the address.")
  var token = false

  @Option(
    help: ArgumentHelp(
      "Require a token and write it to a new file, which only the user can read.",
      valueName: "file"))
  var tokenFile: String?

  @Option(help: ArgumentHelp("Write the address to a file as well.", valueName: "file"))
  var portFile: String?

  @Option(
    help: ArgumentHelp("Write recordings that sessions ask for to a folder.", valueName: "folder"))
  var recordings: String?

  @Option(help: ArgumentHelp("The folder of golden images.", valueName: "folder"))
  var goldens: String?

  @Flag(help: "Write golden images that are missing.")
  var writeGoldens = false

  @Option(
    parsing: .unconditional, help: "The number of concurrent sessions. Default: 4.",
    transform: wholeNumber(in: 1...64))
  var sessions = 4

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "End sessions that had no command for this time. Default: 60.", valueName: "seconds"),
    transform: wholeNumber(in: 1...86_400))
  var idle = 60

  @Option(
    parsing: .unconditional,
    help: "The maximum number of ticks of one command. Default: 360000.",
    transform: wholeNumber(in: 1...100_000_000))
  var maxTicks = 360_000

  @OptionGroup var content: ContentOptions

  func validate() throws {
    let isLocal = LocalServer.loopback.contains(host)
    if !isLocal, !allowRemote {
      throw ValidationError(
        "--host: '\(host)' can be reached from other machines; 127.0.0.1 and ::1 are accepted, "
          + "others with --allow-remote and a token")
    }
    if !isLocal, !token, tokenFile == nil {
      throw ValidationError("--allow-remote: requires --token or --token-file")
    }
  }

  /// Serves until the process is interrupted.
  func serve() throws {
    if let recordings { try Files.check(folder: recordings, of: "--recordings") }
    if let goldens {
      try Files.check(folder: goldens, of: "--goldens")
      guard writeGoldens || Files.isFolder(goldens) else {
        throw CommandFailure.wrongUse(
          "--goldens: there is no folder '\(goldens)'; a folder of images is accepted, or a new one "
            + "with --write-goldens")
      }
    }
    var limits = ServerLimits()
    (limits.sessions, limits.idleSeconds) = (sessions, idle)
    limits.agentIdleSeconds = max(limits.agentIdleSeconds, idle)
    limits.connections = max(limits.connections, 2 * sessions)
    let secret = token || tokenFile != nil ? try Secrets.make() : nil
    if let secret, let tokenFile { try Self.write(secret, toNew: tokenFile) }
    var factory = GameFactory(loader: try content.loader(isNeeded: false))
    factory.limits.ticks = maxTicks
    factory.goldens = goldens
    factory.goldenMode = writeGoldens ? .missing : .required
    factory.recordings = recordings
    let server: LocalServer
    do {
      server = try LocalServer(
        host: host, port: port, limits: limits, factory: factory, token: secret)
    } catch {
      throw CommandFailure.checkFailed("--port: \(host):\(port) cannot be bound: \(error)")
    }
    defer { server.stop() }
    Interrupt.handle()
    try announce(server.port, tokenFile == nil ? secret : nil)
    while !Interrupt.isSet { usleep(50_000) }
  }

  /// Prints the address as JSON.
  private func announce(_ port: Int, _ secret: String?) throws {
    let name = LocalServer.authority(of: host)
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("url", "http://\(name):\(port)")
      writer.member("port", port)
      if let secret { writer.member("token", secret) }
    }
    if let portFile {
      do { try OutputFile(portFile).write(Array((writer.text + "\n").utf8)) } catch {
        throw CommandFailure.checkFailed("\(error)")
      }
    }
    Terminal.print(writer.text)
  }

  /// Writes a token to a file that does not exist and that only the user can read.
  private static func write(_ secret: String, toNew file: String) throws {
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw CommandFailure.wrongUse(
        "--token-file: \(file): \(String(cString: strerror(errno))); a new file is accepted")
    }
    let failure = OutputFile.write(Array((secret + "\n").utf8), to: descriptor)
    close(descriptor)
    guard failure == 0 else {
      throw CommandFailure.checkFailed(
        "\(file): cannot be written: \(String(cString: strerror(failure)))")
    }
  }
}
