import CaromCollision
import CaromMaths

/// A repeatable random source for tests: a 64-bit linear congruential generator.
struct Draws {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493 }

  mutating func unit() -> Float {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Float(state >> 40) / Float(1 << 24)
  }

  mutating func number(_ low: Float, _ high: Float) -> Float { low + (high - low) * unit() }

  mutating func index(below count: Int) -> Int { min(Int(unit() * Float(count)), count - 1) }

  mutating func vector(_ reach: Float) -> Vector3 {
    Vector3(number(-reach, reach), number(-reach, reach), number(-reach, reach))
  }

  mutating func direction() -> Vector3 {
    while true {
      let v = vector(1)
      if v.lengthSquared <= 1, let n = v.normalized { return n }
    }
  }

  mutating func orientation() -> Quaternion {
    Quaternion(number(-1, 1), number(-1, 1), number(-1, 1), number(-1, 1)).normalized
  }

  mutating func placement(_ reach: Float) -> Transform {
    Transform(position: vector(reach), orientation: orientation())
  }

  /// A sphere, box, capsule or cylinder of sizes from 0.1 to 1 m.
  mutating func solid() -> Shape { solid(kind: index(below: 4)) }

  mutating func solid(kind: Int) -> Shape {
    switch kind {
    case 0: .sphere(SphereShape(radius: number(0.1, 1)))
    case 1:
      .box(
        BoxShape(halfExtents: Vector3(number(0.1, 1), number(0.1, 1), number(0.1, 1))))
    case 2: .capsule(CapsuleShape(radius: number(0.1, 0.6), halfLength: number(0.1, 1)))
    case 3: .cylinder(CylinderShape(radius: number(0.1, 1), halfHeight: number(0.1, 1)))
    case 4:
      .cone(
        ConeShape(
          topRadius: index(below: 2) == 0 ? 0 : number(0.05, 0.8), bottomRadius: number(0.1, 0.8),
          halfHeight: number(0.1, 0.8)))
    case 5:
      .pyramid(
        PyramidShape(width: number(0.2, 1.5), height: number(0.2, 1.5), length: number(0.2, 1.5)))
    case 6: .hull(hull())
    case 7: .taperedCapsule(taperedCapsule())
    default: .roundedBox(roundedBox())
    }
  }

  /// A tapered capsule with radii from 0.1 to 0.5 m.
  mutating func taperedCapsule() -> TaperedCapsuleShape {
    let (top, bottom) = (number(0.1, 0.5), number(0.1, 0.5))
    return TaperedCapsuleShape(
      topRadius: top, bottomRadius: bottom, height: max(top, bottom) * 2 + number(0.2, 1))
  }

  /// A rounded box of half sizes from 0.2 to 0.8 m, whose corner radius is at most three quarters.
  mutating func roundedBox() -> RoundedBoxShape {
    let half = Vector3(number(0.2, 0.8), number(0.2, 0.8), number(0.2, 0.8))
    return RoundedBoxShape(halfExtents: half, cornerRadius: number(0.05, 0.75 * half.least))
  }

  /// A hull of 6 to 30 points in a box of sides from 0.4 to 1.6 m, whose origin is not its center.
  mutating func hull() -> ConvexHullShape {
    let size = Vector3(number(0.2, 0.8), number(0.2, 0.8), number(0.2, 0.8))
    let shift = vector(0.1)
    while true {
      let points = (0..<(6 + index(below: 25))).map { _ in vector(1) * size + shift }
      if let hull = try? ConvexHullShape(points) { return hull }
    }
  }
}

/// The exact extent of finite shapes, computed in 64 bits independently of the code under test.
enum Exact {
  /// The extent of a finite leaf shape from its origin along a direction of world space.
  static func reach(_ shape: Shape, _ orientation: Quaternion, _ n: Vector3) -> Double {
    let l = orientation.unrotate(n)
    let (x, y, z) = (Double(l.x), Double(l.y), Double(l.z))
    switch shape {
    case .sphere(let s): return Double(s.radius) * (x * x + y * y + z * z).squareRoot()
    case .box(let s):
      return Double(s.halfExtents.x) * abs(x) + Double(s.halfExtents.y) * abs(y)
        + Double(s.halfExtents.z) * abs(z)
    case .capsule(let s):
      return Double(s.halfLength) * abs(y) + Double(s.radius) * (x * x + y * y + z * z).squareRoot()
    case .cylinder(let s):
      return Double(s.halfHeight) * abs(y) + Double(s.radius) * (x * x + z * z).squareRoot()
    case .cone(let s):
      let across = (x * x + z * z).squareRoot()
      return max(
        Double(s.topRadius) * across + Double(s.halfHeight) * y,
        Double(s.bottomRadius) * across - Double(s.halfHeight) * y)
    case .pyramid(let s):
      let base = Double(s.width) / 2 * abs(x) + Double(s.length) / 2 * abs(z)
      return max(base, Double(s.height) * y)
    case .hull(let s):
      return s.vertices.reduce(-.infinity) {
        max($0, Double($1.x) * x + Double($1.y) * y + Double($1.z) * z)
      }
    case .taperedCapsule(let s):
      let length = (x * x + y * y + z * z).squareRoot()
      return max(
        Double(s.topCenter) * y + Double(s.topRadius) * length,
        Double(s.bottomCenter) * y + Double(s.bottomRadius) * length)
    case .roundedBox(let s):
      let r = Double(s.cornerRadius)
      return (Double(s.halfExtents.x) - r) * abs(x) + (Double(s.halfExtents.y) - r) * abs(y)
        + (Double(s.halfExtents.z) - r) * abs(z) + r * (x * x + y * y + z * z).squareRoot()
    case .plane, .mesh, .heightField, .compound: return .infinity
    }
  }

  /// The gap between two finite shapes along a unit direction from A to B.
  static func gap(_ a: Shape, _ ta: Transform, _ b: Shape, _ tb: Transform, _ n: Vector3) -> Double
  {
    let d = tb.position - ta.position
    let along =
      Double(d.x) * Double(n.x) + Double(d.y) * Double(n.y) + Double(d.z) * Double(n.z)
    return along - reach(a, ta.orientation, n) - reach(b, tb.orientation, -n)
  }
}
