import CaromMaths

/// How a body moves during the substeps, in 64 bytes that are gathered four bodies at a time.
///
/// Index 0 stands for all that nothing moves: it is read like the others and never written. The
/// fourth lanes hold what does not change in a step, and whoever writes a row keeps them.
struct SolverBody: BitwiseCopyable {
  /// In metres a second; the fourth lane is the inverse mass, or 0 where an axis is locked.
  var velocity = F4()
  /// In radians a second about the world's axes; the fourth lane is unused.
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

/// How a body answers impulses, constant during a step, in the world's axes.
struct SolverMass: BitwiseCopyable {
  /// Along each axis.
  var inverseMass = Vector3.zero
  /// 1 when an axis is locked or slowed, so that the answer is not that of a free body.
  var isBound: UInt32 = 0
  var inverseInertia = Matrix3.zero
}

/// What accelerates a body, constant during a step.
struct SolverForce: BitwiseCopyable {
  /// In metres a second squared, factors included.
  var acceleration = Vector3.zero
  var angularAcceleration = Vector3.zero
  var damping: Float = 1
  var angularDamping: Float = 1
  /// 1 where velocity is kept, 0 along locked axes.
  var freedom = Vector3.one
  var angularFreedom = Vector3.one
  /// The body's place in the world when its free spin precesses, or -1.
  var gyroscopic: Int32 = -1
  /// How such a body is turned in the middle of the substep.
  var middle = Quaternion.identity
  /// 1 when an axis is locked.
  var isLocked: UInt32 = 0
  /// 1 when no contact can push in this step, so that the path is a parabola.
  var isFree: UInt32 = 1
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

/// A contact as the substeps see it; its points follow each other in ``SolverStorage/points``.
struct ContactConstraint: BitwiseCopyable {
  var bodyA: Int32 = 0
  var bodyB: Int32 = 0
  var contact: Int32 = 0
  var firstPoint: Int32 = 0
  var pointCount: Int32 = 0
  /// 1 when a side has no mass, so that the contact is stiffer.
  var isAnchored: UInt32 = 0
  /// From A to B.
  var normal = Vector3.zero
  var tangent1 = Vector3.zero
  var tangent2 = Vector3.zero
  var friction: Float = 0
  var restitution: Float = 0
  /// The greatest rolling torque for each newton of normal force, in metres.
  var rollingArm: Float = 0
  /// The slowest approach that bounces, in metres a second.
  var bounceSpeed: Float = 0
  /// What forces add to the speed along the normal, in metres a second squared.
  var pull: Float = 0
  // Friction at the middle of the points, as one block.
  var anchorA = Vector3.zero
  var anchorB = Vector3.zero
  var mass11: Float = 0
  var mass12: Float = 0
  var mass22: Float = 0
  var impulse1: Float = 0
  var impulse2: Float = 0
  var twistMass: Float = 0
  var twistImpulse: Float = 0
  var rollingMass = Matrix3.zero
  var rollingImpulse = Vector3.zero
}

/// One point of a contact as the substeps see it.
struct ConstraintPoint: BitwiseCopyable {
  /// From the centres of mass to the point, when the step began.
  var anchorA = Vector3.zero
  var anchorB = Vector3.zero
  /// The same without the round part of the surface, which rolls without changing the distance.
  var coreA = Vector3.zero
  var coreB = Vector3.zero
  /// The separation when the step began, less what the cores contribute.
  var baseSeparation: Float = 0
  var normalMass: Float = 0
  var impulse: Float = 0
  /// All that was pushed in the step, for events.
  var totalImpulse: Float = 0
  /// The speed along the normal when the step began; from the first impulse on, at that moment.
  var approach: Float = 0
  /// 1 when an impulse acted in this step or at the end of the last.
  var isHit: UInt32 = 0
  /// How far the point is from the middle, for twisting friction.
  var leverArm: Float = 0
}

/// What the solver works on, kept from step to step for its memory alone.
struct SolverStorage: ~Copyable {
  var bodies = Buffer<SolverBody>()
  var masses = Buffer<SolverMass>()
  var forces = Buffer<SolverForce>()
  var constraints = Buffer<ContactConstraint>()
  var points = Buffer<ConstraintPoint>()
}
