import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Bullets against moving bodies")
struct BulletTests {
  @Test(
    "A 2 cm bullet never tunnels through a floating 2 cm plate, from any direction",
    arguments: [50, 200, 400] as [Float])
  func plates(speed: Float) throws {
    var random = RandomStream(seed: 11)
    for shot in 0..<Tier.count(150, full: 3000) {
      let t = TestWorld(gravity: .zero)
      let plate = try t.add(.dynamic, .box(4, 0.02, 4)) {
        $0.mass = 50
        $0.velocity = Vector3(0, random.float(in: -5..<5), 0)
        $0.angularVelocity = Vector3(random.float(in: -1..<1), 0, random.float(in: -1..<1))
      }
      let start = Vector3(random.float(in: -1..<1), random.float(in: 1..<4), 0)
      let goal = Vector3(random.float(in: -1..<1), 0, random.float(in: -1..<1))
      let bullet = try t.add(.dynamic, .ball(0.02), at: start) {
        $0.velocity = (goal - start).normalized(or: .unitY) * speed
        $0.mass = 0.05
        $0.isBullet = true
        $0.restitution = shot % 2 == 0 ? 0 : 0.5
      }
      for _ in 0..<12 {
        t.run(1, checked: false)
        let local = plate.transform.unapply(bullet.position)
        if max(abs(local.x), abs(local.z)) > 1.9 { break }
        #expect(local.y > 0, "shot \(shot) is \(local.y) m in front")
        if local.y < 0 { break }
      }
    }
  }

  @Test("A spinning bullet of any thin shape does not tunnel through a plate")
  func spinning() throws {
    var random = RandomStream(seed: 12)
    for shape: Shape in [
      .box(0.2, 0.02, 0.2), .cylinder(CylinderShape(radius: 0.02, halfHeight: 0.2)),
      .capsule(CapsuleShape(radius: 0.02, halfLength: 0.1)),
    ] {
      for shot in 0..<Tier.count(40, full: 1000) {
        let t = TestWorld(gravity: .zero)
        let plate = try t.add(.dynamic, .box(8, 0.05, 8)) { $0.mass = 500 }
        let bullet = try t.add(.dynamic, shape, at: Vector3(0, random.float(in: 1..<4), 0)) {
          $0.velocity = Vector3(random.float(in: -20..<20), -150, 0)
          $0.angularVelocity = Vector3(
            random.float(in: -90..<90), random.float(in: -90..<90), random.float(in: -90..<90))
          $0.isBullet = true
          $0.mass = 0.1
        }
        for _ in 0..<8 {
          t.run(1, checked: false)
          let local = plate.transform.unapply(bullet.position)
          // Past its edge it may go where it likes.
          if max(abs(local.x), abs(local.z)) > 3.7 { break }
          #expect(local.y > -0.025, "shot \(shot) of \(shape)")
          if local.y < -0.025 { break }
        }
      }
    }
  }

  @Test("Two bullets on a collision course do not pass each other")
  func headOn() throws {
    for phase in 0..<40 {
      let t = TestWorld(gravity: .zero)
      let apart = 3 + 0.11 * Float(phase)
      let a = try t.add(.dynamic, .ball(0.03), at: Vector3(-apart, 0, 0)) {
        $0.velocity = Vector3(200, 0, 0)
        $0.isBullet = true
      }
      let b = try t.add(.dynamic, .ball(0.03), at: Vector3(apart, 0, 0)) {
        $0.velocity = Vector3(-170, 0, 0)
        $0.isBullet = true
      }
      t.run(10) { _ in #expect(a.position.x < b.position.x) }
      #expect(a.velocity.x < 100 && b.velocity.x > -100, "they met")
    }
  }
}
