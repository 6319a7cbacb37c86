import CaromCollision
import CaromMaths

// A speculative contact has the normal of the current poses. A body that flies fast past a corner
// would hit the plane of that normal although it misses the corner, and on its path to a face it
// would bounce off an edge that it passes. So fast pairs are swept through the coming step: pairs
// that miss have no contact, and pairs that hit get the contact at the time of impact, moved back
// to the current poses.

extension CollideContext {
  /// The separation up to which points are used without a sweep, in meters.
  static var nearDistance: Float { 0.005 }

  /// The greatest gap at an impact of balls, in meters; that of other shapes, for which a distance
  /// costs much more, may be ten times as wide, since the contact still closes it.
  private static var impactTolerance: Float { 1e-4 }

  /// Whether a pair is so fast for its size that it may collide far from its current closest
  /// points.
  @inline(__always)
  func isFast(
    _ a: UnsafeMutablePointer<BodyPose>, _ b: UnsafeMutablePointer<BodyPose>, _ margin: Float
  ) -> Bool {
    margin > speculativeDistance && margin > 0.2 * smallestRadius(a, b)
  }

  /// The smaller inner radius of two bodies; that of a body that rests and cannot be pushed does
  /// not count.
  @inline(__always)
  private func smallestRadius(
    _ a: UnsafeMutablePointer<BodyPose>, _ b: UnsafeMutablePointer<BodyPose>
  ) -> Float {
    min(
      a.pointee.isMobile ? a.pointee.innerRadius : .infinity,
      b.pointee.isMobile ? b.pointee.innerRadius : .infinity)
  }

  /// Replaces the manifold of two fast bodies by that of their impact in the coming step; empty if
  /// they miss.
  func speculativeManifold(
    _ manifold: Manifold, _ index: Int, _ c: UnsafeMutablePointer<ContactRecord>
  ) -> Manifold {
    guard manifold.leastSeparation > Self.nearDistance else { return manifold }
    let a = bodies + Int(c.pointee.bodyA)
    let b = bodies + Int(c.pointee.bodyB)
    let colliderA = colliders + Int(c.pointee.colliderA)
    let colliderB = colliders + Int(c.pointee.colliderB)
    let isBall = colliderA.pointee.isBall | colliderB.pointee.isBall != 0
    guard isBall || closesGap(manifold, c) else { return manifold }
    let shapeA = shapes[Int(c.pointee.colliderA)]
    let shapeB = shapes[Int(c.pointee.colliderB)]
    let sweepA = predictedSweep(a, colliderA)
    let sweepB = predictedSweep(b, colliderB)
    let isSurface = c.pointee.has(ContactRecord.Flag.surface)
    let impact = timeOfImpact(
      shapeA, sweepA, shapeB, sweepB, target: 0,
      tolerance: isBall ? Self.impactTolerance : 10 * Self.impactTolerance,
      minimumDepth: isSurface ? 0.001 : -.infinity,
      startGap: manifold.leastSeparation, startNormal: manifold.normal)
    switch impact.outcome {
    case .apart: return Manifold()
    case .closeFromStart: return manifold
    case .hit: break
    }
    let placedA = sweepA.placement(at: impact.fraction)
    let placedB = sweepB.placement(at: impact.fraction)
    var hit = Manifold()
    if isSurface {
      hit = surfaceManifold(shapeA, placedA, shapeB, placedB, along: impact.normal)
    } else {
      var cache = caches[index]
      hit = collide(shapeA, placedA, shapeB, placedB, margin: Self.nearDistance, cache: &cache)
    }
    guard hit.count > 0 else { return manifold }
    let n = hit.normal
    let displacementA = (sweepA.endCenter - sweepA.startCenter) * impact.fraction
    let displacementB = (sweepB.endCenter - sweepB.startCenter) * impact.fraction
    var back = Manifold(normal: n, kind: hit.kind)
    for number in 0..<hit.count {
      let p = hit[number]
      let separation: Float = p.separation - n.dot(displacementB - displacementA)
      // On the current surface of A, and on that of B, each moved by half the gap.
      let half = n * (0.5 * separation)
      let ownA = p.position - displacementA + half
      let ownB = p.position - displacementB - half
      let position: Vector3
      if !b.pointee.isDynamic {
        position = ownA
      } else if !a.pointee.isDynamic {
        position = ownB
      } else {
        position = (ownA + ownB) * 0.5
      }
      back.append(
        ManifoldPoint(position: position, separation: separation, feature: p.feature))
    }
    return back
  }

  /// Whether a point of a manifold would close its gap within the step.
  ///
  /// If none does, the contact cannot act. Spheres, which may bounce off several others in one
  /// step, are swept all the same.
  private func closesGap(
    _ manifold: Manifold, _ c: UnsafeMutablePointer<ContactRecord>
  ) -> Bool {
    for number in 0..<manifold.count where closesGap(manifold[number], along: manifold.normal, c) {
      return true
    }
    return false
  }

  /// Whether a point would close its gap within the step.
  func closesGap(
    _ p: ManifoldPoint, along normal: Vector3, _ c: UnsafeMutablePointer<ContactRecord>
  ) -> Bool {
    let a = bodies + Int(c.pointee.bodyA)
    let b = bodies + Int(c.pointee.bodyB)
    let velocityA =
      a.pointee.velocity + a.pointee.angularVelocity.cross(p.position - a.pointee.center)
    let velocityB =
      b.pointee.velocity + b.pointee.angularVelocity.cross(p.position - b.pointee.center)
    let speed: Float = (velocityB - velocityA).dot(normal)
    return p.separation + speed * dt < Self.nearDistance
  }

  /// The motion of a collider in the coming step if it hits nothing.
  private func predictedSweep(
    _ b: UnsafeMutablePointer<BodyRecord>, _ collider: UnsafeMutablePointer<ColliderRecord>
  ) -> Sweep {
    let start = collider.pointee.transform(in: b.pointee.transform)
    guard b.pointee.isAwake else { return Sweep(resting: start) }
    var displacement = b.pointee.velocity * dt
    if b.pointee.isDynamic && b.pointee.has(BodyRecord.Flag.gravity) {
      displacement += gravity * b.pointee.velocityFactor * (0.5 * dt * dt)
    }
    let orientation = b.pointee.orientation.advanced(by: b.pointee.angularVelocity, for: dt)
    let center = b.pointee.center + displacement
    let body = Transform(
      position: center - orientation.rotate(b.pointee.localCenter), orientation: orientation)
    return Sweep(
      from: start, to: collider.pointee.transform(in: body),
      localCenter: start.unapply(b.pointee.center))
  }
}
