import CaromCollision
public import CaromMaths

extension CharacterMover {
  /// Moves the character for `dt` seconds with a desired velocity in meters per second.
  ///
  /// The component of `walking` along up is ignored. On the ground the character walks at that
  /// speed along the slope; in the air it accelerates towards it.
  /// - Precondition: `dt` is above 0 and both are finite.
  /// - Complexity: About five shape casts, more in corners and on steps.
  public mutating func move(in world: World, by dt: Float, walking: Vector3 = .zero) {
    precondition(dt > 0 && dt.isFinite && walking.isFinite, "A move takes a finite time and speed")
    let (wasGrounded, wasSteep) = (isGrounded, footing == .steep)
    followGround(world, dt)
    leaveOverlaps(world)
    let wanted = level(walking)
    let isJumping = jumpSpeed > 0
    var motion: Vector3
    if wasGrounded && !isJumping {
      let walk = alongGround(wanted)
      velocity = walk + groundVelocity
      motion = walk * dt
    } else {
      let before = isJumping ? takeOff(wanted, wasGrounded) : velocity
      velocity = before
      let change = wanted - level(before)
      // On ground that is too steep to stand on, the character cannot steer.
      let most: Float = wasSteep ? 0 : settings.airAcceleration * dt
      let length = change.length
      velocity += length > most ? change * (most / length) : change
      if settings.isAffectedByGravity { velocity += world.gravity * dt }
      // The mean of the old and the new velocity, as for a body in free fall.
      motion = (before + velocity) * (0.5 * dt)
    }
    jumpSpeed = 0
    slide(world, motion, dt, mayStep: wasGrounded && !isJumping)
    findGround(world, dt, wasGrounded: wasGrounded && !isJumping)
  }

  /// The velocity of a jump: walk, ground velocity and jump speed.
  private func takeOff(_ wanted: Vector3, _ wasGrounded: Bool) -> Vector3 {
    let base = wasGrounded ? wanted + groundVelocity : level(velocity)
    return base + up * jumpSpeed
  }

  /// A horizontal velocity rotated to follow the ground, at the same speed.
  private func alongGround(_ wanted: Vector3) -> Vector3 {
    guard let direction = wanted.normalized else { return .zero }
    let rise: Float = -direction.dot(groundNormal) / max(0.01, groundNormal.dot(up))
    return (direction + up * rise).normalized(or: direction) * wanted.length
  }

  /// Follows the displacement of the ground since the last move.
  private mutating func followGround(_ world: World, _ dt: Float) {
    groundVelocity = .zero
    guard isGrounded, let handle = ground, let body = world.body(handle), body.isEnabled else {
      ground = nil
      if footing != .air { (footing, groundNormal) = (.air, up) }
      return
    }
    let now = body.transform.apply(anchor)
    let carry = now - lastAnchor
    // A larger displacement than any platform moves in a step is a teleport.
    guard carry != .zero, carry.length < 1 else { return }
    groundVelocity = carry / dt
    let cast = world.shapeCast(shape, from: placement, by: carry, filter: query.ignoring(handle))
    position += carry * (cast?.fraction ?? 1)
  }

  /// Resolves overlaps with bodies that moved into the character.
  private mutating func leaveOverlaps(_ world: World) {
    for _ in 0..<4 {
      let touching = world.contactTest(shape, at: placement, filter: query)
      var planes = MotionPlanes()
      for contact in touching {
        var minimum: Float = 0
        for number in 0..<contact.manifold.count {
          minimum = min(minimum, contact.manifold[number].separation)
        }
        // An overlap within the tolerance of shape casts is ignored.
        if minimum < -shapeCastTolerance { planes.add(-contact.manifold.normal, distance: minimum) }
      }
      if planes.count == 0 { return }
      position += planes.nearest(to: .zero)
    }
  }

  /// Moves by `motion`, sliding along obstacles and climbing steps.
  ///
  /// The rest of the original motion is projected onto all planes met so far, not the rest after
  /// the last projection: otherwise a wide corner would move the character back and forth between
  /// its walls.
  private mutating func slide(_ world: World, _ motion: Vector3, _ dt: Float, mayStep: Bool) {
    var whole = motion
    var rest = motion
    var share: Float = 1
    let velocityBefore = velocity
    var planes = MotionPlanes()
    for _ in 0..<6 {
      guard rest.lengthSquared > 1e-12 else { return }
      guard let hit = world.shapeCast(shape, from: placement, by: rest, filter: query) else {
        position += rest
        return
      }
      position += rest * hit.fraction
      share *= 1 - hit.fraction
      // An overlap so deep that it has no normal: the next move tries again.
      if hit.normal == .zero { return }
      push(world, hit, dt)
      var normal = hit.normal
      if mayStep && isWalkable(normal) && planes.count == 0 {
        // The start of a slope: continue along it at the same speed.
        let along = whole - normal * whole.dot(normal)
        whole = along.normalized(or: .zero) * whole.length
        rest = whole * share
        groundNormal = normal
        continue
      }
      if mayStep && !isWalkable(normal) {
        if step(world, rest * (1 - hit.fraction)) { return }
        // Too steep to walk, so a wall; otherwise walking into it would climb it.
        normal = level(normal).normalized(or: normal)
      }
      planes.add(normal)
      rest = planes.nearest(to: whole * share)
      velocity = planes.nearest(to: velocityBefore)
    }
  }

  /// Tries to move by `rest` over a step; returns whether it did.
  private mutating func step(_ world: World, _ rest: Vector3) -> Bool {
    let ahead = level(rest)
    guard settings.stepHeight > 0, ahead.lengthSquared > 1e-12 else { return false }
    let orientation = orientation
    func free(_ from: Vector3, _ displacement: Vector3) -> Float {
      let start = Transform(position: from, orientation: orientation)
      return world.shapeCast(shape, from: start, by: displacement, filter: query)?.fraction ?? 1
    }
    let rise: Float = settings.stepHeight * free(position, up * settings.stepHeight)
    guard rise > 1e-3 else { return false }
    let above = position + up * rise
    let over = above + ahead * free(above, ahead)
    guard (over - above).lengthSquared > 0.01 * ahead.lengthSquared else { return false }
    let start = Transform(position: over, orientation: orientation)
    guard let hit = world.shapeCast(shape, from: start, by: -up * rise, filter: query),
      (hit.point - feet).dot(up) < settings.stepHeight + 1e-3,
      supportNormal(world, hit, onEdges: true) != nil
    else { return false }
    position = over - up * (rise * hit.fraction)
    return true
  }

  /// The normal of the ground at a hit, or nil if it does not support the character.
  ///
  /// The capsule hits the edge of a step with a slanted normal, regardless of the shape of the
  /// step. With `onEdges` the ground just behind the edge is tested then.
  private func supportNormal(_ world: World, _ hit: BodyHit, onEdges: Bool) -> Vector3? {
    if isWalkable(hit.normal) { return hit.normal }
    guard onEdges, hit.normal.dot(up) > 0.02, let inward = level(-hit.normal).normalized else {
      return nil
    }
    let start = hit.point + inward * 0.02 + up * 0.05
    let behind = world.rayCast(origin: start, translation: -up * 0.1, filter: query)
    guard let behind, behind.normal != .zero, isWalkable(behind.normal) else { return nil }
    return behind.normal
  }

  /// Finds the ground under the character and moves down to it if it is near.
  private mutating func findGround(_ world: World, _ dt: Float, wasGrounded: Bool) {
    // In the air, only ground within the tolerance is used, and none while the character rises.
    let maxDrop: Float = wasGrounded ? max(0.02, settings.stepHeight) : 0.02
    let hits =
      !wasGrounded && velocity.dot(up) > 0.01
      ? [] : world.shapeCastAll(shape, from: placement, by: -up * maxDrop, filter: query)
    guard let first = hits.first else { return fly() }
    for hit in hits where (hit.fraction - first.fraction) * maxDrop < 0.002 {
      guard hit.normal != .zero,
        let normal = supportNormal(world, hit, onEdges: wasGrounded)
      else { continue }
      position -= up * (maxDrop * first.fraction)
      footing = .ground
      groundNormal = normal
      ground = hit.body
      stand(world, hit, dt)
      return
    }
    if first.fraction * maxDrop < 0.02 && first.normal != .zero {
      (footing, groundNormal, ground) = (.steep, first.normal, first.body)
    } else {
      fly()
    }
  }

  private mutating func fly() { (footing, groundNormal, ground) = (.air, up, nil) }

  /// Stores the position on the ground, and applies the character's weight to it.
  private mutating func stand(_ world: World, _ hit: BodyHit, _ dt: Float) {
    guard let body = world.body(hit.body) else { return }
    anchor = body.transform.unapply(hit.point)
    lastAnchor = body.transform.apply(anchor)
    // The velocity into the ground is removed.
    let into: Float = (velocity - body.velocity(at: hit.point)).dot(groundNormal)
    if into < 0 { velocity -= groundNormal * into }
    guard body.kind == .dynamic, settings.isAffectedByGravity, !body.isAsleep else { return }
    body.apply(force: world.gravity * settings.mass, at: hit.point)
  }

  /// Pushes a dynamic obstacle, limited by the character's push force.
  private func push(_ world: World, _ hit: BodyHit, _ dt: Float) {
    guard settings.pushForce > 0, let body = world.body(hit.body), body.kind == .dynamic,
      hit.normal.dot(up) < 0.7
    else { return }
    let direction = -hit.normal
    let approach: Float = (velocity - body.velocity(at: hit.point)).dot(direction)
    guard approach > 0 else { return }
    // At most the impulse after which both have the same speed along the normal; the body is
    // treated as a point mass.
    let impulse: Float = min(settings.pushForce * dt, approach * body.mass)
    body.apply(impulse: direction * impulse, at: hit.point)
  }
}

extension QueryFilter {
  /// The same filter with one more ignored body.
  func ignoring(_ body: BodyHandle) -> QueryFilter {
    var filter = self
    filter.ignoredBodies.append(body)
    return filter
  }
}
