import CaromContent
import CaromSceneFiles
import CaromSimulation

/// Loads a game by name, or a scene file.
struct GameLoader {
  let loader: SessionLoader
  private(set) var options: CaromApp.Options
  let userData: UserData

  /// The loader of further games, which do not begin with the saved state of the command line.
  var withoutStart: GameLoader {
    var other = self
    other.options.start = nil
    return other
  }
  /// The loader of games that the bot of the command line does not play.
  var withoutBot: GameLoader {
    var other = self
    other.options.bot = false
    return other
  }

  /// Makes the ghosts of the games that this loads.
  var ghosts: GhostMaker {
    GhostMaker(
      loader, launch: Launch(seed: options.seed, arguments: options.arguments), userData)
  }

  /// Loads a game for a person, or for a bot that demonstrates it, with the game's stored numbers.
  ///
  /// - Throws: An error if a scene or its images are invalid.
  func load(
    _ subject: String, level: String? = nil, isDemo: Bool, _ scores: HighScores
  ) throws -> PlayedGame {
    // A file names its game, which selects the stored numbers.
    let isName = loader.games.contains { $0.name == subject }
    let player = isName ? subject : (try? loader.read(subject))?.game
    let launch = Launch(
      seed: options.seed, arguments: options.arguments,
      storage: scores.storage(of: player ?? ""))
    let loaded =
      try options.start.map { try loader.load(subject, startingFrom: $0) }
      ?? loader.load(subject, level: level, launch: launch)
    let watch = try SceneWatcher(
      loaded.session, of: loaded.levelFiles, images: loaded.images, sounds: loaded.sounds)
    let playedGame = try show(loaded, watch)
    let game = type(of: loaded.session.game)
    if isDemo || options.bot { playedGame.bot = game.makeBot() }
    if options.bot, playedGame.bot == nil {
      throw UsageError("--bot: the game '\(game.name)' has no bot")
    }
    // Reports a recording that does not fit before the game begins.
    if let choice = options.ghost.map(GhostChoice.init), case .file = choice,
      playedGame.bot == nil
    {
      _ = try ghosts.ghost(choice, of: playedGame)
    }
    return playedGame
  }

  /// Loads a generated level, with the game's stored numbers.
  ///
  /// - Throws: An error if the scene or its images are invalid.
  func load(_ level: GeneratedLevel, _ scores: HighScores) throws -> PlayedGame {
    let launch = Launch(
      seed: options.seed, arguments: options.arguments,
      storage: scores.storage(of: level.game, in: .endless))
    let playedGame = try show(
      try loader.load(text: level.text, at: level.path, launch: launch), nil)
    if options.bot { playedGame.bot = type(of: playedGame.session.game).makeBot() }
    return playedGame
  }

  private func show(
    _ loaded: SessionLoader.Loaded, _ watch: SceneWatcher?
  ) throws -> PlayedGame {
    let warnings = loaded.warnings()
    let playedGame = PlayedGame(
      loaded.session, cache: try loaded.makeCache(), watch: watch, path: loaded.recordedPath,
      sounds: loaded.sounds)
    playedGame.tells(warnings, of: loaded.levelFiles)
    return playedGame
  }
}

/// A level that was generated for a game, and need not be a file.
public struct GeneratedLevel: Hashable, Sendable {
  /// The name of the game.
  public var game: String
  /// The text of the scene file.
  public var text: String
  /// The path that the file would have, from which its references are resolved.
  public var path: String
  /// The title that is displayed to the player.
  public var title: String

  /// Creates a level.
  public init(game: String, text: String, path: String, title: String) {
    (self.game, self.text, self.path, self.title) = (game, text, path, title)
  }
}
