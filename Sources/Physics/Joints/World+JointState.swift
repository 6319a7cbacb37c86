import CaromMaths
import CaromProperties

extension JointRecord {
  /// True when a joint from a snapshot points outside the world.
  func hasInvalidReference(_ bodies: Int, _ joints: Int) -> Bool {
    func out(_ index: Int32, _ count: Int) -> Bool { index < -1 || Int(index) >= count }
    let links = [previousA, nextA, previousB, nextB].map { $0 >> 1 }
    if out(bodyA, bodies) || out(bodyB, bodies) || out(nextFree, joints) { return true }
    if links.contains(where: { out($0, joints) }) { return true }
    if warmStartSuspension > EnergyGroup.warmStartSuspension { return true }
    if !springMass.isFinite || !secondMass.isFinite || secondMass.least < 0 { return true }
    if color < -1 || color > World.overflowColor { return true }
    if !has(Flag.alive) { return has(Flag.attached) }
    return bodyA < 0 || JointKindNumber(rawValue: kind) == nil
      || !parameters.suits(JointKindNumber(rawValue: kind) ?? .ballSocket)
  }
}

extension JointParameters {
  /// True when a kind has all of the features.
  func suits(_ kind: JointKindNumber) -> Bool {
    typealias F = JointFeature
    let allowed: UInt32
    switch kind {
    case .ballSocket: allowed = F.friction
    case .hinge, .slider: allowed = F.limits | F.motor | F.spring
    case .fixed: allowed = F.spring | F.secondSpring
    case .distance: allowed = F.limits | F.spring | F.rod
    case .coneTwist: allowed = F.friction | F.limits | F.swing
    case .wheel: allowed = F.limits | F.motor | F.spring | F.secondSpring
    }
    return features & ~allowed == 0
  }
}

extension World {
  /// True when a snapshot must say something about joints.
  var hasJointState: Bool {
    let usual = WorldSettings()
    return jointSerials > 0 || settings.jointHertz != usual.jointHertz
      || settings.jointDampingRatio != usual.jointDampingRatio
  }

  func saveJoints(_ sink: inout StateSink) {
    sink.put(settings.jointHertz)
    sink.put(settings.jointDampingRatio)
    sink.put(jointSerials)
    sink.put(UInt32(jointCount))
    sink.put(freeJoint)
    put(joints.elements, &sink)
    put(bodyJoints.elements, &sink)
  }

  func loadJoints(_ source: inout StateSource, _ settings: inout WorldSettings) {
    settings.jointHertz = source.get()
    settings.jointDampingRatio = source.get()
    jointSerials = source.get()
    jointCount = Int(source.get(UInt32.self))
    freeJoint = source.get()
    get(&joints, &source)
    get(&bodyJoints, &source)
    if let problem = settings.problem { source.reject(problem) }
  }

  func clearJoints() {
    joints.removeAll()
    bodyJoints.removeAll()
    (freeJoint, jointSerials, jointCount) = (-1, 0, 0)
    isJointPlanStale = true
  }

  /// The first joint of a snapshot that points outside the world, or nil.
  var jointReferenceProblem: String? {
    func out(_ index: Int32, _ count: Int) -> Bool { index < -1 || Int(index) >= count }
    if joints.elements.contains(where: { $0.hasInvalidReference(bodies.count, joints.count) })
      || out(freeJoint, joints.count)
    {
      return "a joint points outside the world"
    }
    let lists = bodyJoints.elements
    if lists.count > bodies.count
      || lists.contains(where: {
        out($0.first >> 1, joints.count) || ($0.first < 0) != ($0.count == 0)
      })
    {
      return "a body has joints outside the world"
    }
    return nil
  }

  /// The first contradiction among the joints, or nil.
  var jointProblem: String? {
    var alive = 0
    for index in 0..<joints.count where joints.base[index].has(JointRecord.Flag.alive) {
      alive += 1
      let j = joints.base[index]
      let name = "joint \(index)"
      let a = bodies.base[Int(j.bodyA)]
      if !a.has(BodyRecord.Flag.alive) { return "\(name) holds a body that is gone" }
      var isWhole = a.has(BodyRecord.Flag.enabled)
      if j.bodyB >= 0 {
        let b = bodies.base[Int(j.bodyB)]
        if !b.has(BodyRecord.Flag.alive) { return "\(name) holds a body that is gone" }
        isWhole = isWhole && b.has(BodyRecord.Flag.enabled)
        let isTorn = a.isDynamic && b.isDynamic && a.isAwake != b.isAwake
        if j.has(JointRecord.Flag.attached) && isTorn {
          return "\(name) holds one body that is awake and one that sleeps"
        }
      }
      if j.has(JointRecord.Flag.attached) != (isWhole && j.has(JointRecord.Flag.enabled)) {
        return "\(name) is attached although something is disabled, or the other way round"
      }
      if (j.color >= 0) != j.has(JointRecord.Flag.attached) {
        return "\(name) has a colour although it is not attached, or the other way round"
      }
      if !j.force.isFinite || !j.torque.isFinite { return "\(name) is not finite" }
    }
    if alive != jointCount { return "\(alive) joints live, counted as \(jointCount)" }
    var ends = 0
    for index in 0..<bodies.count where bodies.base[index].has(BodyRecord.Flag.alive) {
      var count: Int32 = 0
      var colors: UInt32 = 0
      var isTwice = false
      forEachJoint(index) { joint, _ in
        let j = joints.base[joint]
        if j.bodyA == Int32(index) || j.bodyB == Int32(index) { count += 1 }
        guard j.color >= 0, j.color < Self.jointColors else { return }
        let bit: UInt32 = 1 << UInt32(j.color)
        if colors & bit != 0 { isTwice = true }
        colors |= bit
      }
      if count != jointCount(of: index) {
        return "body \(index) has \(count) joints, counted as \(jointCount(of: index))"
      }
      if index < bodyJoints.count && !bodyJoints.base[index].energyBudget.isFinite {
        return "body \(index) has an account of energy that is not finite"
      }
      if bodies.base[index].isDynamic {
        if isTwice { return "body \(index) has two joints of one colour" }
        if index < bodyJoints.count && bodyJoints.base[index].colors != colors {
          return "body \(index) has other joint colours than it says"
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
