public import CaromMaths
import CaromPhysics

// MARK: Rest and teleporting

extension PhysicsBody {
  /// Whether the body sleeps: it rests and costs nothing until an event wakes it.
  public var isResting: Bool { live?.isAsleep ?? false }

  /// Wakes the body.
  public func wake() { live?.wake() }

  /// Teleports the body to its node, without a motion in between that would push other bodies.
  public func resetTransform() {
    isTeleporting = true
    guard let node else { return }
    node.markTeleported()
    wasMovedByCode = true
    node.scene?.markBodyDirty(node)
  }
}

// MARK: Forces and impulses

extension PhysicsBody {
  /// Applies a force in newtons at the center of mass for the next step.
  public func apply(force: Vector3) { liveOrCreated?.apply(force: force) }
  /// Applies a force in newtons at a point of the world for the next step.
  public func apply(force: Vector3, at point: Vector3) {
    liveOrCreated?.apply(force: force, at: point)
  }
  /// Applies a torque in newton-meters for the next step.
  public func apply(torque: Vector3) { liveOrCreated?.apply(torque: torque) }
  /// Applies an impulse in newton-seconds at the center of mass, immediately.
  public func apply(impulse: Vector3) { liveOrCreated?.apply(impulse: impulse) }
  /// Applies an impulse in newton-seconds at a point of the world, immediately.
  public func apply(impulse: Vector3, at point: Vector3) {
    liveOrCreated?.apply(impulse: impulse, at: point)
  }
  /// Applies an angular impulse in newton-meter-seconds, immediately.
  public func apply(angularImpulse: Vector3) {
    liveOrCreated?.apply(angularImpulse: angularImpulse)
  }
  /// Clears the forces and torques of the next step; velocities are unchanged.
  public func clearAllForces() { live?.clearForces() }
}
