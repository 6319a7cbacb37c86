import CaromMaths

/// The motion of a body during the substeps, in 64 bytes that are gathered for four bodies at a
/// time.
///
/// Index 0 represents all immovable bodies; it is read like the others and never written. The
/// fourth lanes are constant during a step and must be preserved by writes.
struct SolverBody: BitwiseCopyable {
  /// In meters per second; the fourth lane is the inverse mass, or 0 if an axis is locked.
  var velocity = F4()
  /// In radians per second about the world's axes; the fourth lane is the inverse moment of inertia
  /// of a sphere, 0 for other shapes.
  var angularVelocity = F4()
  /// The displacement of the center of mass since the beginning of the step; the fourth lane is
  /// unused.
  var deltaPosition = F4()
  /// The rotation since the beginning of the step, as x y z w.
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

  /// The displacement of the center of mass since the beginning of the step.
  @inline(__always)
  var moved: Vector3 { Vector3(deltaPosition) }

  /// The rotation since the beginning of the step.
  @inline(__always)
  var turned: Quaternion { Quaternion(deltaRotation) }
}

/// The inverse mass and inertia of a body in the world's axes, constant during a step.
struct SolverMass: BitwiseCopyable {
  /// The diagonal of the inverse inertia: xx yy zz.
  var diagonal = F4()
  /// The off-diagonal elements of the inverse inertia: xy xz yz.
  var sides = F4()
  /// The inverse mass along each axis; the fourth lane is 1 if an axis has a factor other than 1.
  var masses = F4()
  /// The angular velocity with which the lever arms of contacts rotate, in radians per second; see
  /// ``PrepareContext/lead(substeps:)``.
  var turning = F4()
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

  /// Sets the inverse inertia to R·D·Rᵀ, with the diagonal matrix D in the body's axes; the same
  /// bits as ``Matrix3/rotated(by:)``.
  @inline(__always)
  mutating func setInverseInertia(ofDiagonal d: Matrix3, at orientation: Quaternion) {
    let r = Matrix3(orientation)
    let (x, y, z) = (F4(r.x), F4(r.y), F4(r.z))
    let (a, b, c): (F4, F4, F4) = (x * d.x.x, y * d.y.y, z * d.z.z)
    diagonal = a * x + b * y + c * z
    sides = a.xxy * x.yzz + b.xxy * y.yzz + c.xxy * z.yzz
  }
}

/// How the rotation of a body's inertia changes its angular velocity.
enum Precession: UInt32, BitwiseCopyable {
  /// Not at all, or already before positions advance.
  case none
  /// To the middle of the substep before positions advance, and to its end afterwards.
  case half
  /// The rotation of the whole step is computed.
  case done
  /// At the end of the step.
  ///
  /// Contacts act with the inertia and the lever arms of the beginning of the step. In these, an
  /// angular velocity that follows the rotated inertia moves points that are at rest: the spin of a
  /// rod about its long axis would become one about its short axes, and impulses against it would
  /// add energy. So a fast body with contacts keeps its angular velocity for all substeps.
  case late
}

/// The accelerations of a body, constant during a step, and its velocity without impulses.
struct SolverForce: BitwiseCopyable {
  /// In meters per second squared, with velocity factors applied; the fourth lane is 0.
  var acceleration = F4()
  /// In radians per second squared; the fourth lane is 0.
  var angularAcceleration = F4()
  /// The damping factor of a substep; the fourth lane is 1.
  var damping = F4(repeating: 1)
  var angularDamping = F4(repeating: 1)
  /// The velocity in this substep without impulses.
  ///
  /// The difference to the velocity at the end of the substep warm starts the next substep, so that
  /// only the first substep has to visit the constraints for warm starting.
  var freeVelocity = F4()
  var freeAngularVelocity = F4()
  /// The orientation of a precessing body at the middle of the substep.
  var middle = F4(0, 0, 0, 1)
  /// The body index if the body precesses, or -1.
  var gyroscopic: Int32 = -1
  /// 1 if the body has no constraint in this step, so that its path is a parabola.
  var isFree: UInt32 = 1
  /// 1 if an axis is locked.
  var isLocked: UInt32 = 0
  /// How the rotation of the body changes its angular velocity in this substep.
  var precession = Precession.none
  /// How joints warm start the body: 0 without joints; 1 with joints only, which apply their
  /// impulses themselves in each substep; 2 with contacts too, whose warm start excludes the
  /// impulses of joints.
  var jointWarmStart: UInt32 = 0
}

/// The spring and damper of a soft constraint, as a bias rate and two scales.
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

/// The solver's view of the awake bodies in one step, and the colors of the constraints.
///
/// Only ``graph`` carries over to the next step; it follows from the contact records.
final class SolverStore {
  /// The colors of each body's constraints, by body index.
  @exclusivity(unchecked) var graph = ConstraintGraph()
  // By solver index: index 0 for immovable bodies, then the awake bodies in the order of their
  // list.
  @exclusivity(unchecked) var bodies = Buffer<SolverBody>()
  @exclusivity(unchecked) var masses = Buffer<SolverMass>()
  @exclusivity(unchecked) var forces = Buffer<SolverForce>()
  /// The impulses in the step above which loads are measured; see ``LoadContext``.
  @exclusivity(unchecked) var loadLimits = Buffer<Float>()
}
