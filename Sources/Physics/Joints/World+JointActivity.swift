import CaromMaths

// A joint is attached while it and both its bodies are enabled: then it has a colour, keeps its bodies
// from colliding, and counts for islands. It is active while one of its bodies is awake: then the
// solver works on it.

extension World {
  /// The colours of joints; joints of one colour share no dynamic body.
  static var jointColors: Int32 { 31 }
  /// The colour of joints for which all colours were taken; they are solved one after the other.
  static var overflowColor: Int32 { jointColors }

  /// Attaches a joint if it and both its bodies are enabled.
  func attachIfPossible(_ joint: Int) {
    let j = joints.base[joint]
    let (a, b) = (Int(j.bodyA), Int(j.bodyB))
    guard j.has(JointRecord.Flag.enabled), !j.has(JointRecord.Flag.attached),
      bodies.base[a].has(BodyRecord.Flag.enabled),
      b < 0 || bodies.base[b].has(BodyRecord.Flag.enabled)
    else { return }
    joints.base[joint].set(JointRecord.Flag.attached, true)
    joints.base[joint].invalidateSpringMasses()
    joints.base[joint].color = allocateColor(a, b)
    isJointPlanStale = true
    wake(a)
    if b >= 0 { wake(b) }
    if b >= 0 && !j.has(JointRecord.Flag.collideConnected) { separate(a, b) }
  }

  /// Lets go of what a joint holds; its bodies wake, and collide again.
  func detach(_ joint: Int) {
    let j = joints.base[joint]
    guard j.has(JointRecord.Flag.attached) else { return }
    let (a, b) = (Int(j.bodyA), Int(j.bodyB))
    joints.base[joint].set(JointRecord.Flag.attached, false)
    joints.base[joint].color = -1
    joints.base[joint].reset()
    assignColor(j.color, a, b)
    isJointPlanStale = true
    wake(a)
    if b >= 0 { wake(b) }
    if b >= 0 && !j.has(JointRecord.Flag.collideConnected) {
      refilter(bodies.base[a].isDynamic ? a : b)
    }
  }

  /// Attaches the joints of a body that was enabled.
  func attachJoints(_ body: Int) { forEachJoint(body) { joint, _ in attachIfPossible(joint) } }

  /// Detaches the joints of a body that is being disabled.
  func detachJoints(_ body: Int) { forEachJoint(body) { joint, _ in detach(joint) } }

  /// Wakes every sleeping body that is joined to this one.
  func wakeJoined(_ body: Int) {
    forEachJoint(body) { joint, other in
      if other >= 0 && joints.base[joint].has(JointRecord.Flag.attached) { wake(other) }
    }
  }

  /// True when a joint keeps two bodies from colliding.
  func isSeparatedByJoint(_ a: Int, _ b: Int) -> Bool {
    if jointCount(of: a) == 0 || jointCount(of: b) == 0 { return false }
    let fewer = jointCount(of: a) <= jointCount(of: b)
    let (from, to) = fewer ? (a, b) : (b, a)
    var key = bodyJoints.base[from].first
    while key >= 0 {
      let j = joints.base + Int(key >> 1)
      let isA = key & 1 == 0
      let separates =
        j.pointee.flags & (JointRecord.Flag.attached | JointRecord.Flag.collideConnected)
        == JointRecord.Flag.attached
      if separates && Int(isA ? j.pointee.bodyB : j.pointee.bodyA) == to { return true }
      key = isA ? j.pointee.nextA : j.pointee.nextB
    }
    return false
  }

  /// Ends what two bodies that are joined now do to each other.
  private func separate(_ a: Int, _ b: Int) {
    var areNear = false
    forEachContact(a) { _, other in if other == b { areNear = true } }
    if areNear { refilter(a) }
  }

  // MARK: Colours

  /// Takes the lowest colour that no other joint of either body has.
  ///
  /// Only dynamic bodies count: nothing writes to the others.
  private func allocateColor(_ a: Int, _ b: Int) -> Int32 {
    var taken = bodies.base[a].isDynamic ? bodyJoints.base[a].colors : 0
    if b >= 0 && bodies.base[b].isDynamic { taken |= bodyJoints.base[b].colors }
    let color = Int32((~taken).trailingZeroBitCount)
    guard color < Self.jointColors else { return Self.overflowColor }
    let bit: UInt32 = 1 << UInt32(color)
    if bodies.base[a].isDynamic { bodyJoints.base[a].colors |= bit }
    if b >= 0 && bodies.base[b].isDynamic { bodyJoints.base[b].colors |= bit }
    return color
  }

  private func assignColor(_ color: Int32, _ a: Int, _ b: Int) {
    guard color >= 0 && color < Self.jointColors else { return }
    let bit: UInt32 = 1 << UInt32(color)
    if bodies.base[a].isDynamic { bodyJoints.base[a].colors &= ~bit }
    if b >= 0 && bodies.base[b].isDynamic { bodyJoints.base[b].colors &= ~bit }
  }
}
