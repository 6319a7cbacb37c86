import ArgumentParser
import CaromSimulation

/// `carom games`: lists the games.
struct GamesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "games",
    abstract: "List the games, their controls and their levels.",
    discussion: "EXAMPLE: carom games")

  func run() {
    for game in GameProgram.current.games {
      let levels = game.levels.enumerated().map { index, level in
        let title = level.title == level.name ? "" : ", \(level.title)"
        return "  level \(index + 1): \(level.name)\(title), \(level.scenePath)"
      }
      Terminal.print(([game.name, "  \(game.summary)"] + levels).joined(separator: "\n"))
    }
  }
}
