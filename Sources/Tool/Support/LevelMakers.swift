import CaromContent
import CaromSimulation

extension GameProgram {
  /// The game that a command was given, or the only one, which makes levels.
  ///
  /// - Throws: ``CommandFailure`` with code 2 if there is no such game, or if it makes no levels.
  func levelMaker(_ given: String?) throws -> any Game.Type {
    let name = try subject(given)
    guard let game = games.first(where: { $0.name == name }) else {
      throw CommandFailure.wrongUse("\(LoadError.unknown(name, known: games.map { $0.name }))")
    }
    if game.makesLevels { return game }
    let able = games.filter { $0.makesLevels }.map { $0.name }
    throw CommandFailure.wrongUse(
      "\(name) makes no levels; "
        + "\(able.isEmpty ? "a game with makeLevel" : able.joined(separator: ", ")) is accepted")
  }
}

extension Game {
  /// Whether the game can generate levels.
  static var makesLevels: Bool { makeLevel(LevelRequest(seed: 1, difficulty: 0)) != nil }
}
