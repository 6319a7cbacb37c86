public import CaromMaths

/// The solid form of a body.
///
/// A closed set: the compiler lists what a new case still lacks, so switches over it never have a
/// `default`. Dimensions are not checked on creation; ask for ``problem`` where they come from
/// outside. All lengths are metres in the shape's own space.
public enum Shape: Hashable, Sendable {
  /// A ball.
  case sphere(SphereShape)
  /// A box.
  case box(BoxShape)
  /// A thick segment along y.
  case capsule(CapsuleShape)
  /// A cylinder along y.
  case cylinder(CylinderShape)
  /// A cone along y, whole or cut off.
  case cone(ConeShape)
  /// A pyramid on a rectangle.
  case pyramid(PyramidShape)
  /// The smallest convex solid around points.
  case hull(ConvexHullShape)
  /// Everything below the local xz plane; not for dynamic bodies.
  case plane(PlaneShape)
  /// A surface of triangles; not for dynamic bodies.
  case mesh(MeshShape)
  /// A surface over a grid of heights; not for dynamic bodies.
  case heightField(HeightFieldShape)
  /// Several shapes held together.
  case compound(CompoundShape)

  /// A sentence that says what is wrong with the dimensions, or nil when nothing is.
  public var problem: String? {
    switch self {
    case .sphere(let s): s.problem
    case .box(let s): s.problem
    case .capsule(let s): s.problem
    case .cylinder(let s): s.problem
    case .cone(let s): s.problem
    case .pyramid(let s): s.problem
    case .hull(let s): s.problem
    case .plane, .mesh, .heightField: nil
    case .compound(let s): s.problem
    }
  }

  /// True when the shape has an inside of finite size, as every shape on a dynamic body must.
  public var isBounded: Bool {
    switch self {
    case .sphere, .box, .capsule, .cylinder, .cone, .pyramid, .hull: true
    case .plane, .mesh, .heightField: false
    case .compound(let s): s.children.allSatisfy(\.shape.isBounded)
    }
  }

  /// The volume, in cubic metres; zero for a plane and for surfaces, which have no finite one.
  public var volume: Float {
    switch self {
    case .sphere(let s): s.volume
    case .box(let s): s.volume
    case .capsule(let s): s.volume
    case .cylinder(let s): s.volume
    case .cone(let s): s.volume
    case .pyramid(let s): s.volume
    case .hull(let s): s.volume
    case .plane, .mesh, .heightField: 0
    case .compound(let s): s.volume
    }
  }

  /// Mass, centre and inertia for a density in kg/m³; all zero for a plane and for surfaces.
  public func massProperties(density: Float) -> MassProperties {
    switch self {
    case .sphere(let s): s.massProperties(density: density)
    case .box(let s): s.massProperties(density: density)
    case .capsule(let s): s.massProperties(density: density)
    case .cylinder(let s): s.massProperties(density: density)
    case .cone(let s): s.massProperties(density: density)
    case .pyramid(let s): s.massProperties(density: density)
    case .hull(let s): s.massProperties(density: density)
    case .plane, .mesh, .heightField: .zero
    case .compound(let s): s.massProperties(density: density)
    }
  }

  /// A box along the world's axes around the shape placed at `placement`.
  public func bounds(at placement: Transform) -> AABB {
    switch self {
    case .sphere(let s): s.bounds(at: placement)
    case .box(let s): s.bounds(at: placement)
    case .capsule(let s): s.bounds(at: placement)
    case .cylinder(let s): s.bounds(at: placement)
    case .cone(let s): s.bounds(at: placement)
    case .pyramid(let s): s.bounds(at: placement)
    case .hull(let s): s.bounds(at: placement)
    case .plane(let s): s.bounds(at: placement)
    case .mesh(let s): s.bounds(at: placement)
    case .heightField(let s): s.bounds(at: placement)
    case .compound(let s): s.bounds(at: placement)
    }
  }

  /// The distance from the local origin to the farthest point; ``PlaneShape/boundsExtent`` for a plane.
  public var outerRadius: Float {
    switch self {
    case .sphere(let s): s.radius
    case .box(let s): s.halfExtents.length
    case .capsule(let s): s.radius + s.halfLength
    case .cylinder(let s): (s.radius * s.radius + s.halfHeight * s.halfHeight).squareRoot()
    case .cone(let s): s.outerRadius
    case .pyramid(let s): s.storage.outerRadius
    case .hull(let s): s.storage.outerRadius
    case .plane: PlaneShape.boundsExtent
    case .mesh(let s): s.mesh.outerRadius
    case .heightField(let s): s.grid.outerRadius
    case .compound(let s):
      s.children.reduce(0) { max($0, $1.placement.position.length + $1.shape.outerRadius) }
    }
  }

  /// The radius of a ball around ``innerCenter`` that stays inside; zero for a plane.
  ///
  /// For a compound, the greatest that one child alone holds, or zero when none holds the origin.
  public var innerRadius: Float {
    switch self {
    case .sphere(let s): s.radius
    case .box(let s): s.halfExtents.least
    case .capsule(let s): s.radius
    case .cylinder(let s): min(s.radius, s.halfHeight)
    case .cone(let s): s.innerRadius
    case .pyramid(let s): s.storage.view.pointee.innerRadius
    case .hull(let s): s.storage.view.pointee.innerRadius
    case .plane, .mesh, .heightField: 0
    case .compound(let s):
      s.children.reduce(0) {
        max($0, $1.shape.innerRadius - $1.placement.apply($1.shape.innerCenter).length)
      }
    }
  }

  /// The middle of the ball that ``innerRadius`` is about: the local origin of all but hulls and
  /// pyramids, whose origin may lie outside of them.
  public var innerCenter: Vector3 {
    switch self {
    case .sphere, .box, .capsule, .cylinder, .cone, .plane, .mesh, .heightField, .compound: .zero
    case .pyramid(let s): s.storage.view.pointee.center
    case .hull(let s): s.storage.view.pointee.center
    }
  }

  /// The number of leaves: one for every shape but a compound.
  public var leafCount: Int {
    switch self {
    case .sphere, .box, .capsule, .cylinder, .cone, .pyramid, .hull, .plane, .mesh, .heightField: 1
    case .compound(let s): s.children.count
    }
  }

  /// The leaf with `index`, from zero, and where it sits; a shape that is no compound is its own.
  public func leaf(at index: Int) -> ShapeLeaf {
    switch self {
    case .sphere, .box, .capsule, .cylinder, .cone, .pyramid, .hull, .plane, .mesh, .heightField:
      ShapeLeaf(shape: self)
    case .compound(let s): s.children[index]
    }
  }

  /// All leaves with their placements.
  public var leaves: [ShapeLeaf] { (0..<leafCount).map { leaf(at: $0) } }

  /// Where a ray first meets the shape placed at `placement`, or nil when it misses.
  ///
  /// The ray starts at `origin` and ends at `origin + translation`, in world space, in metres. A ray
  /// that starts inside hits at once, at fraction zero, without a normal; see ``RayHit/isInside``.
  public func rayCast(
    origin: Vector3, translation: Vector3, at placement: Transform
  ) -> RayHit? {
    if case .sphere(let s) = self {
      // A ball has no orientation, and is what is asked most.
      return s.rayCast(origin: origin, translation: translation, at: placement.position)
    }
    let o = placement.unapply(origin)
    let d = placement.orientation.unrotate(translation)
    let local: RayHit? =
      switch self {
      case .sphere: nil
      case .box(let s): s.rayCast(origin: o, translation: d)
      case .capsule(let s): s.rayCast(origin: o, translation: d)
      case .cylinder(let s): s.rayCast(origin: o, translation: d)
      case .cone(let s): s.rayCast(origin: o, translation: d)
      case .pyramid(let s): s.rayCast(origin: o, translation: d)
      case .hull(let s): s.rayCast(origin: o, translation: d)
      case .plane(let s): s.rayCast(origin: o, translation: d)
      case .mesh(let s): s.rayCast(origin: o, translation: d)
      case .heightField(let s): s.rayCast(origin: o, translation: d)
      case .compound(let s): s.rayCast(origin: o, translation: d)
      }
    guard var hit = local else { return nil }
    hit.point = origin + translation * hit.fraction
    hit.normal = placement.orientation.rotate(hit.normal)
    return hit
  }
}

extension Shape {
  /// The triangles of a mesh or height field, valid while the shape is held; nil for other shapes.
  var surface: SurfaceView? {
    switch self {
    case .mesh(let s): .mesh(s.mesh.view)
    case .heightField(let s): .heights(s.grid.view)
    case .sphere, .box, .capsule, .cylinder, .cone, .pyramid, .hull, .plane, .compound: nil
    }
  }

  /// True for a mesh or a height field, which may touch a shape in several directions at once.
  public var isSurface: Bool { surface != nil }
}
