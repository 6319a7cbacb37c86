import CaromCollision
import CaromMaths
import CaromPhysics
import CaromProperties
import Testing

@Suite("Damaged snapshots of joints")
struct JointSnapshotTests {
  /// A snapshot of eight balls in a chain and a ring of joints, with two free indices.
  func bytes() throws -> [UInt8] {
    let t = TestWorld()
    let balls = try (0..<8).map { number in
      try t.add(.dynamic, .ball(0.2), at: Vector3(Float(number), 0, 0))
    }
    var joints: [Joint] = []
    for number in 0..<7 {
      joints.append(
        try t.join(.ballSocket(), balls[number], balls[number + 1], at: balls[number].position))
    }
    joints.append(try t.join(.hinge(), balls[0], at: .zero))
    joints.append(try t.join(.distance(.rope(9)), balls[0], balls[7], at: .zero))
    t.run(5)
    t.world.destroyJoint(joints[2].handle)
    t.world.destroyJoint(joints[5].handle)
    let buffer = StateBuffer()
    buffer.fill { t.world.save(into: &$0) }
    return buffer.array
  }

  /// The reason for which a new world refuses bytes; a world that accepts them is stepped and
  /// emptied.
  func refusal(_ bytes: [UInt8]) -> String? {
    bytes.withUnsafeBytes { raw in
      let world = World()
      var source = StateSource(raw)
      do throws(StateProblem) {
        try world.load(from: &source)
        try source.finish()
      } catch {
        return "\(error)"
      }
      for _ in 0..<2 { world.step(1 / 60) }
      for handle in world.handles { _ = world.joints(of: handle) }
      for handle in world.jointHandles { world.destroyJoint(handle) }
      for handle in world.handles { world.destroyBody(handle) }
      return nil
    }
  }

  @Test("Lists of joints that loop or lose members are refused")
  func lists() throws {
    let whole = try bytes()
    #expect(refusal(whole) == nil)
    var reasons: Set<String> = []
    // Every word that can be an index is replaced by others; words need not be aligned.
    for place in stride(from: 0, to: whole.count - 4, by: Tier.isRelease ? 1 : 397) {
      let word = whole[place..<(place + 4)].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      let value = Int32(bitPattern: word)
      guard value >= -1 && value < 20 else { continue }
      for other in [-1, 0, value - 1, value + 1, value + 2] where other != value && other >= -1 {
        var broken = whole
        for byte in 0..<4 { broken[place + byte] = UInt8(truncatingIfNeeded: other >> (8 * byte)) }
        if let reason = refusal(broken) { reasons.insert(reason.filter { !$0.isNumber }) }
      }
    }
    guard Tier.isRelease else { return }
    func says(_ words: String) -> Bool { reasons.contains { $0.contains(words) } }
    #expect(says("free joint"), "\(reasons)")
    #expect(says("has the joint of another body"), "\(reasons)")
    #expect(says("do not lead back") || says("joints of body"), "\(reasons)")
    #expect(says("joint colors") || says("color"), "\(reasons)")
  }
}
