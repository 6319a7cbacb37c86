import CaromMaths

extension JointRecord {
  /// Whether a joint of a snapshot refers to something outside the world.
  func hasInvalidReference(_ bodies: Int, _ joints: Int) -> Bool {
    func out(_ index: Int32, _ count: Int) -> Bool { index < -1 || Int(index) >= count }
    let links = [previousA, nextA, previousB, nextB].map { $0 >> 1 }
    if out(bodyA, bodies) || out(bodyB, bodies) || out(nextFree, joints) { return true }
    if links.contains(where: { out($0, joints) }) { return true }
    if !springMass.isFinite || !secondMass.isFinite || secondMass.least < 0 { return true }
    if color < -1 || color > JointStore.overflowColor { return true }
    if !has(Flag.alive) { return has(Flag.attached) }
    return bodyA < 0 || kind >= JointKind.count || parameters.features & ~type.features != 0
  }
}

extension WorldChecks {
  /// The first joint of a snapshot that refers to something outside the world, or nil.
  var jointReferenceProblem: String? {
    func out(_ index: Int32, _ count: Int) -> Bool { index < -1 || Int(index) >= count }
    if joints.elements.contains(where: { $0.hasInvalidReference(bodies.count, joints.count) })
      || out(joints.firstFree, joints.count)
    {
      return "a joint points outside the world"
    }
    if let problem = jointAxesProblem { return problem }
    let lists = joints.bodyLists.elements
    if lists.count > bodies.count
      || lists.contains(where: {
        out($0.first >> 1, joints.count) || ($0.first < 0) != ($0.count == 0)
      })
    {
      return "a body has joints outside the world"
    }
    return nil
  }

  /// The first problem of the axes of a snapshot, or nil; also indexes them by their joints.
  private var jointAxesProblem: String? {
    for record in joints.axes.records.elements {
      guard record.joint >= 0, Int(record.joint) < joints.count, record.isFinite else {
        return "the axes of a joint are not finite or those of no joint"
      }
    }
    joints.axes.rebuildIndices()
    for joint in 0..<joints.count {
      let j = joints.base + joint
      let usesAxes = j.pointee.has(JointRecord.Flag.alive) && j.pointee.type.usesAxes
      if usesAxes != (joints.axes.record(joint) != nil) { return "a joint has the axes of another" }
    }
    let count = joints.elements.count { $0.has(JointRecord.Flag.alive) && $0.type.usesAxes }
    return count == joints.axes.records.count ? nil : "a joint has axes twice"
  }

  /// The first inconsistency among the joints, or nil.
  var jointProblem: String? {
    var alive = 0
    for index in 0..<joints.count where joints.base[index].has(JointRecord.Flag.alive) {
      alive += 1
      let j = joints.base[index]
      let name = "joint \(index)"
      let a = bodies.base[Int(j.bodyA)]
      if !a.has(BodyRecord.Flag.alive) { return "\(name) refers to a destroyed body" }
      var isWhole = a.has(BodyRecord.Flag.enabled)
      if j.bodyB >= 0 {
        let b = bodies.base[Int(j.bodyB)]
        if !b.has(BodyRecord.Flag.alive) { return "\(name) refers to a destroyed body" }
        isWhole = isWhole && b.has(BodyRecord.Flag.enabled)
        let isTorn = a.isDynamic && b.isDynamic && a.isAwake != b.isAwake
        if j.has(JointRecord.Flag.attached) && isTorn && !j.isFilter {
          return "\(name) holds one body that is awake and one that sleeps"
        }
      }
      if j.has(JointRecord.Flag.attached) != (isWhole && j.has(JointRecord.Flag.enabled)) {
        return "\(name) is attached although something is disabled, or the other way round"
      }
      if (j.color >= 0) != j.has(JointRecord.Flag.attached) {
        return "\(name) has a color although it is not attached, or the other way round"
      }
      if !j.force.isFinite || !j.torque.isFinite { return "\(name) is not finite" }
    }
    if alive != joints.aliveCount { return "\(alive) joints live, counted as \(joints.aliveCount)" }
    var ends = 0
    for index in 0..<bodies.count where bodies.base[index].has(BodyRecord.Flag.alive) {
      var count: Int32 = 0
      var colors: UInt32 = 0
      var isTwice = false
      joints.forEachJoint(of: index) { joint, _ in
        let j = joints.base[joint]
        if j.bodyA == Int32(index) || j.bodyB == Int32(index) { count += 1 }
        guard j.color >= 0, j.color < JointStore.colorCount else { return }
        let bit: UInt32 = 1 << UInt32(j.color)
        if colors & bit != 0 { isTwice = true }
        colors |= bit
      }
      if count != joints.jointCount(of: index) {
        return "body \(index) has \(count) joints, counted as \(joints.jointCount(of: index))"
      }
      if index < joints.bodyLists.count && !joints.bodyLists.base[index].energyBudget.isFinite {
        return "body \(index) has an energy budget that is not finite"
      }
      if bodies.base[index].isDynamic {
        if isTwice { return "body \(index) has two joints of one color" }
        if index < joints.bodyLists.count && joints.bodyLists.base[index].colors != colors {
          return "body \(index) has other joint colors than its record"
        }
      }
      ends += Int(count)
    }
    let expected = (0..<joints.count).reduce(0) { sum, index in
      let j = joints.base[index]
      return sum + (j.has(JointRecord.Flag.alive) ? (j.bodyB >= 0 ? 2 : 1) : 0)
    }
    return ends == expected ? nil : "the bodies' lists hold \(ends) joint ends, not \(expected)"
  }
}
