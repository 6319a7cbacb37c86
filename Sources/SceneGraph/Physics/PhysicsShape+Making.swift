public import CaromMaths
import CaromProperties

/// Options for making a shape from a geometry or from nodes.
public struct PhysicsShapeOptions: Hashable, Sendable {
  /// The kind of shape for each surface.
  public var type: PhysicsShapeType
  /// Whether each geometry of a node tree gets its own shape; false makes one shape around all of
  /// them.
  public var keepAsCompound: Bool
  /// The scale along the axes of the geometry or node, in addition to its own scale.
  public var scale: Vector3

  /// Creates options with SceneKit's defaults.
  public init(
    type: PhysicsShapeType = .convexHull, keepAsCompound: Bool = true, scale: Vector3 = .one
  ) {
    self.type = type
    self.keepAsCompound = keepAsCompound
    self.scale = scale
  }
}

/// The kind of shape that a surface becomes.
public enum PhysicsShapeType: String, CaseIterable, Hashable, Sendable {
  /// The exact shape of a primitive if there is one, otherwise the convex hull.
  case convexHull
  /// The bounding box.
  case boundingBox
  /// The triangles, including concave parts, solid from outside only; not for dynamic bodies.
  case concavePolyhedron
}

extension PhysicsShape {
  /// Creates the shape of a geometry; later changes of the geometry do not affect it.
  ///
  /// Points without a valid hull are detected when the body is made and reported in
  /// ``Scene/problems``.
  public init(geometry: Geometry, options: PhysicsShapeOptions = PhysicsShapeOptions()) {
    let parts = [ShapePart(geometry: geometry, transform: Matrix4(scale: options.scale))]
    self = PhysicsShape.compound(of: parts, options.type)
  }

  /// Creates the shape of the geometries of a node and its descendants.
  ///
  /// Descendants that have bodies are excluded. The shape is in the node's space: the position,
  /// orientation and scale of the node itself are ignored, because a body takes them from its node.
  public init(node: Node, options: PhysicsShapeOptions = PhysicsShapeOptions()) {
    var parts: [ShapePart] = []
    PhysicsShape.gather(node, Matrix4(scale: options.scale), &parts)
    self =
      options.keepAsCompound
      ? PhysicsShape.compound(of: parts, options.type)
      : PhysicsShape.whole(of: parts, options.type)
  }

  /// Creates a compound of shapes with their transforms; without transforms they are at the origin.
  ///
  /// - Precondition: There are as many transforms as shapes, or none.
  public init(shapes: [PhysicsShape], transforms: [Matrix4] = []) {
    precondition(
      transforms.isEmpty || transforms.count == shapes.count, "Each shape has one transform")
    self = .compound(
      shapes.enumerated().map { i, shape in
        transforms.isEmpty ? PlacedShape(shape) : PlacedShape(shape, transforms[i])
      })
  }

  // MARK: Parts

  private static func gather(_ node: Node, _ m: Matrix4, _ parts: inout [ShapePart]) {
    if let geometry = node.geometry { parts.append(ShapePart(geometry: geometry, transform: m)) }
    for child in node.childNodes where child.physicsBody == nil {
      // Includes the pivot, which offsets both the content and the children.
      gather(child, m * child.storage.transform, &parts)
    }
  }

  private static func compound(of parts: [ShapePart], _ type: PhysicsShapeType) -> PhysicsShape {
    let placed = parts.map { part in
      let geometry = part.geometry
      // Vertices are exact under any matrix; positions, orientations and scales drop skew.
      switch type {
      case .convexHull:
        return geometry.primitive.shape.map { PlacedShape($0, part.transform) }
          ?? PlacedShape(.hull(HullPoints(part.points)))
      case .boundingBox:
        let box = geometry.boundingBox
        return PlacedShape(.box(Box(box)), part.transform * Matrix4(position: box.center))
      case .concavePolyhedron: return PlacedShape(.mesh(surface([part])))
      }
    }
    if placed.count == 1, placed[0] == PlacedShape(placed[0].shape) { return placed[0].shape }
    return .compound(placed)
  }

  private static func whole(of parts: [ShapePart], _ type: PhysicsShapeType) -> PhysicsShape {
    switch type {
    case .convexHull: return .hull(HullPoints(parts.flatMap(\.points)))
    case .concavePolyhedron: return .mesh(surface(parts))
    case .boundingBox:
      let box = parts.reduce(AABB.empty) {
        $0.union($1.geometry.boundingBox.transformed(by: $1.transform))
      }
      if box.isEmpty { return .compound([]) }
      return .compound([PlacedShape(.box(Box(box)), position: box.center)])
    }
  }

  private static func surface(_ parts: [ShapePart]) -> SurfaceTriangles {
    var all = SurfaceTriangles()
    for part in parts {
      let first = Int32(all.vertices.count)
      var own = SurfaceTriangles(part.geometry.mesh)
      if part.transform.linear.determinant < 0 {
        for t in stride(from: 0, to: own.indices.count, by: 3) { own.indices.swapAt(t + 1, t + 2) }
      }
      all.vertices += part.points
      all.indices += own.indices.map { $0 + first }
    }
    return all
  }
}

/// A geometry and its transform.
private struct ShapePart {
  let geometry: Geometry
  let transform: Matrix4

  /// The transformed vertices of the mesh.
  var points: [Vector3] { geometry.mesh.positions.map { transform.apply(point: $0) } }
}

extension PlacedShape {
  /// Decomposes a matrix into position, orientation and scale; skew is dropped.
  fileprivate init(_ shape: PhysicsShape, _ transform: Matrix4) {
    self.init(shape)
    guard let parts = transform.decomposed else { return }
    (position, orientation, scale) = (parts.position, parts.orientation, parts.scale)
  }
}

extension Box {
  /// A box of the size of an axis-aligned box.
  fileprivate init(_ box: AABB) {
    self.init(width: box.size.x, height: box.size.y, length: box.size.z)
  }
}

extension Primitive {
  /// The exact shape, or nil for primitives that only have a hull.
  fileprivate var shape: PhysicsShape? {
    switch self {
    case .box(let b): .box(b)
    case .sphere(let s): .sphere(s)
    case .cylinder(let c): .cylinder(c)
    case .capsule(let c): .capsule(c)
    case .cone(let c): .cone(c)
    case .pyramid(let p): .pyramid(p)
    case .plane(let p): .box(Box(width: p.width, height: p.height, length: 0.01))
    case .floor(let f):
      f.isInfinite
        ? .floor(EmptyPayload())
        : .compound([
          PlacedShape(
            .box(Box(width: f.width, height: 0.5, length: f.length)), position: Vector3(0, -0.25, 0)
          )
        ])
    case .mesh, .tube, .torus, .shape: nil
    }
  }
}
