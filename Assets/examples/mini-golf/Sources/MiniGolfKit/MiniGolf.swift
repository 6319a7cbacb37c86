import Carom

/// The rules: aim, hold space to swing, release it to strike, and reach each hole with few strokes.
public final class MiniGolf: Game {
  public static let name = "mini-golf"
  public static let title = "Mini Golf"
  public static let summary = "Aim with the arrow keys, hold space to swing, release it to strike"
  public static let levels = [
    Level("level1.json", title: "The Lane"), Level("level2.json", title: "The Windmill"),
    Level("level3.json", title: "Around the Pond"),
  ]
  public static var roles: [any Role.Type] { [Ball.self] }
  public static var actions: [InputAction] {
    InputAction.sideways + [InputAction("swing", keys: [.space], buttons: [.a], usesPointer: true)]
  }
  public static var controls: GameControls { GameControls(keys: [.space, .left, .right]) }
  public static var scoring: Scoring { .fewestPoints }
  public static func makeBot() -> (any Bot)? { MiniGolfBot() }
  /// What holds after every tick, whatever the input; `fuzz` searches for violations.
  public static var invariants: [Invariant] {
    [
      Invariant("ball", "The ball does not fall on below the lane") { session in
        let ball = session.scene.rootNode.childNodes(withRole: Ball.self).first
        return ball.flatMap { $0.worldPosition.y < -2 ? "it is at \($0.worldPosition)" : nil }
      }
    ]
  }
  public var state = MiniGolfState()

  /// What the rules need of the scene, found again after each restored snapshot.
  typealias Parts = (ball: Node, body: PhysicsBody, rules: Ball, arrow: Node, hole: Node)
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
    parts = (ball, body, rules, arrow, hole)
  }

  public func start(_ session: Session) { state.lie = parts?.ball.worldPosition ?? .zero }

  public func handle(_ event: InputEvent, in session: Session) {
    guard session.isBegun("swing", by: event) else { return }
    if state.phase == .over { session.startOver(with: .fade()) }
    if state.phase == .aiming { (state.phase, state.swing) = (.swinging, 0) }
  }

  public func update(_ session: Session) {
    guard let parts else { return }
    let (input, time) = (session.input, Float(session.tickLength))
    switch state.phase {
    case .aiming: state.aim -= input.direction.x * parts.rules.turnSpeed * time
    case .swinging:
      state.swing += time / parts.rules.swingDuration
      if !session.isPressed("swing") { strike(parts, session) }
    case .rolling: roll(parts, session)
    case .over: break
    }
    parts.arrow.worldPosition = parts.ball.worldPosition
    parts.arrow.eulerAngles = Vector3(0, state.aim, 0)
    parts.arrow.scale = Vector3(1, 1, 0.5 + state.power)
    parts.arrow.isHidden = state.phase == .rolling || state.phase == .over
    let (scene, result) = (session.scene, "\(state.score) strokes. {swing} to play again")
    scene.overlay.setText("Strokes \(state.strokes), par \(scene.par.score ?? 0)", of: "score")
    scene.overlay.setText(state.isOver ? result : "", of: "message")
  }

  public func didBegin(_ contact: PhysicsContact, in session: Session) {
    guard contact.collisionImpulse > 0.1, let parts else { return }
    session.scene.playSound("bump", gain: min(1, contact.collisionImpulse), at: parts.ball)
  }

  private func strike(_ parts: Parts, _ session: Session) {
    let (sine, cosine) = Portable.sincos(state.aim)
    parts.body.velocity = Vector3(-sine, 0, -cosine) * (state.power * parts.rules.strikeSpeed)
    count(.rolling)
    session.scene.playSound("strike", gain: state.power, at: parts.ball)
  }

  private func roll(_ parts: Parts, _ session: Session) {
    let (position, speed) = (parts.ball.worldPosition, parts.body.velocity.length)
    if (position - parts.hole.worldPosition).length < 0.4, speed < parts.rules.holeSpeed {
      session.scene.playSound("hole", at: parts.ball)
      if !session.presentNextLevel(with: .fade(), score: state.strokes) { state.phase = .over }
    } else if position.y < -1 {
      parts.ball.worldPosition = state.lie
      rest(parts)
      count(.aiming)
    } else if speed < 0.15, position.y > 0 {
      state.lie = position
      rest(parts)
    }
  }

  private func rest(_ parts: Parts) {
    (parts.body.velocity, parts.body.angularVelocity) = (.zero, .zero)
    (state.phase, state.swing) = (.aiming, 0)
  }

  /// Counts a stroke, or a penalty.
  private func count(_ phase: MiniGolfState.Phase) {
    (state.phase, state.score, state.strokes) = (phase, state.score + 1, state.strokes + 1)
  }
}
