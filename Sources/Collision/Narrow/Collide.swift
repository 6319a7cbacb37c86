public import CaromMaths

/// Returns the contact of two leaf shapes that touch or are within `margin` meters of each other.
///
/// Points with a gap of at most `margin` are reported (speculative contacts), so that a solver can
/// stop an approach before the shapes overlap. The normal points from `a` to `b`. Exchanging the
/// shapes produces the same contact, ``Manifold/flipped``. `cache` belongs to the pair in this
/// order: start with an empty one and pass it to every step. Allocates no memory.
///
/// A surface may touch a shape in several directions. This function returns the deepest contact,
/// and ``collide(_:_:_:_:margin:cache:into:)`` all of them.
///
/// Planes and surfaces never touch each other. Collide the ``Shape/leaves`` of compounds.
///
/// - Precondition: Neither shape is a compound, both have a nil ``Shape/problem``, and the margin
///   is not negative.
public func collide(
  _ a: Shape, _ placementA: Transform, _ b: Shape, _ placementB: Transform, margin: Float,
  cache: inout ManifoldCache
) -> Manifold {
  // The table of pairs. A pair has specialized code only where that is faster or more accurate than
  // the general path, `convexContacts`; the order of a pair does not matter. Most results are in
  // the local space of A; one call at the end transforms them, which avoids copies of manifolds.
  var manifold: Manifold
  switch (a.contactShape, b.contactShape) {
  case (.compound, _), (_, .compound): notLeaf()
  case (.surface, _), (_, .surface):
    return surfaceManifold(a, placementA, b, placementB, margin)

  // A sphere and the point of the other shape closest to its center
  case (.sphere(let a), .sphere(let b)):
    manifold = sphereSphere(a, b, placementA.unapply(placementB.position), margin)
  case (.box(let a), .sphere(let b)):
    manifold = boxSphere(a, b, placementA.unapply(placementB.position), margin)
  case (.capsule(let a), .sphere(let b)):
    manifold = capsuleSphere(a, b, placementA.unapply(placementB.position), margin)
  case (.cylinder(let a), .sphere(let b)):
    manifold = cylinderSphere(a, b, placementA.unapply(placementB.position), margin)
  case (.polyhedron(let a), .sphere(let b)):
    manifold = hullSphere(a, b, placementA.unapply(placementB.position), margin)

  // Boxes, capsules, cylinders and polyhedra
  case (.box(let a), .box(let b)):
    return collide(a, placementA, b, placementB, margin: margin, cache: &cache)
  case (.box(let a), .capsule(let b)):
    manifold = boxCapsule(a, b, placementA.relative(placementB), margin, &cache)
  case (.box(let a), .cylinder(let b)):
    manifold = boxCylinder(a, b, placementA.relative(placementB), margin, &cache)
  case (.capsule(let a), .capsule(let b)):
    manifold = capsuleCapsule(a, b, placementA.relative(placementB), margin)
  case (.cylinder(let a), .capsule(let b)):
    manifold = cylinderCapsule(a, b, placementA.relative(placementB), margin, &cache)
  case (.cylinder(let a), .cylinder(let b)):
    manifold = cylinderCylinder(a, b, placementA.relative(placementB), margin, &cache)
  case (.polyhedron(let a), .box(let b)):
    return withPolyhedron(of: b) { hullHull(a, placementA, $0, placementB, margin, &cache) }
  case (.polyhedron(let a), .capsule(let b)):
    manifold = hullCapsule(a, b, placementA.relative(placementB), margin, &cache)
  case (.polyhedron(let p), .polyhedron(let q)):
    // Both orders of a hull and a pyramid are computed in the space of the hull.
    if case .pyramid = a, case .hull = b {
      return hullHull(q, placementB, p, placementA, margin, &cache).flipped
    }
    return hullHull(p, placementA, q, placementB, margin, &cache)

  case (.plane, _): manifold = planeContacts(placementA, b, placementB, margin)

  // The general path
  case (.polyhedron, .cylinder), (.polyhedron, .cone), (.polyhedron, .convex),
    (.cone, .sphere), (.cone, .box), (.cone, .capsule), (.cone, .cylinder),
    (.convex, .sphere), (.convex, .box), (.convex, .capsule), (.convex, .cylinder):
    return convexContacts(a, placementA, b, placementB, margin, &cache)
  case (.cone, .cone), (.cone, .convex), (.convex, .cone), (.convex, .convex):
    if a.isAfter(b) {
      return convexContacts(b, placementB, a, placementA, margin, &cache).flipped
    }
    return convexContacts(a, placementA, b, placementB, margin, &cache)

  // The same pairs in the other order
  case (.sphere, .box), (.sphere, .capsule), (.sphere, .cylinder), (.sphere, .polyhedron),
    (.sphere, .cone), (.sphere, .convex), (.box, .polyhedron), (.box, .cone), (.box, .convex),
    (.capsule, .box), (.capsule, .cylinder), (.capsule, .polyhedron), (.capsule, .cone),
    (.capsule, .convex), (.cylinder, .box), (.cylinder, .polyhedron), (.cylinder, .cone),
    (.cylinder, .convex), (.cone, .polyhedron), (.convex, .polyhedron), (_, .plane):
    manifold = collide(b, placementB, a, placementA, margin: margin, cache: &cache)
    manifold.flip()
    return manifold
  }
  manifold.transform(by: placementA)
  return manifold
}

/// Returns the contact of two boxes, as that of any two shapes.
package func collide(
  _ a: BoxShape, _ placementA: Transform, _ b: BoxShape, _ placementB: Transform, margin: Float,
  cache: inout ManifoldCache
) -> Manifold {
  let frame: Transform = placementA.relative(placementB)
  let pair = BoxPair(
    halfA: a.halfExtents, halfB: b.halfExtents, axes: Matrix3(frame.orientation),
    center: frame.position)
  var manifold = boxBox(pair, margin, &cache)
  manifold.transform(by: placementA)
  return manifold
}

/// The contact of a plane, shape A, with a leaf shape in the plane's space: the vertices below it.
private func planeContacts(
  _ placementA: Transform, _ b: Shape, _ placementB: Transform, _ margin: Float
) -> Manifold {
  switch b.contactShape {
  case .sphere(let b): return planeSphere(b, placementA.unapply(placementB.position), margin)
  case .box(let b): return planeBox(b, placementA.relative(placementB), margin)
  case .capsule(let b): return planeCapsule(b, placementA.relative(placementB), margin)
  case .cylinder(let b): return planeCylinder(b, placementA.relative(placementB), margin)
  case .cone(let b): return planeCone(b, placementA.relative(placementB), margin)
  case .polyhedron(let b): return planeHull(b, placementA.relative(placementB), margin)
  case .convex:
    guard let core = b.core else { notLeaf() }
    return planeConvex(core, placementA.relative(placementB), margin)
  case .plane: return Manifold()
  case .surface, .compound: notLeaf()
  }
}

/// The category of a shape in contacts and distances.
enum ContactShape {
  case sphere(SphereShape)
  case box(BoxShape)
  case capsule(CapsuleShape)
  case cylinder(CylinderShape)
  /// A cone, which takes the general path except against planes.
  case cone(ConeShape)
  /// A hull or a pyramid.
  case polyhedron(UnsafePointer<Polyhedron>)
  /// Any other convex shape, which takes the general path against all shapes.
  case convex
  case plane
  /// A mesh or a height field.
  case surface
  case compound
}

extension Shape {
  /// True when the general path computes a pair of two shapes with the other one first.
  fileprivate func isAfter(_ other: Shape) -> Bool {
    (convex?.contactOrder ?? 0) > (other.convex?.contactOrder ?? 0)
  }
}

/// Stops with a message for a compound where a leaf shape is required.
@inline(never)
func notLeaf() -> Never {
  preconditionFailure("Collision works on leaf shapes: take a compound apart into its leaves")
}

/// The greatest number of manifolds of a pair of leaf shapes.
public let maxManifoldCount = 4

/// Writes all contacts of two leaf shapes that touch or are within `margin` meters of each other.
///
/// As ``collide(_:_:_:_:margin:cache:)``, but a mesh or a height field may touch a shape in up to
/// ``maxManifoldCount`` directions. `out` must have capacity for as many manifolds; returns their
/// count.
///
/// - Precondition: As for that function.
public func collide(
  _ a: Shape, _ placementA: Transform, _ b: Shape, _ placementB: Transform, margin: Float,
  cache: inout ManifoldCache, into out: UnsafeMutablePointer<Manifold>
) -> Int {
  if let surface = a.surface {
    return collideSurface(surface, placementA, b, placementB, margin: margin, out, maxManifoldCount)
  }
  if let surface = b.surface {
    let count: Int = collideSurface(
      surface, placementB, a, placementA, margin: margin, out, maxManifoldCount)
    for k in 0..<count { out[k].flip() }
    return count
  }
  out[0] = collide(a, placementA, b, placementB, margin: margin, cache: &cache)
  return out[0].isEmpty ? 0 : 1
}

/// Writes all contacts of two leaf shapes like ``collide(_:_:_:_:margin:cache:into:)``, with every
/// point over a face of a surface that is within the margin.
///
/// Otherwise a triangle has points only where the shape is deepest, or nearly parallel to it.
package func collideLanding(
  _ a: Shape, _ placementA: Transform, _ b: Shape, _ placementB: Transform, margin: Float,
  cache: inout ManifoldCache, into out: UnsafeMutablePointer<Manifold>
) -> Int {
  if let surface = a.surface {
    return collideSurface(
      surface, placementA, b, placementB, margin: margin, isLanding: true, out, maxManifoldCount)
  }
  guard let surface = b.surface else {
    return collide(a, placementA, b, placementB, margin: margin, cache: &cache, into: out)
  }
  let count: Int = collideSurface(
    surface, placementB, a, placementA, margin: margin, isLanding: true, out, maxManifoldCount)
  for k in 0..<count { out[k].flip() }
  return count
}

/// Writes all contacts of a mesh and another leaf shape.
///
/// The results equal those of ``collide(_:_:_:_:margin:cache:into:)`` bit for bit, but the pair's
/// cached `triangles` avoid most searches of the mesh's tree. `displacement` is the motion of `b`
/// relative to `a` in the last step, in meters; a wrong value only causes more searches.
package func collide(
  _ a: Shape, _ placementA: Transform, _ b: Shape, _ placementB: Transform, margin: Float,
  cache: inout ManifoldCache, triangles: UnsafeMutablePointer<TriangleSet>, displacement: Vector3,
  into out: UnsafeMutablePointer<Manifold>
) -> Int {
  if case .mesh(let s) = a {
    return collideMesh(
      s.mesh.view, placementA, b, placementB, margin: margin, triangles, displacement: displacement,
      out, maxManifoldCount)
  }
  guard case .mesh(let s) = b else {
    return collide(a, placementA, b, placementB, margin: margin, cache: &cache, into: out)
  }
  let count: Int = collideMesh(
    s.mesh.view, placementB, a, placementA, margin: margin, triangles, displacement: -displacement,
    out, maxManifoldCount)
  for k in 0..<count { out[k].flip() }
  return count
}

/// The deepest contact of a pair that includes a surface.
@inline(never)
private func surfaceManifold(
  _ a: Shape, _ placementA: Transform, _ b: Shape, _ placementB: Transform, _ margin: Float
) -> Manifold {
  if let surface = a.surface {
    return collideSurface(surface, placementA, b, placementB, margin)
  }
  guard let surface = b.surface else { notLeaf() }
  return collideSurface(surface, placementB, a, placementA, margin).flipped
}
