import ArgumentParser
import CaromAutomation
import CaromPlayer
import CaromSceneFiles
package import CaromSimulation
import Foundation

/// The games, steps and commands of the running program.
package struct GameProgram {
  /// The name in help texts and messages, such as `carom`.
  package let name: String
  /// The title, icon and folders in a window.
  let app: AppInfo
  /// The games, in listing order.
  package let games: [any Game.Type]
  /// The step libraries, those of the engine first.
  let steps: [any StepLibrary.Type]
  /// The commands that follow those of the engine.
  let commands: [any ParsableCommand.Type]

  /// The program of this process; ``CaromTool`` sets it once, before any command is parsed.
  package nonisolated(unsafe) static var current = GameProgram(
    name: executableName, app: AppInfo(title: executableName), games: [], steps: [EngineSteps.self],
    commands: [])

  /// Sets the program of this process to one that only serves games.
  package static func serve(_ games: [any Game.Type], name: String?) {
    current = GameProgram(
      name: name ?? executableName, app: AppInfo(title: executableName), games: games,
      steps: [EngineSteps.self], commands: [])
  }

  /// The name of the executable file.
  static var executableName: String {
    CommandLine.arguments.first.map { ($0 as NSString).lastPathComponent } ?? "carom"
  }

  /// Returns the game or scene file that a command was given, or the only game of the program.
  ///
  /// - Throws: ``CommandFailure`` with code 2 if none was given and there are several games.
  package func subject(_ given: String?) throws -> String {
    if let given { return given }
    if games.count == 1, let game = games.first { return game.name }
    throw CommandFailure.wrongUse(
      "the game is missing; \(games.map { $0.name }.joined(separator: ", ")) or a scene file is "
        + "accepted")
  }

  /// Adapts the examples of a help text to the name and the games of the program.
  ///
  /// The texts of the commands have examples for `carom` and its games.
  func adapted(_ help: String) -> String {
    var text = help
    if name != "carom" {
      for before in ["EXAMPLE: ", "`"] {
        text = text.replacing(before + "carom ", with: before + name + " ")
      }
    }
    guard let game = games.first else { return text }
    for known in ["marble-maze", "brick-breaker"] where !games.contains(where: { $0.name == known })
    {
      text = text.replacing("Scenes/\(known)/level1.json", with: "Scenes/\(game.scenePath)")
      text = text.replacing(known, with: game.name)
    }
    return text
  }
}
