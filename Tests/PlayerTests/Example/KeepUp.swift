import Carom

/// Keep the ball in the air: space kicks it upwards.
final class KeepUp: Game {
  static let name = "keep-up"
  static let title = "Keep up"
  static let summary = "Space kicks the ball; it must not touch the floor"
  static let levels = [Level("keep-up.json")]

  /// The state of the rules; this declaration makes it inspectable, hashed and saved.
  struct State: GameState {
    static let summary = "The state of Keep up"
    var score: Int32 = 0
    var isOver = false
    var phaseName: String { isOver ? "over" : "playing" }

    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("score", \.score, "Kicks so far")
      p.property("isOver", \.isOver, "Whether the ball has touched the floor")
    }
  }
  var state = State()
  private var ball: PhysicsBody?

  func bind(to session: Session) throws(GameError) {
    ball = session.scene.rootNode.childNode(withName: "ball")?.physicsBody
    if ball == nil { throw GameError(["the scene has no body named 'ball'"]) }
  }

  func handle(_ event: InputEvent, in session: Session) {
    guard event == .press(.space), !state.isOver else { return }
    ball?.velocity = Vector3(0, 4, 0)
    state.score += 1
    session.scene.overlay.setText("\(state.score)", of: "score")
  }

  func didBegin(_ contact: PhysicsContact, in session: Session) { state.isOver = true }
}
