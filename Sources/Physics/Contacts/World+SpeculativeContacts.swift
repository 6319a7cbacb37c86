import CaromCollision
import CaromMaths

// A contact found ahead of time has the normal of where the bodies are now. For a body that flies fast
// past a corner, the plane across that normal stands in its way although it will miss the corner, and
// on its way to a face it would bounce off the edge it came over. So fast pairs are swept through the
// coming step: those that miss have no contact, and those that hit get the contact of the moment of
// impact, moved back to now.

extension CollideContext {
  /// Points closer than this are near enough to be taken as they are, in metres.
  static var near: Float { 0.005 }

  /// True when a pair is so fast for its size that where it will touch differs from where it is near.
  @inline(__always)
  func isFast(
    _ c: UnsafeMutablePointer<ContactRecord>, _ a: UnsafeMutablePointer<BodyPose>,
    _ b: UnsafeMutablePointer<BodyPose>, _ margin: Float
  ) -> Bool {
    margin > speculativeDistance && margin > 0.2 * smallestRadius(c)
  }

  private func smallestRadius(_ c: UnsafeMutablePointer<ContactRecord>) -> Float {
    let a = bodies + Int(c.pointee.bodyA)
    let b = bodies + Int(c.pointee.bodyB)
    var size = Float.infinity
    if !a.pointee.isStatic { size = a.pointee.innerRadius }
    if !b.pointee.isStatic { size = min(size, b.pointee.innerRadius) }
    return size
  }

  /// Replaces a contact of two fast bodies by that of the moment when they will touch, if they will.
  func predict(
    _ manifold: Manifold, _ index: Int, _ c: UnsafeMutablePointer<ContactRecord>
  ) -> Manifold {
    guard manifold.leastSeparation > Self.near else { return manifold }
    let a = bodies + Int(c.pointee.bodyA)
    let b = bodies + Int(c.pointee.bodyB)
    let colliderA = colliders + Int(c.pointee.colliderA)
    let colliderB = colliders + Int(c.pointee.colliderB)
    let isBall = colliderA.pointee.isBall | colliderB.pointee.isBall != 0
    guard isBall || closes(manifold, a, b) else { return manifold }
    let shapeA = shapes[Int(c.pointee.colliderA)]
    let shapeB = shapes[Int(c.pointee.colliderB)]
    let sweepA = predicted(a, colliderA)
    let sweepB = predicted(b, colliderB)
    let isSurface = c.pointee.has(ContactRecord.Flag.surface)
    let impact = timeOfImpact(
      shapeA, sweepA, shapeB, sweepB, target: 0, leastDepth: isSurface ? 0.001 : -.infinity)
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
      hit = collide(shapeA, placedA, shapeB, placedB, margin: Self.near, cache: &cache)
    }
    guard hit.count > 0 else { return manifold }
    let n = hit.normal
    let wayA = (sweepA.endCenter - sweepA.startCenter) * impact.fraction
    let wayB = (sweepB.endCenter - sweepB.startCenter) * impact.fraction
    var back = Manifold(normal: n, kind: hit.kind)
    for number in 0..<hit.count {
      let p = hit[number]
      let separation: Float = p.separation - n.dot(wayB - wayA)
      // On the surface of A where it is now, and on that of B, and half the gap beyond each.
      let half = n * (0.5 * separation)
      let ownA = p.position - wayA + half
      let ownB = p.position - wayB - half
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

  /// True when a point of a contact would close its gap within the step.
  ///
  /// If none does, the plane stands in nobody's way, wherever the two come to. Balls, which bounce
  /// off each other more often than once in a step, are swept all the same.
  private func closes(
    _ manifold: Manifold, _ a: UnsafeMutablePointer<BodyRecord>,
    _ b: UnsafeMutablePointer<BodyRecord>
  ) -> Bool {
    for number in 0..<manifold.count {
      let p = manifold[number]
      let velocityA =
        a.pointee.velocity + a.pointee.angularVelocity.cross(p.position - a.pointee.center)
      let velocityB =
        b.pointee.velocity + b.pointee.angularVelocity.cross(p.position - b.pointee.center)
      let speed: Float = (velocityB - velocityA).dot(manifold.normal)
      if p.separation + speed * dt < Self.near { return true }
    }
    return false
  }

  /// The way of a collider through the coming step if nothing is hit.
  private func predicted(
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
