import CaromContent
import CaromRendering
import CaromSceneFiles
public import CaromSimulation
import CaromSounds
import Foundation

/// A program that plays games in a window: three lines for a game of one's own.
///
///     import CaromPlayer
///
///     CaromApp.main(games: [MyGame.self])
///
/// Without arguments it begins with a title, where a bot shows the games to choose from. The user may
/// give the name of a game or a scene file to begin there; `--help` tells of all options.
public enum CaromApp {
  /// How a game is played in a window.
  public struct Options: Hashable, Sendable {
    /// The name of a game or the path of a scene file; nil for the title.
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
    /// True to fill the screen.
    public var isFullscreen = false
    /// True to show pictures in step with the screen, where a graphics card can.
    public var usesVSync = false
    /// The most pictures a second, 15 to 240; nil for 60, or for as many as the screen takes where they
    /// are in step with it.
    public var framesPerSecond: Int?
    /// The share of the window's pixels, each way, that is drawn, 0.1 to 1; nil for as many as there
    /// is time for.
    public var scale: Double?
    /// How loud everything is, 0 to 1; 0 opens no loudspeakers.
    public var volume: Float = 1
    /// True for music besides the sounds.
    public var music = false
    /// The file of keys; nil for the user's own, if there is one.
    public var keys: String?
    /// True to play on when the window is not looked at.
    public var keepsPlaying = false
    /// True to let the game's bot play.
    public var bot = false
    /// After how many ticks it ends; nil to play until the player quits.
    public var ticks: UInt64?

    /// The title in a window of 1280 × 720 pixels.
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
  /// - Throws: ``PlayerError``, ``KeyMap/Problems``, `LoadError`, `ContentRoot.NotFound` or
  ///   `MissingImages`; what is wrong with the file that it is recorded into.
  public static func play(games: [any Game.Type], _ options: Options) throws {
    // First of all: without a window nothing else is worth a message.
    guard Window.isAvailable else {
      throw PlayerError.noWindow(Window.whatToInstall)
    }
    guard options.subject != nil || !games.isEmpty else { throw UsageError("no game was given") }
    let userData = UserData()
    let keys = try keyMap(options, userData)
    // A file needs no folder of scenes, unless one was asked for.
    let isOptional = options.root == nil && options.subject.map(SceneReader.canRead) == true
    let root =
      isOptional ? try? ContentRoot.find() : try ContentRoot.find(option: options.root)
    let (scores, problem) = HighScores.load(userData.scores)
    let loader = GameLoader(
      loader: SessionLoader(games: games, root: root), options: options)
    let playedGame =
      try options.subject.map { try loader.load($0, isDemo: false, scores) }
      ?? loader.load(games[0].name, isDemo: true, scores)
    let title = options.subject == nil ? "Carom" : type(of: playedGame.session.game).title
    let window = try Window(
      title: title, width: options.width, height: options.height,
      usesVSync: options.usesVSync)
    let threads = min(4, max(1, ProcessInfo.processInfo.activeProcessorCount))
    let loop = PlayerLoop(
      playedGame: playedGame, window: window, renderer: Renderer(threads: threads),
      screens: Screens(games: options.subject == nil ? games.map(Screens.GameInfo.init) : []),
      keys: keys, scale: options.scale, framesPerSecond: options.framesPerSecond)
    loop.watchesFiles = options.watch
    loop.pausesOnFocusLoss = !options.keepsPlaying
    loop.loadGame = { [unowned loop] in try loader.load($0, isDemo: $1, loop.scores) }
    loop.userData = userData
    loop.scores = scores
    // What a saved state begins with was not all played now.
    loop.scoreFile = options.start == nil ? userData.scores : nil
    if options.volume > 0, let root { loop.sound = sound(root, options, loop) }
    if options.isFullscreen { loop.setFullscreen() }
    if let problem { loop.notify(problem) }
    loop.lastTick = options.ticks.map { playedGame.session.tick + $0 }
    if let record = options.record { try playedGame.record(into: record) }
    let outcome = Result { try loop.run() }
    // Also when the window is lost: its end is part of a recording, and may not fit on the disk.
    let lost = loop.finishRecording()
    try outcome.get()
    if let lost { throw RecordingProblem(description: lost) }
  }

  /// The keys of the file that was asked for, or of the user's own.
  private static func keyMap(_ options: Options, _ userData: UserData) throws -> KeyMap {
    if let path = options.keys { return try KeyMap(path: path) }
    guard FileManager.default.fileExists(atPath: userData.keys) else { return KeyMap() }
    return try KeyMap(path: userData.keys)
  }

  /// The loudspeakers; a machine without them plays in silence, and says so.
  private static func sound(
    _ root: ContentRoot, _ options: Options, _ loop: PlayerLoop
  ) -> SoundOutput? {
    let bank = SoundBank(folder: root.sounds)
    if let problem = bank.problems.first { loop.notify(problem) }
    guard let device = SystemSound(rate: Mixer.defaultSampleRate) else {
      loop.notify(SystemSound.problem)
      return nil
    }
    let sound = SoundOutput(device: device, bank: bank, volume: options.volume)
    sound.playsMusic = options.music
    return sound
  }

  /// The exit code for an error of ``play(games:_:)``: 1 for a scene or a file of keys with mistakes
  /// and for a recording that could not be written to its end, else 2.
  public static func code(of error: any Error) -> Int32 {
    switch error {
    case LoadError.unknown, LoadError.missing, LoadError.noRoot: 2
    case is LoadError, is MissingImages, is RecordingProblem, is KeyMap.Problems: 1
    default: 2
    }
  }
}

/// That a recording could not be written to its end.
private struct RecordingProblem: Error, CustomStringConvertible {
  let description: String
}
