import CaromCollision
import CaromMaths

// A body that falls over about one edge comes down with its far end, which may cover more than the
// margin of the contact in a step. If the contact knew the points near the edge alone, it would act
// on points in the middle, or on none until the end is inside the other body. So the points of a
// face that touches are looked for as far away as the body can come down in the step.

extension CollideContext {
  /// The greatest distance by which a point of two touching bodies approaches in the step along the
  /// normal of their manifold; 0 for spins of more than half a radian in the step.
  @inline(__always)
  private func landingDistance(
    _ n: Vector3, _ c: UnsafeMutablePointer<ContactRecord>,
    _ poseA: UnsafeMutablePointer<BodyPose>, _ poseB: UnsafeMutablePointer<BodyPose>
  ) -> Float {
    let a = bodies + Int(c.pointee.bodyA)
    let b = bodies + Int(c.pointee.bodyB)
    let (spinA, spinB) = (a.pointee.angularVelocity, b.pointee.angularVelocity)
    if (spinA.lengthSquared + spinB.lengthSquared) * dt * dt > 0.25 { return 0 }
    let closing: Float =
      (a.pointee.velocity - b.pointee.velocity).dot(n)
      + spinA.cross(n).length * poseA.pointee.outerRadius
      + spinB.cross(n).length * poseB.pointee.outerRadius
    return closing * dt
  }

  /// Replaces each manifold of a face that touches by one with the points that come down to it in
  /// the step, if there are any beyond the margin.
  func addLandingPoints(
    _ found: UnsafeMutablePointer<Manifold>, _ count: Int, _ index: Int,
    _ c: UnsafeMutablePointer<ContactRecord>, _ a: UnsafeMutablePointer<BodyPose>,
    _ b: UnsafeMutablePointer<BodyPose>, _ margin: Float
  ) {
    for number in 0..<count {
      let m = found + number
      guard m.pointee.kind == .faceA || m.pointee.kind == .faceB,
        m.pointee.leastSeparation <= Self.nearDistance
      else { continue }
      let distance: Float = landingDistance(m.pointee.normal, c, a, b)
      if distance <= margin { continue }
      addLandingPoints(m, index, c, a, b, margin, distance + Self.nearDistance)
    }
  }

  @inline(never)
  private func addLandingPoints(
    _ found: UnsafeMutablePointer<Manifold>, _ index: Int,
    _ c: UnsafeMutablePointer<ContactRecord>, _ a: UnsafeMutablePointer<BodyPose>,
    _ b: UnsafeMutablePointer<BodyPose>, _ margin: Float, _ maxDistance: Float
  ) {
    let (colliderA, colliderB) = (Int(c.pointee.colliderA), Int(c.pointee.colliderB))
    withUnsafeTemporaryAllocation(of: Manifold.self, capacity: maxManifoldCount) { memory in
      guard let all = memory.baseAddress else { return }
      var cache = caches[index]
      let count = collideLanding(
        shapes[colliderA], placement(colliderA, a, Int(c.pointee.bodyA)), shapes[colliderB],
        placement(colliderB, b, Int(c.pointee.bodyB)), margin: maxDistance, cache: &cache,
        into: all)
      for number in 0..<count
      where all[number].kind == found.pointee.kind
        && all[number].normal.dot(found.pointee.normal) > 0.9999
      {
        var landing = Manifold(normal: all[number].normal, kind: all[number].kind)
        var isLanding = false
        for slot in 0..<all[number].count {
          let p = all[number][slot]
          let isFar = p.separation > margin
          if isFar && !closesGap(p, along: landing.normal, c) { continue }
          if isFar { isLanding = true }
          landing.append(p)
        }
        if isLanding { found.pointee = landing }
        return
      }
    }
  }
}
