import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Chains of ball sockets")
struct BallSocketChainTests {
  /// A level chain of links of 1 kg and 0.4 m along x, joined at their ends; one of them is a load
  /// of 60 kg.
  ///
  /// Bit k of `flips` exchanges the sides of joint k. The bodies are created in the order of
  /// `order`.
  func chain(
    _ links: Int, load: Int, tied: BodyKind?, flips: Int = 0, order: [Int]? = nil,
    gravity: Vector3 = Vector3(0, -9.8, 0)
  ) throws -> (TestWorld, [Body], [Joint]) {
    let t = TestWorld(gravity: gravity)
    var found: [Int: Body] = [:]
    for number in order ?? Array(0..<links) {
      found[number] = try t.add(
        .dynamic, .box(0.4, 0.1, 0.06), at: Vector3(0.4 * Float(number) + 0.2, 0, 0)
      ) {
        $0.mass = number == load ? 60 : 1
        $0.filter.collision = 0
        $0.allowsResting = false
      }
    }
    let bodies = (0..<links).compactMap { found[$0] }
    var joints: [Joint] = []
    if let tied {
      let anchor = try t.add(tied, .ball(0.1), at: .zero) { $0.filter.collision = 0 }
      joints.append(
        try flips & 1 == 0
          ? t.join(.ballSocket(), anchor, bodies[0], at: .zero)
          : t.join(.ballSocket(), bodies[0], anchor, at: .zero))
    }
    for number in 1..<links {
      let anchor = Vector3(0.4 * Float(number), 0, 0)
      let (a, b) = (bodies[number - 1], bodies[number])
      joints.append(
        try flips >> number & 1 == 0
          ? t.join(.ballSocket(), a, b, at: anchor) : t.join(.ballSocket(), b, a, at: anchor))
    }
    return (t, bodies, joints)
  }

  @Test(
    "A chain of any length holds its load within two millimeters",
    arguments: 2...9, [BodyKind.static, .kinematic])
  func lengths(_ links: Int, _ kind: BodyKind) throws {
    let (t, bodies, joints) = try chain(links, load: links - 1, tied: kind)
    let start = t.energy
    let last = try #require(bodies.last)
    var (worst, lowest): (Float, Float) = (0, 0)
    t.run(120) { _ in
      for joint in joints { worst = max(worst, joint.gap) }
      lowest = min(lowest, last.position.y)
    }
    #expect(worst < 2e-3)
    // It has fallen like a pendulum, and not lost its energy.
    #expect(lowest < -0.3 * Float(links))
    #expect(abs(t.energy - start) < 0.01 * 60 * 9.8 * 0.4 * Float(links))
  }

  @Test(
    "A chain moves the same whatever side of its joints and wherever in the list its bodies are",
    arguments: [2, 3, 6, 7], [BodyKind.static, nil])
  func sides(_ links: Int, _ kind: BodyKind?) throws {
    let gravity = kind == nil ? Vector3.zero : Vector3(0, -9.8, 0)
    func ends(_ flips: Int, _ order: [Int]?) throws -> [Vector3] {
      let (t, bodies, _) = try chain(
        links, load: links / 2, tied: kind, flips: flips, order: order, gravity: gravity)
      bodies[0].velocity += Vector3(0, 0.5, 2)
      t.run(60)
      return bodies.map { $0.position }
    }
    let expected = try ends(0, nil)
    let shuffled = Array(stride(from: 1, to: links, by: 2)) + stride(from: 0, to: links, by: 2)
    let others = try [
      ends(0b1010101, nil), ends(0, shuffled), ends(0b0110011, shuffled),
    ]
    for other in others {
      for (a, b) in zip(expected, other) { #expect(a.distance(to: b) < 2e-3) }
    }
  }

  @Test("The tension in a hanging chain is the weight below", arguments: 2...7)
  func tension(_ links: Int) throws {
    let (t, _, joints) = try chain(
      links, load: links - 1, tied: .static, gravity: Vector3(9.8, 0, 0))
    t.run(60)
    for (number, joint) in joints.enumerated() {
      let weight: Float = 9.8 * (60 + Float(links - 1 - number))
      #expect(abs(joint.force.x.magnitude - weight) < 1e-3 * weight)
      #expect(joint.force.y.magnitude + joint.force.z.magnitude < 1e-3 * weight)
    }
  }

  @Test("A chain in space keeps its momentum", arguments: 2...7)
  func momentum(_ links: Int) throws {
    let (t, bodies, joints) = try chain(links, load: links / 2, tied: nil, gravity: .zero)
    for (number, body) in bodies.enumerated() {
      body.velocity = Vector3(0, 0.3 * Float(number), 0.2 * Float(number % 3))
    }
    func measured() -> (linear: Vector3, angular: Vector3) {
      var (linear, angular) = (Vector3.zero, Vector3.zero)
      for body in bodies {
        linear += body.velocity * body.mass
        angular += body.centerOfMass.cross(body.velocity * body.mass)
        angular += body.worldInertia * body.angularVelocity
      }
      return (linear, angular)
    }
    t.run(1)
    let start = measured()
    var worst: Float = 0
    t.run(240) { _ in for joint in joints { worst = max(worst, joint.gap) } }
    let end = measured()
    #expect(worst < 1e-3)
    #expect((end.linear - start.linear).length < 1e-3 * start.linear.length)
    #expect((end.angular - start.angular).length < 0.02 * start.angular.length)
  }
}
