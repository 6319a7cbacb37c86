import CaromContent
import CaromRendering
import CaromSceneFiles
public import CaromSimulation
import Foundation

/// A program that plays games in a window: three lines for a game of one's own.
///
///     import CaromPlayer
///
///     CaromApp.main(games: [MyGame.self])
///
/// The user may give the name of a game or a scene file (the first game is played without), `--seed
/// N`, `--arg NAME=VALUE`, `--start FILE`, `--size WxH`, `--record FILE`, `--root FOLDER`, and
/// `--watch` to take changes of the scene's files; `--help` tells of them.
public enum CaromApp {
  /// How a game is played in a window.
  public struct Options: Hashable, Sendable {
    /// The name of a game or the path of a scene file; nil for the first game.
    public var subject: String?
    /// What all chance comes from.
    public var seed: UInt64 = 1
    /// What the game is told.
    public var arguments = LaunchArguments()
    /// The file of a saved state to go on from, if there is one; seed and arguments are its own.
    public var start: String?
    /// The width of the window, in pixels.
    public var width = 1280
    /// The height of the window, in pixels.
    public var height = 720
    /// True to take changes of the scene's files while it is played.
    public var watch = false
    /// The file that the session is recorded into, if it is.
    public var record: String?
    /// The folder that holds `Scenes` and `Assets`; nil to look for it.
    public var root: String?

    /// The first game in a window of 1280 × 720 pixels.
    public init() {}
  }

  /// Plays one of some games as the command line says, and ends the process when the player quits.
  ///
  /// The exit code is 0, 1 when a scene has mistakes, or 2 for wrong use and where SDL2 is absent.
  public static func main(
    games: [any Game.Type], arguments: [String] = Array(CommandLine.arguments.dropFirst())
  ) -> Never {
    let program = CommandLine.arguments.first.map { ($0 as NSString).lastPathComponent } ?? "carom"
    if arguments.contains("--help") || arguments.contains("-h") {
      print(Options.help(program: program, games: games))
      exit(0)
    }
    do {
      try play(games: games, try Options(arguments: arguments))
      exit(0)
    } catch {
      FileHandle.standardError.write(Data("\(program): \(error)\n".utf8))
      exit(code(of: error))
    }
  }

  /// Plays one of some games in a window until the player quits.
  ///
  /// - Throws: ``PlayerError``, `LoadError`, `ContentRoot.NotFound` or `MissingImages`; what is wrong with
  ///   the file that it is recorded into.
  public static func play(games: [any Game.Type], _ options: Options) throws {
    // First of all: without a window nothing else is worth a message.
    guard Window.isAvailable else {
      throw PlayerError.noWindow(Window.whatToInstall)
    }
    guard let subject = options.subject ?? games.first.map({ $0.name }) else {
      throw UsageError("no game was given")
    }
    // A file needs no folder of scenes, unless one was asked for.
    let isOptional = options.root == nil && SceneReader.reads(subject)
    let root =
      isOptional ? try? ContentRoot.find() : try ContentRoot.find(option: options.root)
    let loader = SessionLoader(games: games, root: root)
    let launch = Launch(seed: options.seed, arguments: options.arguments)
    let loaded =
      try options.start.map { try loader.load(subject, startingFrom: $0) }
      ?? loader.load(subject, launch: launch)
    let title = type(of: loaded.session.game).title
    let window = try Window(title: title, width: options.width, height: options.height)
    let threads = min(4, max(1, ProcessInfo.processInfo.activeProcessorCount))
    let loop = PlayerLoop(
      session: loaded.session, window: window, renderer: Renderer(threads: threads),
      cache: try loaded.makeCache())
    if options.watch { loop.watch = try SceneWatch(loaded.session, of: loaded.file) }
    let recording = try options.record.map { try RecordingFile(path: $0) }
    recording?.record(loaded.session, scene: loaded.recordedPath)
    let outcome = Result { try loop.run() }
    // Also when the window is lost: its end is part of a recording, and may not fit on the disk.
    loaded.session.finishRecording()
    try outcome.get()
    if let problem = recording?.problem { throw RecordingProblem(description: problem) }
  }

  /// The exit code for an error of ``play(games:_:)``: 1 for a scene with mistakes and for a recording
  /// that could not be written to its end, else 2.
  public static func code(of error: any Error) -> Int32 {
    switch error {
    case LoadError.unknown, LoadError.missing, LoadError.noRoot: 2
    case is LoadError, is MissingImages, is RecordingProblem: 1
    default: 2
    }
  }
}

/// That a recording could not be written to its end.
private struct RecordingProblem: Error, CustomStringConvertible {
  let description: String
}
