public import CaromMaths

extension Shape {
  /// How far the part of a mesh or height field that a box overlaps reaches along the unit vector `n`.
  ///
  /// The box and `n` are in the space that `placement` leads to; the answer is the greatest of `n·p`, in
  /// metres, over the corners of all triangles whose own boxes overlap the box: −∞ when there are none.
  /// Other shapes answer +∞.
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
