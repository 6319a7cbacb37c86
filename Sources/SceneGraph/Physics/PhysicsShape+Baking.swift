import CaromCollision
import CaromMaths
import CaromPhysics
import CaromProperties

/// The shape of a body with the scale of its node, and its colliders' own filters and materials.
struct BakedShape {
  let shape: Shape
  /// One for each leaf of the shape; empty if no leaf has any.
  let colliderProperties: [ColliderProperties]

  /// Whether a body has this shape and these colliders.
  func isShape(of live: Body) -> Bool {
    shape == live.shape && colliderProperties == live.colliderProperties
  }
}

extension PhysicsShape {
  /// The shape of a body on a node of the given world scale; nil if there is none.
  ///
  /// - Throws: The problem, if points have no valid hull or triangles are not a valid mesh.
  static func bake(
    _ shape: PhysicsShape?, _ node: Node, scale: Vector3
  ) throws(ShapeError) -> BakedShape? {
    // From the space of the node's content to that of the body, which has no scale and no pivot.
    var content = Matrix4(scale: scale)
    if let inverse = node.storage.pivot?.affineInverse { content = content * inverse }
    var baker = ShapeBaker()
    let spec = shape ?? (node.geometry == nil ? .hierarchy(.init()) : .geometry(.init()))
    try baker.add(spec, node, content)
    guard let first = baker.leaves.first else { return nil }
    let isSingle = baker.leaves.count == 1 && first.placement == .identity
    return BakedShape(
      shape: isSingle ? first.shape : .compound(CompoundShape(baker.leaves)),
      colliderProperties: baker.hasProperties ? baker.properties : [])
  }
}

/// Collects the leaves of a shape with their transforms.
private struct ShapeBaker {
  private(set) var leaves: [ShapeLeaf] = []
  /// The filter and the material of each leaf, where they differ from those of the body.
  private(set) var properties: [ColliderProperties] = []
  /// Those of the leaves that are added now.
  private var current = ColliderProperties()

  var hasProperties: Bool { properties.contains { $0 != ColliderProperties() } }

  private mutating func append(_ leaf: ShapeLeaf) {
    leaves.append(leaf)
    properties.append(current)
  }

  mutating func add(
    _ shape: PhysicsShape, _ node: Node, _ m: Matrix4
  ) throws(ShapeError) {
    switch shape {
    case .geometry:
      if let geometry = node.geometry { add(geometry.primitive, m) }
    case .hierarchy:
      if let geometry = node.geometry { add(geometry.primitive, m) }
      for child in node.childNodes where child.physicsBody == nil {
        try add(.hierarchy(.init()), child, m * child.storage.transform)
      }
    case .boundingBox:
      let box = node.boundingBox
      guard !box.isEmpty else { return }
      let size = box.size
      add(
        .box(Box(width: size.x, height: size.y, length: size.z)), m * Matrix4(position: box.center))
    case .box(let b): add(.box(b), m)
    case .sphere(let s): add(.sphere(s), m)
    case .cylinder(let c): add(.cylinder(c), m)
    case .capsule(let c): add(.capsule(c), m)
    case .floor: add(.floor(Floor()), m)
    case .compound(let children):
      for child in children {
        let placed = Matrix4(
          position: child.position, orientation: child.orientation, scale: child.scale)
        let outer = current
        current = child.properties.over(outer)
        try add(child.shape, node, m * placed)
        current = outer
      }
    case .cone(let c): add(.cone(c), m)
    case .pyramid(let p): add(.pyramid(p), m)
    case .hull(let h): try addHull(h.points, m)
    case .convexHull:
      if let geometry = node.geometry { try addHull(geometry.mesh.positions, m) }
    case .concavePolyhedron:
      if let geometry = node.geometry { try addSurface(SurfaceTriangles(geometry.mesh), m) }
    case .mesh(let s): try addSurface(s, m)
    case .roundedBox(let s): try addSolid(.roundedBox(s), m)
    case .taperedCapsule(let s): try addSolid(.taperedCapsule(s), m)
    }
  }

  /// Adds a shape of the same kind, which must support the scale.
  private mutating func addSolid(_ shape: Shape, _ m: Matrix4) throws(ShapeError) {
    guard let parts = m.decomposed else { return }
    let placement = Transform(position: parts.position, orientation: parts.orientation)
    let s = parts.scale.magnitudes
    // Scales that are products of matrices are rounded.
    let isUniform = s.greatest - s.least <= 1e-3 * s.greatest
    let scaled = try shape.scaled(by: isUniform ? Vector3(repeating: s.greatest) : s)
    append(ShapeLeaf(shape: scaled, placement: placement))
  }

  /// Adds the convex hull of points, exact for any scale.
  private mutating func addHull(_ points: [Vector3], _ m: Matrix4) throws(ShapeError) {
    let hull = try ConvexHullShape(points.map { m.apply(point: $0) })
    append(ShapeLeaf(shape: .hull(hull)))
  }

  private mutating func addSurface(_ surface: SurfaceTriangles, _ m: Matrix4) throws(ShapeError) {
    var indices = surface.indices
    if m.linear.determinant < 0 {
      // Mirrored triangles would face inwards.
      for t in stride(from: 0, to: indices.count - 2, by: 3) { indices.swapAt(t + 1, t + 2) }
    }
    let mesh = try MeshShape(
      vertices: surface.vertices.map { m.apply(point: $0) }, indices: indices)
    append(ShapeLeaf(shape: .mesh(mesh)))
  }

  /// Adds the exact shape of a primitive, or its hull if the scale leaves no such shape.
  private mutating func add(_ primitive: Primitive, _ m: Matrix4) {
    guard let parts = m.decomposed else { return }
    let placement = Transform(position: parts.position, orientation: parts.orientation)
    let s = parts.scale.magnitudes
    guard primitive.keepsItsKind(by: s), !isSkewed(m, parts) || primitive.isInfiniteFloor else {
      return addSolidHull(primitive, m, placement, s)
    }
    switch primitive {
    case .box(let b):
      let size = Vector3(b.width, b.height, b.length) * s
      append(ShapeLeaf(shape: .box(BoxShape(size: size)), placement: placement))
    case .sphere(let b):
      let radius = b.radius * s.greatest
      append(ShapeLeaf(shape: .sphere(SphereShape(radius: radius)), placement: placement))
    case .cylinder(let c):
      let cylinder = CylinderShape(radius: c.radius * s.x, halfHeight: c.height * 0.5 * s.y)
      append(ShapeLeaf(shape: .cylinder(cylinder), placement: placement))
    case .capsule(let c):
      let half = c.halfStraight * s.y
      let radius = c.capRadius * s.x
      let shape: Shape =
        half > 0
        ? .capsule(CapsuleShape(radius: radius, halfLength: half))
        : .sphere(SphereShape(radius: radius))
      append(ShapeLeaf(shape: shape, placement: placement))
    case .floor(let f):
      if f.isInfinite {
        append(ShapeLeaf(shape: .plane(PlaneShape()), placement: placement))
      } else {
        // The top face is the floor; half a meter thick, so that nothing tunnels through.
        let size = Vector3(f.width * s.x, 0.5, f.length * s.z)
        let down = placement * Transform(position: Vector3(0, -0.25, 0))
        append(ShapeLeaf(shape: .box(BoxShape(size: size)), placement: down))
      }
    case .plane(let p):
      // A centimeter thick, centered on the surface.
      let size = Vector3(p.width * s.x, p.height * s.y, 0.01)
      append(ShapeLeaf(shape: .box(BoxShape(size: size)), placement: placement))
    case .cone(let c):
      let cone = ConeShape(
        topRadius: c.topRadius * s.x, bottomRadius: c.bottomRadius * s.x,
        halfHeight: c.height * 0.5 * s.y)
      append(ShapeLeaf(shape: .cone(cone), placement: placement))
    case .pyramid(let p):
      let pyramid = PyramidShape(
        width: p.width * s.x, height: p.height * s.y, length: p.length * s.z)
      append(ShapeLeaf(shape: .pyramid(pyramid), placement: placement))
    case .mesh, .tube, .torus, .shape: addSolidHull(primitive, m, placement, s)
    }
  }

  /// Adds the convex hull of a primitive, or its bounding box if it is flat.
  private mutating func addSolidHull(
    _ primitive: Primitive, _ m: Matrix4, _ placement: Transform, _ s: Vector3
  ) {
    let points = primitive.generator.makeMesh().positions
    if (try? addHull(points, m)) != nil || points.isEmpty { return }
    // Points in one plane have no hull; their bounding box, one millimeter thick, is used instead.
    let box = primitive.generator.bounds
    let size = (box.size * s).maximum(Vector3(repeating: 0.001))
    let middle = Transform(position: m.apply(point: box.center), orientation: placement.orientation)
    append(ShapeLeaf(shape: .box(BoxShape(size: size)), placement: middle))
  }

  /// Whether a matrix has skew.
  private func isSkewed(
    _ m: Matrix4, _ parts: (position: Vector3, orientation: Quaternion, scale: Vector3)
  ) -> Bool {
    let plain = Matrix4(orientation: parts.orientation, scale: parts.scale).linear
    let (a, b) = (m.linear, plain)
    let size = parts.scale.magnitudes.greatest
    return [a.x - b.x, a.y - b.y, a.z - b.z].contains { $0.magnitudes.greatest > 1e-3 * size }
  }
}

extension Primitive {
  /// Whether the primitive keeps its kind under a scale along its axes.
  ///
  /// The tolerance of a thousandth allows for the rounding of scales from matrix products.
  fileprivate func keepsItsKind(by s: Vector3) -> Bool {
    func alike(_ a: Float, _ b: Float) -> Bool { abs(a - b) <= 1e-3 * max(a, b) }
    switch self {
    case .box, .plane, .pyramid, .floor: return true
    case .sphere, .capsule: return alike(s.least, s.greatest)
    case .cylinder, .cone: return alike(s.x, s.z)
    case .mesh, .tube, .torus, .shape: return false
    }
  }

  fileprivate var isInfiniteFloor: Bool {
    if case .floor(let floor) = self { floor.isInfinite } else { false }
  }
}

extension SurfaceTriangles {
  /// The triangles of all elements of a mesh.
  init(_ mesh: Mesh) {
    self.init(
      vertices: mesh.positions, indices: mesh.elements.flatMap { $0.indices.map { Int32($0) } })
  }
}
