import CaromMaths
public import CaromSceneGraph
public import CaromSimulation

/// Break all bricks with a ball that must not get past the paddle.
///
/// The ball flies in the plane Y = 0 with a speed that never changes. Its last bounce decides: the
/// ends of the paddle turn it aside. Bricks come back after two minutes, so a round is cleared only
/// by hitting all of them within that time.
public final class BrickBreaker: Game {
  /// The name on the command line.
  public static let name = "brick-breaker"
  /// The name for people.
  public static let title = "Brick Breaker"
  /// What it is about.
  public static let summary =
    "Break all bricks: move the paddle with arrows, A and D or the pointer, serve with space"
  /// The scene it begins with.
  public static let scenePath = "brick-breaker/level1.json"
  /// What nodes can be to it.
  public static var roles: [any Role.Type] {
    [BreakerBall.self, Brick.self, Barrier.self, Paddle.self, PaddleSection.self, View.self]
  }
  /// Space serves, arrows and the pointer move the paddle.
  public static var controls: GameControls {
    GameControls(keys: [.space, .left, .right], usesPointer: true)
  }
  /// Makes a player that works out where the ball will come down.
  public static func makeBot() -> (any Bot)? { BrickBreakerBot() }

  /// How the round stands.
  public var state = BrickBreakerState()

  /// How long a lost ball stays away, in ticks.
  static let lifeLostTicks: Int32 = 60

  /// The nodes of the scene, found by their roles.
  struct Parts {
    var ball: Node
    var body: PhysicsBody
    var rules: BreakerBall
    var paddle: Node
    var paddleRules: Paddle
    var bricks: [Node]
    var views: [Node]
  }

  /// Nil only before the session is bound.
  private(set) var parts: Parts?

  /// Makes the game before its first serve.
  public init() {}

  /// Finds ball, paddle, bricks and cameras.
  public func bind(to session: Session) throws(GameError) {
    var problems: [String] = []
    let ball = session.only(BreakerBall.self, &problems)
    let paddle = session.only(Paddle.self, &problems)
    let root = session.scene.rootNode
    let bricks = root.childNodes(withRole: Brick.self)
    if bricks.isEmpty { problems.append("the scene has no node with the role brick") }
    guard let ball, let rules: BreakerBall = ball.role(), let paddle,
      let paddleRules: Paddle = paddle.role(), let node = ball.bodyNode,
      let body = node.physicsBody,
      problems.isEmpty
    else {
      if problems.isEmpty { problems.append("the ball has no physics body") }
      throw GameError(problems)
    }
    parts = Parts(
      ball: node, body: body, rules: rules, paddle: paddle, paddleRules: paddleRules,
      bricks: bricks, views: root.childNodes(withRole: View.self))
  }

  /// Makes the labels and puts the ball on the paddle.
  public func start(_ session: Session) {
    makeLabels(session)
    showScore(session)
    enter(.ready, session)
  }

  // MARK: Phases

  private func enter(_ phase: BrickBreakerState.Phase, _ session: Session) {
    guard let parts else { return }
    state.phase = phase
    state.phaseTicks = 0
    switch phase {
    case .ready:
      parts.ball.isHidden = false
      holdBall()
    case .playing:
      state.lastHit = 0
    case .lifeLost, .gameOver, .cleared:
      parts.ball.isHidden = true
      parts.body.velocity = .zero
    }
    session.show(Self.message(of: phase), in: "message")
  }

  /// Does what the player's "go" means in each phase.
  private func go(_ session: Session) {
    switch state.phase {
    case .ready: serve(session)
    case .gameOver:
      state.score = 0
      state.livesLeft = BrickBreakerState.fullLives
      restoreBricks()
      showScore(session)
      enter(.ready, session)
    case .cleared:
      restoreBricks()
      enter(.ready, session)
    case .playing, .lifeLost: break
    }
  }

  private func serve(_ session: Session) {
    guard let parts else { return }
    let rules = parts.rules
    let angle = session.random["serve"].float(in: -rules.serveAngle...rules.serveAngle)
    let (sine, cosine) = Portable.sincos(angle)
    enter(.playing, session)
    parts.body.velocity = Vector3(sine, 0, -cosine) * rules.speed
    session.scene.playSound("serve", at: parts.ball)
  }

  private func loseLife(_ session: Session) {
    state.livesLeft -= 1
    showScore(session)
    guard state.livesLeft <= 0 else {
      session.scene.playSound("lifeLost")
      return enter(.lifeLost, session)
    }
    session.storage["brick-breaker.lastScore"] = UInt64(clamping: state.score)
    if UInt64(clamping: state.score) > session.storage["brick-breaker.highScore"] {
      session.storage["brick-breaker.highScore"] = UInt64(clamping: state.score)
    }
    showScore(session)
    session.scene.playSound("gameOver")
    enter(.gameOver, session)
  }

  private func restoreBricks() {
    for brick in parts?.bricks ?? [] {
      brick.removeAction(forKey: "return")
      brick.isHidden = false
    }
  }

  /// Puts the ball in front of the paddle, at rest.
  private func holdBall() {
    guard let parts else { return }
    var place = parts.paddle.worldPosition
    place.z -= parts.rules.serveDistance
    place.y = 0
    if parts.ball.worldPosition != place { parts.ball.worldPosition = place }
    if parts.body.velocity != .zero { parts.body.velocity = .zero }
  }

  // MARK: A tick

  /// Serves, switches cameras, or moves the paddle.
  public func handle(_ event: InputEvent, in session: Session) {
    guard let parts else { return }
    switch event {
    case .pointer(let pointer):
      let reach = parts.paddleRules.pointerReach
      if pointer.phase == .pressed {
        state.dragPaddle = state.paddleTarget
        state.dragPointer = pointer.position.x
      } else if session.input.isPointerPressed || pointer.phase == .released {
        aim(at: state.dragPaddle + (session.input.pointer.x - state.dragPointer) * reach)
      } else {
        aim(at: (session.input.pointer.x - 0.5) * reach)
      }
    case .key(let key) where key.isDown && key.code == .c:
      let shown: ViewFormat = currentView(session) == .landscape ? .portrait : .landscape
      state.view = shown
    case .key, .tilt, .axis, .button, .viewport, .command, .set: break
    }
    if event.isConfirmation, !session.isPaused { go(session) }
  }

  /// Moves the paddle and counts the phase.
  public func update(_ session: Session) {
    guard let parts else { return }
    let time = Float(session.tickLength)
    let direction = session.input.direction.x
    if direction != 0 {
      aim(at: parts.paddle.position.x + direction * parts.paddleRules.keySpeed * time)
    }
    let way = state.paddleTarget - parts.paddle.position.x
    if way != 0 {
      let most = parts.paddleRules.topSpeed * time
      parts.paddle.position.x += max(-most, min(most, way))
    }
    if state.phaseTicks < .max { state.phaseTicks += 1 }
    switch state.phase {
    case .ready: holdBall()
    case .lifeLost where state.phaseTicks >= Self.lifeLostTicks: enter(.ready, session)
    case .playing, .lifeLost, .gameOver, .cleared: break
    }
    showView(session)
  }

  /// Keeps the ball's speed, whatever the bounce gave it.
  public func didSimulatePhysics(_ session: Session) {
    guard state.phase == .playing, let parts else { return }
    let velocity = parts.body.velocity
    let steady = Self.steadied(velocity, parts.rules)
    if steady != velocity { parts.body.velocity = steady }
  }

  private func aim(at x: Float) {
    guard let range = parts?.paddleRules.range else { return }
    state.paddleTarget = max(-range, min(range, x))
  }

  // MARK: Contacts

  /// Counts a hit of the ball.
  public func didBegin(_ contact: PhysicsContact, in session: Session) {
    guard state.phase == .playing, let parts, let other = contact.other(than: parts.ball),
      other.id != state.lastHit, let target = other.roleNode
    else { return }
    state.lastHit = other.id
    let scene = session.scene
    // A ball that comes straight back was stopped and thrown: twice its speed.
    let strength = min(
      1, contact.collisionImpulse / parts.body.mass / (2 * parts.rules.speed))
    let (gain, pitch) = (0.5 + 0.5 * strength, 0.92 + 0.16 * strength)
    if let barrier: Barrier = target.role() {
      scene.playSound("barrier", gain: gain, pitch: pitch, at: parts.ball)
      if barrier.costsLife { return loseLife(session) }
    } else if let brick: Brick = target.role() {
      hit(target, brick, gain, pitch, session)
    } else if let section: PaddleSection = target.role() {
      scene.playSound("paddle", gain: gain, pitch: pitch, at: parts.ball)
      turn(by: section.turn, parts)
    }
    guard state.phase == .playing else { return }
    parts.body.velocity = Self.steadied(parts.body.velocity, parts.rules)
  }

  private func hit(
    _ node: Node, _ brick: Brick, _ gain: Float, _ pitch: Float, _ session: Session
  ) {
    guard !node.isHidden else { return }
    state.score += brick.points
    session.scene.playSound(
      "brick\(session.random["sounds"].int(below: 3))", gain: gain, pitch: pitch, at: node)
    node.isHidden = true
    node.runAction(.sequence([.wait(duration: brick.hiddenDuration), .unhide()]), forKey: "return")
    showScore(session)
    if parts?.bricks.allSatisfy(\.isHidden) ?? false {
      session.scene.playSound("cleared")
      enter(.cleared, session)
    }
  }

  /// Turns the heading of the ball, but never back towards the player.
  private func turn(by angle: Float, _ parts: Parts) {
    var v = parts.body.velocity
    let (sine, cosine) = Portable.sincos(angle)
    (v.x, v.z) = (v.x * cosine - v.z * sine, v.x * sine + v.z * cosine)
    if parts.ball.worldPosition.z < parts.paddle.worldPosition.z {
      v.z = min(v.z, -parts.rules.leastDepthShare * parts.rules.speed)
    }
    parts.body.velocity = v
  }

  /// The velocity with the speed it has to have, in the plane, and not too much from side to side.
  static func steadied(_ velocity: Vector3, _ rules: BreakerBall) -> Vector3 {
    let flat = Vector3(velocity.x, 0, velocity.z)
    let least = rules.leastDepthShare * rules.speed
    let length = flat.length
    guard length > 1e-3 else { return Vector3(0, 0, rules.speed) }
    let isSteady = velocity.y == 0 && abs(length - rules.speed) <= 1e-6 * rules.speed
    if isSteady, abs(flat.z) >= least * 0.999_999 { return velocity }
    var v = flat * (rules.speed / length)
    if abs(v.z) < least {
      v.z = v.z < 0 ? -least : least
      let rest = (rules.speed * rules.speed - least * least).squareRoot()
      v.x = v.x < 0 ? -rest : rest
    }
    return v
  }
}
