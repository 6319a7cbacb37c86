/// Three components along x, y and z, in 32-bit floating point.
///
/// The coordinate system is right-handed with Y up: x points right, y up, and −z forward, into the
/// screen. The type is three floats (12 bytes), which debug builds handle well; hot code converts
/// it to `SIMD4<Float>`.
public struct Vector3: Hashable, Sendable, BitwiseCopyable {
  /// The component along x, to the right.
  public var x: Float
  /// The component along y, upwards.
  public var y: Float
  /// The component along z, towards the viewer.
  public var z: Float

  /// Creates a vector from its components.
  @inlinable public init(_ x: Float, _ y: Float, _ z: Float) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// Creates a vector whose components all equal `value`.
  @inlinable public init(repeating value: Float) { self.init(value, value, value) }

  /// The zero vector.
  @inlinable public init() { self.init(0, 0, 0) }

  /// All components zero.
  @inlinable public static var zero: Vector3 { Vector3(0, 0, 0) }
  /// All components one.
  @inlinable public static var one: Vector3 { Vector3(1, 1, 1) }
  /// The unit vector along x, to the right.
  @inlinable public static var unitX: Vector3 { Vector3(1, 0, 0) }
  /// The unit vector along y, upwards.
  @inlinable public static var unitY: Vector3 { Vector3(0, 1, 0) }
  /// The unit vector along z, towards the viewer.
  @inlinable public static var unitZ: Vector3 { Vector3(0, 0, 1) }

  /// The component with index 0, 1 or 2 for x, y or z.
  @inlinable public subscript(axis: Int) -> Float {
    get {
      switch axis {
      case 0: x
      case 1: y
      case 2: z
      default: preconditionFailure("An axis is 0, 1 or 2")
      }
    }
    set {
      switch axis {
      case 0: x = newValue
      case 1: y = newValue
      case 2: z = newValue
      default: preconditionFailure("An axis is 0, 1 or 2")
      }
    }
  }
}

// MARK: Arithmetic, component by component

extension Vector3 {
  /// The sum.
  @inlinable public static func + (a: Vector3, b: Vector3) -> Vector3 {
    Vector3(a.x + b.x, a.y + b.y, a.z + b.z)
  }
  /// The difference.
  @inlinable public static func - (a: Vector3, b: Vector3) -> Vector3 {
    Vector3(a.x - b.x, a.y - b.y, a.z - b.z)
  }
  /// The product of each pair of components.
  @inlinable public static func * (a: Vector3, b: Vector3) -> Vector3 {
    Vector3(a.x * b.x, a.y * b.y, a.z * b.z)
  }
  /// The quotient of each pair of components.
  @inlinable public static func / (a: Vector3, b: Vector3) -> Vector3 {
    Vector3(a.x / b.x, a.y / b.y, a.z / b.z)
  }
  /// The vector scaled by `scale`.
  @inlinable public static func * (v: Vector3, scale: Float) -> Vector3 {
    Vector3(v.x * scale, v.y * scale, v.z * scale)
  }
  /// The vector scaled by `scale`.
  @inlinable public static func * (scale: Float, v: Vector3) -> Vector3 {
    Vector3(scale * v.x, scale * v.y, scale * v.z)
  }
  /// The vector with each component divided by `divisor`.
  @inlinable public static func / (v: Vector3, divisor: Float) -> Vector3 {
    Vector3(v.x / divisor, v.y / divisor, v.z / divisor)
  }
  /// The opposite vector.
  @inlinable public static prefix func - (v: Vector3) -> Vector3 { Vector3(-v.x, -v.y, -v.z) }

  /// Adds `b` to `a`.
  @inlinable public static func += (a: inout Vector3, b: Vector3) { a = a + b }
  /// Subtracts `b` from `a`.
  @inlinable public static func -= (a: inout Vector3, b: Vector3) { a = a - b }
  /// Multiplies each component of `a` by that of `b`.
  @inlinable public static func *= (a: inout Vector3, b: Vector3) { a = a * b }
  /// Scales `v` by `scale`.
  @inlinable public static func *= (v: inout Vector3, scale: Float) { v = v * scale }
  /// Divides each component of `v` by `divisor`.
  @inlinable public static func /= (v: inout Vector3, divisor: Float) { v = v / divisor }
}

// MARK: Products and lengths

extension Vector3 {
  /// The dot product; the cosine of the angle between two unit vectors.
  @inlinable public func dot(_ other: Vector3) -> Float {
    x * other.x + y * other.y + z * other.z
  }

  /// The cross product, perpendicular to both vectors by the right-hand rule.
  @inlinable public func cross(_ other: Vector3) -> Vector3 {
    Vector3(
      y * other.z - z * other.y,
      z * other.x - x * other.z,
      x * other.y - y * other.x)
  }

  /// The squared length, which is cheaper than ``length``.
  @inlinable public var lengthSquared: Float { dot(self) }

  /// The Euclidean length.
  @inlinable public var length: Float { lengthSquared.squareRoot() }

  /// The distance to another point.
  @inlinable public func distance(to other: Vector3) -> Float { (other - self).length }

  /// The unit vector in the same direction, or nil without a direction.
  ///
  /// Nil for lengths below 1e-18, whose square is subnormal, and for lengths that are not finite.
  @inlinable public var normalized: Vector3? {
    let squared = lengthSquared
    guard squared > 1e-36, squared < .infinity else { return nil }
    return self / squared.squareRoot()
  }

  /// The unit vector in the same direction, or `fallback` without a direction.
  @inlinable public func normalized(or fallback: Vector3) -> Vector3 { normalized ?? fallback }

  /// A unit vector perpendicular to this one, which must have unit length.
  ///
  /// Deterministic, and continuous except where another component becomes the least.
  @inlinable public var perpendicular: Vector3 {
    let (ax, ay, az) = (abs(x), abs(y), abs(z))
    let helper: Vector3 = ax <= ay && ax <= az ? .unitX : (ay <= az ? .unitY : .unitZ)
    return cross(helper).normalized(or: .unitX)
  }
}

// MARK: Comparison and interpolation

extension Vector3 {
  /// The lesser of each pair of components.
  @inlinable public func minimum(_ other: Vector3) -> Vector3 {
    Vector3(
      x < other.x ? x : other.x, y < other.y ? y : other.y, z < other.z ? z : other.z)
  }
  /// The greater of each pair of components.
  @inlinable public func maximum(_ other: Vector3) -> Vector3 {
    Vector3(
      x > other.x ? x : other.x, y > other.y ? y : other.y, z > other.z ? z : other.z)
  }
  /// The absolute value of each component.
  @inlinable public var magnitudes: Vector3 { Vector3(abs(x), abs(y), abs(z)) }
  /// The greatest of the three components.
  @inlinable public var greatest: Float { max(x, max(y, z)) }
  /// The least of the three components.
  @inlinable public var least: Float { min(x, min(y, z)) }
  /// True when all components are finite.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
  /// The linear interpolation to `other`: 0 is this vector, 1 the other; not clamped.
  @inlinable public func lerp(to other: Vector3, by fraction: Float) -> Vector3 {
    self + (other - self) * fraction
  }
}

extension Vector3: CustomStringConvertible {
  /// The components in brackets, in the syntax of scene files.
  public var description: String { "[\(x), \(y), \(z)]" }
}
