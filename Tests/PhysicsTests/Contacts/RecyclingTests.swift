import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Recycled contacts")
struct RecyclingTests {
  /// Things that lie, slide, roll slowly and lean, whose contacts are looked at anew in each step
  /// or not.
  private func scene(isFresh: Bool, steps: Int, _ each: (TestWorld) -> Void = { _ in }) throws
    -> [Body]
  {
    let t = TestWorld { $0.allowsSleep = false }
    let slope = Quaternion(axis: .unitZ, angle: 0.1)
    try t.add(.static, .box(40, 1, 10), at: slope.rotate(Vector3(0, -0.5, 0))) {
      $0.transform.orientation = slope
      $0.friction = 1
    }
    var bodies: [Body] = []
    func add(_ shape: Shape, _ x: Float, _ y: Float, _ z: Float, friction: Float) throws {
      bodies.append(
        try t.add(.dynamic, shape, at: slope.rotate(Vector3(x, y, z))) {
          $0.transform.orientation = slope
          $0.friction = friction
          $0.restitution = 0
          $0.filter.contactTest = .max
        })
    }
    // One slides at 8 cm/s² against friction, one is stuck, three stand on each other, and a hull.
    try add(.box(1, 0.5, 1), 10, 0.25, -3, friction: 0.092)
    try add(.box(1, 0.5, 1), 0, 0.25, -3, friction: 0.5)
    for level in 0..<3 { try add(.box(1, 0.5, 1), 5, 0.25 + 0.5 * Float(level), 0, friction: 0.5) }
    try add(.pyramid(PyramidShape(width: 1, height: 0.6, length: 1)), -5, 0.3, 0, friction: 0.5)
    try add(.cylinder(CylinderShape(radius: 0.5, halfHeight: 0.25)), -5, 0.25, 3, friction: 0.5)
    t.run(steps) { _ in
      if isFresh { t.world.invalidateContactPoints() }
      each(t)
    }
    return bodies
  }

  @Test("A scene ends in the same state if each step computes all contacts without recycling")
  func sameEnd() throws {
    var recycled = 0
    let kept = try scene(isFresh: false, steps: 120) { recycled += $0.world.recycledContactCount }
    let fresh = try scene(isFresh: true, steps: 120)
    #expect(recycled > 200)
    for (a, b) in zip(kept, fresh) {
      // Points may stay for a centimeter of relative motion, in which a flat contact's lever
      // changes by a hundredth: half a millimeter after 80 cm of sliding, next to nothing for what
      // rests.
      #expect((a.position - b.position).length < 0.002, "\(a.shape)")
      #expect(abs(a.transform.orientation.dot(b.transform.orientation)) > 1 - 1e-6, "\(a.shape)")
    }
  }

  @Test("The penetration of recycled points equals that of the shapes")
  func sameOverlap() throws {
    var compared = 0
    var worst: Float = 0
    _ = try scene(isFresh: false, steps: 120) { t in
      guard t.world.recycledContactCount > 0 else { return }
      // Events are of the poses at the beginning of a step: what moves 2 mm/s is 0.03 mm off since.
      for event in t.world.contactEvents where event.kind == .update {
        guard let a = t.world.body(event.bodyA), let b = t.world.body(event.bodyB),
          (a.velocity - b.velocity).length < 0.002,
          (a.angularVelocity - b.angularVelocity).length < 0.002
        else { continue }
        let found = t.world.contactTest(event.bodyA, event.bodyB, margin: 0.01)
        let deepest = found.map { -$0.manifold.leastSeparation }.max() ?? -1
        worst = max(worst, abs(deepest - event.penetration))
        compared += 1
      }
    }
    #expect(compared > 200)
    #expect(worst < 1e-4)
  }

  @Test(
    "Points are recomputed after the bodies have moved a centimeter, or a fiftieth of their size")
  func dropped() throws {
    for (size, limit) in [(1, 0.01), (0.2, 0.02 * 0.06)] as [(Float, Float)] {
      let t = TestWorld { $0.allowsSleep = false }
      try t.add(.static, .floor) { $0.friction = 0 }
      let box = try t.add(.dynamic, .box(size, 0.3 * size, size), at: Vector3(0, 0.15 * size, 0)) {
        $0.friction = 0
        $0.restitution = 0
      }
      t.run(60)
      box.velocity = Vector3(0.06, 0, 0)
      // A millimeter a step: the points last for limit / 1 mm steps, and are then found anew.
      var longest = 0
      var lasted = 0
      t.run(120) { _ in
        lasted = t.world.recycledContactCount > 0 ? lasted + 1 : 0
        longest = max(longest, lasted)
      }
      #expect(longest >= 1 || limit < 0.002)
      #expect(Float(longest) * 0.001 <= max(limit, 0.02 * size))
    }
    // And at once when one is put elsewhere.
    let t = TestWorld { $0.allowsSleep = false }
    try t.add(.static, .floor)
    let box = try t.add(.dynamic, .box(1, 1, 1), at: Vector3(0, 0.5, 0))
    t.run(30)
    box.position += Vector3(0, 0.0004, 0)
    t.run(1)
    #expect(t.world.recycledContactCount == 0)
  }

  @Test("A box pushed slowly over an edge falls as soon as its center passes the edge")
  func overEdge() throws {
    let t = TestWorld { $0.allowsSleep = false }
    try t.add(.static, .box(4, 1, 4), at: Vector3(-2, -0.5, 0)) { $0.friction = 0.5 }
    let box = try t.add(.dynamic, .box(1, 0.4, 1), at: Vector3(-0.4, 0.2, 0)) {
      $0.friction = 0
      $0.restitution = 0
      $0.velocity = Vector3(0.05, 0, 0)
    }
    var fellAt: Float?
    t.run(1200) { _ in
      if fellAt == nil && box.orientation.rotate(.unitX).y < -0.02 { fellAt = box.position.x }
    }
    // It leans by 0.02 when the lever is 5 mm at first, and the points are at most 1 cm old.
    let place = try #require(fellAt)
    #expect(place > 0 && place < 0.025)
  }
}
