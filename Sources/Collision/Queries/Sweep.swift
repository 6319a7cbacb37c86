public import CaromMaths

/// The motion of a shape over one step: its centre along a line, turning about that centre.
///
/// The orientation is blended component by component and normalised, which turns about a fixed axis
/// at a nearly constant rate. Turns of half a circle or more in one step are not told from their
/// shorter counterpart.
public struct Sweep: Hashable, Sendable, BitwiseCopyable {
  /// The point of the shape that moves along a line, in its own space; usually the centre of mass.
  public var localCenter: Vector3
  /// Where that point starts, in world space.
  public var startCenter: Vector3
  /// Where that point ends, in world space.
  public var endCenter: Vector3
  /// The orientation at the start.
  public var startOrientation: Quaternion
  /// The orientation at the end.
  public var endOrientation: Quaternion

  /// Makes the motion between two placements.
  public init(from start: Transform, to end: Transform, localCenter: Vector3 = Vector3()) {
    self.localCenter = localCenter
    startCenter = start.apply(localCenter)
    endCenter = end.apply(localCenter)
    startOrientation = start.orientation
    let q = end.orientation
    let opposite: Bool = start.orientation.dot(q) < 0
    endOrientation = opposite ? Quaternion(-q.x, -q.y, -q.z, -q.w) : q
  }

  /// Makes the motion of a shape that stays where it is.
  public init(resting placement: Transform) { self.init(from: placement, to: placement) }

  /// The placement a share of the way, from 0 to 1.
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

  /// The same motion for a shape that sits at `offset` in this one's space, unturned.
  public func moved(to offset: Vector3) -> Sweep {
    var sweep = self
    sweep.localCenter = localCenter - offset
    return sweep
  }

  /// The way of the centre over the whole motion, in metres.
  var translation: Vector3 { endCenter - startCenter }

  /// The greatest rate of turning at any time, in radians per whole motion.
  ///
  /// The blend runs along the chord between p and q; its middle is closest to the origin, where the
  /// angle changes fastest. Rotations turn by twice the angle between quaternions:
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
