/// The joints of a world, addressed by the index in their handles.
final class JointStore {
  /// The number of colors; joints of one color share no dynamic body.
  static var colorCount: Int32 { 31 }
  /// The color of joints for which no color was free; they are solved one after the other.
  static var overflowColor: Int32 { colorCount }

  @exclusivity(unchecked) var records = Buffer<JointRecord>()
  /// The head of the free list, linked by ``JointRecord/nextFree``, or -1.
  var firstFree: Int32 = -1
  /// The serial number of the last joint created.
  var serialCount: UInt32 = 0
  /// The number of joints that exist.
  var aliveCount = 0
  /// The joint list of each body; ends after the last body that ever had a joint.
  @exclusivity(unchecked) var bodyLists = Buffer<BodyJoints>()

  /// The axes of joints whose kinds use them.
  @exclusivity(unchecked) var axes = JointAxesTable()

  // MARK: Solving

  /// Whether joints or awake bodies have changed since the joints were assigned to lanes.
  var isPlanStale = true
  /// The joints with an awake body when the plan was made.
  @exclusivity(unchecked) var active = Buffer<Int32>()

  @inline(__always) var base: UnsafeMutablePointer<JointRecord> { records.base }
  @inline(__always) var count: Int { records.count }
  var elements: UnsafeMutableBufferPointer<JointRecord> { records.elements }

  /// The number of joints of a body.
  @inline(__always)
  func jointCount(of body: Int) -> Int32 {
    body < bodyLists.count ? bodyLists.base[body].count : 0
  }

  /// Calls `visit` with each joint of a body and the index of the other body, -1 for the world.
  ///
  /// The visitor must not add or remove joints of this body.
  func forEachJoint(of body: Int, _ visit: (_ joint: Int, _ other: Int) -> Void) {
    guard jointCount(of: body) > 0 else { return }
    var key = bodyLists.base[body].first
    while key >= 0 {
      let joint = Int(key >> 1)
      let isA = key & 1 == 0
      let j = base + joint
      let other = Int(isA ? j.pointee.bodyB : j.pointee.bodyA)
      let next = isA ? j.pointee.nextA : j.pointee.nextB
      visit(joint, other)
      key = next
    }
  }

  /// Whether a joint prevents two bodies from colliding.
  func areSeparated(_ a: Int, _ b: Int) -> Bool {
    if jointCount(of: a) == 0 || jointCount(of: b) == 0 { return false }
    let isFewer = jointCount(of: a) <= jointCount(of: b)
    let (from, to) = isFewer ? (a, b) : (b, a)
    var key = bodyLists.base[from].first
    while key >= 0 {
      let j = base + Int(key >> 1)
      let isA = key & 1 == 0
      let separates =
        j.pointee.flags & (JointRecord.Flag.attached | JointRecord.Flag.collideConnected)
        == JointRecord.Flag.attached
      if separates && Int(isA ? j.pointee.bodyB : j.pointee.bodyA) == to { return true }
      key = isA ? j.pointee.nextA : j.pointee.nextB
    }
    return false
  }

  /// Invalidates the measured masses of the springs of a body's joints.
  func invalidateSpringMasses(of body: Int) {
    forEachJoint(of: body) { joint, _ in base[joint].invalidateSpringMasses() }
  }

  /// The handle of the joint at an index.
  func handle(_ index: Int) -> JointHandle {
    JointHandle(index: UInt32(index), generation: base[index].generation)
  }
}
