import CaromContent
import CaromSceneFiles
import CaromSimulation

/// Loads a game by name, or a scene file.
struct GameLoader {
  let loader: SessionLoader
  let options: CaromApp.Options

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
    let warnings = loaded.warnings()
    let watch = try SceneWatcher(
      loaded.session, of: loaded.levelFiles, images: loaded.images, sounds: loaded.sounds)
    let playedGame = PlayedGame(
      loaded.session, cache: try loaded.makeCache(), watch: watch, path: loaded.recordedPath,
      sounds: loaded.sounds)
    playedGame.tells(warnings, of: loaded.levelFiles)
    let game = type(of: loaded.session.game)
    if isDemo || options.bot { playedGame.bot = game.makeBot() }
    if options.bot, playedGame.bot == nil {
      throw UsageError("--bot: the game '\(game.name)' has no bot")
    }
    return playedGame
  }
}
