public import CaromMaths

/// The motion of a shape in one step: its center moves along a line while it rotates about that
/// center.
///
/// The orientation is interpolated component by component and normalized, which rotates about a
/// fixed axis at a nearly constant rate. Rotations of half a turn or more in one step are
/// indistinguishable from their shorter counterparts.
public struct Sweep: Hashable, Sendable, BitwiseCopyable {
  /// The local point that moves along a line, usually the center of mass.
  public var localCenter: Vector3
  /// The position of that point at the start, in world space.
  public var startCenter: Vector3
  /// The position of that point at the end, in world space.
  public var endCenter: Vector3
  /// The orientation at the start.
  public var startOrientation: Quaternion
  /// The orientation at the end.
  public var endOrientation: Quaternion

  /// Creates the motion between two placements.
  public init(from start: Transform, to end: Transform, localCenter: Vector3 = Vector3()) {
    self.localCenter = localCenter
    startCenter = start.apply(localCenter)
    endCenter = end.apply(localCenter)
    startOrientation = start.orientation
    let q = end.orientation
    let opposite: Bool = start.orientation.dot(q) < 0
    endOrientation = opposite ? Quaternion(-q.x, -q.y, -q.z, -q.w) : q
  }

  /// Creates the motion of a shape at rest.
  public init(resting placement: Transform) { self.init(from: placement, to: placement) }

  /// Returns the placement at a fraction of the motion, from 0 to 1.
  public func placement(at fraction: Float) -> Transform {
    let (p, q) = (startOrientation, endOrientation)
    let rest: Float = 1 - fraction
    let turned = Quaternion(
      p.x * rest + q.x * fraction, p.y * rest + q.y * fraction, p.z * rest + q.z * fraction,
      p.w * rest + q.w * fraction
    ).normalized
    let center: Vector3 = startCenter + (endCenter - startCenter) * fraction
    return Transform(position: center - turned.rotate(localCenter), orientation: turned)
  }

  /// Returns the same motion for a shape at `offset` in this one's space, with the same
  /// orientation.
  public func moved(to offset: Vector3) -> Sweep {
    var sweep = self
    sweep.localCenter = localCenter - offset
    return sweep
  }

  /// The displacement of the center over the whole motion, in meters.
  var translation: Vector3 { endCenter - startCenter }

  /// The axis of the rotation, times its maximum rate in radians per motion.
  var maxRotation: Vector3 {
    let rate: Float = maxRotationRate
    if rate == 0 { return Vector3() }
    let turn = endOrientation * startOrientation.inverse
    return turn.vector.normalized(or: Vector3()) * rate
  }

  /// The maximum rotation rate at any time, in radians per motion.
  ///
  /// The interpolation follows the chord between p and q. The angle changes fastest at the chord's
  /// middle, which is closest to the origin. Rotations are by twice the angle between quaternions:
  ///
  ///     ω = 2·|q − p| / (|p + q| / 2)
  var maxRotationRate: Float {
    let (p, q) = (startOrientation, endOrientation)
    let d = Quaternion(q.x - p.x, q.y - p.y, q.z - p.z, q.w - p.w)
    let s = Quaternion(q.x + p.x, q.y + p.y, q.z + p.z, q.w + p.w)
    let chord: Float = d.dot(d).squareRoot()
    if chord == 0 { return 0 }
    return 4 * chord / max(s.dot(s).squareRoot(), 1e-3)
  }
}
