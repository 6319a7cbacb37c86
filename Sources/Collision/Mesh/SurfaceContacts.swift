package import CaromMaths

/// The contacts of a surface, shape A, with a leaf shape, shape B, in world space.
///
/// Writes at most `capacity` manifolds, whose normals point from the surface to the shape, and
/// returns their count. Surfaces and planes never touch each other.
func collideSurface(
  _ a: SurfaceView, _ placementA: Transform, _ b: Shape, _ placementB: Transform, margin: Float,
  isLanding: Bool = false, _ out: UnsafeMutablePointer<Manifold>, _ capacity: Int
) -> Int {
  let frame: Transform = placementA.relative(placementB)
  let count: Int
  switch a {
  case .mesh(let view):
    count = collideSurface(view, view, b, frame, margin, isLanding, out, capacity)
  case .heights(let view):
    count = collideSurface(view, view, b, frame, margin, isLanding, out, capacity)
  }
  for k in 0..<count { out[k].transform(by: placementA) }
  return count
}

/// The same for a mesh, with the pair's cached triangles; `displacement` is that of B in the last
/// step.
func collideMesh(
  _ view: MeshView, _ placementA: Transform, _ b: Shape, _ placementB: Transform, margin: Float,
  _ set: UnsafeMutablePointer<TriangleSet>, displacement: Vector3,
  _ out: UnsafeMutablePointer<Manifold>,
  _ capacity: Int
) -> Int {
  let frame: Transform = placementA.relative(placementB)
  let search = CachedMeshSearch(
    view: view, set: set, displacement: placementA.orientation.unrotate(displacement))
  let count: Int = collideSurface(view, search, b, frame, margin, false, out, capacity)
  for k in 0..<count { out[k].transform(by: placementA) }
  return count
}

/// Writes all contacts of a mesh and a ball, and returns their count.
///
/// The same as ``collide(_:_:_:_:margin:cache:triangles:displacement:into:)``, at less cost.
package func collideBall(
  _ mesh: UnsafePointer<Shape>, _ placement: Transform, center: Vector3, radius: Float,
  margin: Float, triangles: UnsafeMutablePointer<TriangleSet>, displacement: Vector3,
  into out: UnsafeMutablePointer<Manifold>
) -> Int {
  guard case .mesh(let shape) = mesh.pointee else { return 0 }
  let view: MeshView = shape.mesh.view
  let search = CachedMeshSearch(
    view: view, set: triangles, displacement: placement.orientation.unrotate(displacement))
  let local: Vector3 = placement.unapply(center)
  let box = AABB(center: local, halfExtents: Vector3(repeating: radius)).expanded(by: margin)
  let count: Int = withTriangles(search, box) { ids, count in
    if count == 0 { return 0 }
    return surfaceSphere(
      view, ids, count, center: local, radius: radius, margin: margin, out, maxManifoldCount)
  }
  for k in 0..<count { out[k].transform(by: placement) }
  return count
}

/// The deepest contact of a surface with a leaf shape, in world space.
func collideSurface(
  _ a: SurfaceView, _ placementA: Transform, _ b: Shape, _ placementB: Transform, _ margin: Float
) -> Manifold {
  withUnsafeTemporaryAllocation(of: Manifold.self, capacity: maxManifoldCount) { all in
    guard let out = all.baseAddress else { return Manifold() }
    let count: Int = collideSurface(
      a, placementA, b, placementB, margin: margin, out, maxManifoldCount)
    if count == 0 { return Manifold() }
    var best: Int = 0
    for k in 1..<max(count, 1) where out[k].leastSeparation < out[best].leastSeparation { best = k }
    return out[best]
  }
}

/// Unowned access to a mesh or height field, which must outlive it.
enum SurfaceView {
  case mesh(MeshView)
  case heights(HeightView)
}

private func collideSurface<Surface: TriangleSurface, Search: TriangleSearch>(
  _ surface: Surface, _ search: Search, _ b: Shape, _ frame: Transform, _ margin: Float,
  _ isLanding: Bool, _ out: UnsafeMutablePointer<Manifold>, _ capacity: Int
) -> Int {
  let box: AABB = b.bounds(at: frame).expanded(by: margin)
  return withTriangles(search, box) { ids, count in
    if count == 0 { return 0 }
    if case .sphere(let s) = b {
      return surfaceSphere(
        surface, ids, count, center: frame.position, radius: s.radius, margin: margin, out,
        capacity)
    }
    guard let core = b.core else { return 0 }
    let solid = PlacedCore(core: core, axes: Matrix3(frame.orientation), center: Vector3())
    return surfaceConvex(
      surface, ids, count, solid, center: frame.position, margin: margin,
      isLanding: isLanding, out, capacity)
  }
}

/// Calls `body` with the numbers of all triangles that overlap a box, in ascending order.
@inline(__always)
private func withTriangles<Search: TriangleSearch, Result>(
  _ search: Search, _ box: AABB, _ body: (UnsafePointer<Int32>, Int) -> Result
) -> Result {
  let few: Int = 64
  return withUnsafeTemporaryAllocation(of: Int32.self, capacity: few) { row in
    guard let row = row.baseAddress else { preconditionFailure("Memory on the stack is there") }
    var count: Int = 0
    search.visit(box) { id in
      if count < few { row[count] = id }
      count &+= 1
      return true
    }
    if count <= few { return body(row, count) }
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: count) { many in
      guard let many = many.baseAddress else { preconditionFailure("Memory on the stack is there") }
      var index: Int = 0
      search.visit(box) { id in
        many[index] = id
        index &+= 1
        return true
      }
      return body(many, count)
    }
  }
}
