// Gathering the state of four bodies into lanes, and scattering it.

import CaromMaths

/// The indices of the bodies of a row of contacts, with which it begins.
@inline(__always)
func bodyIndices(
  _ row: UnsafeMutableRawPointer
) -> (a: UnsafePointer<I4>, b: UnsafePointer<I4>) {
  let first = UnsafePointer(row.assumingMemoryBound(to: I4.self))
  return (first, first + 1)
}

/// The velocities and inverse masses of four bodies.
struct BodyVelocitiesW {
  var linear: Vector3W
  /// The inverse masses; stored back unchanged.
  var mass: F4
  var angular: Vector3W
  /// The inverse moments of inertia of spheres, 0 for other shapes; stored back unchanged.
  var inverseInertia: F4

  /// Gathers the bodies of four lanes.
  ///
  /// Out of line, as ``transpose4(_:_:_:_:)``, so that the result is in memory: it has more vectors
  /// than there are registers.
  @inline(never)
  init(_ bodies: UnsafeMutablePointer<SolverBody>, _ index: UnsafePointer<I4>) {
    let b0 = bodies + Int(index.pointee[0])
    let b1 = bodies + Int(index.pointee[1])
    let b2 = bodies + Int(index.pointee[2])
    let b3 = bodies + Int(index.pointee[3])
    let v = transposed4(
      b0.pointee.velocity, b1.pointee.velocity, b2.pointee.velocity, b3.pointee.velocity)
    linear = Vector3W(v.0, v.1, v.2)
    mass = v.3
    let w = transposed4(
      b0.pointee.angularVelocity, b1.pointee.angularVelocity, b2.pointee.angularVelocity,
      b3.pointee.angularVelocity)
    angular = Vector3W(w.0, w.1, w.2)
    inverseInertia = w.3
  }

  /// Scatters to the bodies of four lanes, except to body 0.
  @inline(__always)
  func store(_ bodies: UnsafeMutablePointer<SolverBody>, _ index: UnsafePointer<I4>) {
    scatter(
      linear.x, linear.y, linear.z, mass, angular.x, angular.y, angular.z, inverseInertia, bodies,
      index)
  }
}

/// Stores the velocities of four lanes.
@inline(never)
private func scatter(
  _ vx: F4, _ vy: F4, _ vz: F4, _ mass: F4, _ wx: F4, _ wy: F4, _ wz: F4, _ inverseInertia: F4,
  _ bodies: UnsafeMutablePointer<SolverBody>, _ index: UnsafePointer<I4>
) {
  let v = transposed4(vx, vy, vz, mass)
  let w = transposed4(wx, wy, wz, inverseInertia)
  scatter(v.0, w.0, bodies, index.pointee[0])
  scatter(v.1, w.1, bodies, index.pointee[1])
  scatter(v.2, w.2, bodies, index.pointee[2])
  scatter(v.3, w.3, bodies, index.pointee[3])
}

@inline(__always)
private func scatter(
  _ v: F4, _ w: F4, _ bodies: UnsafeMutablePointer<SolverBody>, _ index: Int32
) {
  if index == 0 { return }
  let b = bodies + Int(index)
  b.pointee.velocity = v
  b.pointee.angularVelocity = w
}

/// The motion of four bodies since the beginning of the step.
struct BodyMotionsW {
  let displacement: Vector3W
  /// The rotations as x y z w.
  let rotation: (F4, F4, F4, F4)

  /// Gathers the bodies of four lanes.
  @inline(never)
  init(_ bodies: UnsafeMutablePointer<SolverBody>, _ index: UnsafePointer<I4>) {
    let b0 = bodies + Int(index.pointee[0])
    let b1 = bodies + Int(index.pointee[1])
    let b2 = bodies + Int(index.pointee[2])
    let b3 = bodies + Int(index.pointee[3])
    let d = transposed4(
      b0.pointee.deltaPosition, b1.pointee.deltaPosition, b2.pointee.deltaPosition,
      b3.pointee.deltaPosition)
    displacement = Vector3W(d.0, d.1, d.2)
    rotation = transposed4(
      b0.pointee.deltaRotation, b1.pointee.deltaRotation, b2.pointee.deltaRotation,
      b3.pointee.deltaRotation)
  }
}

/// The displacements of the bodies of four lanes since the beginning of the step.
@inline(__always)
func gatherDeltaPositions(_ bodies: UnsafeMutablePointer<SolverBody>, _ index: I4) -> Vector3W {
  transpose3(
    bodies[Int(index[0])].deltaPosition, bodies[Int(index[1])].deltaPosition,
    bodies[Int(index[2])].deltaPosition, bodies[Int(index[3])].deltaPosition)
}

/// The rotations of the bodies of four lanes since the beginning of the step.
@inline(__always)
func gatherDeltaRotations(
  _ bodies: UnsafeMutablePointer<SolverBody>, _ index: I4
) -> (F4, F4, F4, F4) {
  transpose4(
    bodies[Int(index[0])].deltaRotation, bodies[Int(index[1])].deltaRotation,
    bodies[Int(index[2])].deltaRotation, bodies[Int(index[3])].deltaRotation)
}

/// Rotates four consecutive bodies by their angular velocities, as
/// ``Quaternion/advanced(by:for:)`` does.
///
/// Returns false, and changes nothing, if one of them is faster than the root of `maxSquared`.
@inline(never)
func rotateFour(
  _ b: UnsafeMutablePointer<SolverBody>, halfStep: Float, maxSquared: Float
) -> Bool {
  let w = transposed4(
    b[0].angularVelocity, b[1].angularVelocity, b[2].angularVelocity, b[3].angularVelocity)
  let squared: F4 = w.0 * w.0 + w.1 * w.1 + w.2 * w.2
  if any(squared .> F4(repeating: maxSquared)) { return false }
  let columns = transposed4(
    b[0].deltaRotation, b[1].deltaRotation, b[2].deltaRotation, b[3].deltaRotation)
  let q = QuaternionW(columns)
  let half = F4(repeating: halfStep)
  let d = QuaternionW(w.0 * half, w.1 * half, w.2 * half, F4()) * q
  let (x, y, z, s) = (q.x + d.x, q.y + d.y, q.z + d.z, q.w + d.w)
  let length: F4 = x * x + y * y + z * z + s * s
  let isRegular = (length .> F4(repeating: 1e-36)) .& (length .< F4(repeating: .infinity))
  let one = F4(repeating: 1)
  let scale: F4 = one / vsqrt(length)
  // A body without rotation keeps its bits.
  let rests = squared .== F4()
  let rows = transposed4(
    select(rests, q.x, keep(x * scale, where: isRegular)),
    select(rests, q.y, keep(y * scale, where: isRegular)),
    select(rests, q.z, keep(z * scale, where: isRegular)),
    select(rests, q.w, select(isRegular, s * scale, one)))
  b[0].deltaRotation = rows.0
  b[1].deltaRotation = rows.1
  b[2].deltaRotation = rows.2
  b[3].deltaRotation = rows.3
  return true
}
