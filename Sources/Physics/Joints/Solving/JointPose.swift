import CaromMaths

/// The anchors of four joints and the rotations of their bodies, within a step.
struct JointPose {
  /// From the centers of mass to the anchors.
  let armA: Vector3W
  let armB: Vector3W
  /// From the anchor on A to that on B.
  let gap: Vector3W
  /// The displacements of the centers of mass since the step began.
  let movedA: Vector3W
  let movedB: Vector3W
  /// From the center of A to the anchor on B.
  var centerToAnchorB: Vector3W { armA + gap }

  // The rotations of both bodies since the step began.
  let rotationA: QuaternionW
  let rotationB: QuaternionW

  @inline(__always)
  init(_ pack: UnsafeMutablePointer<JointPack>, _ bodies: UnsafeMutablePointer<SolverBody>) {
    self.init(
      BodyMotionsW(bodies, &pack.pointee.bodyA), BodyMotionsW(bodies, &pack.pointee.bodyB),
      pack.pointee.anchorA, pack.pointee.anchorB, pack.pointee.centers)
  }

  @inline(__always)
  init(
    _ a: BodyMotionsW, _ b: BodyMotionsW, _ anchorA: Vector3W, _ anchorB: Vector3W,
    _ centers: Vector3W
  ) {
    rotationA = QuaternionW(a.rotation)
    rotationB = QuaternionW(b.rotation)
    armA = rotationA.rotate(anchorA)
    armB = rotationB.rotate(anchorB)
    movedB = b.displacement
    movedA = a.displacement
    gap = centers + (movedB - movedA) + (armB - armA)
  }
}

/// The inverse inertia of four bodies in their current orientation.
@inline(__always)
func gatherInertia(_ i: I4, _ masses: UnsafeMutablePointer<SolverMass>) -> SymmetricW {
  let d = transpose3(
    masses[Int(i[0])].diagonal, masses[Int(i[1])].diagonal, masses[Int(i[2])].diagonal,
    masses[Int(i[3])].diagonal)
  let s = transpose3(
    masses[Int(i[0])].sides, masses[Int(i[1])].sides, masses[Int(i[2])].sides,
    masses[Int(i[3])].sides)
  return SymmetricW(xx: d.x, yy: d.y, zz: d.z, xy: s.x, xz: s.y, yz: s.z)
}

/// The velocities of both sides of four joints.
struct JointVelocities {
  private var a: BodyVelocitiesW
  private var b: BodyVelocitiesW

  @inline(__always)
  init(
    _ bodyA: UnsafePointer<I4>, _ bodyB: UnsafePointer<I4>,
    _ bodies: UnsafeMutablePointer<SolverBody>
  ) {
    a = BodyVelocitiesW(bodies, bodyA)
    b = BodyVelocitiesW(bodies, bodyB)
  }

  init(_ bodyA: I4, _ bodyB: I4, _ bodies: UnsafeMutablePointer<SolverBody>) {
    var (bodyA, bodyB) = (bodyA, bodyB)
    self.init(&bodyA, &bodyB, bodies)
  }

  /// Writes the velocities of all bodies that are written; 0 stands for the others.
  @inline(__always)
  func store(
    _ writeA: UnsafePointer<I4>, _ writeB: UnsafePointer<I4>,
    _ bodies: UnsafeMutablePointer<SolverBody>
  ) {
    a.store(bodies, writeA)
    b.store(bodies, writeB)
  }

  var linearA: Vector3W {
    @inline(__always) get { a.linear }
    @inline(__always) set { a.linear = newValue }
  }
  var angularA: Vector3W {
    @inline(__always) get { a.angular }
    @inline(__always) set { a.angular = newValue }
  }
  var linearB: Vector3W {
    @inline(__always) get { b.linear }
    @inline(__always) set { b.linear = newValue }
  }
  var angularB: Vector3W {
    @inline(__always) get { b.angular }
    @inline(__always) set { b.angular = newValue }
  }
}
