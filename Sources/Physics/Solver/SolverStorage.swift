import CaromMaths

/// How a body moves during the substeps, in 64 bytes that are gathered four bodies at a time.
///
/// Index 0 stands for all that nothing moves: it is read like the others and never written. The
/// fourth lanes hold what does not change in a step, and whoever writes a row keeps them.
struct SolverBody: BitwiseCopyable {
  /// In metres a second; the fourth lane is the inverse mass, or 0 where an axis is locked.
  var velocity = F4()
  /// In radians a second about the world's axes; the fourth lane is the inverse moment of inertia of
  /// a ball, 0 for all else.
  var angularVelocity = F4()
  /// How far the centre of mass came since the step began; the fourth lane is unused.
  var deltaPosition = F4()
  /// How far the body turned since the step began, as x y z w.
  var deltaRotation = F4(0, 0, 0, 1)
}

extension SolverBody {
  /// The velocity as three components; setting it keeps the fourth lane.
  @inline(__always)
  var linear: Vector3 {
    get { Vector3(velocity) }
    set { velocity = F4(newValue, velocity.w) }
  }

  /// The angular velocity as three components; setting it keeps the fourth lane.
  @inline(__always)
  var angular: Vector3 {
    get { Vector3(angularVelocity) }
    set { angularVelocity = F4(newValue, angularVelocity.w) }
  }

  /// How far the centre of mass came since the step began.
  @inline(__always)
  var moved: Vector3 { Vector3(deltaPosition) }

  /// How far the body turned since the step began.
  @inline(__always)
  var turned: Quaternion { Quaternion(deltaRotation) }
}

/// How a body answers impulses, constant during a step, in the world's axes; in rows of four lanes.
struct SolverMass: BitwiseCopyable {
  /// The inverse inertia on its diagonal: xx yy zz.
  var diagonal = F4()
  /// The inverse inertia beside its diagonal: xy xz yz.
  var sides = F4()
  /// The inverse mass along each axis; the fourth lane is 1 when an axis is locked or slowed.
  var masses = F4()
}

extension SolverMass {
  /// The inverse mass along each axis.
  @inline(__always)
  var inverseMass: Vector3 {
    get { Vector3(masses) }
    set { masses = F4(newValue, masses.w) }
  }

  /// The inverse inertia, which is symmetric.
  @inline(__always)
  var inverseInertia: Matrix3 {
    get {
      Matrix3(
        Vector3(diagonal.x, sides.x, sides.y), Vector3(sides.x, diagonal.y, sides.z),
        Vector3(sides.y, sides.z, diagonal.z))
    }
    set {
      diagonal = F4(newValue.x.x, newValue.y.y, newValue.z.z, 0)
      sides = F4(newValue.y.x, newValue.z.x, newValue.z.y, 0)
    }
  }
}

/// What accelerates a body, constant during a step, and how it moved before contacts had a say.
struct SolverForce: BitwiseCopyable {
  /// In metres a second squared, factors included; the fourth lane is 0.
  var acceleration = F4()
  /// In radians a second squared; the fourth lane is 0.
  var angularAcceleration = F4()
  /// By what velocity is multiplied in a substep; the fourth lane is 1.
  var damping = F4(repeating: 1)
  var angularDamping = F4(repeating: 1)
  /// The velocity in this substep before any impulse.
  ///
  /// What impulses have added to it by the end of the substep is what they add again at the start of
  /// the next, to warm start it: so only the first substep has to walk over the constraints for that.
  var freeVelocity = F4()
  var freeAngularVelocity = F4()
  /// How a body whose free spin precesses is turned in the middle of the substep.
  var middle = F4(0, 0, 0, 1)
  /// The body's place in the world when its free spin precesses, or -1.
  var gyroscopic: Int32 = -1
  /// 1 when no constraint can push in this step, so that the path is a parabola.
  var isFree: UInt32 = 1
  /// 1 when an axis is locked.
  var isLocked: UInt32 = 0
  /// 1 when the free spin precesses in this substep.
  var isPrecessing: UInt32 = 0
  /// 1 for a body with joints alone, which apply their impulses themselves in every substep; 2 for one
  /// that has contacts too, of which what joints add is taken out of the warm start.
  var joined: UInt32 = 0
}

/// Spring and damper of a constraint, as a rate of correction and two scales.
///
///     ω = 2π·hertz,  a₁ = 2ζ + hω,  a₂ = hω·a₁,  a₃ = 1 / (1 + a₂)
///     rate = ω / a₁,  mass scale = a₂·a₃,  impulse scale = a₃
///
/// - Source: E. Catto, "Solver2D", 2024; "Soft Constraints", GDC 2011.
struct Softness: BitwiseCopyable {
  var rate: Float
  var massScale: Float
  var impulseScale: Float

  init(hertz: Float, dampingRatio: Float, step: Float) {
    let omega: Float = 2 * Float.pi * hertz
    let a1: Float = 2 * dampingRatio + step * omega
    let a2: Float = step * omega * a1
    let a3: Float = 1 / (1 + a2)
    rate = omega / a1
    massScale = a2 * a3
    impulseScale = a3
  }
}

/// What the solver works on, kept from step to step for its memory alone.
struct SolverStorage: ~Copyable {
  var bodies = Buffer<SolverBody>()
  var masses = Buffer<SolverMass>()
  var forces = Buffer<SolverForce>()
  /// The contacts in the order in which they are solved: the overflow, then colour by colour.
  var groups = Buffer<ContactGroup>()
  /// The groups cut into parts for the threads, and which of them may be solved at the same time.
  var blocks = Buffer<ContactBlock>()
  var colors = Buffer<ColorBlocks>()
  /// The manifold of each lane, four for each row; -1 for a lane that is not used.
  var lanes = Buffer<Int32>()
  /// The rows of all groups, one after the other, in units of 16 bytes.
  var rows = Buffer<F4>()
  /// How many contacts each colour and class has, then where their lanes go on.
  var counts = Buffer<Int32>()
  /// Contacts that found no colour.
  var overflow = Buffer<Int32>()
  /// What stands for lanes that are not used.
  var blankManifold = Buffer<ManifoldRecord>(capacity: 1)
  var blankPoints = Buffer<ContactPoint>(capacity: 4)
  var blankPose = Buffer<BodyPose>(capacity: 1)
}
