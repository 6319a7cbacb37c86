import CaromMaths

/// The rotation of a body in flight: Euler's equations in momentum form, in double precision.
///
///     q̇ = ½ q·ω        ω = J⁻¹·(q*·L(t)·q)
///
/// with the orientation q, the inertia J and the angular velocity ω in the body's own axes, and the
/// angular momentum L in the world's, which only torques change. So the momentum is exact, and the
/// error of the energy is that of the integration of q, Runge and Kutta's method of fourth order:
/// a body that turns by the angle x in each of its steps loses x⁶/72 of the energy of its
/// precession. Velocity and orientation are rounded to single precision once per step. That matters
/// where a body flips about its middle axis, since the time between flips is the logarithm of how
/// well it is balanced.
///
/// - Source: E. Hairer, S. Nørsett, G. Wanner, "Solving Ordinary Differential Equations I", 1993,
///   II.1; E. Hairer, C. Lubich, G. Wanner, "Geometric Numerical Integration", 2006, VII.5, for the
///   equations.
struct FreeRotation {
  private let inertia: DoubleMatrix
  private let inverse: DoubleMatrix
  /// The orientation at the beginning; that of the record is a unit quaternion to single precision
  /// only.
  private let orientation: SIMD4<Double>

  /// The inertia is that in the body's axes.
  ///
  /// Its inverse is computed in double precision. With the rounded one of the record, the momentum
  /// would change by the same factor in every step.
  @inline(__always)
  init(_ inertia: Matrix3, _ orientation: Quaternion) {
    self.inertia = DoubleMatrix(inertia)
    inverse = self.inertia.inverse
    self.orientation = normalized(SIMD4<Double>(orientation))
  }

  /// The largest angle that a body turns in one step of the method, in radians.
  private static var maxAngle: Double { 0.05 }
  /// The largest number of these steps.
  private static var maxCount: Int { 1000 }

  /// The angular momentum in the world, for an angular velocity at the beginning.
  @inline(__always)
  func momentum(_ w: Vector3) -> SIMD3<Double> {
    rotate(orientation, inertia * unrotate(orientation, SIMD3<Double>(w)))
  }

  /// The motion in `dt` seconds, in which the momentum changes evenly from one value to another:
  /// the rotation of the body, and its angular velocity at the end.
  func advance(
    from start: SIMD3<Double>, to end: SIMD3<Double>, _ dt: Double
  ) -> (turned: Quaternion, velocity: Vector3) {
    let slow: Double = lengthSquared(inverse * unrotate(orientation, start))
    let fast: Double = lengthSquared(inverse * unrotate(orientation, end))
    let parts: Double = max(slow, fast).squareRoot() * dt / Self.maxAngle
    // Not a number if the state overflowed.
    let count = parts < Double(Self.maxCount) ? 1 + Int(parts) : Self.maxCount
    let h: Double = dt / Double(count)
    let change = (end - start) / Double(count)
    var q = orientation
    var momentum = start
    for number in 0..<count {
      let next: SIMD3<Double> = start + change * Double(number + 1)
      let middle: SIMD3<Double> = (momentum + next) * 0.5
      let k1 = rate(q, momentum)
      let k2 = rate(q + k1 * (0.5 * h), middle)
      let k3 = rate(q + k2 * (0.5 * h), middle)
      let k4 = rate(q + k3 * h, next)
      let inner: SIMD4<Double> = (k2 + k3) * 2
      q = normalized(q + (k1 + inner + k4) * (h / 6))
      momentum = next
    }
    let w = rotate(q, inverse * unrotate(q, end))
    let o = orientation
    let turned = multiply(q, SIMD4<Double>(-o.x, -o.y, -o.z, o.w))
    return (Quaternion(turned), Vector3(Float(w.x), Float(w.y), Float(w.z)))
  }

  /// The rate of change of an orientation by the rotation that a momentum stands for.
  @inline(__always)
  private func rate(_ q: SIMD4<Double>, _ momentum: SIMD3<Double>) -> SIMD4<Double> {
    let w = inverse * unrotate(q, momentum)
    return multiply(q, SIMD4<Double>(w.x, w.y, w.z, 0)) * 0.5
  }
}

extension BodyRecord {
  /// The rotation of the body in a step in which nothing but its torque and its damping changes its
  /// momentum, and its angular velocity at the end; nil if the inertia is singular.
  ///
  /// `w` is the angular velocity at the beginning, and `damping` the factor of a substep.
  func rotationInFlight(
    from w: Vector3, damping: Float, substeps: Int, of step: Float
  ) -> (turned: Quaternion, velocity: Vector3)? {
    let rotation = FreeRotation(inertia, orientation)
    let start = rotation.momentum(w)
    let pull = SIMD3(Double(torque.x), Double(torque.y), Double(torque.z)) * Double(step)
    let kept = Double(damping)
    var end = start
    for _ in 0..<substeps { end = (end + pull) * kept }
    let motion = rotation.advance(from: start, to: end, Double(step) * Double(substeps))
    return motion.velocity.isFinite ? motion : nil
  }
}

// MARK: Double precision

/// A symmetric matrix by columns.
private struct DoubleMatrix {
  let x: SIMD3<Double>
  let y: SIMD3<Double>
  let z: SIMD3<Double>

  @inline(__always)
  init(_ m: Matrix3) { (x, y, z) = (SIMD3(m.x), SIMD3(m.y), SIMD3(m.z)) }

  @inline(__always)
  private init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  @inline(__always)
  var inverse: DoubleMatrix {
    let (yz, zx, xy) = (cross(y, z), cross(z, x), cross(x, y))
    let determinant: Double = x.x * yz.x + x.y * yz.y + x.z * yz.z
    let scale: Double = 1 / determinant
    return DoubleMatrix(yz * scale, zx * scale, xy * scale)
  }

  @inline(__always)
  static func * (m: DoubleMatrix, v: SIMD3<Double>) -> SIMD3<Double> {
    m.x * v.x + m.y * v.y + m.z * v.z
  }
}

extension SIMD3<Double> {
  @inline(__always)
  fileprivate init(_ v: Vector3) { self.init(Double(v.x), Double(v.y), Double(v.z)) }
}

extension Quaternion {
  @inline(__always)
  fileprivate init(_ q: SIMD4<Double>) { self.init(Float(q.x), Float(q.y), Float(q.z), Float(q.w)) }
}

extension SIMD4<Double> {
  @inline(__always)
  fileprivate init(_ q: Quaternion) {
    self.init(Double(q.x), Double(q.y), Double(q.z), Double(q.w))
  }
}

@inline(__always)
private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  let x: Double = a.y * b.z - a.z * b.y
  let y: Double = a.z * b.x - a.x * b.z
  let z: Double = a.x * b.y - a.y * b.x
  return SIMD3<Double>(x, y, z)
}

@inline(__always)
private func lengthSquared(_ v: SIMD3<Double>) -> Double { v.x * v.x + v.y * v.y + v.z * v.z }

@inline(__always)
private func normalized(_ q: SIMD4<Double>) -> SIMD4<Double> {
  let squares = q * q
  return q * (1 / (squares.x + squares.y + squares.z + squares.w).squareRoot())
}

@inline(__always)
private func multiply(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
  let x: Double = a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y
  let y: Double = a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x
  let z: Double = a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w
  let w: Double = a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z
  return SIMD4<Double>(x, y, z, w)
}

/// A vector of the body's axes in the world.
@inline(__always)
private func rotate(_ q: SIMD4<Double>, _ v: SIMD3<Double>) -> SIMD3<Double> {
  let u = SIMD3(q.x, q.y, q.z)
  let t = cross(u, v) * 2
  return v + t * q.w + cross(u, t)
}

/// A vector of the world in the body's axes.
@inline(__always)
private func unrotate(_ q: SIMD4<Double>, _ v: SIMD3<Double>) -> SIMD3<Double> {
  let u = SIMD3(q.x, q.y, q.z)
  let t = cross(u, v) * 2
  return v - t * q.w + cross(u, t)
}
