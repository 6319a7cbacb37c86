/// A rotation as a quaternion of unit length, components in the order x, y, z, w.
///
/// `w` is the scalar part, the cosine of half the angle. `q` and `-q` are the same rotation. The
/// product `a * b` turns by `b` first, then by `a`. Conversions from and to angles are in
/// `Quaternion+Angles.swift`.
public struct Quaternion: Hashable, Sendable, BitwiseCopyable {
  /// The component along x, times the sine of half the angle.
  public var x: Float
  /// The component along y, times the sine of half the angle.
  public var y: Float
  /// The component along z, times the sine of half the angle.
  public var z: Float
  /// The scalar part, the cosine of half the angle.
  public var w: Float

  /// Makes a quaternion from its components, which are not normalised.
  @inlinable public init(_ x: Float, _ y: Float, _ z: Float, _ w: Float) {
    self.x = x
    self.y = y
    self.z = z
    self.w = w
  }

  /// The rotation that turns nothing.
  @inlinable public init() { self.init(0, 0, 0, 1) }

  /// The rotation that turns nothing.
  @inlinable public static var identity: Quaternion { Quaternion(0, 0, 0, 1) }

  /// The vector part.
  @inlinable public var vector: Vector3 { Vector3(x, y, z) }

  /// The rotation that turns by `b` first, then by `a`; the Hamilton product.
  @inlinable public static func * (a: Quaternion, b: Quaternion) -> Quaternion {
    Quaternion(
      a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z)
  }

  /// The opposite rotation, for a quaternion of unit length; also called the conjugate.
  @inlinable public var inverse: Quaternion { Quaternion(-x, -y, -z, w) }

  /// The scalar product of all four components.
  @inlinable public func dot(_ other: Quaternion) -> Float {
    x * other.x + y * other.y + z * other.z + w * other.w
  }

  /// The same rotation at unit length, or the identity when the length is zero or not finite.
  @inlinable public var normalized: Quaternion {
    let squared = dot(self)
    guard squared > 1e-36, squared < .infinity else { return .identity }
    let scale = 1 / squared.squareRoot()
    return Quaternion(x * scale, y * scale, z * scale, w * scale)
  }

  /// Turns a vector.
  ///
  ///     v' = v + 2·u × (u × v + w·v)        u the vector part
  @inlinable public func rotate(_ v: Vector3) -> Vector3 {
    let u = vector
    let t = u.cross(v) * 2
    return v + t * w + u.cross(t)
  }

  /// Turns a vector back; the same as rotating by ``inverse``.
  @inlinable public func unrotate(_ v: Vector3) -> Vector3 {
    let u = vector
    let t = u.cross(v) * 2
    return v - t * w + u.cross(t)
  }

  /// The rotation after turning with `angularVelocity`, in radians a second, for `duration` seconds.
  ///
  /// First order and normalised: q' = q + ½·ω·q·Δt. Exact in the limit of small steps; the error of
  /// one step is of the order of (|ω|·Δt)³ / 24 radians.
  @inlinable public func advanced(by angularVelocity: Vector3, for duration: Float) -> Quaternion {
    let half = angularVelocity * (0.5 * duration)
    let d = Quaternion(half.x, half.y, half.z, 0) * self
    return Quaternion(x + d.x, y + d.y, z + d.z, w + d.w).normalized
  }

  /// True when no component is infinite or not a number.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite && w.isFinite }
}

extension Quaternion: CustomStringConvertible {
  /// The components in brackets, as scene files write them.
  public var description: String { "[\(x), \(y), \(z), \(w)]" }
}
