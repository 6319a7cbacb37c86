public import CaromMaths

/// The collision geometry of a body.
///
/// The set of cases is closed: switches over it have no `default`, so the compiler lists the places
/// that a new case needs. Dimensions are not checked on creation; validate untrusted ones with
/// ``problem``. All lengths are meters in the shape's local space.
public enum Shape: Hashable, Sendable {
  /// A sphere around the local origin.
  case sphere(SphereShape)
  /// A box around the local origin.
  case box(BoxShape)
  /// A segment along y with a radius.
  case capsule(CapsuleShape)
  /// A cylinder along y.
  case cylinder(CylinderShape)
  /// A cone or truncated cone along y.
  case cone(ConeShape)
  /// A pyramid with a rectangular base.
  case pyramid(PyramidShape)
  /// The convex hull of a set of points.
  case hull(ConvexHullShape)
  /// The convex hull of two spheres, one above the other.
  case taperedCapsule(TaperedCapsuleShape)
  /// A box with rounded edges and corners.
  case roundedBox(RoundedBoxShape)
  /// The half-space below the local xz plane; not for dynamic bodies.
  case plane(PlaneShape)
  /// A surface of triangles; not for dynamic bodies.
  case mesh(MeshShape)
  /// A surface over a grid of heights; not for dynamic bodies.
  case heightField(HeightFieldShape)
  /// Several shapes joined rigidly.
  case compound(CompoundShape)

  // MARK: The table of kinds

  /// The convex shape; nil for planes, surfaces and compounds.
  var convex: (any ConvexShape)? {
    switch self {
    case .sphere(let s): s
    case .box(let s): s
    case .capsule(let s): s
    case .cylinder(let s): s
    case .cone(let s): s
    case .pyramid(let s): s
    case .hull(let s): s
    case .taperedCapsule(let s): s
    case .roundedBox(let s): s
    case .plane, .mesh, .heightField, .compound: nil
    }
  }

  /// The kinds that snapshots store as a code and a few numbers.
  static let parametric: [any ParametricShape.Type] = [
    SphereShape.self, BoxShape.self, CapsuleShape.self, CylinderShape.self, ConeShape.self,
    PyramidShape.self, TaperedCapsuleShape.self, RoundedBoxShape.self,
  ]

  /// The kind by which contacts and distances choose their code; `convex` is the general path.
  @inline(__always) var contactShape: ContactShape {
    switch self {
    case .sphere(let s): .sphere(s)
    case .box(let s): .box(s)
    case .capsule(let s): .capsule(s)
    case .cylinder(let s): .cylinder(s)
    case .cone(let s): .cone(s)
    case .pyramid(let s): .polyhedron(s.storage.view)
    case .hull(let s): .polyhedron(s.storage.view)
    case .taperedCapsule: .convex
    case .roundedBox: .convex
    case .plane: .plane
    case .mesh, .heightField: .surface
    case .compound: .compound
    }
  }

  /// The form that distance queries work on; nil for planes, surfaces and compounds.
  ///
  /// The shape must outlive the core of a hull or a pyramid.
  @inline(__always) var core: ConvexCore? {
    switch self {
    case .sphere(let s): s.core
    case .box(let s): s.core
    case .capsule(let s): s.core
    case .cylinder(let s): s.core
    case .cone(let s): s.core
    case .pyramid(let s): s.core
    case .hull(let s): s.core
    case .taperedCapsule(let s): s.core
    case .roundedBox(let s): s.core
    case .plane, .mesh, .heightField, .compound: nil
    }
  }

  /// An axis-aligned box in world space around the shape placed at `placement`.
  public func bounds(at placement: Transform) -> AABB {
    switch self {
    case .sphere(let s): s.bounds(at: placement)
    case .box(let s): s.bounds(at: placement)
    case .capsule(let s): s.bounds(at: placement)
    case .cylinder(let s): s.bounds(at: placement)
    case .cone(let s): s.bounds(at: placement)
    case .pyramid(let s): s.bounds(at: placement)
    case .hull(let s): s.bounds(at: placement)
    case .taperedCapsule(let s): s.bounds(at: placement)
    case .roundedBox(let s): s.bounds(at: placement)
    case .plane(let s): s.bounds(at: placement)
    case .mesh(let s): s.bounds(at: placement)
    case .heightField(let s): s.bounds(at: placement)
    case .compound(let s): s.bounds(at: placement)
    }
  }

  /// Where a ray in local space enters the shape.
  private func localRayCast(origin o: Vector3, translation d: Vector3) -> RayHit? {
    switch self {
    case .sphere(let s): s.rayCast(origin: o, translation: d)
    case .box(let s): s.rayCast(origin: o, translation: d)
    case .capsule(let s): s.rayCast(origin: o, translation: d)
    case .cylinder(let s): s.rayCast(origin: o, translation: d)
    case .cone(let s): s.rayCast(origin: o, translation: d)
    case .pyramid(let s): s.rayCast(origin: o, translation: d)
    case .hull(let s): s.rayCast(origin: o, translation: d)
    case .taperedCapsule(let s): s.rayCast(origin: o, translation: d)
    case .roundedBox(let s): s.rayCast(origin: o, translation: d)
    case .plane(let s): s.rayCast(origin: o, translation: d)
    case .mesh(let s): s.rayCast(origin: o, translation: d)
    case .heightField(let s): s.rayCast(origin: o, translation: d)
    case .compound(let s): s.rayCast(origin: o, translation: d)
    }
  }
}

// MARK: Dimensions and mass

extension Shape {
  /// A sentence that describes an invalid dimension, or nil for a valid shape.
  public var problem: String? {
    if case .compound(let s) = self { return s.problem }
    return convex?.problem
  }

  /// True when the shape has a finite volume, as every shape of a dynamic body must.
  public var isBounded: Bool {
    if case .compound(let s) = self { return s.children.allSatisfy(\.shape.isBounded) }
    return convex != nil
  }

  /// The volume, in cubic meters; zero for planes and surfaces.
  public var volume: Float {
    if case .compound(let s) = self { return s.volume }
    return convex?.volume ?? 0
  }

  /// The mass, center of mass and inertia for a density in kg/m³; all zero for planes and surfaces.
  public func massProperties(density: Float) -> MassProperties {
    if case .compound(let s) = self { return s.massProperties(density: density) }
    return convex?.massProperties(density: density) ?? .zero
  }

  /// The distance from the local origin to the farthest point; ``PlaneShape/boundsExtent`` for a
  /// plane.
  public var outerRadius: Float {
    if let convex { return convex.outerRadius }
    if case .mesh(let s) = self { return s.mesh.outerRadius }
    if case .heightField(let s) = self { return s.grid.outerRadius }
    if case .compound(let s) = self {
      return s.children.reduce(0) {
        max($0, $1.placement.position.length + $1.shape.outerRadius)
      }
    }
    return PlaneShape.boundsExtent
  }

  /// The radius of a sphere around ``innerCenter`` that the shape contains; zero for planes and
  /// surfaces.
  ///
  /// For a compound, the radius of the largest sphere around the origin that a single child
  /// contains, or zero when no child contains the origin.
  public var innerRadius: Float {
    if case .compound(let s) = self {
      return s.children.reduce(0) {
        max($0, $1.shape.innerRadius - $1.placement.apply($1.shape.innerCenter).length)
      }
    }
    return convex?.innerRadius ?? 0
  }

  /// The center of the sphere of radius ``innerRadius``.
  ///
  /// The local origin for all shapes except hulls and pyramids, whose origin may lie outside.
  public var innerCenter: Vector3 { convex?.innerCenter ?? .zero }

  /// How far the surface may rotate without changing its distance to another shape.
  public var rolling: RollingSurface {
    convex?.rolling ?? RollingSurface(radius: 0, isAboutY: false)
  }

  /// The distance along the unit direction `n` of world space to the farthest point of a leaf
  /// shape, in meters from the world's origin.
  ///
  /// Infinite for surfaces and compounds, and for a plane in every direction except its normal.
  public func supportExtent(along n: Vector3, at placement: Transform) -> Float {
    let d = placement.orientation.unrotate(n)
    let base: Float = placement.position.dot(n)
    if let core { return core.supportExtent(d, from: base) }
    if case .plane = self, d.y > 0.999999 { return base }
    return .infinity
  }
}

// MARK: Leaves

extension Shape {
  /// The number of leaf shapes: one for every shape except a compound.
  public var leafCount: Int {
    if case .compound(let s) = self { return s.children.count }
    return 1
  }

  /// The leaf shape with `index`, from zero, and its placement; a shape other than a compound has
  /// one leaf, itself.
  public func leaf(at index: Int) -> ShapeLeaf {
    if case .compound(let s) = self { return s.children[index] }
    return ShapeLeaf(shape: self)
  }

  /// All leaf shapes with their placements.
  public var leaves: [ShapeLeaf] { (0..<leafCount).map { leaf(at: $0) } }

  /// The triangles of a mesh or height field, valid while the shape is retained; nil for other
  /// shapes.
  var surface: SurfaceView? {
    if case .mesh(let s) = self { return .mesh(s.mesh.view) }
    if case .heightField(let s) = self { return .heights(s.grid.view) }
    return nil
  }

  /// The local box around a mesh or a height field; empty for other shapes.
  var surfaceBounds: AABB {
    if case .mesh(let s) = self { return s.mesh.bounds }
    if case .heightField(let s) = self { return s.grid.bounds }
    return .empty
  }

  /// True for a mesh or a height field, which may touch a shape in several directions at the same
  /// time.
  public var isSurface: Bool { surface != nil }
}

// MARK: Queries, snapshots and debug drawing

extension Shape {
  /// Returns where a ray first hits the shape placed at `placement`, or nil when it misses.
  ///
  /// The ray starts at `origin` and ends at `origin + translation`, in world space, in meters. A
  /// ray that starts inside the shape hits at fraction zero and has no normal; see
  /// ``RayHit/isInside``.
  public func rayCast(
    origin: Vector3, translation: Vector3, at placement: Transform
  ) -> RayHit? {
    if case .sphere(let s) = self {
      // A sphere needs no rotation, and is the most frequent shape of queries.
      return s.rayCast(origin: origin, translation: translation, at: placement.position)
    }
    let o = placement.unapply(origin)
    let d = placement.orientation.unrotate(translation)
    guard var hit = localRayCast(origin: o, translation: d) else { return nil }
    hit.point = origin + translation * hit.fraction
    hit.normal = placement.orientation.rotate(hit.normal)
    return hit
  }

  /// The code and the numbers that snapshots store for the shape; nil for shapes with shared data.
  package var stateParameters: (code: UInt32, values: [Float])? {
    guard case .plane = self else {
      guard let shape = convex as? any ParametricShape else { return nil }
      return (type(of: shape).stateCode, shape.parameters)
    }
    return (Self.planeStateCode, [0, 0, 0])
  }

  /// Returns how many numbers snapshots store for a code, or nil for an unknown code.
  package static func stateParameterCount(of code: UInt32) -> Int? {
    if code == planeStateCode { return 3 }
    return parametric.first { $0.stateCode == code }?.parameterCount
  }

  /// Creates a shape from the result of ``stateParameters``; nil for an unknown code.
  package init?(stateCode code: UInt32, parameters: [Float]) {
    if code == Self.planeStateCode {
      self = .plane(PlaneShape())
      return
    }
    guard let kind = Self.parametric.first(where: { $0.stateCode == code }),
      parameters.count == kind.parameterCount
    else { return nil }
    self = kind.init(parameters: parameters).shape
  }

  private static var planeStateCode: UInt32 { 5 }

  /// Adds the outlines that debug drawing shows for the shape, in its local space.
  ///
  /// A compound adds nothing: draw its ``leaves``.
  package func addWireframe(to sink: inout some WireframeSink) {
    if let convex { return convex.addWireframe(to: &sink) }
    if case .mesh(let mesh) = self { return mesh.addWireframe(to: &sink) }
    if case .heightField(let field) = self { return sink.box(field.localBounds) }
    if case .plane = self { PlaneShape.addWireframe(to: &sink) }
  }
}
