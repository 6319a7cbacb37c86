public import CaromMaths
import CaromProperties

/// How a shape is made of a geometry or of nodes.
public struct PhysicsShapeOptions: Hashable, Sendable {
  /// What each surface becomes.
  public var type: PhysicsShapeType
  /// True when each geometry of a tree of nodes gets a shape; false for one around all of them.
  public var keepAsCompound: Bool
  /// How the shape is scaled along the axes of the geometry or node; its own scale comes on top.
  public var scale: Vector3

  /// Makes options; without any, SceneKit's defaults.
  public init(
    type: PhysicsShapeType = .convexHull, keepAsCompound: Bool = true, scale: Vector3 = .one
  ) {
    self.type = type
    self.keepAsCompound = keepAsCompound
    self.scale = scale
  }
}

/// What a surface becomes as a shape.
public enum PhysicsShapeType: String, CaseIterable, Hashable, Sendable {
  /// The ideal shape of a primitive where there is one, else the smallest convex solid around it.
  case convexHull
  /// The smallest box around it.
  case boundingBox
  /// Its triangles, with all hollows; not for dynamic bodies.
  case concavePolyhedron
}

extension PhysicsShape {
  /// Makes the shape of a geometry as it is now; later changes of the geometry do not change it.
  ///
  /// Points that make no hull are found when the body is made, and noted in ``Scene/problems``.
  public init(geometry: Geometry, options: PhysicsShapeOptions = PhysicsShapeOptions()) {
    let parts = [ShapePart(geometry: geometry, transform: Matrix4(scale: options.scale))]
    self = PhysicsShape.compound(of: parts, options.type)
  }

  /// Makes the shape of the geometries of a node and all below as they are now.
  ///
  /// Nodes below that have bodies of their own are left out. In the space of the node: its place,
  /// turn and scale do not count, since a body takes those of its node.
  public init(node: Node, options: PhysicsShapeOptions = PhysicsShapeOptions()) {
    var parts: [ShapePart] = []
    PhysicsShape.gather(node, Matrix4(scale: options.scale), &parts)
    self =
      options.keepAsCompound
      ? PhysicsShape.compound(of: parts, options.type)
      : PhysicsShape.whole(of: parts, options.type)
  }

  /// Holds several shapes together, each with its place in the whole; none for the origin.
  ///
  /// - Precondition: there are as many transforms as shapes, or none.
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
      // With the pivot, which shifts what is drawn and what is below.
      gather(child, m * child.storage.transform, &parts)
    }
  }

  private static func compound(of parts: [ShapePart], _ type: PhysicsShapeType) -> PhysicsShape {
    let placed = parts.map { part in
      let geometry = part.geometry
      // Corners are exact under any matrix; places, turns and scales leave out skew.
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

/// A geometry in its place.
private struct ShapePart {
  let geometry: Geometry
  let transform: Matrix4

  /// The vertices of its mesh, in their places.
  var points: [Vector3] { geometry.mesh.positions.map { transform.apply(point: $0) } }
}

extension PlacedShape {
  /// Places a shape by a matrix; skew has no part and is dropped.
  fileprivate init(_ shape: PhysicsShape, _ transform: Matrix4) {
    self.init(shape)
    guard let parts = transform.decomposed else { return }
    (position, orientation, scale) = (parts.position, parts.orientation, parts.scale)
  }
}

extension Box {
  /// A box of the size of another one that stands along the axes.
  fileprivate init(_ box: AABB) {
    self.init(width: box.size.x, height: box.size.y, length: box.size.z)
  }
}

extension Primitive {
  /// The ideal shape, or nil for those that only have a hull.
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
