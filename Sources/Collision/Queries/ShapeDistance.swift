public import CaromMaths

/// The distance between two shapes and their closest points.
public struct ShapeDistance: Hashable, Sendable, BitwiseCopyable {
  /// The distance between the surfaces, in meters; zero when they overlap.
  public var distance: Float
  /// The closest point on A in world space, or a point of the overlap.
  public var pointA: Vector3
  /// The closest point on B in world space, or a point of the overlap.
  public var pointB: Vector3
  /// The unit direction from A to B, or zero for a deep overlap without a direction.
  public var normal: Vector3
}

/// Returns the distance between two leaf shapes and their closest points, accurate to about 1e-6 of
/// their size.
///
/// Spheres and planes have closed forms; other pairs use GJK in 64 bits. Both sides of a surface
/// are considered. The distance between planes and surfaces is zero.
///
/// - Precondition: Neither shape is a compound.
public func distance(
  _ a: Shape, _ placementA: Transform, _ b: Shape, _ placementB: Transform
) -> ShapeDistance {
  var gap: SignedGap = signedGap(a, placementA, b, placementB)
  if gap.distance < 0 { gap.distance = 0 }
  return ShapeDistance(
    distance: gap.distance, pointA: gap.pointA, pointB: gap.pointB, normal: gap.normal)
}

/// A distance that is negative while shapes overlap by less than their radii.
struct SignedGap {
  var distance: Float
  var pointA: Vector3
  var pointB: Vector3
  var normal: Vector3

  /// The same gap with the shapes exchanged.
  var flipped: SignedGap {
    SignedGap(distance: distance, pointA: pointB, pointB: pointA, normal: -normal)
  }
}

/// The distance of two leaf shapes, with a sign as long as the overlap is measurable, otherwise −∞.
///
/// For all shapes except surfaces, the overlap is measurable up to `allowedPenetration`. `start` is
/// a direction from A to B that is probably close to the normal, or zero; it only affects speed.
func signedGap(
  _ a: Shape, _ placementA: Transform, _ b: Shape, _ placementB: Transform,
  allowedPenetration: Float = 0, start: Vector3 = Vector3()
) -> SignedGap {
  switch (a.contactShape, b.contactShape) {
  case (.compound, _), (_, .compound): notLeaf()
  case (.surface, _): return surfaceGap(a, placementA, b, placementB)
  case (_, .surface): return surfaceGap(b, placementB, a, placementA).flipped
  case (.plane, .plane):
    return SignedGap(
      distance: -.infinity, pointA: placementA.position, pointB: placementB.position,
      normal: Vector3())
  case (.plane, _): return planeGap(placementA, b, placementB)
  case (_, .plane): return planeGap(placementB, a, placementA).flipped
  case (.sphere(let a), .sphere(let b)):
    return sphereGap(
      sphereSphere(a, b, placementA.unapply(placementB.position), .infinity), placementA)
  case (.box(let a), .sphere(let b)):
    return sphereGap(
      boxSphere(a, b, placementA.unapply(placementB.position), .infinity), placementA)
  case (.capsule(let a), .sphere(let b)):
    return sphereGap(
      capsuleSphere(a, b, placementA.unapply(placementB.position), .infinity), placementA)
  case (.cylinder(let a), .sphere(let b)):
    return sphereGap(
      cylinderSphere(a, b, placementA.unapply(placementB.position), .infinity), placementA)
  case (.sphere, .box), (.sphere, .capsule), (.sphere, .cylinder):
    return signedGap(b, placementB, a, placementA).flipped
  case (.sphere, _), (.box, _), (.capsule, _), (.cylinder, _), (.cone, _), (.polyhedron, _),
    (.convex, _):
    guard let coreA = a.core, let coreB = b.core else { notLeaf() }
    return coreGap(
      coreA.insetIfNeeded(by: allowedPenetration), placementA, coreB, placementB, start)
  }
}

/// The gap of a sphere's single contact point, with its sign.
private func sphereGap(_ local: Manifold, _ placement: Transform) -> SignedGap {
  let m: Manifold = local.placed(at: placement)
  let half: Vector3 = m.normal * (0.5 * m[0].separation)
  return SignedGap(
    distance: m[0].separation, pointA: m[0].position - half, pointB: m[0].position + half,
    normal: m.normal)
}

/// The gap between a half-space and the lowest point of a finite shape.
private func planeGap(_ plane: Transform, _ b: Shape, _ placementB: Transform) -> SignedGap {
  guard let core = b.core else { notLeaf() }
  let normal: Vector3 = plane.orientation.rotate(Vector3(0, 1, 0))
  let frame: Transform = plane.relative(placementB)
  let down: Vector3 = frame.orientation.unrotate(Vector3(0, -1, 0))
  let local: Vector3 = core.support(Double3(down)).single + down * core.radius
  let lowest: Vector3 = frame.apply(local)
  let onPlane: Vector3 = plane.apply(Vector3(lowest.x, 0, lowest.z))
  return SignedGap(
    distance: lowest.y, pointA: onPlane, pointB: onPlane + normal * lowest.y, normal: normal)
}

/// The gap between two convex solids, computed in A's space.
private func coreGap(
  _ a: ConvexCore, _ placementA: Transform, _ b: ConvexCore, _ placementB: Transform,
  _ start: Vector3
) -> SignedGap {
  let relative: Transform = placementA.relative(placementB)
  let frame = CoreFrame(Matrix3(relative.orientation), relative.position)
  let found: CoreDistance = coreDistance(
    a, b, frame, start: Double3(placementA.orientation.unrotate(start)))
  if found.distance <= 0 {
    return SignedGap(
      distance: -.infinity, pointA: placementA.apply(found.pointA.single),
      pointB: placementA.apply(found.pointB.single), normal: Vector3())
  }
  let n: Double3 = (found.pointB - found.pointA) * (1 / found.distance)
  let onA: Double3 = found.pointA + n * Double(a.radius)
  let onB: Double3 = found.pointB - n * Double(b.radius)
  let gap: Double = found.distance - Double(a.radius) - Double(b.radius)
  return SignedGap(
    distance: Float(gap), pointA: placementA.apply(onA.single),
    pointB: placementA.apply(onB.single), normal: placementA.orientation.rotate(n.single))
}
