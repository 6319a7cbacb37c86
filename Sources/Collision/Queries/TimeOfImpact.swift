public import CaromMaths

/// When two moving shapes first come close.
public struct TimeOfImpact: Hashable, Sendable, BitwiseCopyable {
  /// How the motion went.
  public enum Outcome: UInt8, Hashable, Sendable, BitwiseCopyable {
    /// The shapes never came as close as the target.
    case apart
    /// The shapes came as close as the target at ``TimeOfImpact/fraction``.
    case hit
    /// The shapes were as close from the start; contacts take care of them.
    case closeFromStart
  }

  /// How the motion went.
  public var outcome: Outcome
  /// The share of the motion that is free, from 0 to 1; 1 when the shapes stay apart.
  public var fraction: Float
  /// The direction from A to B at that time, of unit length, or zero when there is none.
  public var normal: Vector3
  /// The middle of the gap at that time, in world space.
  public var point: Vector3
}

/// The first time at which two moving leaf shapes come within `target` metres of each other.
///
/// Conservative: up to the returned fraction the gap is never less than `target`, however fast the
/// motion and however thin the shapes, so nothing passes through anything. The gap at a hit is at most
/// `target + tolerance`, unless 64 rounds did not suffice, as for long shapes that turn fast close to
/// each other; then the answer is earlier, not later.
///
/// The target may be negative only between shapes of which one is round, a ball or a capsule, or
/// against a plane, and by less than that radius. For all shapes `allowedPenetration` says how deep A may be in B
/// and still count as free, less than its inner radius: A is swept without the outer layer of that
/// depth. The ends of long cones, pyramids and hulls may sink deeper.
///
/// Of a mesh or a height field only the front of those triangles counts that the other shape's centre
/// is in front of at the start, and that are not within the target already: what rests on one triangle
/// still hits another. Triangles that the rest of the motion would enter by less than `minimumDepth`
/// metres are passed over, so that what slides or rolls is not stopped by what it only grazes.
///
/// - Source: B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996, section 2.3
///   (conservative advancement).
public func timeOfImpact(
  _ a: Shape, _ sweepA: Sweep, _ b: Shape, _ sweepB: Sweep, target: Float,
  allowedPenetration: Float = 0,
  tolerance: Float = 1e-4, minimumDepth: Float = -.infinity
) -> TimeOfImpact {
  let target: Float = target - allowedPenetration
  if let surface = a.surface {
    return surfaceImpact(
      surface, sweepA, b, sweepB, target: target, tolerance: tolerance, minimumDepth: minimumDepth)
  }
  if let surface = b.surface {
    var impact: TimeOfImpact = surfaceImpact(
      surface, sweepB, a, sweepA, target: target, allowedPenetration: allowedPenetration,
      tolerance: tolerance,
      minimumDepth: minimumDepth)
    impact.normal = -impact.normal
    return impact
  }
  let turnA: Float = sweepA.maxRotationRate * rotationRadius(a, sweepA.localCenter)
  let turnB: Float = sweepB.maxRotationRate * rotationRadius(b, sweepB.localCenter)
  let approach: Vector3 = sweepA.translation - sweepB.translation
  var fraction: Float = 0
  var rounds: Int = 0
  while true {
    let placementA: Transform = sweepA.placement(at: fraction)
    let placementB: Transform = sweepB.placement(at: fraction)
    let gap: SignedGap = signedGap(
      a, placementA, b, placementB, allowedPenetration: allowedPenetration)
    let excess: Float = gap.distance - target
    if excess <= tolerance || rounds == 64 {
      return TimeOfImpact(
        outcome: rounds == 0 ? .closeFromStart : .hit, fraction: fraction, normal: gap.normal,
        point: (gap.pointA + gap.pointB) * 0.5)
    }
    // No point of either shape gains more than this on the other along the normal, per motion.
    let bound: Float = approach.dot(gap.normal) + turnA + turnB
    let next: Float = fraction + excess / bound
    if bound <= 0 || next >= 1 {
      return TimeOfImpact(
        outcome: .apart, fraction: 1, normal: gap.normal, point: (gap.pointA + gap.pointB) * 0.5)
    }
    fraction = next
    rounds += 1
  }
}

/// The distance from the centre of turning to the farthest point whose turning matters.
///
/// Turning a ball about its middle changes nothing, so a ball's own radius does not count, nor does
/// a capsule's.
private func rotationRadius(_ shape: Shape, _ center: Vector3) -> Float {
  switch shape {
  case .sphere: center.length
  case .capsule(let s): center.length + s.halfLength
  case .box, .cylinder, .cone, .pyramid, .hull, .plane: center.length + shape.outerRadius
  case .mesh, .heightField, .compound: notLeaf()
  }
}
