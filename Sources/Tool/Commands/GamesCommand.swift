import ArgumentParser
import CaromDocuments
import CaromSimulation

/// `carom games`: lists the games.
struct GamesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "games",
    abstract: "List the games, their actions with default keys, and their levels.",
    discussion: "EXAMPLE: carom games --json")

  @Flag(help: "Print one JSON array.") var json = false

  func run() {
    let games = GameProgram.current.games
    guard !json else { return Terminal.print(Self.json(games)) }
    for game in games {
      let actions = game.actions.map { "  action \($0.summary)" }
      let levels = game.levels.enumerated().map { index, level in
        let title = level.title == level.name ? "" : ", \(level.title)"
        return "  level \(index + 1): \(level.name)\(title), \(level.scenePath)"
      }
      Terminal.print(([game.name, "  \(game.summary)"] + actions + levels).joined(separator: "\n"))
    }
  }

  private static func json(_ games: [any Game.Type]) -> String {
    var json = JSONWriter()
    json.array(games) { json, game in
      json.object {
        $0.member("name", game.name)
        $0.member("title", game.title)
        $0.member("summary", game.summary)
        $0.member("actions") { $0.array(game.actions) { write($1, &$0) } }
        $0.member("levels") {
          $0.array(game.levels) { json, level in
            json.object {
              $0.member("name", level.name)
              $0.member("title", level.title)
              $0.member("scene", level.scenePath)
            }
          }
        }
      }
    }
    return json.text
  }

  /// Writes an action with the names that files of key bindings use.
  private static func write(_ action: InputAction, _ json: inout JSONWriter) {
    json.object {
      $0.member("name", action.name)
      $0.member("title", action.title)
      $0.member("keys") { $0.array(action.keys) { $0.value($1.rawValue) } }
      $0.member("buttons") { $0.array(action.buttons) { $0.value($1.rawValue) } }
      $0.member("usesPointer") { $0.value(action.usesPointer) }
    }
  }
}
