public import CaromMaths

/// How far apart two shapes are, and where they are closest.
public struct ShapeDistance: Hashable, Sendable, BitwiseCopyable {
  /// The distance between the surfaces, in metres; zero when they overlap.
  public var distance: Float
  /// The closest point on A, in world space; somewhere in the overlap when there is one.
  public var pointA: Vector3
  /// The closest point on B, in world space; somewhere in the overlap when there is one.
  public var pointB: Vector3
  /// The direction from A to B, of unit length, or zero when deep overlap leaves none.
  public var normal: Vector3
}

/// The distance between two leaf shapes and their closest points, exact to about 1e-6 of their size.
///
/// In closed form for balls and planes, by GJK in 64 bits for the rest. Both sides of a surface count.
/// Planes and surfaces have distance zero from each other.
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

/// A distance that is negative while round surfaces or a plane overlap less than their radius.
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

/// The distance of two leaves, with a sign where the overlap can be told; minus infinity where not.
///
/// As long as A is not deeper in B than `allowedPenetration`, the overlap can be told for all shapes but surfaces.
func signedGap(
  _ a: Shape, _ placementA: Transform, _ b: Shape, _ placementB: Transform,
  allowedPenetration: Float = 0
) -> SignedGap {
  switch (a, b) {
  case (.compound, _), (_, .compound): notLeaf()
  case (.mesh(let s), _):
    return surfaceGap(.mesh(s.mesh.view), placementA, bounds: s.mesh.bounds, b, placementB)
  case (.heightField(let s), _):
    return surfaceGap(.heights(s.grid.view), placementA, bounds: s.grid.bounds, b, placementB)
  case (_, .mesh), (_, .heightField): return signedGap(b, placementB, a, placementA).flipped
  case (.plane, .plane):
    return SignedGap(
      distance: -.infinity, pointA: placementA.position, pointB: placementB.position,
      normal: Vector3())
  case (.plane, .sphere), (.plane, .box), (.plane, .capsule), (.plane, .cylinder), (.plane, .cone),
    (.plane, .pyramid), (.plane, .hull):
    return planeGap(placementA, b, placementB)
  case (.sphere, .plane), (.box, .plane), (.capsule, .plane), (.cylinder, .plane), (.cone, .plane),
    (.pyramid, .plane), (.hull, .plane):
    return planeGap(placementB, a, placementA).flipped
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
  case (.cone, _), (.pyramid, _), (.hull, _), (_, .cone), (_, .pyramid), (_, .hull):
    guard let coreA = ConvexCore(a), let coreB = ConvexCore(b) else { notLeaf() }
    return coreGap(coreA.insetIfNeeded(by: allowedPenetration), placementA, coreB, placementB)
  case (.box, .box), (.box, .capsule), (.box, .cylinder), (.capsule, .box), (.capsule, .capsule),
    (.capsule, .cylinder), (.cylinder, .box), (.cylinder, .capsule), (.cylinder, .cylinder):
    guard let coreA = ConvexCore(a), let coreB = ConvexCore(b) else { notLeaf() }
    return coreGap(coreA.insetIfNeeded(by: allowedPenetration), placementA, coreB, placementB)
  }
}

/// The gap that a ball's single contact point shows, in closed form and with its sign.
private func sphereGap(_ local: Manifold, _ placement: Transform) -> SignedGap {
  let m: Manifold = local.placed(at: placement)
  let half: Vector3 = m.normal * (0.5 * m[0].separation)
  return SignedGap(
    distance: m[0].separation, pointA: m[0].position - half, pointB: m[0].position + half,
    normal: m.normal)
}

/// The gap between a half-space and the lowest point of a finite shape above it.
private func planeGap(_ plane: Transform, _ b: Shape, _ placementB: Transform) -> SignedGap {
  guard let core = ConvexCore(b) else { notLeaf() }
  let normal: Vector3 = plane.orientation.rotate(Vector3(0, 1, 0))
  let frame: Transform = plane.relative(placementB)
  let down: Vector3 = frame.orientation.unrotate(Vector3(0, -1, 0))
  let local: Vector3 = core.support(Double3(down)).single + down * core.radius
  let lowest: Vector3 = frame.apply(local)
  let onPlane: Vector3 = plane.apply(Vector3(lowest.x, 0, lowest.z))
  return SignedGap(
    distance: lowest.y, pointA: onPlane, pointB: onPlane + normal * lowest.y, normal: normal)
}

/// The gap between two finite solids, worked out in A's space.
private func coreGap(
  _ a: ConvexCore, _ placementA: Transform, _ b: ConvexCore, _ placementB: Transform
) -> SignedGap {
  let relative: Transform = placementA.relative(placementB)
  let frame = CoreFrame(Matrix3(relative.orientation), relative.position)
  let found: CoreDistance = coreDistance(a, b, frame, start: Double3())
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
