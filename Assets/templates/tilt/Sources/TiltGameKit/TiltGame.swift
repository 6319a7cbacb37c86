import Carom

/// The rules: tilt the board so that the ball rolls over all coins of each level.
public final class TiltGame: Game {
  public static let name = "tilt-game"
  public static let title = "Tilt Game"
  public static let summary = "Tilt with the arrow keys, a stick or a sensor; collect all coins"
  public static let levels = [
    Level("level1.json", title: "The Board"), Level("level2.json", title: "Two Pillars"),
  ]
  public static var roles: [any Role.Type] { [Coin.self] }
  public static var actions: [InputAction] {
    InputAction.directions + [
      InputAction(
        "again", title: "Play again", keys: [.space, .enter], buttons: [.a, .start],
        usesPointer: true)
    ]
  }
  public static var controls: GameControls { .standard }
  public static func makeBot() -> (any Bot)? { TiltGameBot() }

  public var state = TiltGameState()

  /// What the rules need of the scene; `bind` finds it again after each restored snapshot.
  struct Parts {
    var ball: Node
    var body: PhysicsBody
    var coins: [Node]
  }
  private(set) var parts: Parts?
  /// The acceleration at full tilt, in meters per second squared.
  static let acceleration: Float = 10

  public init() {}

  public func bind(to session: Session) throws(GameError) {
    let root = session.scene.rootNode
    let coins = root.childNodes(withRole: Coin.self)
    guard let ball = root.childNode(withName: "ball"), let body = ball.physicsBody, !coins.isEmpty
    else { throw GameError(["a level has a body named ball and nodes with the role coin"]) }
    parts = Parts(ball: ball, body: body, coins: coins)
  }

  public func start(_ session: Session) { state.start = parts?.ball.worldPosition ?? .zero }

  public func handle(_ event: InputEvent, in session: Session) {
    guard session.isBegun("again", by: event), state.isOver, !session.isPaused else { return }
    session.startOver(with: .fade())
  }

  public func update(_ session: Session) {
    guard let parts else { return }
    let time = Float(session.tickLength)
    if !state.isOver {
      var tilt = session.input.tilt + session.input.direction
      if tilt.length > 1 { tilt = tilt * (1 / tilt.length) }
      parts.body.velocity += Vector3(tilt.x, 0, -tilt.y) * (Self.acceleration * time)
    }
    for coin in parts.coins {
      let angle = session.seconds * Double(coin.role(as: Coin.self)?.spin ?? 0)
      coin.eulerAngles.y = Float(angle.truncatingRemainder(dividingBy: 2 * .pi))
    }
    if parts.ball.worldPosition.y < -3 {
      session.scene.playSound("fall")
      returnToStart()
    }
    session.scene.overlay.setText("Coins \(state.score)", of: "score")
    let message = state.isOver ? "Well done! {again} to play again" : ""
    session.scene.overlay.setText(message, of: "message")
  }

  public func didBegin(_ contact: PhysicsContact, in session: Session) {
    guard let parts, let other = contact.other(than: parts.ball) else { return }
    guard let coin: Coin = other.role() else {
      return session.scene.playSound("bump", gain: 0.4, at: parts.ball)
    }
    guard !other.isHidden, !state.isOver else { return }
    other.isHidden = true
    state.score += coin.points
    state.points += coin.points
    session.scene.playSound("coin", at: other)
    guard parts.coins.allSatisfy({ $0.isHidden }) else { return }
    state.isOver = !session.presentNextLevel(with: .fade(), score: state.points)
  }

  private func returnToStart() {
    parts?.ball.worldPosition = state.start
    parts?.body.velocity = .zero
    parts?.body.angularVelocity = .zero
  }
}
