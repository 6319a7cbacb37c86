import CaromMaths

extension World {
  /// Creates a joint between two bodies, or a body and the world.
  ///
  /// The joint holds from the next step on; both bodies wake, and stop colliding unless
  /// ``JointDefinition/collideConnected`` is set.
  /// - Throws: ``PhysicsError`` for values that cannot be simulated, for bodies that were destroyed, and
  ///   where neither body is dynamic.
  public func createJoint(_ definition: JointDefinition) throws(PhysicsError) -> JointHandle {
    if let error = definition.error { throw error }
    guard contains(definition.bodyA) else {
      throw .invalidProperty("bodyA", problem: "there is no such body in this world")
    }
    if let b = definition.bodyB, !contains(b) {
      throw .invalidProperty("bodyB", problem: "there is no such body in this world")
    }
    let a = Int(definition.bodyA.index)
    let b = definition.bodyB.map { Int($0.index) } ?? -1
    guard bodies.base[a].isDynamic || (b >= 0 && bodies.base[b].isDynamic) else {
      throw .invalidProperty(
        "bodyA", problem: "a joint between bodies that are not dynamic has nothing to hold")
    }
    let index = allocateJoint()
    joints.serialCount += 1
    var j = JointRecord()
    j.generation = joints.base[index].generation + 1
    j.serial = joints.serialCount
    let kind = definition.kind.resolved(distance: distance(of: definition))
    j.kind = kind.number
    j.parameters = kind.joint.parameters
    (j.bodyA, j.bodyB) = (Int32(a), Int32(b))
    j.frameA = definition.frameA
    j.frameB = definition.frameB
    j.frameA.orientation = definition.frameA.orientation.normalized
    j.frameB.orientation = definition.frameB.orientation.normalized
    (j.breakingForce, j.breakingTorque) = (definition.breakingForce, definition.breakingTorque)
    j.tagLow = UInt32(truncatingIfNeeded: definition.userTag)
    j.tagHigh = UInt32(truncatingIfNeeded: definition.userTag >> 32)
    j.flags = JointRecord.Flag.alive
    j.set(JointRecord.Flag.enabled, definition.isEnabled)
    j.set(JointRecord.Flag.collideConnected, definition.collideConnected)
    joints.base[index] = j
    if kind.usesAxes {
      joints.axes.add(index)
      joints.axes.record(index)?.pointee.axes = kind.joint.axes
    }
    joints.aliveCount += 1
    growBodyJoints()
    linkJoint(index, side: 0)
    if b >= 0 { linkJoint(index, side: 1) }
    attachIfPossible(index)
    return jointHandle(index)
  }

  /// The distance of the origins of both frames, in metres.
  private func distance(of definition: JointDefinition) -> Float {
    let a = bodies.base[Int(definition.bodyA.index)].transform
    let b = definition.bodyB.map { bodies.base[Int($0.index)].transform } ?? .identity
    return (a * definition.frameA).position.distance(to: (b * definition.frameB).position)
  }

  /// Destroys a joint; its bodies wake, and collide again.
  public func destroyJoint(_ handle: JointHandle) { removeJoint(index(of: handle)) }

  /// The joint of a handle, or nil when it was destroyed or broke.
  public func joint(_ handle: JointHandle) -> Joint? {
    contains(handle) ? Joint(world: self, handle: handle) : nil
  }

  /// Whether a handle refers to a joint of this world.
  public func contains(_ handle: JointHandle) -> Bool {
    let index = Int(handle.index)
    guard index < joints.count else { return false }
    return joints.base[index].generation == handle.generation
      && joints.base[index].has(JointRecord.Flag.alive)
  }

  /// The handles of all joints, ascending.
  public var jointHandles: [JointHandle] {
    (0..<joints.count).filter { joints.base[$0].has(JointRecord.Flag.alive) }.map(jointHandle)
  }

  /// The handles of the joints of a body, ascending; they are destroyed with the body.
  public func joints(of body: BodyHandle) -> [JointHandle] {
    var found: [JointHandle] = []
    forEachJoint(index(of: body)) { joint, _ in found.append(jointHandle(joint)) }
    return found.sorted()
  }

  func jointHandle(_ index: Int) -> JointHandle {
    JointHandle(index: UInt32(index), generation: joints.base[index].generation)
  }

  func index(of handle: JointHandle) -> Int {
    precondition(contains(handle), "The joint has been destroyed")
    return Int(handle.index)
  }

  // MARK: Storage

  func removeJoint(_ index: Int) {
    detach(index)
    unlinkJoint(index, side: 0)
    if joints.base[index].bodyB >= 0 { unlinkJoint(index, side: 1) }
    joints.axes.remove(index)
    let generation = joints.base[index].generation
    joints.base[index] = JointRecord()
    joints.base[index].generation = generation
    joints.base[index].nextFree = joints.firstFree
    joints.firstFree = Int32(index)
    joints.aliveCount -= 1
  }

  /// Removes all joints of a body that is being destroyed.
  func removeJoints(_ body: Int) {
    while jointCount(of: body) > 0 {
      removeJoint(Int(joints.bodyLists.base[body].first >> 1))
    }
  }

  private func allocateJoint() -> Int {
    if joints.firstFree >= 0 {
      let index = Int(joints.firstFree)
      joints.firstFree = joints.base[index].nextFree
      return index
    }
    joints.records.append(JointRecord())
    return joints.count - 1
  }

  // MARK: Lists

  /// The number of joints of a body.
  @inline(__always)
  func jointCount(of body: Int) -> Int32 {
    joints.jointCount(of: body)
  }

  private func growBodyJoints() {
    let old = joints.bodyLists.count
    guard old < bodies.count else { return }
    joints.bodyLists.resize(bodies.count)
    for body in old..<bodies.count { joints.bodyLists.base[body] = BodyJoints() }
  }

  /// Calls `visit` with each joint of a body and the other body's index, -1 for the world.
  ///
  /// The closure must not add or remove joints of this body.
  func forEachJoint(_ body: Int, _ visit: (_ joint: Int, _ other: Int) -> Void) {
    joints.forEachJoint(of: body, visit)
  }

  private func linkJoint(_ joint: Int, side: Int32) {
    let body = Int(side == 0 ? joints.base[joint].bodyA : joints.base[joint].bodyB)
    let key = Int32(joint) << 1 | side
    let next = joints.bodyLists.base[body].first
    setJointPrevious(key, -1)
    setJointNext(key, next)
    if next >= 0 { setJointPrevious(next, key) }
    joints.bodyLists.base[body].first = key
    joints.bodyLists.base[body].count += 1
  }

  private func unlinkJoint(_ joint: Int, side: Int32) {
    let j = joints.base[joint]
    let body = Int(side == 0 ? j.bodyA : j.bodyB)
    let previous = side == 0 ? j.previousA : j.previousB
    let next = side == 0 ? j.nextA : j.nextB
    if previous >= 0 {
      setJointNext(previous, next)
    } else {
      joints.bodyLists.base[body].first = next
    }
    if next >= 0 { setJointPrevious(next, previous) }
    joints.bodyLists.base[body].count -= 1
  }

  private func setJointPrevious(_ key: Int32, _ value: Int32) {
    let j = joints.base + Int(key >> 1)
    if key & 1 == 0 { j.pointee.previousA = value } else { j.pointee.previousB = value }
  }

  private func setJointNext(_ key: Int32, _ value: Int32) {
    let j = joints.base + Int(key >> 1)
    if key & 1 == 0 { j.pointee.nextA = value } else { j.pointee.nextB = value }
  }
}
