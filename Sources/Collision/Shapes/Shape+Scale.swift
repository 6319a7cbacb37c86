public import CaromMaths

extension Shape {
  /// The shape stretched by a factor along each of its own axes, exactly; below zero mirrors it.
  ///
  /// Boxes, pyramids and hulls take any factors; a pyramid that is turned over becomes a hull. What is
  /// round about y takes factors that are alike along x and z, a ball and a capsule, whose ends are
  /// round, the same along all three. A compound takes any as far as its children do: the factors are
  /// along its own axes, so those of turned children must be alike, except hulls.
  /// - Throws: which shape cannot be stretched that way, and why.
  public func scaled(by factors: Vector3) throws(ShapeError) -> Shape {
    guard factors.isFinite, factors.magnitudes.least > 0 else {
      throw ShapeError("a shape cannot be scaled by \(factors); no factor may be 0 or infinite")
    }
    return try stretched(Stretch(factors), Transform.identity).shape
  }

  /// Factors along the axes that the whole is scaled along.
  private struct Stretch {
    var factors: Vector3
    var magnitudes: Vector3

    init(_ factors: Vector3) { (self.factors, magnitudes) = (factors, factors.magnitudes) }

    /// Whether all factors have the same size, but for rounding.
    var isUniform: Bool { Self.alike(magnitudes.least, magnitudes.greatest) }

    static func alike(_ a: Float, _ b: Float) -> Bool { abs(a - b) <= 1e-5 * max(a, b) }
  }

  /// The shape as it comes out of stretching space around it, for a shape placed at `placement`.
  private func stretched(_ stretch: Stretch, _ placement: Transform) throws(ShapeError) -> ShapeLeaf
  {
    let f = stretch.factors
    let place = Transform(position: placement.position * f, orientation: placement.orientation)
    let isTurned = placement.orientation != .identity
    if isTurned && !(stretch.isUniform && f.least > 0) {
      return try turned(stretch, placement)
    }
    let (m, s) = (stretch.magnitudes, stretch.magnitudes.x)
    switch self {
    case .sphere(let b):
      guard stretch.isUniform else { throw Self.refusal("a ball", "all three axes") }
      return ShapeLeaf(shape: .sphere(SphereShape(radius: b.radius * s)), placement: place)
    case .box(let b):
      return ShapeLeaf(shape: .box(BoxShape(halfExtents: b.halfExtents * m)), placement: place)
    case .capsule(let c):
      guard stretch.isUniform else { throw Self.refusal("a capsule", "all three axes") }
      let capsule = CapsuleShape(radius: c.radius * s, halfLength: c.halfLength * s)
      return ShapeLeaf(shape: .capsule(capsule), placement: place)
    case .cylinder(let c):
      guard Stretch.alike(m.x, m.z) else { throw Self.refusal("a cylinder", "x and z") }
      let cylinder = CylinderShape(radius: c.radius * s, halfHeight: c.halfHeight * m.y)
      return ShapeLeaf(shape: .cylinder(cylinder), placement: place)
    case .cone(let c):
      guard Stretch.alike(m.x, m.z) else { throw Self.refusal("a cone", "x and z") }
      let (top, bottom) =
        f.y > 0 ? (c.topRadius, c.bottomRadius) : (c.bottomRadius, c.topRadius)
      let cone = ConeShape(
        topRadius: top * s, bottomRadius: bottom * s, halfHeight: c.halfHeight * m.y)
      return ShapeLeaf(shape: .cone(cone), placement: place)
    case .pyramid(let p):
      guard f.y > 0 else { return try turned(stretch, placement) }
      let pyramid = PyramidShape(
        width: p.width * m.x, height: p.height * m.y, length: p.length * m.z)
      return ShapeLeaf(shape: .pyramid(pyramid), placement: place)
    case .hull(let h):
      let hull = try ConvexHullShape(h.vertices.map { $0 * f })
      return ShapeLeaf(shape: .hull(hull), placement: place)
    case .plane:
      guard f.y > 0 else { throw ShapeError("a plane cannot be turned over by scaling") }
      return ShapeLeaf(shape: .plane(PlaneShape()), placement: place)
    case .mesh(let m):
      return ShapeLeaf(shape: .mesh(try m.scaled(by: f)), placement: place)
    case .heightField(let h):
      return ShapeLeaf(shape: .heightField(try h.scaled(by: f)), placement: place)
    case .compound(let c):
      var children: [ShapeLeaf] = []
      for child in c.children {
        children.append(try child.shape.stretched(stretch, child.placement))
      }
      return ShapeLeaf(shape: .compound(CompoundShape(children)), placement: placement)
    }
  }

  /// A turned solid with corners becomes the hull of where its corners go.
  private func turned(_ stretch: Stretch, _ placement: Transform) throws(ShapeError) -> ShapeLeaf {
    let corners: [Vector3]
    switch self {
    case .sphere where stretch.isUniform:
      return try stretched(stretch, Transform(position: placement.position))
    case .box(let b):
      let h = b.halfExtents
      corners = (0..<8).map { index in
        Vector3(
          index & 1 == 0 ? -h.x : h.x, index & 2 == 0 ? -h.y : h.y, index & 4 == 0 ? -h.z : h.z)
      }
    case .pyramid(let p): corners = p.storage.faces.vertices
    case .hull(let h): corners = h.vertices
    case .mesh(let m):
      let placed = m.vertices.map { placement.apply($0) }
      let mesh = try MeshShape(vertices: placed, indices: m.indices).scaled(by: stretch.factors)
      return ShapeLeaf(shape: .mesh(mesh))
    case .sphere, .capsule, .cylinder, .cone, .plane, .heightField, .compound:
      throw ShapeError("a turned round child cannot be stretched along the axes of its compound")
    }
    let hull = try ConvexHullShape(corners.map { placement.apply($0) * stretch.factors })
    return ShapeLeaf(shape: .hull(hull))
  }

  private static func refusal(_ name: String, _ axes: String) -> ShapeError {
    ShapeError(
      "\(name) stays round only when the factors along \(axes) are alike; use a hull instead")
  }
}
