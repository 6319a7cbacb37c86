// Gathering the state of four bodies into lanes, and scattering it.

import CaromMaths

/// The velocities and inverse masses of four bodies.
struct BodyVelocitiesW {
  var linear: Vector3W
  /// The inverse masses; stored back unchanged.
  var mass: F4
  var angular: Vector3W
  /// The inverse moments of inertia of spheres, 0 for other shapes; stored back unchanged.
  var inverseInertia: F4

  /// Gathers the bodies of four lanes.
  @inline(__always)
  init(_ bodies: UnsafeMutablePointer<SolverBody>, _ index: I4) {
    let b0 = bodies + Int(index[0])
    let b1 = bodies + Int(index[1])
    let b2 = bodies + Int(index[2])
    let b3 = bodies + Int(index[3])
    let v = transpose4(
      b0.pointee.velocity, b1.pointee.velocity, b2.pointee.velocity, b3.pointee.velocity)
    linear = Vector3W(v.0, v.1, v.2)
    mass = v.3
    let w = transpose4(
      b0.pointee.angularVelocity, b1.pointee.angularVelocity, b2.pointee.angularVelocity,
      b3.pointee.angularVelocity)
    angular = Vector3W(w.0, w.1, w.2)
    inverseInertia = w.3
  }

  /// Scatters to the bodies of four lanes, except to body 0.
  @inline(__always)
  func store(_ bodies: UnsafeMutablePointer<SolverBody>, _ index: I4) {
    storeLinear(bodies, index)
    storeAngular(bodies, index)
  }

  @inline(__always)
  func storeLinear(_ bodies: UnsafeMutablePointer<SolverBody>, _ index: I4) {
    let v = transpose4(linear.x, linear.y, linear.z, mass)
    if index[0] != 0 { bodies[Int(index[0])].velocity = v.0 }
    if index[1] != 0 { bodies[Int(index[1])].velocity = v.1 }
    if index[2] != 0 { bodies[Int(index[2])].velocity = v.2 }
    if index[3] != 0 { bodies[Int(index[3])].velocity = v.3 }
  }

  @inline(__always)
  func storeAngular(_ bodies: UnsafeMutablePointer<SolverBody>, _ index: I4) {
    let w = transpose4(angular.x, angular.y, angular.z, inverseInertia)
    if index[0] != 0 { bodies[Int(index[0])].angularVelocity = w.0 }
    if index[1] != 0 { bodies[Int(index[1])].angularVelocity = w.1 }
    if index[2] != 0 { bodies[Int(index[2])].angularVelocity = w.2 }
    if index[3] != 0 { bodies[Int(index[3])].angularVelocity = w.3 }
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
