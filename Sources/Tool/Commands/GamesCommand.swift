import ArgumentParser
import CaromSimulation

/// `carom games`: lists the games.
struct GamesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "games",
    abstract: "List the games and their controls.",
    discussion: "EXAMPLE: carom games")

  func run() {
    for game in GameProgram.current.games {
      Terminal.print("\(game.name)\n  \(game.summary)\n  scene: \(game.scenePath)")
    }
  }
}
