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
    }
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
    case .mesh(let mesh):
      // The box around it, until hulls and meshes are shapes of their own.
      let box = mesh.bounds
      let size = (box.size * s).maximum(Vector3(repeating: 0.001))
      let middle = placement * Transform(position: box.center * parts.scale)
      leaves.append(ShapeLeaf(shape: .box(BoxShape(size: size)), placement: middle))
    }
  }
}
