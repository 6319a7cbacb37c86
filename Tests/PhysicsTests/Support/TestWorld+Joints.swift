import CaromMaths
import CaromPhysics

extension TestWorld {
  /// Joins two bodies, or one and the world, at a point of the world.
  @discardableResult
  func join(
    _ kind: JointKind, _ a: Body, _ b: Body? = nil, at anchor: Vector3, axis: Vector3 = .unitX,
    up: Vector3? = nil, _ change: (inout JointDefinition) -> Void = { _ in }
  ) throws -> Joint {
    var d = JointDefinition(kind, a, b, anchor: anchor, axis: axis, up: up)
    change(&d)
    let handle = try world.createJoint(d)
    guard let joint = world.joint(handle) else { preconditionFailure("A new joint is there") }
    return joint
  }

  /// The kinetic and potential energy of all dynamic bodies, in joules.
  var energy: Float {
    var sum: Float = 0
    for handle in world.handles {
      guard let b = world.body(handle), b.kind == .dynamic else { continue }
      sum += 0.5 * b.mass * b.velocity.lengthSquared
      sum += 0.5 * b.angularVelocity.dot(b.worldInertia * b.angularVelocity)
      sum -= b.mass * world.gravity.dot(b.centerOfMass)
    }
    return sum
  }
}
