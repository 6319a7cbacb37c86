import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Pendulums")
struct PendulumTests {
  /// The complete elliptic integral of the first kind by the arithmetic-geometric mean.
  ///
  /// Source: Abramowitz and Stegun, 17.6.
  func ellipticK(_ k: Double) -> Double {
    var (a, b) = (1.0, (1 - k * k).squareRoot())
    for _ in 0..<10 { (a, b) = ((a + b) / 2, (a * b).squareRoot()) }
    return Double.pi / (2 * a)
  }

  @Test("A pendulum that swings by 60° has the period of the elliptic integral", arguments: 0..<2)
  func period(_ number: Int) throws {
    let t = TestWorld()
    let length: Float = 2
    let angle: Float = Float.pi / 3
    let place = Vector3(length * Portable.sin(angle), -length * Portable.cos(angle), 0)
    let ball = try t.add(.dynamic, number == 0 ? .ball(0.1) : .box(0.1, 0.3, 0.2), at: place) {
      $0.orientation(about: .unitZ, angle)
    }
    try t.join(
      number == 0 ? .ballSocket() : .hinge(), ball, at: .zero,
      axis: number == 0 ? .unitX : .unitZ)
    let start = t.energy
    var crossings: [Double] = []
    var before = place.x
    t.run(1200) { step in
      let x = ball.position.x
      if before > 0 && x <= 0 {
        crossings.append((Double(step) + Double(before / (before - x))) / 60)
      }
      before = x
    }
    let inertia = Double(ball.worldInertia.z.z) + Double(length * length)
    let small = 2 * Double.pi * (inertia / (9.8 * Double(length))).squareRoot()
    let expected = small * ellipticK(0.5) * 2 / Double.pi
    let count = crossings.count - 1
    let measured = (crossings[count] - crossings[0]) / Double(count)
    #expect(abs(measured / expected - 1) < 0.002)
    #expect(abs(t.energy - start) < 0.01 * 9.8 * length)
  }

  /// A pendulum whose links of 1 m extend in the given directions, one from the end of the other.
  func links(_ ways: [Vector3], _ kind: JointKind) throws -> (TestWorld, [Body]) {
    let t = TestWorld()
    var (bodies, anchor): ([Body], Vector3) = ([], .zero)
    for way in ways {
      let body = try t.add(.dynamic, .box(1, 0.05, 0.05), at: anchor + way * 0.5) {
        $0.orientation(about: .unitZ, Portable.atan2(way.y, way.x))
        $0.filter.collision = 0
        $0.allowsResting = false
      }
      if let last = bodies.last {
        try t.join(kind, last, body, at: anchor, axis: .unitZ)
      } else {
        try t.join(kind, body, at: anchor, axis: .unitZ)
      }
      bodies.append(body)
      anchor += way
    }
    return (t, bodies)
  }

  /// Gaps of anchors on arcs were corrected with a lag of 15 ms, which took 9 to 37 % of the
  /// energy.
  @Test(
    "A double pendulum keeps its energy for a minute",
    arguments: [
      [.unitX, .unitX], [.unitX, .unitY], [Vector3(0.0995, 0.995, 0), Vector3(0.0995, 0.995, 0)],
    ] as [[Vector3]], [JointKind.hinge(), .ballSocket()])
  func double(_ ways: [Vector3], _ kind: JointKind) throws {
    let (t, bodies) = try links(ways, kind)
    let start = t.energy
    // Two links of 1 kg and 1 m that hang straight down.
    let swing = start + 9.8 * (0.5 + 1.5)
    var (least, most) = (start, start)
    t.run(3600) { _ in (least, most) = (min(least, t.energy), max(most, t.energy)) }
    // Measured: ±0.6 %, the difference of leapfrog velocities from those of the positions; 1 to 7 %
    // lost while joints held velocities along tangents only, 9 to 37 % with the lag.
    #expect(start - least < 0.01 * swing, "\(least - start) of \(swing)")
    #expect(most - start < 0.01 * swing, "\(most - start) of \(swing)")
    #expect(abs(bodies[1].position.z) < 1e-3)
  }
}

extension BodyDefinition {
  mutating func orientation(about axis: Vector3, _ angle: Float) {
    transform.orientation = Quaternion(axis: axis, angle: angle)
  }
}
