import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Free flight")
struct FlightTests {
  @Test("A body falls by half g t squared")
  func freeFall() throws {
    let t = TestWorld()
    let ball = try t.add(.dynamic, .ball(0.5), at: Vector3(0, 10, 0))
    t.run(60)
    // Exact but for the rounding of 240 substeps, each up to 1e-6 m at a height of 10 m.
    #expect(abs(ball.position.y - (10 - 4.9)) < 1e-4)
    #expect(abs(ball.velocity.y + 9.8) < 1e-4)
  }

  @Test("A thrown body follows its parabola")
  func projectile() throws {
    let t = TestWorld()
    let ball = try t.add(.dynamic, .ball(0.5), at: Vector3(0, 2, 0)) {
      $0.velocity = Vector3(3, 12, -4)
    }
    t.run(120)
    #expect(ball.position.distance(to: Vector3(6, 2 + 24 - 19.6, -8)) < 5e-4)
  }

  @Test("Damping removes its fraction of the velocity in each second, for any number of substeps")
  func damping() throws {
    for substeps in [1, 4, 7] {
      let t = TestWorld(gravity: .zero) { $0.substeps = substeps }
      let ball = try t.add(.dynamic, .ball(0.5)) {
        $0.velocity = Vector3(10, 0, 0)
        $0.angularVelocity = Vector3(0, 5, 0)
        $0.damping = 0.1
        $0.angularDamping = 0.4
      }
      t.run(120)
      #expect(abs(ball.velocity.x - 10 * 0.81) < 1e-3)
      #expect(abs(ball.angularVelocity.y - 5 * 0.36) < 1e-3)
    }
  }

  @Test("A force acts for one step, an impulse immediately")
  func forces() throws {
    let t = TestWorld(gravity: .zero)
    let box = try t.add(.dynamic, .box(1, 1, 1)) { $0.mass = 2 }
    box.apply(force: Vector3(12, 0, 0))
    t.run(3)
    #expect(abs(box.velocity.x - 12.0 / 2 / 60) < 1e-6)
    box.apply(impulse: Vector3(0, 3, 0))
    #expect(box.velocity.y == 1.5)
    // At a corner: I = m a² / 6 = 1/3, r × p = (0, 0, 1) for r = (1, 0, 0)... here half a meter.
    box.apply(impulse: Vector3(0, 2, 0), at: box.position + Vector3(0.5, 0, 0))
    #expect(abs(box.angularVelocity.z - 1 / (1.0 / 3)) < 1e-5)
    box.apply(force: Vector3(0, 0, 9))
    box.clearForces()
    t.run(1)
    #expect(box.velocity.z == 0)
  }

  @Test("A body without gravity stays, and locked axes do not move")
  func lockedAxes() throws {
    let t = TestWorld()
    let still = try t.add(.dynamic, .ball(0.5)) { $0.isAffectedByGravity = false }
    let locked = try t.add(.dynamic, .box(1, 1, 1), at: Vector3(5, 0, 0)) {
      $0.velocityFactor = Vector3(1, 0, 1)
      $0.angularVelocityFactor = Vector3(0, 1, 0)
      $0.velocity = Vector3(1, 0, 0)
    }
    locked.apply(angularImpulse: Vector3(1, 1, 1))
    #expect(locked.angularVelocity == Vector3(0, 6, 0))
    t.run(60)
    #expect(still.position == .zero)
    #expect(locked.position.y == 0 && abs(locked.position.x - 6) < 1e-4)
    #expect(locked.angularVelocity.x == 0 && locked.angularVelocity.z == 0)
  }

  @Test("A spinning body without forces conserves angular momentum and energy")
  func angularMomentum() throws {
    let t = TestWorld(gravity: .zero) { $0.allowsSleep = false }
    let plate = try t.add(.dynamic, .box(2, 0.3, 1)) { $0.angularVelocity = Vector3(0.1, 0.2, 8) }
    func momentum() -> Vector3 { plate.worldInertia * plate.angularVelocity }
    func energy() -> Float { 0.5 * momentum().dot(plate.angularVelocity) }
    let (l, e) = (momentum(), energy())
    t.run(1200)
    // The momentum is carried exactly; what is left is the rounding of 4,800 substeps. The energy
    // of the middle rule swings by the square of the angle turned in a substep, (8/240)² = 0.1 %.
    #expect((momentum() - l).length < 2e-4 * l.length)
    #expect(abs(energy() - e) < 5e-3 * e)
  }

  @Test("A body spinning about its intermediate axis flips over and back")
  func middleAxis() throws {
    let t = TestWorld(gravity: .zero) { $0.allowsSleep = false }
    // Moments of a 0.2 × 1 × 2 box: greatest about x, middle about y, least about z.
    let plate = try t.add(.dynamic, .box(0.2, 1, 2)) { $0.angularVelocity = Vector3(0.01, 6, 0) }
    var least: Float = 1
    var flips = 0
    var wasUp = true
    t.run(1800) { _ in
      let up = plate.orientation.rotate(.unitY).y
      least = min(least, up)
      if (up > 0) != wasUp {
        flips += 1
        wasUp.toggle()
      }
    }
    #expect(least < -0.99)
    #expect(flips >= 4)
  }
}
