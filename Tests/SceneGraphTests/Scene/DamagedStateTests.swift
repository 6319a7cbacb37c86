import CaromMaths
import CaromProperties
import CaromSceneGraph
import Foundation
import Testing

/// Recordings contain snapshots, and recordings are untrusted.
@Suite("Damaged state of a scene")
struct DamagedStateTests {
  /// A scene with every feature whose future depends on counters of a snapshot.
  private func made() -> Scene {
    let f = Fixture()
    let scene = f.scene
    let sleeper = Node(name: "sleeper")
    sleeper.runAction(.wait(duration: 0.5))
    let mover = Node(name: "mover", geometry: .box())
    mover.runAction(
      .repeatForever(
        .sequence([
          .moveBy(x: 1, y: 0, z: 0, duration: 0.1), .wait(duration: 0.05, withRange: 0.02),
        ])), forKey: "move")
    var lift = Animation("position.y", keyTimes: [0, 1], values: KeyValues([0, 1]))
    lift.duration = 0.3
    lift.repeatsForever = true
    lift.events = [AnimationEvent(keyTime: 0.5, function: "tell")]
    mover.addAnimation(lift)
    scene.functions["tell"] = { _ in }
    var system = ParticleSystem()
    system.birthRate = 200
    let fountain = Node(name: "fountain")
    fountain.addParticleSystem(system)
    let door = Node(name: "door", geometry: .box())
    door.position = Vector3(4, 3, 0)
    door.physicsBody = .dynamic()
    door.joints = [PhysicsJoint()]
    for node in [sleeper, mover, fountain, door] { scene.rootNode.addChildNode(node) }
    return scene
  }

  /// The replacement values: extremes of each size, and NaN.
  private static let damage: [[UInt8]] = [
    Array(repeating: 0xFF, count: 8), Array(repeating: 0xFF, count: 4),
    [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], [0xFF, 0xFF, 0xFF, 0x7F],
    [0, 0, 0, 0, 0, 0, 0, 0x80], [0, 0, 0, 0x80], [0, 0, 0, 0, 0, 0, 0xF8, 0x7F],
    [0, 0, 0xC0, 0x7F], [0, 0, 0x80, 0x7F], [0xCA, 0xF2, 0x49, 0x71],
  ]

  @Test("A duration of a tick outside the range of files is rejected by its name")
  func tickIsOutOfRange() throws {
    let scene = made()
    let buffer = StateBuffer()
    buffer.fill { scene.save(into: &$0) }
    let found = withUnsafeBytes(of: (1.0 / 60).bitPattern) { Array($0) }
    let longest = withUnsafeBytes(of: (0.1).bitPattern) { Array($0) }
    let tooLong = withUnsafeBytes(of: (0.11).bitPattern) { Array($0) }
    func problem(_ new: [UInt8]) -> String? {
      let bytes = buffer.array.replacing(found, with: new)
      return bytes.withUnsafeBytes { raw in
        var source = StateSource(raw)
        do throws(StateProblem) {
          try made().load(from: &source)
          return nil
        } catch {
          return error.message
        }
      }
    }
    #expect(buffer.array.ranges(of: found).count > 0)
    #expect(problem(longest) == nil)
    #expect(problem(tooLong) == "physics.timeStep: 0.11 is out of range; 0.0001…0.1 s is accepted")
  }

  @Test("Damaged state is rejected, or is that of a scene that can be stepped")
  func damaged() {
    let scene = made()
    for _ in 0..<20 { scene.step() }
    let buffer = StateBuffer()
    buffer.fill { scene.save(into: &$0) }
    let whole = buffer.array
    var random = RandomStream(seed: 3)
    var (refused, stepped) = (0, 0)
    let isWhole = ProcessInfo.processInfo.environment["TIER"] == "full"
    for _ in 0..<(isWhole ? 100_000 : 3_000) {
      let pattern = Self.damage[random.int(below: Self.damage.count)]
      let start = random.int(below: whole.count - pattern.count)
      var bytes = whole
      bytes.replaceSubrange(start..<(start + pattern.count), with: pattern)
      let copy = made()
      let isTaken = bytes.withUnsafeBytes { raw in
        var source = StateSource(raw)
        return (try? copy.load(from: &source)) != nil && (try? source.finish()) != nil
      }
      guard isTaken else {
        refused += 1
        continue
      }
      stepped += 1
      for _ in 0..<3 { copy.step() }
    }
    #expect(refused > 100 && stepped > 100, "\(refused) refused, \(stepped) stepped")
  }

  @Test("Counters that would overflow in the next tick are rejected")
  func counters() {
    let scene = made()
    for _ in 0..<20 { scene.step() }
    let buffer = StateBuffer()
    buffer.fill { scene.save(into: &$0) }
    var bytes = buffer.array
    // The tick count comes first.
    bytes.replaceSubrange(0..<8, with: Array(repeating: 0xFF, count: 8))
    bytes.withUnsafeBytes { raw in
      let copy = made()
      var source = StateSource(raw)
      #expect(throws: StateProblem.self) { try copy.load(from: &source) }
    }
  }
}
