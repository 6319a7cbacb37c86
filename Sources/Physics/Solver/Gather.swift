// Four bodies' velocities into lanes, and back.

/// How four bodies move, and their inverse masses.
struct BodyVelocitiesW {
  var linear: Vector3W
  /// The inverse masses; for writing back.
  var mass: F4
  var angular: Vector3W
  /// What is in the fourth lane of the angular velocity; for writing back.
  var turn: F4

  /// Reads the bodies of the four lanes.
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
    turn = w.3
  }

  /// Writes the bodies of the four lanes, except body 0.
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
    let w = transpose4(angular.x, angular.y, angular.z, turn)
    if index[0] != 0 { bodies[Int(index[0])].angularVelocity = w.0 }
    if index[1] != 0 { bodies[Int(index[1])].angularVelocity = w.1 }
    if index[2] != 0 { bodies[Int(index[2])].angularVelocity = w.2 }
    if index[3] != 0 { bodies[Int(index[3])].angularVelocity = w.3 }
  }
}

/// How far the bodies of four lanes came since the step began.
@inline(__always)
func gatherDeltaPositions(_ bodies: UnsafeMutablePointer<SolverBody>, _ index: I4) -> Vector3W {
  transpose3(
    bodies[Int(index[0])].deltaPosition, bodies[Int(index[1])].deltaPosition,
    bodies[Int(index[2])].deltaPosition, bodies[Int(index[3])].deltaPosition)
}

/// How far the bodies of four lanes turned since the step began.
@inline(__always)
func gatherDeltaRotations(
  _ bodies: UnsafeMutablePointer<SolverBody>, _ index: I4
) -> (F4, F4, F4, F4) {
  transpose4(
    bodies[Int(index[0])].deltaRotation, bodies[Int(index[1])].deltaRotation,
    bodies[Int(index[2])].deltaRotation, bodies[Int(index[3])].deltaRotation)
}
