import Carom
import CaromLibrary

/// Falling: the score is the number of ticks, and five end the game.
///
/// It stands for the game of a package of its own, exported to C in one line.
final class Falling: Game {
  static let name = "falling"
  static let title = "Falling"
  static let summary = "Wait five ticks"
  static let levels = [Level("falling.json")]

  struct State: GameState {
    static let summary = "The state of Falling"
    var score: Int32 = 0
    var isOver: Bool { score >= 5 }
    var phaseName: String { isOver ? "over" : "falling" }

    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("score", \.score, "The ticks so far", .ticks, 0...5)
    }
  }
  var state = State()

  func update(_ session: Session) { state.score = min(5, state.score + 1) }
}

/// Exports the games of the library.
@c public func carom_export_games() { CaromLibrary.export([Falling.self]) }
