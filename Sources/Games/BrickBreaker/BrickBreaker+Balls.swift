import CaromMaths
import CaromSceneGraph
import CaromSimulation

// The balls: serving, bouncing, deflecting and losing them.
extension BrickBreaker {
  // MARK: Speed

  /// The speed of all balls in a state, in meters per second.
  static func speed(
    _ state: BrickBreakerState, _ rules: BreakerBall, _ tickLength: Double
  ) -> Float {
    let gained = rules.acceleration * Float(state.flightTicks) * Float(tickLength)
    let speed = min(max(rules.speed, rules.topSpeed), rules.speed + gained)
    return state.slowTicks > 0 ? speed * state.slowFactor : speed
  }

  /// Gives all balls in flight their speed.
  func correctVelocities(_ session: Session) {
    guard let parts else { return }
    let speed = Self.speed(state, parts.rules, session.tickLength)
    for ball in parts.balls where !ball.role.isHeld {
      let velocity = ball.body.velocity
      let corrected = Self.correctedVelocity(velocity, speed, parts.rules.leastDepthShare)
      if corrected != velocity { ball.body.velocity = corrected }
    }
  }

  /// The velocity with a speed, in the plane, and with a minimum share along Z.
  static func correctedVelocity(
    _ velocity: Vector3, _ speed: Float, _ leastDepthShare: Float
  ) -> Vector3 {
    let planar = Vector3(velocity.x, 0, velocity.z)
    let minimumDepth = leastDepthShare * speed
    let length = planar.length
    guard length > 1e-3 else { return Vector3(0, 0, speed) }
    let isCorrect = velocity.y == 0 && abs(length - speed) <= 1e-6 * speed
    if isCorrect, abs(planar.z) >= minimumDepth * 0.999_999 { return velocity }
    var v = planar * (speed / length)
    if abs(v.z) < minimumDepth {
      v.z = v.z < 0 ? -minimumDepth : minimumDepth
      let rest = (speed * speed - minimumDepth * minimumDepth).squareRoot()
      v.x = v.x < 0 ? -rest : rest
    }
    return v
  }

  /// Rotates a velocity in the plane.
  static func turned(_ v: Vector3, by angle: Float) -> Vector3 {
    let (sine, cosine) = Portable.sincos(angle)
    return Vector3(v.x * cosine - v.z * sine, v.y, v.x * sine + v.z * cosine)
  }

  // MARK: Serving

  /// Places a ball on the paddle, at rest.
  func hold(_ ball: Ball, at offset: Float) {
    var role = ball.role
    (role.isHeld, role.heldOffset, role.lastHit) = (true, offset, 0)
    ball.node.role = role
    ball.body.velocity = .zero
  }

  /// Moves the balls that wait on the paddle with it, as far as the paddle reaches: one that hangs
  /// over its end does not enter the wall.
  func moveHeldBalls() {
    guard let parts else { return }
    let reach = max(0, parts.paddleRules.range + parts.halfWidth - parts.ballRadius)
    for ball in parts.balls {
      let role = ball.role
      guard role.isHeld else { continue }
      var position = parts.paddle.worldPosition
      let x = parts.paddle.position.x
      position.x += max(-reach, min(reach, x + role.heldOffset)) - x
      position.z -= role.serveDistance
      position.y = 0
      if ball.node.worldPosition != position { ball.node.worldPosition = position }
      if ball.body.velocity != .zero { ball.body.velocity = .zero }
    }
  }

  /// Serves the ball that waits at the start of a round.
  func serve(_ session: Session) {
    guard let parts else { return }
    let rules = parts.rules
    let angle = session.random["serve"].float(in: -rules.serveAngle...rules.serveAngle)
    enter(.playing, session)
    launch(parts.balls[0], at: angle, session)
  }

  /// Serves the balls that stick to the paddle; returns whether there were any.
  func releaseHeldBalls(_ session: Session) -> Bool {
    guard let parts else { return false }
    let held = parts.balls.filter { $0.role.isHeld }
    for ball in held {
      let share = max(-1, min(1, ball.role.heldOffset / parts.halfWidth))
      launch(ball, at: share * parts.rules.serveAngle, session)
    }
    return !held.isEmpty
  }

  private func launch(_ ball: Ball, at angle: Float, _ session: Session) {
    guard let parts else { return }
    var role = ball.role
    (role.isHeld, role.lastHit) = (false, 0)
    ball.node.role = role
    let (sine, cosine) = Portable.sincos(angle)
    ball.body.velocity =
      Vector3(sine, 0, -cosine) * Self.speed(state, parts.rules, session.tickLength)
    session.scene.playSound("serve", at: ball.node)
  }

  // MARK: Hits

  /// Handles a ball that hit a node; the same node does not count twice in succession.
  func hit(_ ball: Ball, _ other: Node, _ contact: PhysicsContact, _ session: Session) {
    var role = ball.role
    guard !role.isHeld, other.id != role.lastHit, let target = other.roleNode, let parts else {
      return
    }
    role.lastHit = other.id
    ball.node.role = role
    // The impulse of a frontal hit reverses the velocity, which is twice the speed times the mass.
    let speed = Self.speed(state, parts.rules, session.tickLength)
    let strength = min(1, contact.collisionImpulse / ball.body.mass / (2 * speed))
    let volume = Volume(gain: 0.5 + 0.5 * strength, pitch: 0.92 + 0.16 * strength)
    if let barrier: Barrier = target.role() {
      session.scene.playSound("barrier", gain: volume.gain, pitch: volume.pitch, at: ball.node)
      if barrier.costsLife { return lose(ball, session) }
      nudgeIfIdle(ball, session)
    } else if target.role is Brick {
      if !damage(target, volume, session) { nudgeIfIdle(ball, session) }
    } else if let section: PaddleSection = target.role() {
      session.scene.playSound("paddle", gain: volume.gain, pitch: volume.pitch, at: ball.node)
      deflect(ball, section)
    }
  }

  /// The loudness and pitch of the sound of a hit.
  struct Volume {
    var gain: Float = 1
    var pitch: Float = 1
  }

  /// Deflects a ball in front of the paddle, but never back towards the player.
  private func deflect(_ ball: Ball, _ section: PaddleSection) {
    guard let parts else { return }
    var velocity = ball.body.velocity
    let speed = velocity.length
    let offset = ball.node.worldPosition.x - parts.paddle.worldPosition.x
    let isInFront = ball.node.worldPosition.z < parts.paddle.worldPosition.z
    switch parts.paddleRules.deflection {
    case .sections:
      velocity = Self.turned(velocity, by: section.turn)
    case .offset where isInFront:
      let share = max(-1, min(1, offset / (isWide ? parts.wideHalfWidth : parts.halfWidth)))
      let (sine, cosine) = Portable.sincos(share * parts.paddleRules.offsetAngle)
      velocity = Vector3(sine, 0, -cosine) * speed
    case .offset: break
    }
    if isInFront {
      velocity.z = min(velocity.z, -parts.rules.leastDepthShare * speed)
      if state.stickyTicks > 0 { return hold(ball, at: offset) }
    }
    ball.body.velocity = velocity
  }

  /// Turns a ball that bounces about without damaging bricks, so that it leaves its path.
  private func nudgeIfIdle(_ ball: Ball, _ session: Session) {
    guard let parts, Double(state.idleTicks) * session.tickLength >= parts.rules.nudgeDelay else {
      return
    }
    state.idleTicks = 0
    let angle = session.random["nudge"].float(in: -0.2...0.2)
    ball.body.velocity = Self.turned(
      ball.body.velocity, by: angle < 0 ? angle - 0.05 : angle + 0.05)
  }

  // MARK: Losing

  /// Loses a life, or a ball of several.
  private func lose(_ ball: Ball, _ session: Session) {
    if let parts, parts.balls.count > 1 {
      // Other contacts of the tick may refer to it.
      lostBalls.append(ball.node)
    } else {
      loseLife(session)
    }
  }

  /// Takes the balls that were lost in this tick out of play.
  func removeLostBalls(_ session: Session) {
    guard !lostBalls.isEmpty else { return }
    let lost = lostBalls
    lostBalls = []
    guard state.phase == .playing, let parts else { return }
    if parts.balls.allSatisfy({ ball in lost.contains { $0 === ball.node } }) {
      return loseLife(session)
    }
    // The place of the ball of the file is taken by one that is still in play.
    for node in lost where node !== parts.ball { remove(node) }
    for node in lost where node === parts.ball { remove(node) }
    session.scene.playSound("lifeLost", gain: 0.4)
  }

  /// Removes one of several balls.
  ///
  /// The ball of the file stays: another one takes its place.
  private func remove(_ node: Node) {
    guard let balls = parts?.balls, balls.count > 1,
      let index = balls.firstIndex(where: { $0.node === node })
    else { return }
    let last = balls[balls.count - 1]
    if index == 0 {
      balls[0].node.position = last.node.position
      balls[0].node.role = last.role
      balls[0].body.velocity = last.body.velocity
    }
    let gone = index == 0 ? balls.count - 1 : index
    balls[gone].node.removeFromParentNode()
    parts?.balls.remove(at: gone)
  }

  /// Removes all balls but that of the file, and what falls or flies.
  func removeCopies(_ session: Session) {
    for ball in parts?.balls.dropFirst() ?? [] { ball.node.removeFromParentNode() }
    if let first = parts?.balls.first { parts?.balls = [first] }
    for node in session.scene.rootNode.childNodes
    where !node.isHidden && (node.role is PowerUp || node.role is Bolt) {
      node.removeFromParentNode()
    }
    for brick in parts?.bricks ?? [] where (brick.role(as: Brick.self)?.fuseTicks ?? 0) > 0 {
      setFuse(of: brick, to: 0)
    }
  }

  /// Puts a ball that left the court back on the paddle, without a loss.
  func putBackEscapedBalls(_ session: Session) {
    guard let parts, !parts.bounds.isEmpty else { return }
    for ball in parts.balls {
      let (place, bounds) = (ball.node.worldPosition, parts.bounds)
      let isInside =
        place.x >= bounds.min.x && place.x <= bounds.max.x && place.z >= bounds.min.z
        && place.z <= bounds.max.z
      guard !isInside else { continue }
      state.escapes += 1
      if parts.balls.count == 1 { return enter(.ready, session) }
      return remove(ball.node)
    }
  }
}
