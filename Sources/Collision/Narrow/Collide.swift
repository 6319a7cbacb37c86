public import CaromMaths

/// Where two leaf shapes touch, or come within `margin` metres of it.
///
/// Points whose gap is at most `margin` are reported, so that a solver can stop an approach before
/// it becomes an overlap. The normal points from `a` to `b`. Exchanging the shapes gives the same
/// contact, ``Manifold/flipped``. `cache` belongs to the pair in this order; start with an empty one
/// and keep it between steps. Allocates nothing.
///
/// A surface may touch a shape in several directions; this gives the deepest, and
/// ``collide(_:_:_:_:margin:cache:into:)`` all.
///
/// Planes and surfaces never touch each other. Compounds are not leaves: collide their ``Shape/leaves``.
///
/// - Precondition: Neither shape is a compound, both have a nil ``Shape/problem``, and the margin is
///   not negative.
public func collide(
  _ a: Shape, _ placementA: Transform, _ b: Shape, _ placementB: Transform, margin: Float,
  cache: inout ManifoldCache
) -> Manifold {
  if a.isSurface || b.isSurface { return surfaceManifold(a, placementA, b, placementB, margin) }
  switch a {
  case .sphere(let a):
    switch b {
    case .sphere(let b):
      return sphereSphere(a, b, placementA.unapply(placementB.position), margin)
        .placed(at: placementA)
    case .box(let b):
      return boxSphere(b, a, placementB.unapply(placementA.position), margin)
        .placed(at: placementB).flipped
    case .capsule(let b):
      return capsuleSphere(b, a, placementB.unapply(placementA.position), margin)
        .placed(at: placementB).flipped
    case .cylinder(let b):
      return cylinderSphere(b, a, placementB.unapply(placementA.position), margin)
        .placed(at: placementB).flipped
    case .cone, .pyramid, .hull:
      return solidContacts(b, placementB, .sphere(a), placementA, margin, &cache).flipped
    case .plane:
      return planeSphere(a, placementB.unapply(placementA.position), margin)
        .placed(at: placementB).flipped
    case .mesh, .heightField, .compound: notLeaf()
    }
  case .box(let a):
    switch b {
    case .sphere(let b):
      return boxSphere(a, b, placementA.unapply(placementB.position), margin)
        .placed(at: placementA)
    case .box(let b):
      let frame: Transform = placementA.relative(placementB)
      let pair = BoxPair(
        halfA: a.halfExtents, halfB: b.halfExtents, axes: Matrix3(frame.orientation),
        center: frame.position)
      return boxBox(pair, margin, &cache).placed(at: placementA)
    case .capsule(let b):
      return boxCapsule(a, b, placementA.relative(placementB), margin, &cache)
        .placed(at: placementA)
    case .cylinder(let b):
      return boxCylinder(a, b, placementA.relative(placementB), margin, &cache)
        .placed(at: placementA)
    case .cone, .pyramid, .hull:
      return solidContacts(b, placementB, .box(a), placementA, margin, &cache).flipped
    case .plane:
      return planeBox(a, placementB.relative(placementA), margin).placed(at: placementB).flipped
    case .mesh, .heightField, .compound: notLeaf()
    }
  case .capsule(let a):
    switch b {
    case .sphere(let b):
      return capsuleSphere(a, b, placementA.unapply(placementB.position), margin)
        .placed(at: placementA)
    case .box(let b):
      return boxCapsule(b, a, placementB.relative(placementA), margin, &cache)
        .placed(at: placementB).flipped
    case .capsule(let b):
      return capsuleCapsule(a, b, placementA.relative(placementB), margin).placed(at: placementA)
    case .cylinder(let b):
      return cylinderCapsule(b, a, placementB.relative(placementA), margin, &cache)
        .placed(at: placementB).flipped
    case .cone, .pyramid, .hull:
      return solidContacts(b, placementB, .capsule(a), placementA, margin, &cache).flipped
    case .plane:
      return planeCapsule(a, placementB.relative(placementA), margin).placed(at: placementB)
        .flipped
    case .mesh, .heightField, .compound: notLeaf()
    }
  case .cylinder(let a):
    switch b {
    case .sphere(let b):
      return cylinderSphere(a, b, placementA.unapply(placementB.position), margin)
        .placed(at: placementA)
    case .box(let b):
      return boxCylinder(b, a, placementB.relative(placementA), margin, &cache)
        .placed(at: placementB).flipped
    case .capsule(let b):
      return cylinderCapsule(a, b, placementA.relative(placementB), margin, &cache)
        .placed(at: placementA)
    case .cylinder(let b):
      return cylinderCylinder(a, b, placementA.relative(placementB), margin, &cache)
        .placed(at: placementA)
    case .cone, .pyramid, .hull:
      return solidContacts(b, placementB, .cylinder(a), placementA, margin, &cache).flipped
    case .plane:
      return planeCylinder(a, placementB.relative(placementA), margin).placed(at: placementB)
        .flipped
    case .mesh, .heightField, .compound: notLeaf()
    }
  case .cone, .pyramid, .hull:
    switch b {
    case .sphere, .box, .capsule, .cylinder, .cone, .pyramid, .hull:
      return solidContacts(a, placementA, b, placementB, margin, &cache)
    case .plane:
      return collide(b, placementB, a, placementA, margin: margin, cache: &cache).flipped
    case .mesh, .heightField, .compound: notLeaf()
    }
  case .plane:
    switch b {
    case .sphere(let b):
      return planeSphere(b, placementA.unapply(placementB.position), margin)
        .placed(at: placementA)
    case .box(let b):
      return planeBox(b, placementA.relative(placementB), margin).placed(at: placementA)
    case .capsule(let b):
      return planeCapsule(b, placementA.relative(placementB), margin).placed(at: placementA)
    case .cylinder(let b):
      return planeCylinder(b, placementA.relative(placementB), margin).placed(at: placementA)
    case .cone(let b):
      return planeCone(b, placementA.relative(placementB), margin).placed(at: placementA)
    case .pyramid(let b):
      return planeHull(b.storage.view, placementA.relative(placementB), margin)
        .placed(at: placementA)
    case .hull(let b):
      return planeHull(b.storage.view, placementA.relative(placementB), margin)
        .placed(at: placementA)
    case .plane: return Manifold()
    case .mesh, .heightField, .compound: notLeaf()
    }
  case .mesh, .heightField, .compound: notLeaf()
  }
}

/// Stops on a compound where a leaf is needed.
@inline(never)
func notLeaf() -> Never {
  preconditionFailure("Collision works on leaf shapes: take a compound apart into its leaves")
}

/// The most manifolds that a pair of leaf shapes has.
public let maxManifoldCount = 4

/// Everywhere that two leaf shapes touch, or come within `margin` metres of it.
///
/// As ``collide(_:_:_:_:margin:cache:)``, but a mesh or a height field may touch a shape in up to
/// ``maxManifoldCount`` directions. Writes the manifolds to `out`, which has room for as many, and returns
/// their count.
///
/// - Precondition: As there.
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
    for k in 0..<count { out[k] = out[k].flipped }
    return count
  }
  out[0] = collide(a, placementA, b, placementB, margin: margin, cache: &cache)
  return out[0].isEmpty ? 0 : 1
}

/// Everywhere that a mesh and another leaf shape touch, or come within `margin` metres of it.
///
/// As ``collide(_:_:_:_:margin:cache:into:)``, and with the same result to the last bit, but `set`,
/// which belongs to the pair, spares most searches of the mesh's tree. `way` is how far `b` moved
/// against `a` in the last step, in metres; a wrong one costs searches.
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
  for k in 0..<count { out[k] = out[k].flipped }
  return count
}

/// The deepest contact of a pair of which one is a surface.
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
