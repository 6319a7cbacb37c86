import CaromMaths

extension World {
  /// Puts islands to sleep in which every body has rested long enough.
  ///
  /// An island is what touching contacts and joints hold together, static bodies aside. It is only worked out
  /// when some body has rested long enough.
  func putToSleep(_ dt: Float) {
    let records = bodies.base
    var isAnyReady = false
    let awake = awake.base
    let timeToSleep = settings.timeToSleep
    for slot in 0..<self.awake.count {
      let b = records + Int(awake[slot])
      guard b.pointee.isDynamic else { continue }
      let slow = b.pointee.linearRestingThreshold
      let calm = b.pointee.angularRestingThreshold
      var rests =
        b.pointee.has(BodyRecord.Flag.allowsResting)
        && b.pointee.velocity.lengthSquared <= slow * slow
        && b.pointee.angularVelocity.lengthSquared <= calm * calm
      // A joint that closes a wide gap moves bodies and leaves them no velocity.
      if rests && jointCount(of: Int(awake[slot])) > 0 {
        let displacement = slow * dt
        rests = b.pointee.motion.lengthSquared <= displacement * displacement
      }
      b.pointee.sleepTime = rests ? b.pointee.sleepTime + dt : 0
      if b.pointee.sleepTime >= timeToSleep { isAnyReady = true }
    }
    if isAnyReady { sleepIslands() }
  }

  private func sleepIslands() {
    let count = awake.count
    // Three rows: the parent of each place, whether its island must stay awake, its last member.
    parents.resize(count * 3)
    let parent = parents.base
    let isKept = parent + count
    let last = isKept + count
    let records = bodies.base
    for slot in 0..<count {
      let b = records + Int(awake.base[slot])
      parent[slot] = Int32(slot)
      let isReady = b.pointee.isDynamic && b.pointee.sleepTime >= settings.timeToSleep
      isKept[slot] = isReady ? 0 : 1
      last[slot] = -1
    }
    for slot in 0..<active.count {
      let c = contacts.base + Int(active.base[slot])
      guard c.pointee.has(ContactRecord.Flag.touching), c.pointee.has(ContactRecord.Flag.collides)
      else { continue }
      let a = Int(records[Int(c.pointee.bodyA)].awakeIndex)
      let b = Int(records[Int(c.pointee.bodyB)].awakeIndex)
      if a >= 0 && b >= 0 { unite(a, b, parent, isKept) }
    }
    forEachGroundedChassis { chassis, ground in
      let a = Int(records[chassis].awakeIndex)
      let b = Int(records[ground].awakeIndex)
      if a >= 0 && b >= 0 && records[ground].isDynamic { unite(a, b, parent, isKept) }
    }
    for slot in 0..<activeJoints.count {
      let j = joints.base + Int(activeJoints.base[slot])
      guard j.pointee.bodyB >= 0 else { continue }
      let a = Int(records[Int(j.pointee.bodyA)].awakeIndex)
      let b = Int(records[Int(j.pointee.bodyB)].awakeIndex)
      if a >= 0 && b >= 0 { unite(a, b, parent, isKept) }
    }
    var sleepers: [(root: Int, body: Int32)] = []
    for slot in 0..<count {
      let root = find(slot, parent)
      if isKept[root] == 0 { sleepers.append((root, awake.base[slot])) }
    }
    for (root, body) in sleepers {
      // A ring of members: the new one points to the first, which the last pointed to.
      let previous = last[root]
      if previous < 0 {
        records[Int(body)].nextInIsland = body
      } else {
        records[Int(body)].nextInIsland = records[Int(previous)].nextInIsland
        records[Int(previous)].nextInIsland = body
      }
      last[root] = body
    }
    for (_, body) in sleepers {
      let b = records + Int(body)
      b.pointee.velocity = .zero
      b.pointee.angularVelocity = .zero
      removeAwake(Int(body))
      pendingSleep.append(SleepEvent(body: handle(Int(body)), isAsleep: true))
    }
  }

  private func find(_ slot: Int, _ parent: UnsafeMutablePointer<Int32>) -> Int {
    var node = slot
    while Int(parent[node]) != node {
      parent[node] = parent[Int(parent[node])]
      node = Int(parent[node])
    }
    return node
  }

  private func unite(
    _ a: Int, _ b: Int, _ parent: UnsafeMutablePointer<Int32>,
    _ isKept: UnsafeMutablePointer<Int32>
  ) {
    let (x, y) = (find(a, parent), find(b, parent))
    if x == y { return }
    let (low, high) = (min(x, y), max(x, y))
    parent[high] = Int32(low)
    isKept[low] |= isKept[high]
  }
}
