import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// Sliding and twist friction share one limit: what spins fast slides easily.
///
/// Symptom: a disc that spun at 60 rad/s on a slope of 0.15 rad slid 0.11 m in 3 s, where a uniform
/// pressure lets it slide 5.25 m, and the spin of boxes and discs ended after half to two thirds of
/// their time. Cause: the limits of sliding and of twisting were independent, and the lever of the
/// twist was that of the corners.
///
/// - Source: Z. Farkas, G. Bartels, T. Unger, D. Wolf, "Frictional Coupling between Sliding and
///   Spinning Motion", Phys. Rev. Lett. 90, 2003 (a sliding disc; both motions end together).
@Suite("A spinning disc", .enabled(if: Tier.isRelease))
struct SpinningDiscTests {
  static let radius: Double = 0.3
  static let friction: Double = 0.3
  static let gravity: Double = 9.8

  /// Force and torque of the friction on a uniform disc, per μ·N, at the velocity `v` and the
  /// angular velocity `w`: integrated over 480 parts of equal area.
  static func friction(_ v: Double, _ w: Double) -> (force: Double, torque: Double) {
    var (force, torque) = (0.0, 0.0)
    for ring in 0..<20 {
      let r = radius * ((Double(ring) + 0.5) / 20).squareRoot()
      for part in 0..<24 {
        let angle = Float(part) * .pi / 12
        let (x, y) = (r * Double(Portable.cos(angle)), r * Double(Portable.sin(angle)))
        let (u, t) = (v - w * y, w * x)
        let speed = max((u * u + t * t).squareRoot(), 1e-9)
        force += u / speed
        torque += (t * x - u * y) / speed
      }
    }
    return (force / 480, torque / 480)
  }

  /// The way of the disc, and when its sliding and its spin end, within `seconds`.
  static func exact(
    _ speed: Double, _ spin: Double, slope: Double, seconds: Double
  ) -> (way: Double, sliding: Double, spinning: Double) {
    let load = gravity * Double(Portable.cos(Float(slope)))
    let pull = gravity * Double(Portable.sin(Float(slope)))
    let (dt, inertia) = (0.0005, 0.5 * radius * radius)
    var (v, w, way, time) = (speed, spin, 0.0, 0.0)
    var (sliding, spinning) = (seconds, seconds)
    while time < seconds && (v > 1e-3 || w > 1e-3) {
      let f = friction(v, w)
      v = max(v + (pull - Self.friction * load * f.force) * dt, 0)
      w = max(w - Self.friction * load * f.torque / inertia * dt, 0)
      way += v * dt
      time += dt
      if v <= 1e-3 { sliding = min(sliding, time) }
      if w <= 1e-3 { spinning = min(spinning, time) }
      if w <= 1e-3 && pull < Self.friction * load && v < 0.02 { break }
    }
    return (way, sliding, spinning)
  }

  static func disc(
    _ speed: Double, _ spin: Double, slope: Float
  ) throws -> (world: TestWorld, disc: Body, down: Vector3) {
    let t = TestWorld(gravity: Vector3(0, -Float(gravity), 0)) { $0.allowsSleep = false }
    let tilt = Quaternion(axis: .unitZ, angle: -slope)
    try t.add(
      .static, .box(BoxShape(size: Vector3(40, 1, 40))), at: tilt.rotate(Vector3(0, -0.5, 0))
    ) {
      $0.transform.orientation = tilt
      $0.friction = 1
    }
    let down = tilt.rotate(.unitX)
    let shape = CylinderShape(radius: Float(radius), halfHeight: 0.05)
    let disc = try t.add(.dynamic, .cylinder(shape), at: tilt.rotate(Vector3(0, 0.05, 0))) {
      $0.transform.orientation = tilt
      $0.friction = Float(friction)
      $0.velocity = down * Float(speed)
      $0.angularVelocity = tilt.rotate(Vector3(0, Float(spin), 0))
    }
    return (t, disc, down)
  }

  @Test("Slides down a slope that would hold it", arguments: [20, 60])
  func slope(spin: Double) throws {
    let exact = Self.exact(0, spin, slope: 0.15, seconds: 3)
    let (t, disc, down) = try Self.disc(0, spin, slope: 0.15)
    let start = disc.position
    t.run(180, checked: false)
    let way = (disc.position - start).dot(down)
    print("spin \(spin): \(way) m, exactly \(exact.way) m")
    #expect(abs(way / Float(exact.way) - 1) < 0.15)
  }

  @Test("Stays on that slope without spin")
  func held() throws {
    let (t, disc, _) = try Self.disc(0, 0, slope: 0.15)
    let start = disc.position
    t.run(180, checked: false)
    #expect((disc.position - start).length < 1e-3)
  }

  @Test("Ends sliding and spinning together on level ground")
  func level() throws {
    let exact = Self.exact(1.5, 3, slope: 0, seconds: 2)
    let (t, disc, _) = try Self.disc(1.5, 3, slope: 0)
    let start = disc.position
    var (sliding, spinning): (Float, Float) = (0, 0)
    t.run(120, checked: false) { step in
      if disc.velocity.length > 0.02 { sliding = Float(step) / 60 }
      if disc.angularVelocity.length > 0.05 { spinning = Float(step) / 60 }
    }
    let way = (disc.position - start).length
    print("slides \(sliding) s, spins \(spinning) s, \(way) m; exactly \(exact)")
    #expect(abs(sliding - spinning) < 0.05)
    #expect(abs(way / Float(exact.way) - 1) < 0.1)
  }

  @Test("A box spins on the floor for the time of a uniform pressure")
  func box() throws {
    let t = TestWorld(gravity: Vector3(0, -Float(Self.gravity), 0)) { $0.allowsSleep = false }
    try t.add(.static, .floor) { $0.friction = 1 }
    let box = try t.add(.dynamic, .box(1, 0.2, 1), at: Vector3(0, 0.1, 0)) {
      $0.friction = Float(Self.friction)
      $0.angularVelocity = Vector3(0, 10, 0)
    }
    var time: Float = 0
    t.run(240, checked: false) { step in
      if box.angularVelocity.length > 0.05 { time = Float(step) / 60 }
    }
    // The mean distance in a unit square from its center is (√2 + ln(1 + √2)) / 6.
    let lever: Float = 0.382_598
    let expected: Float = 10 * (1.0 / 6) / (Float(Self.friction * Self.gravity) * lever)
    print("the box spins \(time) s, exactly \(expected) s")
    #expect(abs(time / expected - 1) < 0.05)
  }
}
