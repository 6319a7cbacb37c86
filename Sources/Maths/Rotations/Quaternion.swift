/// A rotation as a unit quaternion, with components in the order x, y, z, w.
///
/// `w` is the scalar part, the cosine of half the angle. `q` and `-q` are the same rotation. The
/// product `a * b` rotates by `b` first, then by `a`.
public struct Quaternion: Hashable, Sendable, BitwiseCopyable {
  /// The x component of the axis, times the sine of half the angle.
  public var x: Float
  /// The y component of the axis, times the sine of half the angle.
  public var y: Float
  /// The z component of the axis, times the sine of half the angle.
  public var z: Float
  /// The scalar part, the cosine of half the angle.
  public var w: Float

  /// Creates a quaternion from its components, which are not normalized.
  @inlinable public init(_ x: Float, _ y: Float, _ z: Float, _ w: Float) {
    self.x = x
    self.y = y
    self.z = z
    self.w = w
  }

  /// Creates the identity.
  @inlinable public init() { self.init(0, 0, 0, 1) }

  /// The identity, which rotates by nothing.
  @inlinable public static var identity: Quaternion { Quaternion(0, 0, 0, 1) }

  /// The vector part.
  @inlinable public var vector: Vector3 { Vector3(x, y, z) }

  /// The Hamilton product, which rotates by `b` first, then by `a`.
  @inlinable public static func * (a: Quaternion, b: Quaternion) -> Quaternion {
    Quaternion(
      a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z)
  }

  /// The inverse rotation of a unit quaternion, also called the conjugate.
  @inlinable public var inverse: Quaternion { Quaternion(-x, -y, -z, w) }

  /// The dot product of all four components.
  @inlinable public func dot(_ other: Quaternion) -> Float {
    x * other.x + y * other.y + z * other.z + w * other.w
  }

  /// The same rotation with unit length, or the identity when the length is zero or not finite.
  @inlinable public var normalized: Quaternion {
    let squared = dot(self)
    guard squared > 1e-36, squared < .infinity else { return .identity }
    let scale = 1 / squared.squareRoot()
    return Quaternion(x * scale, y * scale, z * scale, w * scale)
  }

  /// Rotates a vector.
  ///
  ///     v' = v + 2·u × (u × v + w·v)        u the vector part
  @inlinable public func rotate(_ v: Vector3) -> Vector3 {
    let u = vector
    let t = u.cross(v) * 2
    return v + t * w + u.cross(t)
  }

  /// Rotates a vector by the inverse; equal to rotating by ``inverse``.
  @inlinable public func unrotate(_ v: Vector3) -> Vector3 {
    let u = vector
    let t = u.cross(v) * 2
    return v - t * w + u.cross(t)
  }

  /// Returns the rotation after `duration` seconds at `angularVelocity`, in radians per second.
  ///
  /// First order and normalized: q' = q + ½·ω·q·Δt. The error of one step is of the order of
  /// (|ω|·Δt)³ / 24 radians.
  @inlinable public func advanced(by angularVelocity: Vector3, for duration: Float) -> Quaternion {
    let half = angularVelocity * (0.5 * duration)
    let d = Quaternion(half.x, half.y, half.z, 0) * self
    return Quaternion(x + d.x, y + d.y, z + d.z, w + d.w).normalized
  }

  /// True when all components are finite.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite && w.isFinite }
}

extension Quaternion: CustomStringConvertible {
  /// The components in brackets, in the syntax of scene files.
  public var description: String { "[\(x), \(y), \(z), \(w)]" }
}
