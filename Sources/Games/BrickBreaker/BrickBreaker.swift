import CaromMaths
public import CaromSceneGraph
public import CaromSimulation

/// Brick Breaker: destroy all bricks with a ball that must not pass the paddle.
///
/// The ball moves in the plane Y = 0 at constant speed. The outer sections of the paddle deflect
/// it. Bricks reappear after two minutes, so all of them must be hit within that time to clear a
/// round, which leads to the next level.
public final class BrickBreaker: Game {
  /// The name on the command line and in scene files.
  public static let name = "brick-breaker"
  /// The title that is displayed to the user.
  public static let title = "Brick Breaker"
  /// A one-line description with the controls.
  public static let summary =
    "Break all bricks: move the paddle with arrows, A and D or the pointer, serve with space"
  /// The levels.
  public static let levels = [Level("brick-breaker/level1.json", title: "The Court")]
  /// The roles of its nodes.
  public static var roles: [any Role.Type] {
    [BreakerBall.self, Brick.self, Barrier.self, Paddle.self, PaddleSection.self, View.self]
  }
  /// Moving the paddle by keys, serving, and changing the camera.
  public static var actions: [InputAction] {
    InputAction.sideways + [
      InputAction("serve", keys: [.space, .enter], buttons: [.a, .start], usesPointer: true),
      InputAction("camera", keys: [.c]),
    ]
  }
  /// Space serves; the arrow keys and the pointer move the paddle.
  public static var controls: GameControls {
    // The paddle crosses the court in 45 ticks.
    GameControls(keys: [.space, .left, .right], usesPointer: true, holdTicks: 2...60)
  }
  /// Returns a bot that predicts where the ball reaches the paddle.
  public static func makeBot() -> (any Bot)? { BrickBreakerBot() }

  /// The state of the round.
  public var state = BrickBreakerState()

  /// The delay before the next serve after a lost ball, in ticks.
  static let lifeLostTicks: Int32 = 60

  /// The nodes of the scene; nil before ``bind(to:)``.
  private(set) var parts: Parts?

  /// Creates the game before its first serve.
  public init() {}

  /// Finds the ball, the paddle, the bricks and the cameras.
  public func bind(to session: Session) throws(GameError) {
    parts = try Parts(session)
  }

  /// Adds the overlay and places the ball on the paddle.
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
    session.setText(Self.message(of: phase), of: "message")
  }

  /// Handles the player's confirmation input in each phase.
  private func confirm(_ session: Session) {
    switch state.phase {
    case .ready: serve(session)
    case .gameOver:
      state.score = 0
      state.livesLeft = BrickBreakerState.fullLives
      restoreBricks()
      showScore(session)
      enter(.ready, session)
    case .cleared:
      if session.presentNextLevel(with: .fade()) { return }
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

  /// Places the ball in front of the paddle, at rest.
  private func holdBall() {
    guard let parts else { return }
    var position = parts.paddle.worldPosition
    position.z -= parts.rules.serveDistance
    position.y = 0
    if parts.ball.worldPosition != position { parts.ball.worldPosition = position }
    if parts.body.velocity != .zero { parts.body.velocity = .zero }
  }

  /// Follows the behaviors of a level: points count, a win clears the level, and a loss costs a
  /// life.
  public func didReceive(_ signal: BehaviorSignal, in session: Session) {
    guard state.phase == .playing else { return }
    switch signal {
    case .score(let points):
      state.score = Int32(clamping: Int(state.score) + Int(points))
      showScore(session)
    case .win: clear(session)
    case .lose: loseLife(session)
    // The lives are those of the paddle.
    case .lives: break
    }
  }

  // MARK: Ticks

  /// Serves the ball, switches cameras or moves the paddle.
  public func handle(_ event: InputEvent, in session: Session) {
    guard let parts else { return }
    switch event {
    case .pointer(let pointer) where pointer.isPrimary:
      let range = parts.paddleRules.pointerReach
      if pointer.phase == .pressed {
        state.dragPaddle = state.paddleTarget
        state.dragPointer = pointer.position.x
      } else if session.input.isPointerPressed || pointer.phase == .released {
        movePaddle(to: state.dragPaddle + (session.input.pointer.x - state.dragPointer) * range)
      } else {
        movePaddle(to: (session.input.pointer.x - 0.5) * range)
      }
    case .key where session.isBegun("camera", by: event):
      let format: ViewFormat = currentView(session) == .landscape ? .portrait : .landscape
      state.view = format
    case .key, .pointer, .wheel, .text, .tilt, .axis, .button, .viewport, .command, .set: break
    }
    if event.isConfirmation, !session.isPaused { confirm(session) }
  }

  /// Moves the paddle and advances the timer of the phase.
  public func update(_ session: Session) {
    guard let parts else { return }
    let time = Float(session.tickLength)
    let direction = session.input.direction.x
    if direction != 0 {
      movePaddle(to: parts.paddle.position.x + direction * parts.paddleRules.keySpeed * time)
    }
    let offset = state.paddleTarget - parts.paddle.position.x
    if offset != 0 {
      let maxStep = parts.paddleRules.topSpeed * time
      parts.paddle.position.x += max(-maxStep, min(maxStep, offset))
    }
    if state.phaseTicks < .max { state.phaseTicks += 1 }
    switch state.phase {
    case .ready: holdBall()
    case .lifeLost where state.phaseTicks >= Self.lifeLostTicks: enter(.ready, session)
    case .playing, .lifeLost, .gameOver, .cleared: break
    }
    showView(session)
  }

  /// Restores the constant speed of the ball after collisions.
  public func didSimulatePhysics(_ session: Session) {
    guard state.phase == .playing, let parts else { return }
    let velocity = parts.body.velocity
    let corrected = Self.correctedVelocity(velocity, parts.rules)
    if corrected != velocity { parts.body.velocity = corrected }
  }

  private func movePaddle(to x: Float) {
    guard let range = parts?.paddleRules.range else { return }
    state.paddleTarget = max(-range, min(range, x))
  }

  // MARK: Contacts

  /// Handles a hit of the ball.
  public func didBegin(_ contact: PhysicsContact, in session: Session) {
    guard state.phase == .playing, let parts, let other = contact.other(than: parts.ball),
      other.id != state.lastHit, let target = other.roleNode
    else { return }
    state.lastHit = other.id
    let scene = session.scene
    // The impulse of a frontal hit reverses the velocity, which is twice the speed times the mass.
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
    parts.body.velocity = Self.correctedVelocity(parts.body.velocity, parts.rules)
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
      clear(session)
    }
  }

  private func clear(_ session: Session) {
    session.scene.playSound("cleared")
    enter(.cleared, session)
  }

  /// Rotates the velocity of the ball, but never back towards the player.
  private func turn(by angle: Float, _ parts: Parts) {
    var v = parts.body.velocity
    let (sine, cosine) = Portable.sincos(angle)
    (v.x, v.z) = (v.x * cosine - v.z * sine, v.x * sine + v.z * cosine)
    if parts.ball.worldPosition.z < parts.paddle.worldPosition.z {
      v.z = min(v.z, -parts.rules.leastDepthShare * parts.rules.speed)
    }
    parts.body.velocity = v
  }

  /// The velocity with constant speed, in the plane, and with a minimum share along Z.
  static func correctedVelocity(_ velocity: Vector3, _ rules: BreakerBall) -> Vector3 {
    let planar = Vector3(velocity.x, 0, velocity.z)
    let minimumDepth = rules.leastDepthShare * rules.speed
    let length = planar.length
    guard length > 1e-3 else { return Vector3(0, 0, rules.speed) }
    let isCorrect = velocity.y == 0 && abs(length - rules.speed) <= 1e-6 * rules.speed
    if isCorrect, abs(planar.z) >= minimumDepth * 0.999_999 { return velocity }
    var v = planar * (rules.speed / length)
    if abs(v.z) < minimumDepth {
      v.z = v.z < 0 ? -minimumDepth : minimumDepth
      let rest = (rules.speed * rules.speed - minimumDepth * minimumDepth).squareRoot()
      v.x = v.x < 0 ? -rest : rest
    }
    return v
  }
}
