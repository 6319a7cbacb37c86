import CaromMaths

/// How a body moved when the step began, for the events that the step writes.
struct PreSolveVelocity: BitwiseCopyable {
  var center = Vector3.zero
  var velocity = Vector3.zero
  var angularVelocity = Vector3.zero
}

extension World {
  /// Remembers how awake bodies move before the solver changes it, if any pair reports at all.
  func recordPreSolveVelocities() {
    guard pairMap.count > 0 else { return }
    if preSolveVelocities.count < bodies.count { preSolveVelocities.resize(bodies.count) }
    let (records, motions) = (bodies.base, preSolveVelocities.base)
    for slot in 0..<awake.count {
      let index = Int(awake.base[slot])
      let b = records + index
      motions[index] = PreSolveVelocity(
        center: b.pointee.center, velocity: b.pointee.velocity,
        angularVelocity: b.pointee.angularVelocity)
    }
  }

  /// How fast the bodies of a pair came together where they touch when the step began.
  func approachSpeed(_ pair: Int) -> Float {
    let p = pairs.base[pair]
    return approachSpeed(p.bodyA, p.bodyB, at: p.point, along: p.normal)
  }

  /// How fast two bodies came together at a point along a normal when the step began.
  func approachSpeed(
    _ bodyA: Int32, _ bodyB: Int32, at point: Vector3, along normal: Vector3
  ) -> Float {
    func velocity(_ body: Int32) -> Vector3 {
      // What sleeps or is static did not move.
      guard bodies.base[Int(body)].isAwake else { return .zero }
      let m = preSolveVelocities.base[Int(body)]
      return m.velocity + m.angularVelocity.cross(point - m.center)
    }
    return (velocity(bodyA) - velocity(bodyB)).dot(normal)
  }
}
