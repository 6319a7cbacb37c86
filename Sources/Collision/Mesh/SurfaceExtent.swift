public import CaromMaths

extension Shape {
  /// The support extent of the part of a mesh or height field that a box overlaps.
  ///
  /// The box and the unit vector `n` are in the space that `placement` maps to. Returns the
  /// greatest `n·p`, in meters, over the vertices of all triangles whose boxes overlap the box, or
  /// −∞ without such triangles; for other shapes +∞.
  public func surfaceExtent(along n: Vector3, near box: AABB, at placement: Transform) -> Float {
    guard let surface else { return .infinity }
    let local: AABB = box.placed(at: placement.inverse)
    let d: Vector3 = placement.orientation.unrotate(n)
    let result: Float
    switch surface {
    case .mesh(let view): result = extent(view, d, local)
    case .heights(let view): result = extent(view, d, local)
    }
    return placement.position.dot(n) + result
  }
}

private func extent<Surface: TriangleSurface>(
  _ surface: Surface, _ d: Vector3, _ box: AABB
) -> Float {
  var result: Float = -.infinity
  surface.visit(box) { id in
    let t: SurfaceTriangle = surface.triangle(id)
    result = max(result, max(d.dot(t.a), max(d.dot(t.b), d.dot(t.c))))
    return true
  }
  return result
}
