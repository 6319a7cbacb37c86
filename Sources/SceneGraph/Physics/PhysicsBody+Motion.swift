public import CaromMaths
import CaromPhysics

// MARK: How it moves

extension PhysicsBody {
  /// In metres a second; set inside of a contact callback it overrides the bounce.
  public var velocity: Vector3 {
    get { live?.velocity ?? described.velocity }
    set {
      if let live { live.velocity = newValue } else { updateDescribed { $0.velocity = newValue } }
    }
  }
  /// In radians a second about the axes of the world.
  public var angularVelocity: Vector3 {
    get { live?.angularVelocity ?? described.angularVelocity }
    set {
      if let live {
        live.angularVelocity = newValue
      } else {
        updateDescribed { $0.angularVelocity = newValue }
      }
    }
  }
  /// Share of the velocity lost in a second, 0 to 1: v·(1 − damping)^t.
  public var damping: Float {
    get { described.damping }
    set { change(\.damping, newValue) { $0.damping = newValue } }
  }
  /// Share of the angular velocity lost in a second, 0 to 1.
  public var angularDamping: Float {
    get { described.angularDamping }
    set { change(\.angularDamping, newValue) { $0.angularDamping = newValue } }
  }
  /// How much forces and impulses count along each axis of the world; 0 locks it.
  public var velocityFactor: Vector3 {
    get { described.velocityFactor }
    set { change(\.velocityFactor, newValue) { $0.velocityFactor = newValue } }
  }
  /// How much torques count about each axis of the world; 0 locks it.
  public var angularVelocityFactor: Vector3 {
    get { described.angularVelocityFactor }
    set { change(\.angularVelocityFactor, newValue) { $0.angularVelocityFactor = newValue } }
  }
  /// True when gravity pulls it.
  public var isAffectedByGravity: Bool {
    get { described.isAffectedByGravity }
    set { change(\.isAffectedByGravity, newValue) { $0.isAffectedByGravity = newValue } }
  }
  /// True when it may fall asleep at rest.
  public var allowsResting: Bool {
    get { described.allowsResting }
    set { change(\.allowsResting, newValue) { $0.allowsResting = newValue } }
  }
  /// The speed below which it is at rest, in metres a second.
  public var linearRestingThreshold: Float {
    get { described.linearRestingThreshold }
    set { change(\.linearRestingThreshold, newValue) { $0.linearRestingThreshold = newValue } }
  }
  /// The angular speed below which it is at rest, in radians a second.
  public var angularRestingThreshold: Float {
    get { described.angularRestingThreshold }
    set { change(\.angularRestingThreshold, newValue) { $0.angularRestingThreshold = newValue } }
  }
  /// True while it sleeps: it rests and costs nothing until something wakes it.
  public var isResting: Bool { live?.isAsleep ?? false }

  /// Wakes it.
  public func wake() { live?.wake() }

  /// Puts it where its node is, without a motion between that would push what it meets.
  public func resetTransform() {
    jumps = true
    guard let node else { return }
    node.markTeleported()
    wasMovedByCode = true
    node.scene?.markBodyDirty(node)
  }
}

// MARK: What pushes it

extension PhysicsBody {
  /// Pushes its centre of mass with a force in newtons, which acts for the next step alone.
  public func apply(force: Vector3) { made?.apply(force: force) }
  /// Pushes it with a force in newtons at a point of the world, for the next step alone.
  public func apply(force: Vector3, at point: Vector3) { made?.apply(force: force, at: point) }
  /// Turns it with a torque in newton-metres, for the next step alone.
  public func apply(torque: Vector3) { made?.apply(torque: torque) }
  /// Changes its velocity at once by an impulse in newton-seconds on its centre of mass.
  public func apply(impulse: Vector3) { made?.apply(impulse: impulse) }
  /// Changes its velocities at once by an impulse in newton-seconds at a point of the world.
  public func apply(impulse: Vector3, at point: Vector3) {
    made?.apply(impulse: impulse, at: point)
  }
  /// Changes its angular velocity at once by an impulse in newton-metre-seconds.
  public func apply(angularImpulse: Vector3) { made?.apply(angularImpulse: angularImpulse) }
  /// Forgets the forces and torques that were to act in the next step; velocities stay.
  public func clearAllForces() { live?.clearForces() }
}
