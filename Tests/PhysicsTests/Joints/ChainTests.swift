import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Chains")
struct ChainTests {
  /// The maximum gap in a chain of 20 links that starts level, with a load at its end.
  func chain(_ links: Int, load: Float, level: Bool, steps: Int, _ kind: JointKind) throws -> Float
  {
    let t = TestWorld()
    let way: Vector3 = level ? .unitX : -.unitY
    var last: Body?
    var joints: [Joint] = []
    for number in 0...links {
      let isLoad = number == links
      let half: Float = isLoad ? 0.5 : 0.1
      let place = way * (0.2 * Float(number) + (isLoad ? 0.5 : 0.1))
      let shape: Shape = isLoad ? .ball(half) : .box(level ? 0.2 : 0.05, level ? 0.05 : 0.2, 0.05)
      let body = try t.add(.dynamic, shape, at: place) { $0.mass = isLoad ? load : 1 }
      let anchor = way * (0.2 * Float(number))
      joints.append(
        try last.map { try t.join(kind, $0, body, at: anchor, axis: .unitZ) }
          ?? t.join(kind, body, at: anchor, axis: .unitZ))
      last = body
    }
    var worst: Float = 0
    t.run(steps) { _ in for joint in joints { worst = max(worst, joint.gap) } }
    return worst
  }

  @Test("A chain that is solved iteratively holds its own weight")
  func light() throws {
    let gap = try chain(10, load: 1, level: false, steps: 300, .ballSocket())
    #expect(gap < 0.003)
  }

  @Test("A chain of 20 links holds a thousand times their mass within 5 mm")
  func heavy() throws {
    for kind in [JointKind.ballSocket(), .hinge()] {
      for level in [false, true] {
        let gap = try chain(20, load: 1000, level: level, steps: 600, kind)
        #expect(gap < 0.005)
      }
    }
  }
}
