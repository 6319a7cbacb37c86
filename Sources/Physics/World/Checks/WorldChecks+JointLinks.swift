// Validates the linked lists of joints of a snapshot before anything follows them.

extension WorldChecks {
  /// The first list of joints that loops, or loses or shares a member; nil when all are valid.
  ///
  /// Joints in valid lists can still be inconsistent: see ``jointProblem``.
  /// - Precondition: No index is outside its buffer.
  var jointLinkProblem: String? { freeJointProblem ?? listedJointProblem ?? jointProblem }

  private var freeJointProblem: String? {
    var free = 0
    for slot in 0..<joints.count where !joints.base[slot].has(JointRecord.Flag.alive) {
      free += 1
    }
    var (found, slot) = (0, joints.firstFree)
    while slot >= 0 {
      if joints.base[Int(slot)].has(JointRecord.Flag.alive) { return "a free joint is in use" }
      found += 1
      if found > free { return "the list of free joints loops" }
      slot = joints.base[Int(slot)].nextFree
    }
    return found == free ? nil : "\(free) free joints, \(found) in their list"
  }

  private var listedJointProblem: String? {
    var sides = 0
    for slot in 0..<joints.count where joints.base[slot].has(JointRecord.Flag.alive) {
      let j = joints.base[slot]
      if j.bodyA == j.bodyB { return "joint \(slot) holds one body twice" }
      sides += j.bodyB >= 0 ? 2 : 1
    }
    var found = 0
    for index in 0..<joints.bodyLists.count {
      let list = joints.bodyLists.base[index]
      if !bodies.base[index].has(BodyRecord.Flag.alive) && list.first >= 0 {
        return "the free body \(index) has joints"
      }
      var (key, previous, count): (Int32, Int32, Int32) = (list.first, -1, 0)
      while key >= 0 {
        let j = joints.base[Int(key >> 1)]
        let isA = key & 1 == 0
        if !j.has(JointRecord.Flag.alive) || (isA ? j.bodyA : j.bodyB) != Int32(index) {
          return "body \(index) has the joint of another body"
        }
        if (isA ? j.previousA : j.previousB) != previous {
          return "the joints of body \(index) do not lead back"
        }
        count += 1
        found += 1
        if found > sides { return "the joints of body \(index) loop" }
        (previous, key) = (key, isA ? j.nextA : j.nextB)
      }
      if count != list.count {
        return "body \(index) has \(count) joints, counted as \(list.count)"
      }
    }
    return found == sides ? nil : "the joints have \(sides) sides, \(found) of them are listed"
  }
}
