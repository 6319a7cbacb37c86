import CaromProperties
import CaromSceneGraph
import CaromSimulation

/// A game that requires only a body named `ball`.
final class BallGame: Game {
  static let name = "ball-game"
  static let title = "Ball game"
  static let summary = "Nothing happens"
  static let levels = [Level("ball-game.json")]
  static var roles: [any Role.Type] { [BallRole.self] }

  struct State: GameState {
    static let summary = "The state of the ball game"
    var phaseName: String { "playing" }
    var score: Int32 { 0 }

    static func properties(_ p: inout some PropertyVisitor<Self>) {}
  }
  var state = State()

  func bind(to session: Session) throws(GameError) {
    if session.scene.rootNode.childNode(withName: "ball")?.physicsBody == nil {
      throw GameError(["the scene has no body named 'ball'"])
    }
  }
}

struct BallRole: Role {
  static let name = "bouncy"
  static let summary = "Bounces"
  var height: Float = 1

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("height", \.height, "How high", .meters, 0...10)
  }
}
