import CaromMaths
import CaromProperties
import CaromSceneGraph
import CaromSimulation

/// A game in which space makes the ball jump.
final class Jumping: Game {
  static let name = "jumping"
  static let title = "Jumping"
  static let summary = "Space makes the ball jump"
  static let levels = [Level("jumping.json")]
  static var controls: GameControls { GameControls(keys: [.space, .left], usesTilt: true) }

  struct State: GameState {
    static let summary = "The state of Jumping"
    var score: Int32 = 0
    var phaseName: String { "playing" }
    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("score", \.score, "Jumps so far")
    }
  }
  var state = State()

  func handle(_ event: InputEvent, in session: Session) {
    guard event == .press(.space) else { return }
    state.score += 1
    session.scene.rootNode.childNode(withName: "ball")?.physicsBody?.velocity = Vector3(0, 5, 0)
  }
}

/// Collects the text of a recording.
final class Tape {
  var text = ""
}
