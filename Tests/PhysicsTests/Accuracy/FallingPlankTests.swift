import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// A plank of length 2·l and thickness 2·h that falls about one edge, by its equation of motion.
///
///     Y = l·sin θ + h·cos θ    (k + s·Y′²)·θ̈ + s·Y′·Y″·θ̇² = −g·Y′
///
/// per kilogram: without friction the middle falls straight down, s = 1 and k = I/m; if the edge is
/// held, s = 0 and k = I/m + l² + h².
struct FallingPlank {
  let l, h, k, s: Double
  var angle: Double
  var rate = 0.0

  func acceleration(_ q: Double, _ w: Double) -> Double {
    let (y1, y2) = (l * Self.cos(q) - h * Self.sin(q), -l * Self.sin(q) - h * Self.cos(q))
    return -(9.8 * y1 + s * y1 * y2 * w * w) / (k + s * y1 * y1)
  }
  static func sin(_ x: Double) -> Double { series(x, x) }
  static func cos(_ x: Double) -> Double { series(1, x) }
  /// Taylor's series from its first term, x or 1.
  private static func series(_ first: Double, _ x: Double) -> Double {
    var (term, sum) = (first, first)
    let odd: Double = first == 1 ? 0 : 1
    for n in 1..<20 {
      let m = 2 * Double(n) + odd
      term *= -x * x / (m * (m - 1))
      sum += term
    }
    return sum
  }
  mutating func step(_ t: Double) {
    let a1 = acceleration(angle, rate)
    let (q2, w2) = (angle + rate * t / 2, rate + a1 * t / 2)
    let a2 = acceleration(q2, w2)
    let (q3, w3) = (angle + w2 * t / 2, rate + a2 * t / 2)
    let a3 = acceleration(q3, w3)
    let (q4, w4) = (angle + w3 * t, rate + a3 * t)
    let a4 = acceleration(q4, w4)
    angle += (rate + 2 * w2 + 2 * w3 + w4) * t / 6
    rate += (a1 + 2 * a2 + 2 * a3 + a4) * t / 6
  }
}

@Suite("Falling planks")
struct FallingPlankTests {
  static func floor(_ kind: String) throws -> (shape: Shape, top: Float) {
    func flat(_ x: Float, _ z: Float) -> Float { 0 }
    switch kind {
    case "box": return (.box(10, 1, 10), 0.5)
    case "coarse mesh": return (.mesh(try TestSurface.mesh(2, size: 10, height: flat)), 0)
    case "mesh": return (.mesh(try TestSurface.mesh(10, size: 1, height: flat)), 0)
    case "fine mesh": return (.mesh(try TestSurface.mesh(33, size: 0.3, height: flat)), 0)
    case "field": return (.heightField(try TestSurface.field(10, size: 1, height: flat)), 0)
    case "fine field": return (.heightField(try TestSurface.field(33, size: 0.3, height: flat)), 0)
    default: return (.floor, 0)
    }
  }

  // On meshes and fields a plank met the ground first in its middle, at the edges of triangles of
  // which it knew, because its end comes down by more in a step than the margin of a contact. It
  // turned about these with 1.5 times the speed that is due, and its end then sank in by 2 cm.
  @Test(
    "A plank falls about its edge as its equation says, and slaps with the speed of its energy",
    arguments: ["box", "plane", "coarse mesh", "mesh", "fine mesh", "field", "fine field"],
    [
      (20, 0.1, 0), (25, 0.1, 0), (30, 0.1, 0), (31, 0.04, 0), (33, 0.2, 0), (35, 0.1, 0.13),
      (30, 0.1, 0.37),
    ] as [(degrees: Float, thickness: Float, x: Float)])
  func slaps(_ kind: String, _ start: (degrees: Float, thickness: Float, x: Float)) throws {
    for friction: Float in [0, 5] {
      let (floor, top) = try Self.floor(kind)
      let t = TestWorld()
      try t.add(.static, floor) { $0.friction = friction }
      let half: Float = 0.5 * start.thickness
      let angle: Float = start.degrees * .pi / 180
      let height: Float = Portable.sin(angle) + half * Portable.cos(angle)
      let plank = try t.add(.dynamic, .box(2, start.thickness, 0.4)) {
        $0.restitution = 0
        $0.friction = 1
        $0.allowsResting = false
        $0.transform = Transform(
          position: Vector3(start.x, top + height, 0.07),
          orientation: Quaternion(axis: .unitZ, angle: angle))
      }
      let h = Double(half)
      let k: Double = (4 + 4 * h * h) / 12
      var exact = FallingPlank(
        l: 1, h: h, k: friction == 0 ? k : k + 1 + h * h, s: friction == 0 ? 1 : 0,
        angle: Double(angle))
      var (fastest, apart, least): (Float, Float, Float) = (0, 0, 1)
      var due: Float = 0
      t.run(60) { _ in
        if exact.angle > 0 {
          for _ in 0..<100 where exact.angle > 0 { exact.step(1 / 6000) }
          due = Float(-exact.rate)
          let now: Float = 2 * Portable.asin(plank.orientation.z)
          if exact.angle > 0 { apart = max(apart, abs(now - Float(exact.angle))) }
        }
        fastest = max(fastest, -plank.angularVelocity.z)
        for x: Float in [-1, 1] {
          least = min(least, plank.transform.apply(Vector3(x, -half, 0.2)).y - top)
        }
      }
      print(
        "\(kind), μ \(friction), \(start): \(apart) rad off, \(fastest / due) of the speed,"
          + " \(least) m deep")
      #expect(apart < 0.01)
      // The speed is that of the step before the slap, 0.1 to 7 % below. Corners that are solved
      // one after the other make it greater where the far end is split between triangles: by 16 %
      // at worst, which was 48 %.
      let most: Float = kind == "box" || kind == "plane" ? 1.02 : 1.2
      #expect(fastest > 0.93 * due && fastest < most * due, "\(fastest) where \(due) is due")
      #expect(least > -0.005)
    }
  }
}
