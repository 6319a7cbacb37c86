import CaromMaths

/// The twist and swing of frame B from frame A in four joints, and the axes about which they grow.
///
/// With x, y, z the axes of frame A, b the X axis of frame B, q the rotation from A to B and ω the
/// angular velocity of B as seen from A:
///
///     twist  τ = 2·atan2(q.x, q.w)                    τ̇ = ω·(x + b) / (1 + x·b)
///     swing  φ = θ·u,  u = x × b / |x × b|            φ̇ = (ω·u)·u + θ·(ω·(x + w·cot θ))·w,  w = x × u
struct TwistAndSwingW {
  /// About X, Y and Z of frame A.
  let angles: (F4, F4, F4)
  let axes: (Vector3W, Vector3W, Vector3W)

  /// `main` is the number of the axis of the twist.
  init(_ a: QuaternionW, _ b: QuaternionW, main: Int) {
    let frame = (a.axisX, a.axisY, a.axisZ)
    let q = a.inverse * b
    switch main {
    case 1:
      let (angle, axis) = Self.solve(frame.1, frame.2, frame.0, b.axisY, q.y, q.w)
      (angles, axes) = ((angle.2, angle.0, angle.1), (axis.2, axis.0, axis.1))
    case 2:
      let (angle, axis) = Self.solve(frame.2, frame.0, frame.1, b.axisZ, q.z, q.w)
      (angles, axes) = ((angle.1, angle.2, angle.0), (axis.1, axis.2, axis.0))
    default:
      (angles, axes) = Self.solve(frame.0, frame.1, frame.2, b.axisX, q.x, q.w)
    }
  }

  private static func solve(
    _ x: Vector3W, _ y: Vector3W, _ z: Vector3W, _ b: Vector3W, _ qx: F4, _ qw: F4
  ) -> ((F4, F4, F4), (Vector3W, Vector3W, Vector3W)) {
    let one = F4(repeating: 1)
    let isTurned = qw .< F4()
    let half = Portable.atan2(select(isTurned, F4() - qx, qx), select(isTurned, F4() - qw, qw))
    let bend = vmax(one + x.dot(b), F4(repeating: 0.01))
    let twistAxis = (x + b) * (one / bend)
    let (alongY, alongZ, cosine) = (b.dot(y), b.dot(z), b.dot(x))
    let sine = vsqrt(alongY * alongY + alongZ * alongZ)
    let angle = Portable.atan2(sine, cosine)
    let isBent = sine .> F4(repeating: 1e-6)
    let inverse = one / select(isBent, sine, one)
    let uY = select(isBent, (F4() - alongZ) * inverse, one)
    let uZ = keep(alongY * inverse, where: isBent)
    // Opposite to X the swing has no direction, and no rate may be infinite.
    let k = select(isBent, angle * cosine / vmax(sine, F4(repeating: 0.01)), one)
    let mixed = uY * uZ * (one - k)
    let axisY = y * (uY * uY + k * uZ * uZ) + z * mixed - x * (angle * uZ)
    let axisZ = y * mixed + z * (uZ * uZ + k * uY * uY) + x * (angle * uY)
    return ((half + half, angle * uY, angle * uZ), (twistAxis, axisY, axisZ))
  }
}
