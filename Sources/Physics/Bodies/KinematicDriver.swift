import CaromMaths

/// The stage that gives kinematic bodies the velocities that take them to their targets.
///
/// Input: targets. Output: velocities; bodies that no longer move leave the awake list.
final class KinematicDriver {
  private let bodies: BodyStore
  private let broadPhase: BroadPhase
  private let activation: BodyActivator

  init(_ bodies: BodyStore, _ broadPhase: BroadPhase, _ activation: BodyActivator) {
    self.bodies = bodies
    self.broadPhase = broadPhase
    self.activation = activation
  }

  func run(_ dt: Float) {
    guard broadPhase.kinematics.count > 0 else { return }
    var slot = 0
    while slot < bodies.awake.count {
      let index = Int(bodies.awake.base[slot])
      let b = bodies.base + index
      if b.pointee.isKinematic {
        if b.pointee.has(BodyRecord.Flag.hasTarget) {
          if !b.pointee.has(BodyRecord.Flag.givenVelocity) {
            b.pointee.velocity = (b.pointee.targetPosition - b.pointee.position) / dt
            b.pointee.angularVelocity = .angularVelocity(
              from: b.pointee.orientation, to: b.pointee.targetOrientation, in: dt)
          }
          b.pointee.set(BodyRecord.Flag.targetVelocity, true)
        } else if b.pointee.has(BodyRecord.Flag.targetVelocity) {
          b.pointee.velocity = .zero
          b.pointee.angularVelocity = .zero
          b.pointee.set(BodyRecord.Flag.targetVelocity, false)
        }
        if !b.pointee.isMoving {
          activation.removeAwake(index)
          // Its contacts have not been updated since it reached its target.
          activation.updateContactsOnce(index)
          continue
        }
      }
      slot += 1
    }
  }
}

extension Vector3 {
  /// The constant angular velocity that rotates `a` into `b` by the shorter rotation in `dt`
  /// seconds.
  static func angularVelocity(from a: Quaternion, to b: Quaternion, in dt: Float) -> Vector3 {
    if a == b { return .zero }
    var q = b * a.inverse
    if q.w < 0 { q = Quaternion(-q.x, -q.y, -q.z, -q.w) }
    let sine = q.vector.length
    if sine < 1e-9 { return q.vector * (2 / dt) }
    return q.vector * (2 * Portable.atan2(sine, q.w) / (sine * dt))
  }
}
