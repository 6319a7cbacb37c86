import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// Bodies that fall on a one-way deck land on it at any speed.
///
/// Symptom: cubes, balls and capsules of 20 to 50 cm fell through at 3 to 5 % of all speeds, such
/// as 5.05 and 5.7 m/s. Cause: a sweep lets a body graze a surface by a tenth of its inner radius,
/// which the first contact resolves, but an overlap of more than 5 mm counted as coming through.
@Suite("Landing on one-way decks")
struct OneWayLandingTests {
  static let shapes: [Shape] = [
    .sphere(SphereShape(radius: 0.15)), .box(BoxShape(size: Vector3(0.3, 0.3, 0.3))),
    .capsule(CapsuleShape(radius: 0.1, halfLength: 0.15)),
    .cylinder(CylinderShape(radius: 0.2, halfHeight: 0.25)),
  ]

  @Test("No body falls through at 1 to 11 m/s", arguments: 0..<4)
  func landing(_ number: Int) throws {
    let shape = Self.shapes[number]
    let half: Float = -shape.bounds(at: .identity).min.y
    for step in 0..<100 {
      let t = TestWorld()
      try t.add(.static, .box(BoxShape(size: Vector3(6, 0.2, 3))), at: Vector3(0, -0.1, 0)) {
        $0.oneWay = OneWaySurface(angle: 0.25 * .pi)
      }
      let speed: Float = 1 + 0.1 * Float(step)
      let height: Float = speed * speed / (2 * 9.8)
      let body = try t.add(.dynamic, shape, at: Vector3(0, half + height, 0))
      t.run(Int(60 * (speed / 9.8 + 0.3)), checked: false) { _ in }
      #expect(body.position.y > -0.05, "at \(speed) m/s")
    }
  }
}
