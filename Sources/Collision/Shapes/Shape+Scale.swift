public import CaromMaths

extension Shape {
  /// Returns the shape scaled exactly along its own axes; a negative factor mirrors it.
  ///
  /// Boxes, pyramids and hulls accept any factors; a pyramid that is turned over becomes a hull.
  /// Shapes that are round about y need equal factors along x and z; spheres, capsules and rounded
  /// boxes need three equal factors. The factors of a compound are along its own axes, so its
  /// rotated children need equal factors unless they have flat faces only.
  ///
  /// - Throws: A ``ShapeError`` that names the shape that cannot be scaled, and the reason.
  public func scaled(by factors: Vector3) throws(ShapeError) -> Shape {
    guard factors.isFinite, factors.magnitudes.least > 0 else {
      throw ShapeError("a shape cannot be scaled by \(factors); no factor may be 0 or infinite")
    }
    return try scaled(ShapeScale(factors), at: Transform.identity).shape
  }

  /// Scales the space around a shape placed at `placement`.
  private func scaled(_ scale: ShapeScale, at placement: Transform) throws(ShapeError) -> ShapeLeaf
  {
    let f = scale.factors
    let moved = Transform(position: placement.position * f, orientation: placement.orientation)
    let isTurned = placement.orientation != .identity
    if isTurned && !(scale.isUniform && f.least > 0) { return try hulled(scale, placement) }
    if let convex {
      guard let shape = try convex.scaled(by: scale) else { return try hulled(scale, placement) }
      return ShapeLeaf(shape: shape, placement: moved)
    }
    if case .mesh(let m) = self {
      return ShapeLeaf(shape: .mesh(try m.scaled(by: f)), placement: moved)
    }
    if case .heightField(let h) = self {
      return ShapeLeaf(shape: .heightField(try h.scaled(by: f)), placement: moved)
    }
    if case .compound(let c) = self {
      var children: [ShapeLeaf] = []
      for child in c.children {
        children.append(try child.shape.scaled(scale, at: child.placement))
      }
      return ShapeLeaf(shape: .compound(CompoundShape(children)), placement: placement)
    }
    guard f.y > 0 else { throw ShapeError("a plane cannot be turned over by scaling") }
    return ShapeLeaf(shape: self, placement: moved)
  }

  /// Scales a rotated shape: a solid with flat faces becomes the hull of its scaled vertices.
  private func hulled(_ scale: ShapeScale, _ placement: Transform) throws(ShapeError) -> ShapeLeaf {
    if case .sphere = self, scale.isUniform {
      return try scaled(scale, at: Transform(position: placement.position))
    }
    if case .mesh(let m) = self {
      let placed = m.vertices.map { placement.apply($0) }
      let mesh = try MeshShape(vertices: placed, indices: m.indices).scaled(by: scale.factors)
      return ShapeLeaf(shape: .mesh(mesh))
    }
    guard let corners = convex?.corners else {
      throw ShapeError("a rotated round child cannot be scaled along the axes of its compound")
    }
    let hull = try ConvexHullShape(corners.map { placement.apply($0) * scale.factors })
    return ShapeLeaf(shape: .hull(hull))
  }
}
