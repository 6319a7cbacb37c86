import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// Bodies on a kinematic table that turns about the vertical.
@Suite("Turntable", .enabled(if: Tier.isRelease))
struct TurntableTests {
  // Symptom: a carried body drifted outwards by r·ω²·dt/2 per second, 9 % of the radius in this
  // test. Cause: friction matched the velocity of the table at the beginning of the step, along the
  // tangent, and not along the chord.
  @Test("A box, a cylinder and a plank on a turntable stay where they are", arguments: 0..<3)
  func carried(_ kind: Int) throws {
    let shapes: [Shape] = [
      .box(0.2, 0.2, 0.2), .cylinder(CylinderShape(radius: 0.1, halfHeight: 0.1)),
      .box(0.6, 0.2, 0.2),
    ]
    let t = TestWorld { $0.allowsSleep = false }
    let table = try t.add(
      .kinematic, .cylinder(CylinderShape(radius: 3, halfHeight: 0.1)), at: Vector3(0, -0.1, 0)
    ) {
      $0.friction = 1
      $0.angularVelocity = Vector3(0, 1, 0)
    }
    let body = try t.add(.dynamic, shapes[kind], at: Vector3(2, 0.1, 0)) {
      $0.friction = 1
      $0.velocity = Vector3(0, 0, -2)
      $0.angularVelocity = Vector3(0, 1, 0)
    }
    t.run(600, checked: false)
    let place = table.orientation.unrotate(body.position)
    let radius: Float = (place.x * place.x + place.z * place.z).squareRoot()
    print("carried on a turntable for 10 s: \((radius / 2 - 1) * 100) % of the radius")
    #expect(abs(radius / 2 - 1) < 1e-3)
    // It does not slip either, by less than 1 cm.
    #expect(abs(place.z) < 0.01)
  }

  // Symptom: the speed grew by 18 % in 10 s. Cause: as above.
  //
  // A ball that rolls on a table with the angular velocity Ω moves on a circle with 2/7·Ω, at
  // constant speed: m·dv/dt = f and 2/5·m·r²·dω/dt = −r·ŷ × f, with v + ω × (−r·ŷ) = Ω × x, hence
  // dv/dt = 2/7·Ω × v.
  @Test("A ball that rolls on a turntable moves on a circle with 2/7 of its rate")
  func ball() throws {
    let t = TestWorld { $0.allowsSleep = false }
    let rate: Float = 5
    let radius: Float = 0.2
    try t.add(.kinematic, .box(20, 0.2, 20), at: Vector3(0, -0.1, 0)) {
      $0.friction = 1
      $0.rollingFriction = 0
      $0.angularVelocity = Vector3(0, rate, 0)
    }
    let (start, v) = (Vector3(1, 0, 0), Vector3(0, 0, 1))
    let slip = Vector3(0, rate, 0).cross(start) - v
    let ball = try t.add(.dynamic, .ball(radius), at: start + Vector3(0, radius, 0)) {
      $0.friction = 1
      $0.rollingFriction = 0
      $0.velocity = v
      $0.angularVelocity = Vector3(-slip.z / radius, 0, slip.x / radius)
    }
    let exactRate: Float = rate * 2 / 7
    let center = start + Vector3(0, 1, 0).cross(v) * (1 / exactRate)
    var angle: Float = 0
    var last = v
    var worst: Float = 0
    t.run(600, checked: false) { _ in
      let now = ball.velocity
      angle += Portable.atan2(last.cross(now).y, last.dot(now))
      last = now
      let offset = ball.position - center
      let distance: Float = (offset.x * offset.x + offset.z * offset.z).squareRoot()
      worst = max(worst, abs(distance * exactRate - 1))
    }
    print("ball on a turntable: rate \(angle / 10 / exactRate), speed \(last.length), \(worst)")
    #expect(abs(angle / 10 / exactRate - 1) < 0.005)
    #expect(abs(last.length - 1) < 1e-3)
    #expect(worst < 2e-3)
  }
}
