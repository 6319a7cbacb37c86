import CaromMaths
public import CaromSceneGraph
public import CaromSimulation

/// Brick Breaker: destroy all bricks with a ball that must not pass the paddle.
///
/// The balls move in the plane Y = 0, all at the same speed. The paddle deflects them. A level is
/// cleared once all bricks that can break are broken at the same time; in the first one, bricks
/// reappear after two minutes.
public final class BrickBreaker: Game {
  /// The name on the command line and in scene files.
  public static let name = "brick-breaker"
  /// The title that is displayed to the user.
  public static let title = "Brick Breaker"
  /// A one-line description with the controls.
  public static let summary =
    "Break all bricks: move the paddle with arrows, A and D or the pointer, serve with space"
  /// The roles of its nodes.
  public static var roles: [any Role.Type] {
    [
      BreakerBall.self, Brick.self, Barrier.self, Court.self, Paddle.self, PaddleSection.self,
      PowerUp.self, Bolt.self, View.self,
    ]
  }
  /// Moving the paddle by keys, serving, and changing the camera.
  public static let actions =
    InputAction.sideways + [
      InputAction("serve", keys: [.space, .enter], buttons: [.a, .start], usesPointer: true),
      InputAction("camera", keys: [.c], buttons: [.y]),
    ]
  /// Space serves; the arrow keys and the pointer move the paddle.
  public static var controls: GameControls {
    // The paddle crosses the court in 45 ticks.
    GameControls(keys: [.space, .left, .right], usesPointer: true, holdTicks: 2...60)
  }
  /// Returns a bot that predicts where the balls reach the paddle.
  public static func makeBot() -> (any Bot)? { BrickBreakerBot() }

  /// The state of the round.
  public var state = BrickBreakerState()

  /// The delay before the next serve after a lost ball, in ticks.
  static let lifeLostTicks: Int32 = 60

  /// The nodes of the scene; nil before ``bind(to:)``.
  var parts: Parts?
  /// The balls that hit the wall behind the paddle in the current tick, beside others in play.
  var lostBalls: [Node] = []

  /// Creates the game before its first serve.
  public init() {}

  /// Finds the balls, the paddle, the bricks and the cameras.
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

  func enter(_ phase: BrickBreakerState.Phase, _ session: Session) {
    guard let parts else { return }
    state.phase = phase
    state.phaseTicks = 0
    switch phase {
    case .ready:
      parts.ball.isHidden = false
      hold(parts.balls[0], at: 0)
      moveHeldBalls()
    case .playing:
      (state.flightTicks, state.idleTicks) = (0, 0)
    case .lifeLost, .gameOver, .cleared, .won:
      removeCopies(session)
      state.endPowerUps()
      setWide(false)
      parts.ball.isHidden = true
      parts.body.velocity = .zero
    }
    session.setText(Self.message(of: phase), of: "message")
    showPowerUps(session)
  }

  /// Handles the player's confirmation input in each phase.
  private func confirm(_ session: Session) {
    switch state.phase {
    case .ready: serve(session)
    case .gameOver:
      state.score = 0
      state.livesLeft = BrickBreakerState.fullLives
      beginRound(session)
    case .cleared:
      // A scene that is no level is played again.
      if session.level == nil || !session.presentNextLevel(with: .fade()) { beginRound(session) }
    case .won: session.startOver(with: .fade())
    case .playing:
      if !releaseHeldBalls(session) { shoot(session) }
    case .lifeLost: break
    }
  }

  private func beginRound(_ session: Session) {
    restoreBricks()
    state.playTicks = 0
    session.setText("", of: "result")
    showScore(session)
    enter(.ready, session)
  }

  func loseLife(_ session: Session) {
    state.livesLeft -= 1
    showScore(session)
    shake(by: 0.2)
    guard state.livesLeft <= 0 else {
      session.scene.playSound("lifeLost")
      return enter(.lifeLost, session)
    }
    storeScore(session)
    session.scene.playSound("gameOver")
    enter(.gameOver, session)
  }

  /// Ends the level: gives the bonus for a time within the par time.
  func clear(_ session: Session) {
    let bonus = Self.bonus(state, parts?.court ?? Court(), session.tickLength)
    state.score += bonus
    showResult(bonus: bonus, session)
    showScore(session)
    let isLast = session.level != nil && session.nextLevel == nil
    // Also for a player who leaves now.
    session.completeLevel()
    if isLast { storeScore(session) }
    session.scene.playSound(isLast ? "finished" : "cleared")
    enter(isLast ? .won : .cleared, session)
  }

  /// The points for clearing a level in the time that the balls were in play.
  static func bonus(_ state: BrickBreakerState, _ court: Court, _ tickLength: Double) -> Int32 {
    Double(state.playTicks) * tickLength <= court.parTime ? court.bonus : 0
  }

  private func storeScore(_ session: Session) {
    let score = UInt64(clamping: state.score)
    session.storage["brick-breaker.lastScore"] = score
    if score > session.storage["brick-breaker.highScore"] {
      session.storage["brick-breaker.highScore"] = score
    }
    showScore(session)
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
    case .key where session.isBegun("camera", by: event),
      .button where session.isBegun("camera", by: event):
      let format: ViewFormat = currentView(session) == .landscape ? .portrait : .landscape
      state.view = format
    case .key, .pointer, .wheel, .text, .tilt, .axis, .button, .viewport, .command, .set: break
    }
    if event.isConfirmation, !session.isPaused { confirm(session) }
  }

  /// Moves the paddle and what it holds, and advances the timers.
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
    case .ready:
      // The phase can be set from outside.
      if !parts.balls[0].role.isHeld { hold(parts.balls[0], at: 0) }
      moveHeldBalls()
    case .lifeLost where state.phaseTicks >= Self.lifeLostTicks: enter(.ready, session)
    case .playing:
      state.countPlay()
      advancePowerUps(session)
      burnFuses(session)
      putBackEscapedBalls(session)
      moveHeldBalls()
    case .lifeLost, .gameOver, .cleared, .won: break
    }
    showView(session)
  }

  /// Restores the speed of the balls after collisions, and takes those that were lost out of play.
  public func didSimulatePhysics(_ session: Session) {
    removeLostBalls(session)
    guard state.phase == .playing else { return }
    correctVelocities(session)
  }

  func movePaddle(to x: Float) {
    guard let parts else { return }
    let range = max(0, parts.paddleRules.range - (isWide ? parts.extensionWidth : 0))
    state.paddleTarget = max(-range, min(range, x))
  }

  // MARK: Contacts

  /// Handles a hit of a ball or a bolt, or a power-up that is caught.
  public func didBegin(_ contact: PhysicsContact, in session: Session) {
    guard state.phase == .playing, let parts else { return }
    if let ball = parts.balls.first(where: { contact.other(than: $0.node) != nil }) {
      if let other = contact.other(than: ball.node) { hit(ball, other, contact, session) }
    } else if let (item, other) = contact.pair(where: { $0.role is PowerUp }) {
      powerUpHit(item, other, session)
    } else if let (bolt, other) = contact.pair(where: { $0.role is Bolt }) {
      boltHit(bolt, other, session)
    }
  }
}
