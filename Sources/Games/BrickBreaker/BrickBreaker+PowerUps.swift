import CaromMaths
import CaromSceneGraph
import CaromSimulation

// The power-ups: what falls out of bricks, what it does, and the bolts of the laser.
extension BrickBreaker {
  /// The most balls in play, so that copies of copies end.
  private static let mostBalls = 9
  /// The angle between a ball and its copies, in radians.
  private static let splitAngle: Float = 0.35

  /// Whether the paddle is wide.
  var isWide: Bool { state.wideTicks > 0 }

  // MARK: Falling

  /// Lets a copy of a power-up fall from a brick.
  func release(_ original: Node, from brick: Node, _ session: Session) {
    guard let role: PowerUp = original.role() else { return }
    launchCopy(
      of: original, from: brick.worldPosition, velocity: Vector3(0, 0, role.fallSpeed), session)
  }

  /// Adds a visible copy of a hidden original, with a velocity.
  private func launchCopy(
    of original: Node, from place: Vector3, velocity: Vector3, _ session: Session
  ) {
    let copy = original.clone()
    copy.isHidden = false
    session.scene.rootNode.addChildNode(copy)
    copy.worldPosition = place
    copy.physicsBody?.velocity = velocity
  }

  /// Takes a power-up that reached the paddle, or the wall behind it.
  func powerUpHit(_ item: Node, _ other: Node, _ session: Session) {
    guard item.parent != nil, let role: PowerUp = item.role(), let target = other.roleNode else {
      return
    }
    if target.role is PaddleSection {
      item.removeFromParentNode()
      session.scene.playSound("powerUp", at: other)
      use(role, session)
    } else if target.role(as: Barrier.self)?.costsLife == true {
      item.removeFromParentNode()
    }
  }

  // MARK: Effects

  private func use(_ powerUp: PowerUp, _ session: Session) {
    let ticks = Int32(clamping: Int((powerUp.duration / session.tickLength).rounded()))
    switch powerUp.kind {
    case .wide:
      state.wideTicks = ticks
      setWide(true)
    case .multiBall: splitBalls()
    case .slow: (state.slowTicks, state.slowFactor) = (ticks, powerUp.speedFactor)
    case .sticky: state.stickyTicks = ticks
    case .laser: state.laserTicks = ticks
    case .extraLife:
      state.livesLeft = min(BrickBreakerState.mostLives, state.livesLeft + 1)
      showScore(session)
    }
    showPowerUps(session)
  }

  /// Shows or hides the outer sections of the paddle.
  func setWide(_ isWide: Bool) {
    guard let parts else { return }
    for section in parts.sections where section.role(as: PaddleSection.self)?.isExtension == true {
      section.isHidden = !isWide
    }
    guard isWide else { return }
    // No section may appear in a wall.
    movePaddle(to: state.paddleTarget)
    let range = max(0, parts.paddleRules.range - parts.extensionWidth)
    parts.paddle.position.x = max(-range, min(range, parts.paddle.position.x))
  }

  /// Adds two copies of each ball in flight.
  private func splitBalls() {
    guard let balls = parts?.balls else { return }
    for ball in balls where !ball.role.isHeld {
      for angle in [-Self.splitAngle, Self.splitAngle] {
        guard let count = parts?.balls.count, count < Self.mostBalls else { return }
        let node = ball.node.clone()
        ball.node.parent?.addChildNode(node)
        guard let copy = Ball(node) else { return }
        copy.body.velocity = Self.turned(ball.body.velocity, by: angle)
        parts?.balls.append(copy)
      }
    }
  }

  /// Advances the timers of the power-ups.
  func advancePowerUps(_ session: Session) {
    let before = state
    state.countPowerUpsDown()
    if before.wideTicks == 1 { setWide(false) }
    let isOver =
      before.wideTicks == 1 || before.slowTicks == 1 || before.stickyTicks == 1
      || before.laserTicks == 1
    let isActive =
      before.wideTicks | before.slowTicks | before.stickyTicks | before.laserTicks != 0
    // The display has whole seconds.
    if isOver || isActive && state.phaseTicks % 6 == 0 { showPowerUps(session) }
  }

  // MARK: Bolts

  /// Shoots a bolt from each end of the paddle, if it has a laser.
  func shoot(_ session: Session) {
    guard let parts, state.laserTicks > 0, state.reloadTicks == 0, let original = parts.bolt,
      let role: Bolt = original.role()
    else { return }
    state.reloadTicks = Int32(clamping: Int((role.reloadTime / session.tickLength).rounded()))
    for side: Float in [-1, 1] {
      var place = parts.paddle.worldPosition
      place.x += side * parts.halfWidth * 0.8
      place.z -= parts.rules.serveDistance
      launchCopy(of: original, from: place, velocity: Vector3(0, 0, -role.speed), session)
    }
    session.scene.playSound("serve", gain: 0.5, pitch: 2, at: parts.paddle)
  }

  /// Ends a bolt at the first brick or wall.
  func boltHit(_ bolt: Node, _ other: Node, _ session: Session) {
    guard bolt.parent != nil, let target = other.roleNode,
      target.role is Brick || target.role is Barrier
    else { return }
    bolt.removeFromParentNode()
    if target.role is Brick { damage(target, Volume(gain: 0.6), session) }
  }
}
