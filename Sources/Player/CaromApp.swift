import CaromContent
import CaromImages
import CaromRendering
import CaromSceneFiles
public import CaromSimulation
import CaromSounds
import Foundation

/// A program that plays games in a window.
///
///     import CaromPlayer
///
///     CaromApp.main(games: [MyGame.self], app: AppInfo(title: "My Game"))
///
/// Without arguments it starts with a title screen, where a bot demonstrates the games. The name of
/// a game or a scene file starts there; `--help` lists the options.
public enum CaromApp {
  /// The options of a game in a window.
  public struct Options: Hashable, Sendable {
    /// The name of a game or the path of a scene file; nil for the title screen.
    public var subject: String?
    /// The level of the game: its number from 1, its name or its title; nil for the first one.
    public var level: String?
    /// The seed of the random streams.
    public var seed: UInt64 = 1
    /// The launch arguments of the game.
    public var arguments = LaunchArguments()
    /// The file of a saved state to continue from, if any; it has its own seed and arguments.
    public var start: String?
    /// The width of the window, in pixels; nil for that of ``AppInfo/window``.
    public var width: Int?
    /// The height of the window, in pixels; nil for that of ``AppInfo/window``.
    public var height: Int?
    /// Whether the scene's files are reloaded when they change.
    public var watch = false
    /// The file that the session is recorded to, if any.
    public var record: String?
    /// The folder that contains `Scenes` and `Assets`; nil to search for it.
    public var root: String?
    /// Whether the window starts in fullscreen mode.
    public var isFullscreen = false
    /// Whether frames are synchronized with the display, where the graphics driver supports it.
    public var usesVSync = false
    /// The maximum frame rate, 15 to 240; nil for 60, or for the refresh rate of the display if
    /// frames are synchronized with it.
    public var framesPerSecond: Int?
    /// The fraction of the window's width and height to render, 0.1 to 1; nil to adapt it to the
    /// speed of the machine.
    public var scale: Double?
    /// The volume, 0 to 1, where 0 opens no audio device; nil for that of the user's settings.
    public var volume: Float?
    /// Whether music is played, whatever the user's settings.
    public var music = false
    /// The file of key bindings; nil for the default file, if it exists.
    public var keys: String?
    /// Whether the game continues when the window loses focus.
    public var keepsPlaying = false
    /// Whether the game's bot plays.
    public var bot = false
    /// The run to race against: `best` for the player's best of each level, `bot` for that of the
    /// game's bot, or the path of a recording; nil for that of the user's settings.
    public var ghost: String?
    /// The number of ticks after which the program quits; nil to play until the player quits.
    public var ticks: UInt64?

    /// Creates the default options: the title screen in the window of ``AppInfo``.
    public init() {}
  }

  /// Plays games according to the command line, and exits when the player quits.
  ///
  /// The exit code is 0, 1 if a scene has errors, or 2 for incorrect use and if SDL2 is missing.
  public static func main(
    games: [any Game.Type], app: AppInfo? = nil,
    arguments: [String] = Array(CommandLine.arguments.dropFirst())
  ) -> Never {
    let app = app ?? AppInfo(title: games.first?.title ?? "Carom")
    let program = CommandLine.arguments.first.map { ($0 as NSString).lastPathComponent } ?? "carom"
    if arguments.contains("--help") || arguments.contains("-h") {
      print(Options.help(program: program, games: games, app: app))
      exit(0)
    }
    do {
      try play(games: games, app: app, try Options(arguments: arguments))
      exit(0)
    } catch {
      FileHandle.standardError.write(Data("\(program): \(error)\n".utf8))
      exit(code(of: error))
    }
  }

  /// Plays games in a window until the player quits.
  ///
  /// - Parameters:
  ///   - games: The games.
  ///   - app: The face of the program.
  ///   - options: The options.
  ///   - nextLevel: Returns the next generated level, to be played instead of those of the game;
  ///     nil while it is being generated. Called again and again until there is one.
  ///   - endless: The games whose menus offer levels without an end, by name: each starts a
  ///     sequence of generated levels as `nextLevel`.
  /// - Throws: ``PlayerError``, ``KeyMap/Problems``, `LoadError`, or
  ///   `ContentRoot.NotFound`, or an error if the recording cannot be written.
  public static func play(
    games: [any Game.Type], app: AppInfo, _ options: Options,
    nextLevel: (() throws -> GeneratedLevel?)? = nil,
    endless: [String: () -> () throws -> GeneratedLevel?] = [:]
  ) throws {
    // Without a window, no other error is worth reporting.
    guard Window.isAvailable else {
      throw PlayerError.noWindow(Window.whatToInstall)
    }
    guard options.subject != nil || !games.isEmpty else { throw UsageError("no games") }
    let userData = UserData(named: app.folder)
    let keys = try keyMap(options, userData)
    if let problem = keys.unknownAction(in: games) {
      throw UsageError("\(options.keys ?? userData.keys): \(problem)")
    }
    // A scene file needs no content folder, unless one was requested.
    let isOptional = options.root == nil && options.subject.map(SceneReader.canRead) == true
    let root =
      isOptional ? try? ContentRoot.find() : try ContentRoot.find(option: options.root)
    let (scores, problem) = HighScores.load(userData.scores)
    let loader = GameLoader(
      loader: SessionLoader(games: games, root: root), options: options, userData: userData)
    let firstLevel = try nextLevel.map { try Self.first(of: $0) }
    let playedGame =
      try firstLevel.map { try loader.load($0, scores) }
      ?? options.subject.map {
        try loader.load($0, level: options.level, isDemo: false, scores)
      }
      ?? loader.load(games[0].name, isDemo: true, scores)
    let title = options.subject == nil ? app.title : type(of: playedGame.session.game).title
    let window = try Window(
      title: title, width: options.width ?? app.window.width,
      height: options.height ?? app.window.height, isResizable: app.window.isResizable,
      usesVSync: options.usesVSync,
      fitsDisplay: options.width == nil && options.height == nil)
    window.setMinimumSize(width: app.window.minimumWidth, height: app.window.minimumHeight)
    if let icon = try icon(app, root) { window.setIcon(icon) }
    let threads = min(4, max(1, ProcessInfo.processInfo.activeProcessorCount))
    let loop = PlayerLoop(
      playedGame: playedGame, window: window, renderer: Renderer(threads: threads),
      screens: screens(games, app, options, of: type(of: playedGame.session.game)),
      keys: keys, scale: options.scale, framesPerSecond: options.framesPerSecond)
    loop.screens.content.endlessGames = endless.keys.sorted()
    loop.games = games
    // The bot of the command line plays until another game is chosen on the title screen.
    var later = loader.withoutStart
    loop.startEndless = { [unowned loop] name in
      guard let next = endless[name]?() else { return nil }
      loop.keepScores(userData.scores)
      let loader = later
      return { try next().map { (try loader.load($0, loop.scores), $0.title) } }
    }
    loop.watchesFiles = options.watch
    loop.printWarning = { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }
    loop.pausesOnFocusLoss = !options.keepsPlaying
    loop.loadGame = { [unowned loop] in
      if $2 { later = later.withoutBot }
      loop.keepScores(userData.scores)
      return try later.load($0, level: $1, isDemo: $2, loop.scores)
    }
    if let nextLevel {
      loop.runs.loadNext = { [unowned loop] in
        try nextLevel().map { (try loader.load($0, loop.scores), $0.title) }
      }
    }
    if let firstLevel {
      loop.notify(firstLevel.title, on: .playing)
      loop.runs.title = firstLevel.title
      loop.scored.endlessLevel = 1
      loop.noteMode()
    }
    loop.userData = userData
    loop.scores = scores
    // Ticks before the saved state were not played in this session.
    loop.scoreFile = options.start == nil ? userData.scores : nil
    var (settings, settingsProblem) = PlayerSettings.load(
      userData.preferences, isFullscreen: app.window.isFullscreen)
    settings.volume = options.volume ?? settings.volume
    settings.music = settings.music || options.music
    settings.fullscreen = settings.fullscreen || options.isFullscreen
    let opponent = options.ghost.map(GhostChoice.init)
    if opponent == .best { settings.ghost = .best }
    if opponent == .bot { settings.ghost = .bot }
    loop.ghosts = loader.ghosts
    if options.volume != 0, let root { loop.sound = sound(root, settings, loop) }
    loop.apply(settings, isSaved: false)
    if case .file = opponent { loop.race(against: opponent) }
    loop.settingsFile = userData.preferences
    loop.keyFile = options.keys ?? userData.keys
    if let problem = problem ?? settingsProblem { loop.notify(problem) }
    loop.lastTick = options.ticks.map { playedGame.session.tick + $0 }
    if let record = options.record {
      try OutputFile(record).checkFolderExists()
      try playedGame.record(into: record)
    }
    let outcome = Result { try loop.run() }
    // Also if the window is lost: the end of a recording must be written, which can fail.
    let lost = loop.finishRecording()
    try outcome.get()
    if let lost { throw RecordingProblem(description: lost) }
  }

  /// The screens, with the title screen of several games or of a program started without one.
  package static func screens(
    _ games: [any Game.Type], _ app: AppInfo, _ options: Options, of game: any Game.Type
  ) -> Screens {
    let infos = Screens.GameInfo.titles(of: games)
    let isOnlyGame = options.subject != nil && infos.count < 2
    return Screens(
      games: isOnlyGame ? [] : infos, title: app.title, subtitle: app.subtitle,
      played: options.subject == nil ? nil : Screens.GameInfo(game))
  }

  /// Waits for the first of levels that are made.
  private static func first(of next: () throws -> GeneratedLevel?) throws -> GeneratedLevel {
    while true {
      if let level = try next() { return level }
      Thread.sleep(forTimeInterval: 0.01)
    }
  }

  /// The icon of the window, from the folder of assets.
  private static func icon(_ app: AppInfo, _ root: ContentRoot?) throws(UsageError) -> Image? {
    guard let name = app.icon, let root else { return nil }
    let path = root.assets + "/" + name
    do {
      return try Image(decoding: try FileContents.bytes(of: path, atMost: 1 << 24))
    } catch { throw UsageError("\(path): is not the icon of the window: \(error)") }
  }

  /// The key bindings of the requested file, or else of the user's file.
  private static func keyMap(_ options: Options, _ userData: UserData) throws -> KeyMap {
    if let path = options.keys { return try KeyMap(path: path) }
    guard FileManager.default.fileExists(atPath: userData.keys) else { return KeyMap() }
    return try KeyMap(path: userData.keys)
  }

  /// The audio output; without an audio device, a message is shown and the game is silent.
  private static func sound(
    _ root: ContentRoot, _ settings: PlayerSettings, _ loop: PlayerLoop
  ) -> SoundOutput? {
    let bank = SoundBank(folder: root.sounds)
    if let problem = bank.problems.first { loop.notify(problem) }
    guard let device = SystemSound(rate: Mixer.defaultSampleRate) else {
      loop.notify(SystemSound.problem)
      return nil
    }
    let sound = SoundOutput(device: device, bank: bank, volume: settings.volume)
    sound.playsMusic = settings.music
    return sound
  }

  /// The exit code for an error of ``play(games:app:_:nextLevel:endless:)``: 1 for errors in a
  /// scene or in a file of key bindings and for a recording that could not be completed, otherwise
  /// 2.
  public static func code(of error: any Error) -> Int32 {
    switch error {
    case let error as LoadError: error.isWrongUse ? 2 : 1
    case let error as KeyMap.Problems: error.isWrongUse ? 2 : 1
    case is MissingImages, is RecordingProblem: 1
    default: 2
    }
  }
}

/// An error that prevented a recording from being completed.
private struct RecordingProblem: Error, CustomStringConvertible {
  let description: String
}
