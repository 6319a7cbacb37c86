import Carom

/// The rules: hit all targets of each level with a ball that must not pass the paddle.
public final class PaddleGame: Game {
  public static let name = "paddle-game"
  public static let title = "Paddle Game"
  public static let summary = "Move the paddle with the arrow keys, serve with space"
  public static let levels = [
    Level("level1.json", title: "Five Targets"), Level("level2.json", title: "Eight Targets"),
  ]
  public static var roles: [any Role.Type] { [Paddle.self] }
  public static var actions: [InputAction] {
    InputAction.sideways + [InputAction("serve", keys: [.space], buttons: [.a], usesPointer: true)]
  }
  public static var controls: GameControls { GameControls(keys: [.space, .left, .right]) }
  public static func makeBot() -> (any Bot)? { PaddleGameBot() }

  public var state = PaddleGameState()
  /// The speed of the ball, in meters per second.
  public static let ballSpeed: Float = 8

  /// What the rules need of the scene; `bind` finds it again after each restored snapshot.
  struct Parts {
    var ball: Node
    var body: PhysicsBody
    var paddle: Node
    var rules: Paddle
    var targets: [Node]
  }
  private(set) var parts: Parts?

  public init() {}

  public func bind(to session: Session) throws(GameError) {
    let root = session.scene.rootNode
    guard let ball = root.childNode(withName: "ball"), let body = ball.physicsBody,
      let paddle = root.childNodes(withRole: Paddle.self).first, let rules: Paddle = paddle.role(),
      let targets = root.childNode(withName: "targets")?.childNodes
    else { throw GameError(["a level has a body named ball, a paddle and a node named targets"]) }
    parts = Parts(ball: ball, body: body, paddle: paddle, rules: rules, targets: targets)
  }

  public func handle(_ event: InputEvent, in session: Session) {
    guard session.isBegun("serve", by: event), !session.isPaused else { return }
    if state.phase == .ready {
      state.phase = .playing
      parts?.body.velocity = Vector3(0, 0, -Self.ballSpeed)
    } else if state.isOver {
      session.startOver(with: .fade())
    }
  }

  public func update(_ session: Session) {
    guard let parts else { return }
    let step = session.input.direction.x * parts.rules.speed * Float(session.tickLength)
    parts.paddle.position.x = max(-3, min(3, parts.paddle.position.x + step))
    if state.phase == .playing, parts.ball.position.z > 6.5 {
      state.balls -= 1
      state.phase = state.balls > 0 ? .ready : .lost
      session.scene.playSound("lost")
    }
    if state.phase != .playing {
      parts.ball.position = parts.paddle.position + Vector3(0, 0, -0.5)
      parts.body.velocity = .zero
    }
    session.scene.overlay.setText("Balls \(state.balls)  Score \(state.score)", of: "score")
  }

  public func didBegin(_ contact: PhysicsContact, in session: Session) {
    guard state.phase == .playing, let parts, let other = contact.other(than: parts.ball) else {
      return
    }
    let isTarget = parts.targets.contains { $0 === other }
    session.scene.playSound(isTarget ? "target" : "bounce", at: parts.ball)
    if other === parts.paddle {
      let offset = max(-1, min(1, parts.ball.position.x - other.position.x))
      let (sine, cosine) = Portable.sincos(offset * parts.rules.deflection)
      parts.body.velocity = Vector3(sine, 0, -cosine) * Self.ballSpeed
    } else if isTarget {
      other.isHidden = true
      state.score += 1
      let isCleared = parts.targets.allSatisfy { $0.isHidden }
      if isCleared, !session.presentNextLevel(with: .fade()) { state.phase = .over }
    }
  }

  public func didSimulatePhysics(_ session: Session) {
    guard state.phase == .playing, let body = parts?.body else { return }
    // The ball stays in the plane, keeps its speed, and never flies along the paddle for long.
    var velocity = Vector3(body.velocity.x, 0, body.velocity.z)
    let least = 0.3 * max(0.01, velocity.length)
    if abs(velocity.z) < least { velocity.z = velocity.z < 0 ? -least : least }
    body.velocity = velocity * (Self.ballSpeed / velocity.length)
  }
}
