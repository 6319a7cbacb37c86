import CaromMaths

// A joint is attached while it and both its bodies are enabled: it has a colour, prevents its bodies from
// colliding, and connects islands. It is active while one of its bodies is awake: it is solved.

extension World {
  /// The number of colours; joints of one colour share no dynamic body.
  static var jointColors: Int32 { 31 }
  /// The colour of joints for which no colour was free; they are solved one after the other.
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
    joints.isPlanStale = true
    wake(a)
    if b >= 0 { wake(b) }
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
    assignColor(j.color, a, b)
    joints.isPlanStale = true
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

  /// Ends the contacts between two bodies that were joined.
  private func separate(_ a: Int, _ b: Int) {
    var areNear = false
    forEachContact(a) { _, other in if other == b { areNear = true } }
    if areNear { refilter(a) }
  }

  // MARK: Colours

  /// Assigns the lowest colour that no other joint of either body has.
  ///
  /// Only dynamic bodies count, since others are not written.
  private func allocateColor(_ a: Int, _ b: Int) -> Int32 {
    var taken = bodies.base[a].isDynamic ? joints.bodyLists.base[a].colors : 0
    if b >= 0 && bodies.base[b].isDynamic { taken |= joints.bodyLists.base[b].colors }
    let color = Int32((~taken).trailingZeroBitCount)
    guard color < Self.jointColors else { return Self.overflowColor }
    let bit: UInt32 = 1 << UInt32(color)
    if bodies.base[a].isDynamic { joints.bodyLists.base[a].colors |= bit }
    if b >= 0 && bodies.base[b].isDynamic { joints.bodyLists.base[b].colors |= bit }
    return color
  }

  private func assignColor(_ color: Int32, _ a: Int, _ b: Int) {
    guard color >= 0 && color < Self.jointColors else { return }
    let bit: UInt32 = 1 << UInt32(color)
    if bodies.base[a].isDynamic { joints.bodyLists.base[a].colors &= ~bit }
    if b >= 0 && bodies.base[b].isDynamic { joints.bodyLists.base[b].colors &= ~bit }
  }
}
