import CaromCollision
import CaromMaths

extension World {
  /// Moves the world on by `dt` seconds.
  ///
  /// Finds contacts, solves them in substeps, moves the bodies, then writes ``contactEvents``,
  /// ``sleepEvents``, ``jointEvents`` and ``movedBodies``. Forces that were applied since the last step act now.
  /// - Precondition: `dt` is above 0 and finite.
  /// - Complexity: What is awake and what touches it; sleeping and static bodies cost nothing.
  public func step(_ dt: Float) {
    precondition(dt > 0 && dt.isFinite, "A step takes more than 0 seconds")
    stepCount += 1
    updateDamping(dt / Float(settings.substeps))
    startKinematics(dt)
    senseGround()
    findPairs()
    updatePoses(dt)
    collideContacts(dt)
    dropSeams()
    applyFields(dt)
    driveVehicles(dt)
    rememberMotion()
    solve(dt)
    moveBodies(dt)
    storeJoints(dt)
    reportContacts()
    if settings.allowsSleep { putToSleep(dt) }
    sleepEvents.removeAll(keepingCapacity: true)
    swap(&sleepEvents, &pendingSleep)
  }

  /// Gives kinematic bodies the velocity that their target asks for, and lets others come to rest.
  private func startKinematics(_ dt: Float) {
    var place = 0
    while place < awake.count {
      let index = Int(awake.base[place])
      let b = bodies.base + index
      if b.pointee.isKinematic {
        if b.pointee.has(BodyRecord.Flag.hasTarget) {
          b.pointee.velocity = (b.pointee.targetPosition - b.pointee.position) / dt
          b.pointee.angularVelocity = Self.angularVelocity(
            from: b.pointee.orientation, to: b.pointee.targetOrientation, in: dt)
          b.pointee.set(BodyRecord.Flag.targetVelocity, true)
        } else if b.pointee.has(BodyRecord.Flag.targetVelocity) {
          b.pointee.velocity = .zero
          b.pointee.angularVelocity = .zero
          b.pointee.set(BodyRecord.Flag.targetVelocity, false)
        }
        if !b.pointee.isMoving {
          removeAwake(index)
          // Where it came to in the last step has not been looked at yet.
          lookOnce(index)
          continue
        }
      }
      place += 1
    }
  }

  /// The constant angular velocity that turns `a` into `b` the short way in `dt` seconds.
  static func angularVelocity(from a: Quaternion, to b: Quaternion, in dt: Float) -> Vector3 {
    if a == b { return .zero }
    var q = b * a.inverse
    if q.w < 0 { q = Quaternion(-q.x, -q.y, -q.z, -q.w) }
    let sine = q.vector.length
    if sine < 1e-9 { return q.vector * (2 / dt) }
    return q.vector * (2 * Portable.atan2(sine, q.w) / (sine * dt))
  }

  /// Makes contacts of colliders whose boxes began to overlap.
  ///
  /// In the order of their indices, whatever the order of the trees.
  private func findPairs() {
    guard !moved.isEmpty else { return }
    newPairs.removeAll()
    for place in 0..<moved.count {
      let collider = moved.base[place]
      let c = colliders.base[Int(collider)]
      colliders.base[Int(collider)].isMoved = 0
      guard c.proxy >= 0 else { continue }
      let body = Int(c.body)
      let kind = bodies.base[body].kind
      let box = broadPhase.box(c.proxy, kind: kind)
      broadPhase.dynamics.query(box) { _, other in considerPair(collider, body, other) }
      broadPhase.kinematics.query(box) { _, other in considerPair(collider, body, other) }
      if kind != BodyKind.static.rawValue {
        broadPhase.statics.query(box) { _, other in considerPair(collider, body, other) }
      }
    }
    dropParted()
    moved.removeAll()
    var found = newPairs.elements
    found.sort()
    var last = UInt64.max
    for place in 0..<newPairs.count {
      let key = newPairs.base[place]
      if key == last { continue }
      last = key
      createContact(Int32(key >> 32), Int32(key & 0xffff_ffff))
    }
  }

  /// Ends the contacts of colliders whose boxes have parted.
  private func dropParted() {
    for place in 0..<moved.count {
      let collider = moved.base[place]
      let body = Int(colliders.base[Int(collider)].body)
      guard body >= 0 else { continue }
      var key = bodies.base[body].firstContact
      while key >= 0 {
        let contact = Int(key >> 1)
        let c = contacts.base[contact]
        key = key & 1 == 0 ? c.nextA : c.nextB
        guard c.colliderA == collider || c.colliderB == collider else { continue }
        let boxA = box(c.colliderA, c.bodyA)
        if boxA.overlaps(box(c.colliderB, c.bodyB)) { continue }
        destroyContact(contact)
        // The next may have been a part of the one that is gone.
        if c.has(ContactRecord.Flag.surface) { key = bodies.base[body].firstContact }
      }
    }
  }

  /// The fat box of a collider.
  private func box(_ collider: Int32, _ body: Int32) -> AABB {
    broadPhase.box(
      colliders.base[Int(collider)].proxy, kind: bodies.base[Int(body)].kind)
  }

  private func considerPair(_ collider: Int32, _ body: Int, _ data: UInt32) -> Bool {
    let other = Int32(bitPattern: data)
    let otherBody = Int(colliders.base[Int(other)].body)
    if otherBody == body { return true }
    let (collides, reports) = relation(body, otherBody)
    if !collides && !reports { return true }
    let key = PairTable.key(min(collider, other), max(collider, other))
    if contactTable[key] < 0 { newPairs.append(key) }
    return true
  }

  /// Copies the outcome of the solver into the bodies and brings their boxes up to date.
  private func moveBodies(_ dt: Float) {
    movedIndices.removeAll()
    moves.resize(awake.count)
    let context = MoveContext(
      bodies: bodies.base, awake: awake.base, solved: solver.bodies.base, moves: moves.base,
      isContinuous: settings.isContinuous, greatestWay: BodyChecks.greatestSpeed * dt)
    share(awake.count, inChunksOf: 128, from: 512) { range in
      for place in range { context.move(place, isLast: false) }
    }
    // What changes trees, and what looks at others, is done on one thread.
    let least = settings.speculativeDistance
    let moves = moves.base
    for place in 0..<awake.count where moves[place] != MoveContext.still {
      let index = Int(context.awake[place])
      if moves[place] == MoveContext.fast {
        let b = bodies.base + index
        let (before, center) = (b.pointee.transform, b.pointee.center)
        context.move(place, isLast: true)
        let isSpinning = MoveContext.isSpinning(context.solved[place + 1])
        stopAtImpact(index, before, center, isSpinning: isSpinning)
        context.note(index, before, center)
      }
      movedIndices.append(Int32(index))
      refit(index, dt, least)
    }
    if !movedIndices.isEmpty {
      queryState.forget(BodyKind.kinematic.rawValue)
      queryState.forget(BodyKind.dynamic.rawValue)
    }
  }

  /// How far ahead contacts of a body are looked for: what it may move in a step, within its size.
  static func reach(_ b: UnsafeMutablePointer<BodyRecord>, _ dt: Float, _ least: Float) -> Float {
    let speed: Float =
      b.pointee.velocity.length + b.pointee.angularVelocity.length * b.pointee.outerRadius
    return min(speed * dt, max(least, 0.5 * b.pointee.innerRadius))
  }

  /// Brings the boxes of a body that moved up to date in its tree.
  private func refit(_ index: Int, _ dt: Float, _ least: Float) {
    let b = bodies.base + index
    let transform = b.pointee.transform
    let isDynamic = b.pointee.isDynamic
    let room = least + Self.reach(b, dt, least)
    let margin = min(0.05, 0.125 * b.pointee.outerRadius)
    let ahead = b.pointee.velocity * (2 * dt)
    var collider = b.pointee.firstCollider
    while collider >= 0 {
      let c = colliders.base + Int(collider)
      let placed = c.pointee.transform(in: transform)
      let tight = shapes[Int(collider)].bounds(at: placed).expanded(by: room)
      if broadPhase.update(
        c.pointee.proxy, tight: tight, margin: margin, ahead: ahead, isDynamic: isDynamic)
      {
        markMoved(collider)
      }
      collider = c.pointee.next
    }
  }
}
