import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// What a ball that rolls loses at an edge between two planes.
///
/// At a hollow edge of angle δ the ball meets the second plane while it still touches the first.
/// The blow acts at the new point alone, so the angular momentum about that point stays:
///
///     m·v·r·cos δ + ⅖·m·v·r = 7/5·m·v′·r        v′ = v·(5·cos δ + 2) / 7
///
/// At a ridge it turns about the edge and loses nothing, as long as it is so slow that gravity
/// keeps it there, v² < g·r·cos δ: 7/10·(v′² − v²) is what its middle falls through.
///
/// What rolls about an axis along the edge has k = I/(m·r²) instead of 2/5, and keeps (cos δ +
/// k)/(1 + k).
///
/// At 60 steps a second within 2 % and 5 %.
@Suite("Balls and rollers that roll over edges")
struct EdgeRollingTests {
  /// A floor for x < 0 and a plane that rises by an angle for x > 0.
  static func folded(_ angle: Float) throws -> Shape {
    let (c, s) = (Portable.cos(angle), Portable.sin(angle))
    let vertices = [
      Vector3(-20, 0, -5), Vector3(-20, 0, 5), Vector3(0, 0, -5), Vector3(0, 0, 5),
      Vector3(20 * c, 20 * s, -5), Vector3(20 * c, 20 * s, 5),
    ]
    return .mesh(
      try MeshShape(vertices: vertices, indices: [0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5]))
  }

  /// The speed on the second plane right behind the edge, worked out from where the ball is later.
  func speedBehind(_ angle: Float, speed: Float, start: Float, steps: Int) throws -> Float {
    let t = TestWorld()
    try t.add(.static, try Self.folded(angle)) { $0.friction = 1 }
    let r: Float = 0.3
    let ball = try t.add(.dynamic, .ball(r), at: Vector3(start, r, 0.2)) {
      $0.velocity = Vector3(speed, 0, 0)
      $0.angularVelocity = Vector3(0, 0, -speed / r)
      $0.friction = 1
      $0.restitution = 0
    }
    t.run(steps)
    let (c, s) = (Portable.cos(angle), Portable.sin(angle))
    let way = ball.position.x * c + ball.position.y * s
    // Where the ball touches both planes, or where it begins to touch the second one.
    let from = angle > 0 ? r * Portable.sin(angle / 2) / Portable.cos(angle / 2) : 0
    #expect(way > 0.3, "it is on the second plane")
    // Rolling, gravity slows it by 5/7·g·sin δ.
    let now = ball.velocity.x * c + ball.velocity.y * s
    return (now * now + 2 * 5 / 7 * 9.8 * s * (way - from)).squareRoot()
  }

  @Test(
    "At a hollow edge the ball keeps (5·cos δ + 2)/7 of its speed",
    arguments: [0.05, 0.15, 0.3, 0.5])
  func hollow(_ angle: Float) throws {
    for speed: Float in [2, 4, 6] {
      for phase in 0..<4 {
        let start = -1 - 0.025 * Float(phase)
        let found = try speedBehind(
          angle, speed: speed, start: start, steps: Int(60 * 1.8 / speed) + 6)
        let exact = speed * (5 * Portable.cos(angle) + 2) / 7
        #expect(abs(found / exact - 1) < 0.02, "\(found) m/s, exactly \(exact)")
      }
    }
  }

  @Test(
    "At a hollow edge a roller keeps (cos δ + k)/(1 + k) of its speed",
    arguments: [0.05, 0.15, 0.3],
    [
      Shape.capsule(CapsuleShape(radius: 0.3, halfLength: 0.4)),
      .cylinder(CylinderShape(radius: 0.3, halfHeight: 0.4)),
    ])
  func roller(_ angle: Float, _ shape: Shape) throws {
    let (c, s) = (Portable.cos(angle), Portable.sin(angle))
    let (r, speed): (Float, Float) = (0.3, 3)
    let mass = shape.massProperties(density: 1)
    let k = mass.inertia.y.y / (mass.mass * r * r)
    for phase in 0..<4 {
      let t = TestWorld()
      try t.add(.static, try Self.folded(angle)) { $0.friction = 1 }
      let body = try t.add(.dynamic, shape, at: Vector3(-1 - 0.025 * Float(phase), r, 0.2)) {
        $0.transform.orientation = Quaternion(axis: .unitX, angle: .pi / 2)
        $0.velocity = Vector3(speed, 0, 0)
        $0.angularVelocity = Vector3(0, 0, -speed / r)
        $0.friction = 1
        $0.restitution = 0
      }
      t.run(42)
      let way = body.position.x * c + body.position.y * s
      let from = r * Portable.sin(angle / 2) / Portable.cos(angle / 2)
      #expect(way > 0.3)
      let now = body.velocity.x * c + body.velocity.y * s
      let found = (now * now + 2 / (1 + k) * 9.8 * s * (way - from)).squareRoot()
      let exact = speed * (c + k) / (1 + k)
      #expect(abs(found / exact - 1) < 0.02, "\(found) m/s, exactly \(exact)")
    }
  }

  @Test("At a ridge a slow ball loses nothing", arguments: [0.05, 0.15, 0.3])
  func ridge(_ angle: Float) throws {
    for speed: Float in [0.6, 1, 1.4] {
      for phase in 0..<4 {
        let start = -0.5 - 0.01 * Float(phase)
        let found = try speedBehind(
          -angle, speed: speed, start: start, steps: Int(60 * 1.2 / speed))
        let fall = 0.3 * (1 - Portable.cos(angle))
        let exact = (speed * speed + 10 / 7 * 9.8 * fall).squareRoot()
        #expect(abs(found / exact - 1) < 0.05, "\(found) m/s, exactly \(exact)")
      }
    }
  }
}
