import CaromMaths
import CaromSceneGraph
public import CaromSimulation

// The motion of the marble, its form and its light.
extension MarbleMaze {
  // MARK: Tilt

  /// Accelerates the marble by the smoothed tilt.
  func push(_ parts: Parts, _ session: Session) {
    let time = Float(session.tickLength)
    let neutral = parts.rules.neutralTilt + state.calibration
    let input = session.input.tilt - neutral + session.input.direction
    let length = input.length
    let target = length > 1 ? input * (1 / length) : input
    let fraction = 1 - Portable.exp(-parts.rules.tiltRate * time)
    state.tilt = state.tilt + (target - state.tilt) * fraction
    if abs(state.tilt.x) + abs(state.tilt.y) < 1e-5 {
      state.tilt = .zero
      return
    }
    let away = parts.rules.tiltsWithView ? Self.viewDirection(session) : Vector3(0, 0, -1)
    let right = Vector3(-away.z, 0, away.x)
    parts.body.velocity +=
      (right * state.tilt.x + away * state.tilt.y) * (parts.acceleration(of: state.form) * time)
  }

  /// Stops the marble at the goal, within half a meter.
  func brake(_ parts: Parts) {
    let velocity = parts.body.velocity
    guard velocity.length > 0.01 else { return }
    parts.body.velocity = Vector3(velocity.x * 0.85, velocity.y, velocity.z * 0.85)
    parts.body.angularVelocity *= 0.85
  }

  /// The horizontal direction away from the viewer; −Z for a camera that looks straight down.
  static func viewDirection(_ session: Session) -> Vector3 {
    guard let camera = session.scene.pointOfView else { return Vector3(0, 0, -1) }
    let forward = camera.presentation.worldOrientation.rotate(Vector3(0, 0, -1))
    return Vector3(forward.x, 0, forward.z).normalized(or: Vector3(0, 0, -1))
  }

  // MARK: Forms

  /// Gives the marble a form.
  func take(form index: Int32) {
    guard let parts, index != state.form, let rules = parts.form(index)?.rules else { return }
    state.form = index
    parts.body.mass = rules.mass
    parts.body.friction = rules.friction
    parts.body.restitution = rules.restitution
    parts.body.damping = rules.damping
    parts.body.categoryBitMask = rules.categoryBitMask
    for (number, form) in parts.forms.enumerated() where number > 0 {
      form.node.isHidden = number != Int(index)
    }
    showGlow()
  }

  // MARK: Sounds

  /// The speed at which impact and rolling sounds reach full volume, in meters per second.
  private static let maxVolumeSpeed: Float = 6

  /// Plays the sound of a collision with a pillar or a crate.
  func bump(_ speed: Float, _ isWood: Bool, _ session: Session) {
    let strength = min(1, speed / Self.maxVolumeSpeed)
    session.scene.playSound(
      isWood ? "knock" : "bump", gain: 0.15 + 0.85 * strength, pitch: 0.85 + 0.3 * strength,
      at: parts?.ball)
  }

  /// Plays the sounds of the marble's motion in this tick.
  ///
  /// A fall that stops within one tick is a landing, on any body. A marble that moves horizontally
  /// without rising or falling is rolling.
  public func didSimulatePhysics(_ session: Session) {
    guard let parts else { return }
    let velocity = parts.body.velocity
    let stop = velocity.y - verticalSpeed
    if verticalSpeed < -1, stop > 1 {
      let strength = min(1, stop / (2 * Self.maxVolumeSpeed))
      session.scene.playSound(
        "land", gain: 0.2 + 0.8 * strength, pitch: 1.1 - 0.2 * strength, at: parts.ball)
    }
    let speed = (velocity.x * velocity.x + velocity.z * velocity.z).squareRoot()
    guard speed > 0.1, abs(velocity.y) < 0.7 else { return }
    let volume = min(1, speed / Self.maxVolumeSpeed)
    session.scene.sustainSound(
      "roll", gain: 0.7 * volume, pitch: 0.6 + 0.7 * volume, at: parts.ball)
  }

  // MARK: Light

  /// Adds life in ticks, up to the maximum; the glow follows within the refill time.
  func refill(_ ticks: Int32) {
    guard let rules = parts?.rules else { return }
    state.lifeTicks = min(rules.lifeTicks, max(0, state.lifeTicks) + ticks)
    state.refillTicks = rules.refillTicks
  }

  /// Moves the glow of the marble towards its life.
  func shine(_ parts: Parts) {
    let life = Float(max(0, state.lifeTicks)) / Float(parts.rules.lifeTicks)
    if state.refillTicks > 0 {
      setGlow(state.glow + (life - state.glow) / Float(state.refillTicks))
      state.refillTicks -= 1
    } else {
      setGlow(life)
    }
  }

  func setGlow(_ glow: Float) {
    guard glow != state.glow else { return }
    state.glow = glow
    showGlow()
  }

  /// Sets the emission of the visible form.
  private func showGlow() {
    guard let parts else { return }
    let form = state.form > 0 ? parts.form(state.form)?.node.geometry?.firstMaterial : nil
    (form ?? parts.material)?.emission.intensity = state.glow
  }
}

// Checkpoints and props, whose state is in their roles.
extension Node {
  /// Records whether the marble touched a checkpoint in this run.
  func setReached(_ isReached: Bool) {
    guard var checkpoint: Checkpoint = role(), checkpoint.isReached != isReached else { return }
    checkpoint.isReached = isReached
    role = checkpoint
  }

  /// Records the start of a prop.
  func recordStart() {
    guard var prop: Prop = role() else { return }
    (prop.startPosition, prop.startOrientation) = (position, orientation)
    prop.startSpeed = joints.first?.motorSpeed ?? 0
    role = prop
  }

  /// Moves a prop to its start and repairs its joints.
  func restoreStart() {
    guard let prop: Prop = role(), let start = prop.startPosition else { return }
    if isHidden { isHidden = false }
    (position, orientation) = (start, prop.startOrientation)
    markTeleported()
    if let body = physicsBody, body.type == .dynamic {
      body.velocity = .zero
      body.angularVelocity = .zero
      body.clearAllForces()
      body.wake()
    }
    for joint in joints where joint.state.isBroken { joint.state.isBroken = false }
    joints.first?.motorSpeed = prop.startSpeed
  }

  /// Hides a prop or the marble once it is far below the height of falls.
  func hide(below height: Float) {
    if !isHidden, position.y < height - 20 { isHidden = true }
  }
}

extension PhysicsJoint {
  /// The speed of the motor, in m/s or rad/s; 0 for other kinds of joints.
  fileprivate var motorSpeed: Float {
    get {
      state.hinge?.motorTargetAngularVelocity ?? state.slider?.motorTargetLinearVelocity ?? 0
    }
    set {
      guard newValue != motorSpeed else { return }
      if state.hinge != nil { state.hinge?.motorTargetAngularVelocity = newValue }
      if state.slider != nil { state.slider?.motorTargetLinearVelocity = newValue }
    }
  }
}
