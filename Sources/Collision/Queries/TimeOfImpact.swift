public import CaromMaths

/// The first time at which two moving shapes come close to each other.
public struct TimeOfImpact: Hashable, Sendable, BitwiseCopyable {
  /// The result of the search.
  public enum Outcome: UInt8, Hashable, Sendable, BitwiseCopyable {
    /// The shapes stay farther apart than the target.
    case apart
    /// The shapes come within the target at ``TimeOfImpact/fraction``.
    case hit
    /// The shapes are within the target at the start, where contacts act.
    case closeFromStart
  }

  /// The result of the search.
  public var outcome: Outcome
  /// The fraction of the motion before the impact, from 0 to 1; 1 when the shapes stay apart.
  public var fraction: Float
  /// The unit direction from A to B at that time, or zero when there is none.
  public var normal: Vector3
  /// The middle of the gap at that time, in world space; undefined when the shapes stay apart.
  public var point: Vector3
}

/// Returns the first time at which two moving leaf shapes come within `target` meters of each
/// other.
///
/// The result is conservative: up to the returned fraction the gap is never less than `target`, for
/// any speed and thickness, so that shapes cannot pass through each other. The gap at a hit is at
/// most `target + tolerance`, except when 64 iterations are not enough, as for long shapes that
/// rotate fast close to each other. The result is then earlier.
///
/// The target may be negative only if one of the shapes is a sphere or a capsule, by less than its
/// radius, or against a plane. For all shapes, A may penetrate B by `allowedPenetration`, which
/// must be less than A's inner radius: A is swept without its outer layer of that depth. The ends
/// of long cones, pyramids and hulls may penetrate deeper.
///
/// For a mesh or a height field, a triangle can be hit only on its front, and only if the center of
/// the other shape is in front of it at the start and farther away than the target. A shape that
/// rests on one triangle can therefore hit another. Hits after which the rest of the motion would
/// penetrate a triangle by less than `minimumDepth` meters are ignored, so that sliding and rolling
/// shapes do not stop at grazed triangles.
///
/// If the shapes are known to be `startGap` apart at the start along `startNormal`, from A to B,
/// the search begins with that gap, which saves a distance query. Surfaces ignore it.
///
/// - Source: B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996, section
///   2.3 (conservative advancement); E. Catto, "Computing Time of Impact", GDC 2013 (the separation
///   along the axis of the last distance).
public func timeOfImpact(
  _ a: Shape, _ sweepA: Sweep, _ b: Shape, _ sweepB: Sweep, target: Float,
  allowedPenetration: Float = 0,
  tolerance: Float = 1e-4, minimumDepth: Float = -.infinity, startGap: Float = -.infinity,
  startNormal: Vector3 = Vector3()
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
  let turnA: Vector3 = sweepA.maxRotation * rotationRadius(a, sweepA.localCenter)
  let turnB: Vector3 = sweepB.maxRotation * rotationRadius(b, sweepB.localCenter)
  let approach: Vector3 = sweepA.translation - sweepB.translation
  /// An upper bound of the approach of any two points along a unit direction, per motion.
  func rate(_ n: Vector3) -> Float {
    approach.dot(n) + turnA.cross(n).length + turnB.cross(n).length
  }
  var fraction: Float = 0
  var iterations: Int = 0
  // The direction from A to B in which the shapes were closest last.
  var towards: Vector3 = startNormal
  let startExcess: Float = startGap - target
  if startExcess > tolerance {
    let bound: Float = rate(startNormal)
    if bound <= 0 || startExcess >= bound {
      return TimeOfImpact(
        outcome: .apart, fraction: 1, normal: startNormal, point: sweepA.startCenter)
    }
    fraction = startExcess / bound
    iterations = 1
  }
  let solids = SweptSolids(a, sweepA, b, sweepB, allowedPenetration)
  while true {
    if let solids, iterations > 0 {
      fraction = solids.advance(from: fraction, along: towards, rate(towards), target, tolerance)
      if fraction >= 1 {
        return TimeOfImpact(
          outcome: .apart, fraction: 1, normal: towards, point: sweepA.startCenter)
      }
    }
    let placementA: Transform = sweepA.placement(at: fraction)
    let placementB: Transform = sweepB.placement(at: fraction)
    let gap: SignedGap = signedGap(
      a, placementA, b, placementB, allowedPenetration: allowedPenetration, start: towards)
    towards = gap.normal
    let excess: Float = gap.distance - target
    if excess <= tolerance || iterations == 64 {
      return TimeOfImpact(
        outcome: iterations == 0 ? .closeFromStart : .hit, fraction: fraction, normal: gap.normal,
        point: (gap.pointA + gap.pointB) * 0.5)
    }
    let bound: Float = rate(gap.normal)
    let next: Float = fraction + excess / bound
    if bound <= 0 || next >= 1 {
      return TimeOfImpact(
        outcome: .apart, fraction: 1, normal: gap.normal, point: (gap.pointA + gap.pointB) * 0.5)
    }
    fraction = next
    iterations += 1
  }
}

/// Two moving solids whose distance is expensive, such as boxes and hulls.
///
/// Their separation along a fixed direction costs a fraction of that, and is never more than the
/// distance. So while it exceeds the target, the search need not know the distance.
private struct SweptSolids {
  private static var maxSteps: Int { 16 }

  private let a: ConvexCore
  private let b: ConvexCore
  private let sweepA: Sweep
  private let sweepB: Sweep

  /// Nil if the distance has a closed form.
  init?(_ a: Shape, _ sweepA: Sweep, _ b: Shape, _ sweepB: Sweep, _ allowedPenetration: Float) {
    guard let coreA = a.core, let coreB = b.core else { return nil }
    if case .sphere = a { return nil }
    if case .sphere = b { return nil }
    self.a = coreA.insetIfNeeded(by: allowedPenetration)
    self.b = coreB
    (self.sweepA, self.sweepB) = (sweepA, sweepB)
  }

  /// The fraction of the motion up to which the separation along `n` surely exceeds `target`, or
  /// soon before that; it shrinks by at most `rate` per motion.
  func advance(
    from start: Float, along n: Vector3, _ rate: Float, _ target: Float, _ tolerance: Float
  ) -> Float {
    var fraction: Float = start
    for _ in 0..<Self.maxSteps {
      let (placedA, placedB) = (sweepA.placement(at: fraction), sweepB.placement(at: fraction))
      let apart: Float = n.dot(placedB.position - placedA.position)
      let reachA: Float = a.supportExtent(placedA.orientation.unrotate(n))
      let reachB: Float = b.supportExtent(placedB.orientation.unrotate(-n))
      let excess: Float = apart - reachA - reachB - target
      if excess <= 0.5 * tolerance { break }
      let next: Float = fraction + excess / rate
      if rate <= 0 || next >= 1 { return 1 }
      fraction = next
    }
    return fraction
  }
}

/// The distance from the center of rotation to the farthest point whose rotation changes the
/// surface.
private func rotationRadius(_ shape: Shape, _ center: Vector3) -> Float {
  center.length + (shape.convex?.rotationRadius ?? shape.outerRadius)
}
