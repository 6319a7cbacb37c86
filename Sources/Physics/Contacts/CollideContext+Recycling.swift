import CaromCollision
import CaromMaths

// Most contacts of a resting pile do not change from step to step. While the relative motion of two
// bodies since the last narrow-phase test is small, their points are recycled: they stay fixed to
// both bodies, and only their separations are computed. This is cheaper and stabilizes stacks,
// because points do not jump between equivalent features.
//
// Source: contact recycling as in Box3D, 2026; the bound on the relative motion is ours.

extension CollideContext {
  /// The distance beyond the margin up to which the gap of a pair without points is computed, in
  /// meters.
  ///
  /// While the pair moves less than the known gap, it needs no test.
  static var slack: Float { 0.02 }

  /// Collides any two convex shapes, or recycles their manifold.
  func collideShapes(
    _ slot: Int, _ c: UnsafeMutablePointer<ContactRecord>, _ a: UnsafeMutablePointer<BodyPose>,
    _ b: UnsafeMutablePointer<BodyPose>, _ margin: Float
  ) -> UInt8 {
    let index = Int(active[slot])
    addRelativeMotion(c, a, b)
    if c.pointee.manifold < 0 {
      // The gap found earlier is still wider than the margin.
      if c.pointee.moved + margin < 0 { return 0 }
      let distance = minimumGap(c, a, b)
      if distance > margin + Self.slack {
        c.pointee.moved = -distance
        return 0
      }
      var manifold = collided(index, c, a, b, margin + Self.slack)
      let gap = manifold.leastSeparation
      if gap > margin {
        c.pointee.moved = -min(gap, margin + Self.slack)
        return 0
      }
      manifold.removePoints(beyond: margin)
      if isFast(a, b, margin) { manifold = speculativeManifold(manifold, index, c) }
      if manifold.count == 0 {
        c.pointee.moved = .infinity
        return 0
      }
      begun[slot * maxManifoldCount] = manifold
      return CollideOutcome.begins
    }
    let m = manifolds + Int(c.pointee.manifold)
    let p = points + Int(c.pointee.manifold) * 4
    var limit = recyclingLimit(a, b)
    let isFace = c.pointee.flags & (ContactRecord.Flag.faceA | ContactRecord.Flag.faceB) != 0
    // The normal between edges or round surfaces changes as they roll on each other.
    if !isFace { limit *= 0.25 }
    let isBall = a.pointee.center.w > 0 || b.pointee.center.w > 0
    let canRecycle = m.pointee.pointCount > 0 && !isBall && !rollsUnevenly(c, m)
    if canRecycle && c.pointee.moved < limit && !isFast(a, b, margin) {
      recycle(c, m, p, a, b)
      c.pointee.set(ContactRecord.Flag.ghost, false)
      return contactOutcome(c, m, p, a, b)
    }
    var manifold = collided(index, c, a, b, margin)
    if !isBall { addLandingPoints(&manifold, 1, index, c, a, b, margin) }
    if manifold.count > 0 && isFast(a, b, margin) {
      manifold = speculativeManifold(manifold, index, c)
    }
    if manifold.count == 0 {
      c.pointee.moved = .infinity
      return end(c)
    }
    // The material of a ball's single point does not depend on the manifold.
    let keepsMaterial: Bool = isBall && c.pointee.moved < .infinity
    c.pointee.moved = 0
    write(manifold, c, m, p, a, b, keepsMaterial: keepsMaterial)
    return contactOutcome(c, m, p, a, b)
  }

  /// The relative motion in meters up to which the points between faces are recycled.
  @inline(__always)
  func recyclingLimit(
    _ a: UnsafeMutablePointer<BodyPose>, _ b: UnsafeMutablePointer<BodyPose>
  ) -> Float {
    min(0.01, 0.02 * min(a.pointee.outerRadius, b.pointee.outerRadius))
  }

  /// Whether the contact is one of a side that rolls with different radii, such as a cone's.
  ///
  /// Its points move over the body as it rotates. Fixed to the body they would lag behind, and
  /// their normal forces would drive the rotation. Three or more points belong to a flat face.
  @inline(__always)
  func rollsUnevenly(
    _ c: UnsafeMutablePointer<ContactRecord>, _ m: UnsafeMutablePointer<ManifoldRecord>
  ) -> Bool {
    c.pointee.has(ContactRecord.Flag.rollsUnevenly) && m.pointee.pointCount < 3
  }

  /// The manifold of the two shapes, up to a margin.
  private func collided(
    _ index: Int, _ c: UnsafeMutablePointer<ContactRecord>, _ a: UnsafeMutablePointer<BodyPose>,
    _ b: UnsafeMutablePointer<BodyPose>, _ margin: Float
  ) -> Manifold {
    let colliderA = Int(c.pointee.colliderA)
    let colliderB = Int(c.pointee.colliderB)
    let placementA = placement(colliderA, a, Int(c.pointee.bodyA))
    let placementB = placement(colliderB, b, Int(c.pointee.bodyB))
    // The most frequent pair, without the table of shapes.
    if case .box(let boxA) = shapes[colliderA], case .box(let boxB) = shapes[colliderB] {
      return collide(
        boxA, placementA, boxB, placementB, margin: margin, cache: &caches[index])
    }
    return collide(
      shapes[colliderA], placementA, shapes[colliderB], placementB, margin: margin,
      cache: &caches[index])
  }

  /// The transform of a collider in the world.
  @inline(__always)
  func placement(
    _ collider: Int, _ pose: UnsafeMutablePointer<BodyPose>, _ body: Int
  ) -> Transform {
    if pose.pointee.has(BodyPose.Flag.simple) { return pose.pointee.transform }
    return colliders[collider].transform(in: bodies[body].transform)
  }

  /// Computes the separations of recycled points.
  func recycle(
    _ c: UnsafeMutablePointer<ContactRecord>, _ m: UnsafeMutablePointer<ManifoldRecord>,
    _ p: UnsafeMutablePointer<ContactPoint>, _ a: UnsafeMutablePointer<BodyPose>,
    _ b: UnsafeMutablePointer<BodyPose>
  ) {
    let (qA, qB) = (a.pointee.orientation, b.pointee.orientation)
    let local = m.pointee.localNormal
    let isOnB = c.pointee.has(ContactRecord.Flag.faceB)
    let n: F4 = isOnB ? local.rotated(by: qB) : local.rotated(by: qA)
    // n·(R·p) is (Rᵀ·n)·p, so no point has to be rotated.
    let nA: F4 = isOnB ? n.unrotated(by: qA) : local
    let nB: F4 = isOnB ? local : n.unrotated(by: qB)
    let between: Float =
      (b.pointee.center - a.pointee.center).dot3(n) - m.pointee.roundA - m.pointee.roundB
    var minimum = Float.infinity
    var maximum = -Float.infinity
    for slot in 0..<Int(m.pointee.pointCount) {
      let apart: F4 = nB * p[slot].onB - nA * p[slot].onA
      let separation: Float = apart.x + apart.y + apart.z + between
      p[slot].onA.w = separation
      minimum = min(minimum, separation)
      maximum = max(maximum, separation)
    }
    if maximum > 0 || m.pointee.pointCount < 3 { setReference(m, a, b) }
    var normal = n
    normal.w = m.pointee.normal.w
    m.pointee.normal = normal
    m.pointee.minSeparation = minimum
  }

  /// Stores a manifold of the narrow phase; its points take over the impulses of old points by
  /// feature.
  func write(
    _ manifold: Manifold, _ c: UnsafeMutablePointer<ContactRecord>,
    _ m: UnsafeMutablePointer<ManifoldRecord>, _ p: UnsafeMutablePointer<ContactPoint>,
    _ a: UnsafeMutablePointer<BodyPose>, _ b: UnsafeMutablePointer<BodyPose>,
    keepsMaterial: Bool = false
  ) {
    let n = F4(manifold.normal, m.pointee.normal.w)
    let (qA, qB) = (a.pointee.orientation, b.pointee.orientation)
    c.pointee.setKind(manifold.kind)
    m.pointee.roundA = roundRadius(c.pointee.colliderA, c.pointee.bodyA, manifold.normal)
    m.pointee.roundB = roundRadius(c.pointee.colliderB, c.pointee.bodyB, manifold.normal)
    m.pointee.normal = n
    var local: F4 = n.unrotated(by: manifold.kind == .faceB ? qB : qA)
    local.w = m.pointee.localNormal.w
    m.pointee.localNormal = local
    m.pointee.minSeparation = manifold.leastSeparation
    if manifold.count < 3 || !keepsReference(m, p, a, b) { setReference(m, a, b) }
    let oldFeatures = m.pointee.features
    let oldCount = Int(m.pointee.pointCount)
    m.pointee.pointCount = Int32(manifold.count)
    if !keepsMaterial { setMaterial(m, c) }
    let isOnA = a.pointee.has(BodyPose.Flag.dynamic)
    let near: Float = 0.05 * min(a.pointee.outerRadius, b.pointee.outerRadius)
    if manifold.count == 1 && oldCount == 1 {
      // The other slots are empty.
      let old = p[0]
      set(p, 0, to: manifold[0], m, a, b)
      let delta: F4 = isOnA ? old.onA - p[0].onA : old.onB - p[0].onB
      let isSame = oldFeatures[0] == m.pointee.features[0]
      p[0].impulse = isSame || Vector3(delta).lengthSquared < near * near ? old.impulse : 0
      return
    }
    var old = (p[0], p[1], p[2], p[3])
    withUnsafeMutableBytes(of: &old) { bytes in
      guard let base = bytes.baseAddress else { return }
      let before = base.assumingMemoryBound(to: ContactPoint.self)
      var hasNewFeature = false
      for number in 0..<manifold.count {
        let point = manifold[Self.diagonal(number, of: manifold.count)]
        let feature = Int32(bitPattern: point.feature)
        var impulse: Float = -1
        for slot in 0..<oldCount
        where oldFeatures[slot] == feature && before[slot].impulse >= 0 {
          impulse = before[slot].impulse
          before[slot].impulse = -1
          break
        }
        if impulse < 0 { hasNewFeature = true }
        set(p, number, to: point, m, a, b)
        p[number].impulse = impulse
      }
      if hasNewFeature { transferImpulses(p, manifold.count, before, oldCount, near * near, isOnA) }
    }
    for number in manifold.count..<4 {
      p[number] = ContactPoint()
      m.pointee.features[number] = 0
    }
  }

  /// Stores a point of a manifold, without an impulse.
  @inline(__always)
  private func set(
    _ p: UnsafeMutablePointer<ContactPoint>, _ number: Int, to point: ManifoldPoint,
    _ m: UnsafeMutablePointer<ManifoldRecord>, _ a: UnsafeMutablePointer<BodyPose>,
    _ b: UnsafeMutablePointer<BodyPose>
  ) {
    let n = m.pointee.normal
    let position = F4(point.position)
    let half: F4 = n * (0.5 * point.separation)
    let coreA: F4 = position - half - n * m.pointee.roundA - a.pointee.center
    let coreB: F4 = position + half + n * m.pointee.roundB - b.pointee.center
    p[number].onA = coreA.unrotated(by: a.pointee.orientation)
    p[number].onB = coreB.unrotated(by: b.pointee.orientation)
    p[number].separation = point.separation
    p[number].impulse = 0
    m.pointee.features[number] = Int32(bitPattern: point.feature)
  }

  /// Makes the current poses the reference pose of a manifold.
  @inline(__always)
  private func setReference(
    _ m: UnsafeMutablePointer<ManifoldRecord>, _ a: UnsafeMutablePointer<BodyPose>,
    _ b: UnsafeMutablePointer<BodyPose>
  ) {
    var offset: F4 = b.pointee.center - a.pointee.center
    offset.w = a.pointee.center.w > 0 && b.pointee.center.w > 0 ? 1 : 0
    m.pointee.offset = offset
    m.pointee.orientationA = a.pointee.orientation
    m.pointee.orientationB = b.pointee.orientation
  }

  /// Whether a manifold that is written again keeps its reference pose.
  ///
  /// Soft contacts tilt under a moment, as rigid ones do not: n points of the stiffness k at the
  /// distance r give way by φ = M / (n·k·r²). If the lever arms followed, the weight of what is
  /// above would act with an arm that grows with φ, and a column of N cubes of mass m would buckle
  /// like an elastic mast under its own weight, where
  ///
  ///     N³·m·g = 7.84·K        K = n·k·r² = m·(2π·f)²/8 for cubes of 1 m
  ///
  /// which is at 15 cubes for f = 30 Hz. So while a contact is seated, which means that it has
  /// three points or more and none of them has lifted, its arms are those of the reference pose, as
  /// in the theory of small displacements; separations follow the bodies. As soon as a point lifts,
  /// as when a body tips, rocks or rolls, or after a displacement of 3 cm or 6 % of the size, the
  /// reference is the current pose.
  ///
  /// - Source: A. G. Greenhill, "Determination of the greatest height consistent with stability
  ///   that a vertical pole or mast can be made", Proc. Cambridge Phil. Soc. 4, 1881; anchors kept
  ///   while recycled as in Box3D, 2026; the condition that the contact is seated is ours.
  private func keepsReference(
    _ m: UnsafeMutablePointer<ManifoldRecord>, _ p: UnsafeMutablePointer<ContactPoint>,
    _ a: UnsafeMutablePointer<BodyPose>, _ b: UnsafeMutablePointer<BodyPose>
  ) -> Bool {
    let count = Int(m.pointee.pointCount)
    guard count >= 3 else { return false }
    for slot in 0..<count where p[slot].separation > 0 { return false }
    let shift = Vector3(b.pointee.center - a.pointee.center - m.pointee.offset)
    // A rotation by a small angle φ changes a unit quaternion by φ/2.
    let turnA: Float = quaternionDistance(a.pointee.orientation, m.pointee.orientationA)
    let turnB: Float = quaternionDistance(b.pointee.orientation, m.pointee.orientationB)
    let turned: Float = 2 * (turnA * a.pointee.outerRadius + turnB * b.pointee.outerRadius)
    return shift.length + turned < 3 * recyclingLimit(a, b)
  }

  private func quaternionDistance(_ p: F4, _ q: F4) -> Float {
    let d: F4 = p - q
    let squares: F4 = d * d
    return (squares.x + squares.y + squares.z + squares.w).squareRoot()
  }

  /// The number of the manifold point that is stored in a slot.
  ///
  /// Four points that go round a face are stored alternating across it. If neighbors were solved
  /// one after the other, they would rotate the body in the same direction, and a tall stack would
  /// start to lean.
  private static func diagonal(_ number: Int, of count: Int) -> Int {
    count == 4 && (number == 1 || number == 2) ? 3 - number : number
  }

  /// Gives points with new features the impulse of the nearest old point whose impulse is still
  /// unused.
  ///
  /// The features of boxes with coinciding corners change with the last bit of their positions, and
  /// stacks sway if such contacts lose their warm start. Rows get the impulses in
  /// `PrepareContacts`, and `SolveContext.warmStartRows` applies them.
  private func transferImpulses(
    _ p: UnsafeMutablePointer<ContactPoint>, _ count: Int,
    _ before: UnsafeMutablePointer<ContactPoint>, _ oldCount: Int, _ maxSquaredDistance: Float,
    _ isOnA: Bool
  ) {
    for number in 0..<count where p[number].impulse < 0 {
      var nearest = -1
      var minimum = maxSquaredDistance
      for slot in 0..<oldCount where before[slot].impulse >= 0 {
        let delta: F4 =
          isOnA ? before[slot].onA - p[number].onA : before[slot].onB - p[number].onB
        let distance: Float = Vector3(delta).lengthSquared
        if distance < minimum { (nearest, minimum) = (slot, distance) }
      }
      p[number].impulse = nearest < 0 ? 0 : before[nearest].impulse
      if nearest >= 0 { before[nearest].impulse = -1 }
    }
  }

  /// The radius with which a collider can roll on a surface of normal `n`; 0 if it cannot.
  private func roundRadius(_ collider: Int32, _ body: Int32, _ n: Vector3) -> Float {
    let c = colliders + Int(collider)
    guard c.pointee.roundRadius > 0, c.pointee.rolling != ColliderRecord.Rolling.unevenly
    else { return 0 }
    guard c.pointee.rolling == ColliderRecord.Rolling.aboutY else { return c.pointee.roundRadius }
    let orientation = bodies[Int(body)].orientation
    let axis = orientation.rotate(c.pointee.placement.orientation.rotate(.unitY))
    return abs(axis.dot(n)) < 0.02 ? c.pointee.roundRadius : 0
  }
}
