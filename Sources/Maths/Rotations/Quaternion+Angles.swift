/// Conversions between quaternions, axis and angle, Euler angles and directions.
///
/// Angles are in radians. The trigonometry is that of ``Portable``, so results are equal on all
/// machines.
extension Quaternion {
  // MARK: Axis and angle

  /// Creates a rotation about an axis, by the right-hand rule.
  ///
  /// The axis may have any length; without a direction the result is the identity.
  public init(axis: Vector3, angle: Float) {
    guard let unit = axis.normalized else {
      self = .identity
      return
    }
    let (s, c) = Portable.sincos(0.5 * angle)
    self.init(unit.x * s, unit.y * s, unit.z * s, c)
  }

  /// Creates a rotation about the axis `xyz` by the angle `w`, like SceneKit's `rotation`.
  public init(axisAngle: Vector4) { self.init(axis: axisAngle.xyz, angle: axisAngle.w) }

  /// The unit axis, and the angle from 0 to π as the fourth component.
  ///
  /// All zero for the identity, which has no axis, as in SceneKit.
  public var axisAngle: Vector4 {
    let sign: Float = w < 0 ? -1 : 1
    let v = vector * sign
    guard let axis = v.normalized else { return .zero }
    return Vector4(axis, 2 * Portable.atan2(v.length, w * sign))
  }

  /// The angle from 0 to π between two unit quaternions.
  public func angle(to other: Quaternion) -> Float {
    let between = inverse * other
    return 2 * Portable.atan2(between.vector.length, abs(between.w))
  }

  // MARK: Euler angles

  /// Creates a rotation by pitch (x), then yaw (y), then roll (z), about the parent's axes.
  ///
  ///     R = Rz(roll) · Ry(yaw) · Rx(pitch)
  ///
  /// Equal to roll, yaw, pitch about the local axes, which is SceneKit's order.
  public init(eulerAngles: Vector3) {
    let (sx, cx) = Portable.sincos(0.5 * eulerAngles.x)
    let (sy, cy) = Portable.sincos(0.5 * eulerAngles.y)
    let (sz, cz) = Portable.sincos(0.5 * eulerAngles.z)
    self.init(
      sx * cy * cz - cx * sy * sz,
      cx * sy * cz + sx * cy * sz,
      cx * cy * sz - sx * sy * cz,
      cx * cy * cz + sx * sy * sz)
  }

  /// Pitch (x) and roll (z) in ±π and yaw (y) in ±π/2 of a unit quaternion.
  ///
  /// At a yaw of a quarter turn, pitch and roll rotate about the same axis, and the roll is zero.
  /// Near it the pitch is computed from the rotation that remains after yaw and roll, so that the
  /// three together are as accurate as elsewhere.
  ///
  /// - Source: M. Day, "Extracting Euler Angles from a Rotation Matrix", Insomniac Games, 2012.
  public var eulerAngles: Vector3 {
    let m = Matrix3(self)
    let flat = (m.x.x * m.x.x + m.x.y * m.x.y).squareRoot()
    let yaw = Portable.atan2(-m.x.z, flat)
    guard flat > 1e-6 else {
      return Vector3(Portable.atan2(-m.z.y, m.y.y), yaw, 0)
    }
    let (s, c) = (m.x.y / flat, m.x.x / flat)
    let pitch = Portable.atan2(s * m.z.x - c * m.z.y, c * m.y.y - s * m.y.x)
    return Vector3(pitch, yaw, Portable.atan2(m.x.y, m.x.x))
  }

  // MARK: Matrices and directions

  /// Creates the rotation of a rotation matrix: unit columns, no mirroring.
  ///
  /// - Source: S. Shepperd, "Quaternion from Rotation Matrix", 1978 (the greatest component first).
  public init(_ m: Matrix3) {
    let (xx, yy, zz) = (m.x.x, m.y.y, m.z.z)
    let (yz, zx, xy) = (m.y.z - m.z.y, m.z.x - m.x.z, m.x.y - m.y.x)
    let q: Quaternion
    if xx + yy + zz > 0 {
      q = Quaternion(yz, zx, xy, 1 + xx + yy + zz)
    } else if xx >= yy && xx >= zz {
      q = Quaternion(1 + xx - yy - zz, m.x.y + m.y.x, m.z.x + m.x.z, yz)
    } else if yy >= zz {
      q = Quaternion(m.x.y + m.y.x, 1 - xx + yy - zz, m.y.z + m.z.y, zx)
    } else {
      q = Quaternion(m.z.x + m.x.z, m.y.z + m.z.y, 1 - xx - yy + zz, xy)
    }
    self = q.normalized
  }

  /// Creates the shortest rotation from one direction to another; their lengths are ignored.
  ///
  /// For opposite directions the axis is the ``Vector3/perpendicular`` of the first; without
  /// directions the result is the identity.
  public init(from start: Vector3, to end: Vector3) {
    guard let a = start.normalized, let b = end.normalized else {
      self = .identity
      return
    }
    guard a.dot(b) > -0.9 else {
      // Nearly opposite: rotate to the opposite of the end, then by half a turn about the same
      // axis.
      let axis = a.cross(b).normalized(or: a.perpendicular)
      let square = (axis - b * axis.dot(b)).normalized(or: b.perpendicular)
      self = Quaternion(square.x, square.y, square.z, 0) * Quaternion(from: a, to: -b)
      return
    }
    let half = (a + b).normalized(or: a)
    let axis = a.cross(half)
    self = Quaternion(axis.x, axis.y, axis.z, a.dot(half)).normalized
  }

  /// Creates the rotation from forward, which is −Z, to a direction, with +Y towards `up`.
  ///
  /// Lengths are ignored. Where `up` is parallel to the direction, a fixed rule chooses another;
  /// without a direction the result is the identity.
  public init(lookingAlong direction: Vector3, up: Vector3 = .unitY) {
    guard let forward = direction.normalized else {
      self = .identity
      return
    }
    let back = -forward
    let side = up.normalized(or: .unitY).cross(back)
    let right = side.lengthSquared > 1e-12 ? side.normalized(or: .unitX) : back.perpendicular
    self.init(Matrix3(right, back.cross(right), back))
  }

  // MARK: Interpolation

  /// The spherical linear interpolation along the shorter arc to `other`; 0 is this one, 1 is the
  /// other.
  ///
  /// Both must have unit length; the fraction is not clamped.
  public func slerp(to other: Quaternion, by share: Float) -> Quaternion {
    let sign: Float = dot(other) < 0 ? -1 : 1
    let b = Quaternion(other.x * sign, other.y * sign, other.z * sign, other.w * sign)
    let cosine = dot(b)
    var (p, q) = (1 - share, share)
    if cosine < 0.9995 {
      let angle = Portable.acos(cosine)
      let scale = 1 / Portable.sin(angle)
      p = Portable.sin(p * angle) * scale
      q = Portable.sin(q * angle) * scale
    }
    return Quaternion(
      x * p + b.x * q, y * p + b.y * q, z * p + b.z * q, w * p + b.w * q
    ).normalized
  }
}
