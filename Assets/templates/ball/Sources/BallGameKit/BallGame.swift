import Carom

/// The rules: aim, strike the ball, and reach the hole of each level with few strokes.
public final class BallGame: Game {
  public static let name = "ball-game"
  public static let title = "Ball Game"
  public static let summary = "Aim with the arrow keys, strike with space, reach the hole"
  public static let levels = [
    Level("level1.json", title: "The Lane"), Level("level2.json", title: "Two Blocks"),
  ]
  public static var roles: [any Role.Type] { [Ball.self] }
  public static var actions: [InputAction] {
    InputAction.sideways + [InputAction("strike", keys: [.space], buttons: [.a], usesPointer: true)]
  }
  public static var controls: GameControls { GameControls(keys: [.space, .left, .right]) }
  public static var scoring: Scoring { .fewestPoints }
  public static func makeBot() -> (any Bot)? { BallGameBot() }
  public var state = BallGameState()

  /// What the rules need of the scene; `bind` finds it again after each restored snapshot.
  struct Parts {
    var ball: Node
    var body: PhysicsBody
    var rules: Ball
    var arrow: Node
    var hole: Node
  }
  private(set) var parts: Parts?

  public init() {}

  public func bind(to session: Session) throws(GameError) {
    let root = session.scene.rootNode
    guard let ball = root.childNodes(withRole: Ball.self).first, let body = ball.physicsBody,
      let rules: Ball = ball.role(), let arrow = root.childNode(withName: "arrow"),
      let hole = root.childNode(withName: "hole")
    else {
      throw GameError(["a level has a body with the role ball, and nodes named arrow and hole"])
    }
    parts = Parts(ball: ball, body: body, rules: rules, arrow: arrow, hole: hole)
  }

  public func start(_ session: Session) { state.tee = parts?.ball.worldPosition ?? .zero }

  public func handle(_ event: InputEvent, in session: Session) {
    guard session.isBegun("strike", by: event), !session.isPaused, let parts else { return }
    switch state.phase {
    case .aiming:
      let (sine, cosine) = Portable.sincos(state.aim)
      parts.body.velocity = Vector3(-sine, 0, -cosine) * parts.rules.strikeSpeed
      state.score += 1
      state.strokes += 1
      state.phase = .rolling
      session.scene.playSound("strike", at: parts.ball)
    case .rolling: break
    case .over: session.startOver(with: .fade())
    }
  }

  public func update(_ session: Session) {
    guard let parts else { return }
    if state.phase == .rolling {
      if parts.ball.worldPosition.y < -1 {
        returnToTee()
      } else if parts.body.velocity.length < 0.1 {
        parts.body.velocity = .zero
        state.phase = .aiming
      }
    } else if state.phase == .aiming {
      let turn = parts.rules.turnSpeed * Float(session.tickLength)
      state.aim = wrapped(state.aim - session.input.direction.x * turn)
      parts.arrow.eulerAngles = Vector3(0, state.aim, 0)
    }
    parts.arrow.worldPosition = parts.ball.worldPosition
    parts.arrow.isHidden = state.phase != .aiming
    let par = session.scene.par.score.map { ", par \($0)" } ?? ""
    session.scene.overlay.setText("Strokes \(state.strokes)\(par)", of: "score")
    session.scene.overlay.setText(state.isOver ? "Done! {strike} to play again" : "", of: "message")
  }

  public func didBegin(_ contact: PhysicsContact, in session: Session) {
    guard state.phase == .rolling, let parts, let other = contact.other(than: parts.ball) else {
      return
    }
    if other === parts.hole, !session.presentNextLevel(with: .fade(), score: state.strokes) {
      state.phase = .over
    }
    session.scene.playSound(other === parts.hole ? "hole" : "bump", at: parts.ball)
  }

  private func returnToTee() {
    state.phase = .aiming
    parts?.ball.worldPosition = state.tee
    parts?.body.velocity = .zero
    parts?.body.angularVelocity = .zero
  }
}
