import CaromMaths

// In a substep of h seconds the end of an arm r moves along an arc, to R·r, where R is the rotation
// of the body by h·ω; its velocity ω×r would take it along the tangent, to the outside of the arc.
// A joint that held velocities only would leave that difference as a gap. Its correction a few
// substeps later drags the arm behind, so that the tension of the joint brakes the rotation: a
// rotor with its center of mass off the axis would lose half of its energy in seconds. So the pass
// that corrects gaps holds the velocity of the chord,
//
//     (R·r − r) / h = ω×r + c        c = (t×u − t²·u) / (1 + t²)        t = ½·h·ω,  u = ω×r
//
// where R is the rotation by which positions advance; see ``Quaternion/advanced(by:for:)``. With
// the pass that relaxes velocities, this is the RATTLE method.
//
// That is so for joints that are solved exactly and correct gaps at once: single ones and those of
// pendulums of a few links. The others are soft, and lose energy by that. If they held chords they
// would lose a little less, but a loop of them, such as a slider-crank, would gain; and long chains
// would gain where they whip, since their light links turn so far in a substep that velocities and
// chords do not converge.
//
// Source: H. C. Andersen, "RATTLE: a velocity version of the SHAKE algorithm", J. Comput. Phys. 52,
// 1983; E. Hairer, C. Lubich, G. Wanner, "Geometric numerical integration", 2006, VII.1.4.

typealias Mask4 = SIMDMask<I4>

/// Half the rotation of four bodies in a substep, in radians about each axis.
struct HalfTurnW: BitwiseCopyable {
  /// ½·h·ω.
  private var t = Vector3W.zero
  /// 2 / h, and 1 / (1 + t²).
  private var rate = F4()
  private var scale = F4(repeating: 1)

  init() {}

  /// Creates the half turns by the angular velocities before impulses of joints, in some lanes.
  ///
  /// Those of the last substep would be misleading after warm starting, which applies them across
  /// arms that have turned since.
  @inline(__always)
  init(
    _ forces: UnsafeMutablePointer<SolverForce>, _ index: I4, step: Float,
    where isHeld: Mask4
  ) {
    let w = transpose3(
      forces[Int(index[0])].freeAngularVelocity, forces[Int(index[1])].freeAngularVelocity,
      forces[Int(index[2])].freeAngularVelocity, forces[Int(index[3])].freeAngularVelocity)
    self.init(
      Vector3W(keep(w.x, where: isHeld), keep(w.y, where: isHeld), keep(w.z, where: isHeld)),
      step: step)
  }

  /// Creates the half turns by the current angular velocities.
  @inline(__always)
  init(
    _ bodies: UnsafeMutablePointer<SolverBody>, _ index: I4, step: Float,
    where isHeld: Mask4
  ) {
    let w = transpose3(
      bodies[Int(index[0])].angularVelocity, bodies[Int(index[1])].angularVelocity,
      bodies[Int(index[2])].angularVelocity, bodies[Int(index[3])].angularVelocity)
    self.init(
      Vector3W(keep(w.x, where: isHeld), keep(w.y, where: isHeld), keep(w.z, where: isHeld)),
      step: step)
  }

  /// Creates the half turns by angular velocities in radians per second.
  @inline(__always)
  init(_ w: Vector3W, step: Float) {
    t = w * F4(repeating: 0.5 * step)
    rate = F4(repeating: 2 / step)
    scale = F4(repeating: 1) / (F4(repeating: 1) + t.dot(t))
  }

  /// Where the bodies turn by more than a hundredth of a radian in a substep, so that the chords
  /// are computed again with the solved velocities; see ``JointSolver/refine(_:)``.
  var isFast: Mask4 {
    @inline(__always) get { scale .< F4(repeating: 1 / (1 + 2.5e-5)) }
  }

  /// The velocity of the chord over which the end of an arm moves, less that of the tangent.
  @inline(__always)
  func chord(_ arm: Vector3W) -> Vector3W {
    let u = t.cross(arm)
    return (t.cross(u) - u * t.dot(t)) * (scale * rate)
  }
}
