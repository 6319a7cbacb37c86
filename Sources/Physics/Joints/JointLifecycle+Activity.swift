import CaromMaths

// A joint is attached while it and both its bodies are enabled: it has a color, prevents its bodies
// from colliding, and connects islands. It is active while one of its bodies is awake: it is
// solved.

extension JointLifecycle {
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
    joints.isPlanStale = true
    activation.wake(a)
    if b >= 0 { activation.wake(b) }
    if b >= 0 && !j.has(JointRecord.Flag.collideConnected) { separate(a, b) }
  }

  /// Detaches a joint; its bodies wake and collide again.
  func detach(_ joint: Int) {
    let j = joints.base[joint]
    guard j.has(JointRecord.Flag.attached) else { return }
    let (a, b) = (Int(j.bodyA), Int(j.bodyB))
    joints.base[joint].set(JointRecord.Flag.attached, false)
    joints.base[joint].color = -1
    joints.base[joint].reset()
    releaseColor(j.color, a, b)
    joints.isPlanStale = true
    activation.wake(a)
    if b >= 0 { activation.wake(b) }
    if b >= 0 && !j.has(JointRecord.Flag.collideConnected) {
      contactLifecycle.refilter(bodies.base[a].isDynamic ? a : b)
    }
  }

  /// Attaches the joints of a body that was enabled.
  func attachJoints(of body: Int) {
    joints.forEachJoint(of: body) { joint, _ in attachIfPossible(joint) }
  }

  /// Detaches the joints of a body that is being disabled.
  func detachJoints(of body: Int) { joints.forEachJoint(of: body) { joint, _ in detach(joint) } }

  /// Ends the contacts between two bodies that were joined.
  private func separate(_ a: Int, _ b: Int) {
    var areNear = false
    contacts.forEachContact(of: a, in: bodies) { _, other in if other == b { areNear = true } }
    if areNear { contactLifecycle.refilter(a) }
  }

  // MARK: Colors

  /// Assigns the lowest color that no other joint of either body has.
  ///
  /// Only dynamic bodies count, since others are not written.
  private func allocateColor(_ a: Int, _ b: Int) -> Int32 {
    var taken = bodies.base[a].isDynamic ? joints.bodyLists.base[a].colors : 0
    if b >= 0 && bodies.base[b].isDynamic { taken |= joints.bodyLists.base[b].colors }
    let color = Int32((~taken).trailingZeroBitCount)
    guard color < JointStore.colorCount else { return JointStore.overflowColor }
    let bit: UInt32 = 1 << UInt32(color)
    if bodies.base[a].isDynamic { joints.bodyLists.base[a].colors |= bit }
    if b >= 0 && bodies.base[b].isDynamic { joints.bodyLists.base[b].colors |= bit }
    return color
  }

  /// Releases the color of a detached joint on both bodies.
  private func releaseColor(_ color: Int32, _ a: Int, _ b: Int) {
    guard color >= 0 && color < JointStore.colorCount else { return }
    let bit: UInt32 = 1 << UInt32(color)
    if bodies.base[a].isDynamic { joints.bodyLists.base[a].colors &= ~bit }
    if b >= 0 && bodies.base[b].isDynamic { joints.bodyLists.base[b].colors &= ~bit }
  }
}
