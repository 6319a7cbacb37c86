import CaromCollision
import CaromMaths
import CaromProperties

extension PhysicsShape {
  /// The shape for a body on `node` whose own and inherited scale is `scale`; nil when there is none.
  static func bake(_ shape: PhysicsShape?, _ node: Node, scale: Vector3) -> Shape? {
    // From the space of the node's content to that of the body, which has no scale and no pivot.
    var content = Matrix4(scale: scale)
    if let inverse = node.storage.pivot?.affineInverse { content = content * inverse }
    var leaves: [ShapeLeaf] = []
    let spec = shape ?? (node.geometry == nil ? .hierarchy(.init()) : .geometry(.init()))
    collect(spec, node, content, &leaves)
    guard let first = leaves.first else { return nil }
    if leaves.count == 1, first.placement == .identity { return first.shape }
    return .compound(CompoundShape(leaves))
  }

  private static func collect(
    _ shape: PhysicsShape, _ node: Node, _ m: Matrix4, _ leaves: inout [ShapeLeaf]
  ) {
    switch shape {
    case .geometry:
      if let geometry = node.geometry { add(geometry.primitive, m, &leaves) }
    case .hierarchy:
      if let geometry = node.geometry { add(geometry.primitive, m, &leaves) }
      for child in node.childNodes where child.physicsBody == nil {
        collect(.hierarchy(.init()), child, m * child.storage.transform, &leaves)
      }
    case .boundingBox:
      let box = node.boundingBox
      guard !box.isEmpty else { return }
      let size = box.size
      add(
        .box(Box(width: size.x, height: size.y, length: size.z)),
        m * Matrix4(position: box.center), &leaves)
    case .box(let b): add(.box(b), m, &leaves)
    case .sphere(let s): add(.sphere(s), m, &leaves)
    case .cylinder(let c): add(.cylinder(c), m, &leaves)
    case .capsule(let c): add(.capsule(c), m, &leaves)
    case .floor: add(.floor(Floor()), m, &leaves)
    case .compound(let children):
      for child in children {
        let placed = Matrix4(position: child.position, orientation: child.orientation)
        collect(child.shape, node, m * placed, &leaves)
      }
    case .cone(let c): add(.cone(c), m, &leaves)
    case .pyramid(let p): add(.pyramid(p), m, &leaves)
    case .hull(let h): _ = addHull(h.points, m, &leaves)
    case .convexHull:
      if let geometry = node.geometry { _ = addHull(geometry.mesh.positions, m, &leaves) }
    }
  }

  /// Adds the hull of points, exactly whatever the scale; false when they have none.
  private static func addHull(
    _ points: [Vector3], _ m: Matrix4, _ leaves: inout [ShapeLeaf]
  ) -> Bool {
    guard let hull = try? ConvexHullShape(points.map { m.apply(point: $0) }) else { return false }
    leaves.append(ShapeLeaf(shape: .hull(hull)))
    return true
  }

  /// Adds the ideal shape of a primitive; a round one that is scaled unevenly takes the greater side.
  private static func add(_ primitive: Primitive, _ m: Matrix4, _ leaves: inout [ShapeLeaf]) {
    guard let parts = m.decomposed else { return }
    let placement = Transform(position: parts.position, orientation: parts.orientation)
    let s = parts.scale.magnitudes
    let around = max(s.x, s.z)
    switch primitive {
    case .box(let b):
      let size = Vector3(b.width, b.height, b.length) * s
      leaves.append(ShapeLeaf(shape: .box(BoxShape(size: size)), placement: placement))
    case .sphere(let b):
      let radius = b.radius * s.greatest
      leaves.append(ShapeLeaf(shape: .sphere(SphereShape(radius: radius)), placement: placement))
    case .cylinder(let c):
      let cylinder = CylinderShape(radius: c.radius * around, halfHeight: c.height * 0.5 * s.y)
      leaves.append(ShapeLeaf(shape: .cylinder(cylinder), placement: placement))
    case .capsule(let c):
      let half = c.halfStraight * s.y
      let radius = c.capRadius * around
      let shape: Shape =
        half > 0
        ? .capsule(CapsuleShape(radius: radius, halfLength: half))
        : .sphere(SphereShape(radius: radius))
      leaves.append(ShapeLeaf(shape: shape, placement: placement))
    case .floor(let f):
      if f.isInfinite {
        leaves.append(ShapeLeaf(shape: .plane(PlaneShape()), placement: placement))
      } else {
        // Its top is the floor; half a metre deep, so that nothing gets through.
        let size = Vector3(f.width * s.x, 0.5, f.length * s.z)
        let down = placement * Transform(position: Vector3(0, -0.25, 0))
        leaves.append(ShapeLeaf(shape: .box(BoxShape(size: size)), placement: down))
      }
    case .plane(let p):
      // A centimetre thick, around the surface.
      let size = Vector3(p.width * s.x, p.height * s.y, 0.01)
      leaves.append(ShapeLeaf(shape: .box(BoxShape(size: size)), placement: placement))
    case .cone(let c):
      let radii = (c.topRadius * around, c.bottomRadius * around)
      let cone = ConeShape(
        topRadius: radii.0, bottomRadius: radii.1, halfHeight: c.height * 0.5 * s.y)
      leaves.append(ShapeLeaf(shape: .cone(cone), placement: placement))
    case .pyramid(let p):
      let pyramid = PyramidShape(
        width: p.width * s.x, height: p.height * s.y, length: p.length * s.z)
      leaves.append(ShapeLeaf(shape: .pyramid(pyramid), placement: placement))
    case .mesh(let mesh):
      if addHull(mesh.positions, m, &leaves) { return }
      // What lies in one plane has no hull: the box around it, a millimetre thick.
      let box = mesh.bounds
      let size = (box.size * s).maximum(Vector3(repeating: 0.001))
      let middle = placement * Transform(position: box.center * parts.scale)
      leaves.append(ShapeLeaf(shape: .box(BoxShape(size: size)), placement: middle))
    }
  }
}
