import CaromMaths

/// Creates, attaches, detaches and removes joints, and keeps their lists and colors consistent.
final class JointLifecycle {
  let bodies: BodyStore
  let contacts: ContactStore
  let joints: JointStore
  let activation: BodyActivator
  let contactLifecycle: ContactLifecycle

  init(
    _ bodies: BodyStore, _ contacts: ContactStore, _ joints: JointStore,
    _ activation: BodyActivator,
    _ contactLifecycle: ContactLifecycle
  ) {
    (self.bodies, self.contacts, self.joints) = (bodies, contacts, joints)
    (self.activation, self.contactLifecycle) = (activation, contactLifecycle)
  }

  /// Adds a joint of a valid definition between body `a` and body `b`, -1 for the world.
  func create(_ definition: JointDefinition, _ a: Int, _ b: Int) -> Int {
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
    return index
  }

  /// The distance of the origins of both frames, in meters.
  private func distance(of definition: JointDefinition) -> Float {
    let a = bodies.base[Int(definition.bodyA.index)].transform
    let b = definition.bodyB.map { bodies.base[Int($0.index)].transform } ?? .identity
    return definition.kind.distance(
      (a * definition.frameA).position, (b * definition.frameB).position)
  }

  /// Removes overloaded joints and reports them, in the order of their creation.
  func remove(broken: UnsafeMutableBufferPointer<Int32>, _ report: StepReport) {
    report.jointEvents.removeAll(keepingCapacity: true)
    guard broken.count > 0 else { return }
    let found = broken.sorted {
      joints.base[Int($0)].serial < joints.base[Int($1)].serial
    }
    for index in found {
      let j = joints.base[Int(index)]
      report.jointEvents.append(
        JointEvent(
          joint: joints.handle(Int(index)), bodyA: bodies.handle(Int(j.bodyA)),
          bodyB: j.bodyB < 0 ? nil : bodies.handle(Int(j.bodyB)), tag: j.tag, force: j.force,
          torque: j.torque))
      remove(Int(index))
    }
  }

  // MARK: Storage

  /// Removes a joint; its bodies wake, and collide again.
  func remove(_ index: Int) {
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
  func removeJoints(of body: Int) {
    while joints.jointCount(of: body) > 0 {
      remove(Int(joints.bodyLists.base[body].first >> 1))
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

  private func growBodyJoints() {
    let old = joints.bodyLists.count
    guard old < bodies.count else { return }
    joints.bodyLists.resize(bodies.count)
    for body in old..<bodies.count { joints.bodyLists.base[body] = BodyJoints() }
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
    bodies.base[body].flags |= BodyRecord.Flag.jointed
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
    if joints.bodyLists.base[body].count == 0 {
      bodies.base[body].flags &= ~BodyRecord.Flag.jointed
    }
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
