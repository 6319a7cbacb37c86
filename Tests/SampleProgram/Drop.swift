import Carom

/// Drop the ball into the pocket: space lets it go.
///
/// It stands for the game of a package of its own: it imports products only.
final class Drop: Game {
  static let name = "drop"
  static let title = "Drop"
  static let summary = "Space lets the ball go; it must touch the pocket"
  static let levels = [Level("drop.json")]
  static var roles: [any Role.Type] { [Pocket.self] }

  struct State: GameState {
    static let summary = "The state of Drop"
    var score: Int32 = 0
    var isOver = false
    var phaseName: String { isOver ? "over" : "waiting" }

    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("score", \.score, "Points of the pocket that the ball has touched")
      p.property("isOver", \.isOver, "Whether the ball has touched the pocket")
    }
  }
  var state = State()
  private var ball: PhysicsBody?

  static func makeBot() -> (any Bot)? { DropBot() }

  func bind(to session: Session) throws(GameError) {
    ball = session.scene.rootNode.childNode(withName: "ball")?.physicsBody
    if ball == nil { throw GameError(["the scene has no body named 'ball'"]) }
  }

  func handle(_ event: InputEvent, in session: Session) {
    if event == .press(.space) { ball?.isAffectedByGravity = true }
  }

  func didBegin(_ contact: PhysicsContact, in session: Session) {
    guard let pocket = contact.nodeB.role(as: Pocket.self) ?? contact.nodeA.role(as: Pocket.self)
    else {
      return
    }
    state.score += pocket.points
    state.isOver = true
  }
}

/// The pocket and its points.
struct Pocket: Role {
  static let name = "pocket"
  static let summary = "The pocket that the ball must touch"
  var points: Int32 = 1
  /// The angle by which the pocket may lean, in radians.
  var tilt: Float = 0

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("points", \.points, "Points for touching it", .none, 1...100)
    p.degrees("tiltDegrees", \.tilt, "Angle by which the pocket may lean", 0...45)
  }
}

/// Lets the ball go at the first tick.
struct DropBot: Bot {
  mutating func play(_ session: Session) -> [InputEvent] {
    session.tick == 0 ? [.press(.space)] : []
  }
}
