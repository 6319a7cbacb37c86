import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Resting shapes")
struct RestingShapesTests {
  static let coin = Shape.cylinder(CylinderShape(radius: 0.3, halfHeight: 0.1))
  static let log = Shape.cylinder(CylinderShape(radius: 0.2, halfHeight: 0.5))
  static let lying = Quaternion(0, 0, 0.707_106_77, 0.707_106_77)
  static let grounds: [Shape] = [
    .plane(PlaneShape()), .box(BoxShape(halfExtents: Vector3(5, 1, 5))),
    .cylinder(CylinderShape(radius: 5, halfHeight: 1)),
  ]

  /// A world without sleep, with a ground whose surface is at height zero.
  static func world(on ground: Shape) throws -> TestWorld {
    let t = TestWorld { $0.allowsSleep = false }
    let depth: Float = ground.isBounded ? -1 : 0
    try t.add(.static, ground, at: Vector3(0, depth, 0))
    return t
  }

  @Test("A coin lies still for ten seconds on a plane, a box and a pillar", arguments: grounds)
  func coinLiesStill(ground: Shape) throws {
    let t = try Self.world(on: ground)
    let coin = try t.add(.dynamic, Self.coin, at: Vector3(0.4, 0.1, -0.3))
    t.run(600)
    #expect(abs(coin.position.y - 0.1) < 0.002)
    #expect((coin.position - Vector3(0.4, coin.position.y, -0.3)).length < 1e-4)
    #expect(coin.velocity.length < 1e-4)
    #expect(coin.angularVelocity.length < 1e-3)
  }

  @Test("A log lying on its side stays where it is", arguments: grounds)
  func logLiesStill(ground: Shape) throws {
    let t = try Self.world(on: ground)
    let log = try t.add(.dynamic, Self.log, at: Vector3(0.4, 0.2, -0.3)) {
      $0.transform.orientation = Self.lying
    }
    t.run(600)
    #expect(abs(log.position.y - 0.2) < 0.002)
    #expect((log.position - Vector3(0.4, log.position.y, -0.3)).length < 1e-3)
    #expect(log.velocity.length < 1e-3)
  }

  @Test("A cone lying on its side does not start to roll", arguments: grounds)
  func coneLiesStill(ground: Shape) throws {
    let t = try Self.world(on: ground)
    // The side of a cone with radius r and height h is at the angle atan(r/h) to its axis.
    let cone = Shape.cone(ConeShape(bottomRadius: 0.3, halfHeight: 0.4))
    let body = try t.add(.dynamic, cone, at: Vector3(0.4, 0.35, -0.3)) {
      $0.transform.orientation = Self.lying
      $0.angularDamping = 0.3
    }
    t.run(900)
    #expect(body.velocity.length < 0.02)
    #expect(body.angularVelocity.length < 0.05)
  }

  @Test("A coin dropped at an angle ends flat and at rest", arguments: grounds)
  func droppedCoin(ground: Shape) throws {
    let t = try Self.world(on: ground)
    let coin = try t.add(.dynamic, Self.coin, at: Vector3(0, 0.6, 0)) {
      $0.transform.orientation = Quaternion(0.2, 0.1, 0.15, 1).normalized
      $0.restitution = 0.2
      $0.angularDamping = 0.2
    }
    t.run(600)
    #expect(abs(coin.position.y - 0.1) < 0.003)
    #expect(coin.velocity.length < 1e-2)
    #expect(abs(coin.transform.orientation.rotate(.unitY).y) > 0.9999)
  }

  @Test("A stack of eight coins stands for ten seconds")
  func stackedCoins() throws {
    let t = try Self.world(on: Self.grounds[1])
    let coins = try (0..<8).map {
      try t.add(.dynamic, Self.coin, at: Vector3(0, 0.1 + 0.2 * Float($0), 0))
    }
    t.run(600)
    for (level, coin) in coins.enumerated() {
      #expect(abs(coin.position.x) < 0.01 && abs(coin.position.z) < 0.01)
      #expect(abs(coin.position.y - 0.1 - 0.2 * Float(level)) < 0.02)
      #expect(coin.velocity.length < 1e-3)
    }
  }

  @Test("A log rolls over boxes side by side without bumping")
  func rollingLog() throws {
    let t = TestWorld { $0.allowsSleep = false }
    for i in 0..<20 { try t.add(.static, .box(1, 1, 2), at: Vector3(Float(i), -0.5, 0)) }
    let along = Quaternion(0.707_106_77, 0, 0, 0.707_106_77)
    let log = try t.add(.dynamic, Self.log, at: Vector3(0, 0.2, 0)) {
      $0.transform.orientation = along
      $0.velocity = Vector3(3, 0, 0)
      $0.angularVelocity = Vector3(0, 0, -15)
    }
    t.run(30)
    var fastest: Float = 0
    for _ in 0..<300 {
      t.run(1)
      fastest = max(fastest, abs(log.velocity.y))
    }
    #expect(log.position.x > 16)
    #expect(fastest < 5e-3, "a vertical speed of \(fastest) m/s")
    #expect(abs(log.position.z) < 0.05)
  }

  @Test("A capsule rests across the seam of two boxes under its center")
  func capsuleAcrossSeam() throws {
    let t = TestWorld { $0.allowsSleep = false }
    for i in 0..<2 { try t.add(.static, .box(1, 1, 2), at: Vector3(Float(i), -0.5, 0)) }
    let capsule = try t.add(
      .dynamic, .capsule(CapsuleShape(radius: 0.2, halfLength: 0.3)), at: Vector3(0.5, 0.2, 0)
    ) { $0.transform.orientation = Self.lying }
    t.run(600)
    #expect((capsule.position - Vector3(0.5, 0.2, 0)).length < 2e-3)
    #expect(capsule.velocity.length < 1e-3)
  }
}
