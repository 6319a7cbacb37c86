import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// A round body with a low center of mass swings on and on, without gaining energy.
///
/// Symptom: a ball whose center of mass was 0.2 m below its middle swung from 0.1 to 0.7 rad in
/// 20 s, with 47 times its energy; more substeps made it worse. Cause: lever arms, constant during
/// a step, were those of its beginning. A force that follows a swing too late by the time τ makes
/// it grow by ½·ω²·τ per second.
@Suite("A roly-poly", .enabled(if: Tier.isRelease))
struct RolyPolyTests {
  static let radius: Float = 0.3

  /// The share of the energy of a swing that is left after 20 s.
  static func keptEnergy(
    _ shape: Shape, turned: Quaternion = .identity, offset: Float, inertia: Float,
    substeps: Int = 4, rate: Float = 60
  ) throws -> Float {
    let t = TestWorld {
      $0.substeps = substeps
      $0.allowsSleep = false
    }
    try t.add(.static, .box(BoxShape(size: Vector3(50, 1, 10))), at: Vector3(0, -0.5, 0)) {
      $0.properties.friction = 1
    }
    let body = try t.add(.dynamic, shape, at: Vector3(0, radius, 0)) {
      $0.transform.orientation = Quaternion(axis: .unitZ, angle: 0.3) * turned
      $0.mass = 2
      $0.properties.friction = 1
      $0.properties.centerOfMassOffset = turned.inverse.rotate(Vector3(0, -offset, 0))
      $0.properties.momentOfInertia = Vector3(repeating: inertia)
    }
    let lowest: Float = radius - offset
    func energy() -> Float {
      let height: Float = body.centerOfMass.y - lowest
      let spin: Float = body.angularVelocity.lengthSquared
      return body.mass * (0.5 * body.velocity.lengthSquared + 9.8 * height) + 0.5 * inertia * spin
    }
    let start: Float = energy()
    for _ in 0..<Int(20 * rate) { t.world.step(1 / rate) }
    return energy() / start
  }

  @Test(
    "Keeps the energy of its swing for 20 seconds",
    arguments: [(0.05, 0.072), (0.1, 0.02), (0.1, 0.3)] as [(Float, Float)])
  func ball(_ offset: Float, _ inertia: Float) throws {
    let ball = Shape.sphere(SphereShape(radius: Self.radius))
    let kept = try Self.keptEnergy(ball, offset: offset, inertia: inertia)
    print("roly-poly, center \(offset) m low: \(kept) of its energy after 20 s")
    #expect(kept > 0.9 && kept < 1.005)
  }

  @Test(
    "Gains nothing with more substeps or shorter steps",
    arguments: [(2, 60), (4, 60), (16, 60), (4, 240)] as [(Int, Float)])
  func steps(_ substeps: Int, _ rate: Float) throws {
    let ball = Shape.sphere(SphereShape(radius: Self.radius))
    let kept = try Self.keptEnergy(
      ball, offset: 0.2, inertia: 0.08, substeps: substeps, rate: rate)
    print("roly-poly, \(substeps) substeps at \(rate) Hz: \(kept) of its energy after 20 s")
    #expect(kept > 0.7 && kept < 1.005)
  }

  @Test("Is the same for a cylinder that lies")
  func cylinder() throws {
    let shape = Shape.cylinder(CylinderShape(radius: Self.radius, halfHeight: 0.3))
    let lying = Quaternion(axis: .unitX, angle: 0.5 * .pi)
    let kept = try Self.keptEnergy(shape, turned: lying, offset: 0.1, inertia: 0.02)
    #expect(kept > 0.85 && kept < 1.005)
  }
}
