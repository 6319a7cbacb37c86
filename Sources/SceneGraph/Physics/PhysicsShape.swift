public import CaromCollision
public import CaromMaths
public import CaromPhysics
public import CaromProperties

/// The shape of a body, before the scale of its node is baked in.
public enum PhysicsShape: Variant, Hashable, Sendable {
  /// The exact shape of the node's geometry.
  case geometry(EmptyPayload)
  /// The shapes of the geometries of the node and its descendants, except those with bodies.
  case hierarchy(EmptyPayload)
  /// The bounding box of the geometries of the node and its descendants.
  case boundingBox(EmptyPayload)
  /// A box; edges are not rounded.
  case box(Box)
  /// A sphere.
  case sphere(Sphere)
  /// A cylinder along the y axis.
  case cylinder(Cylinder)
  /// A capsule along the y axis.
  case capsule(Capsule)
  /// The half space below a horizontal plane; not for dynamic bodies.
  case floor(EmptyPayload)
  /// A compound of shapes.
  case compound([PlacedShape])
  /// A cone along the y axis.
  case cone(Cone)
  /// A pyramid with a rectangular base.
  case pyramid(Pyramid)
  /// The convex hull of points.
  case hull(HullPoints)
  /// The convex hull of the node's geometry.
  case convexHull(EmptyPayload)
  /// The triangles of the node's geometry, which are solid from outside only; not for dynamic
  /// bodies.
  case concavePolyhedron(EmptyPayload)
  /// Triangles that are solid from their front only; not for dynamic bodies.
  case mesh(SurfaceTriangles)
  /// The convex hull of two spheres, one above the other.
  case taperedCapsule(TaperedCapsuleShape)
  /// A box with rounded edges and corners.
  case roundedBox(RoundedBoxShape)

  /// Creates the shape of the node's geometry.
  public init() { self = .geometry(EmptyPayload()) }

  /// Declares the cases.
  public static func cases(_ c: inout some CaseVisitor<Self>) {
    c.case("geometry", Self.geometry, "The shape of the node's geometry") {
      if case .geometry(let p) = $0 { p } else { nil }
    }
    c.case("hierarchy", Self.hierarchy, "The shapes of the node and its descendants") {
      if case .hierarchy(let p) = $0 { p } else { nil }
    }
    c.case("boundingBox", Self.boundingBox, "The bounding box of the node and its descendants") {
      if case .boundingBox(let p) = $0 { p } else { nil }
    }
    c.case("box", Self.box) { if case .box(let p) = $0 { p } else { nil } }
    c.case("sphere", Self.sphere) { if case .sphere(let p) = $0 { p } else { nil } }
    c.case("cylinder", Self.cylinder) { if case .cylinder(let p) = $0 { p } else { nil } }
    c.case("capsule", Self.capsule) { if case .capsule(let p) = $0 { p } else { nil } }
    c.case("floor", Self.floor, "The half-space below a horizontal plane") {
      if case .floor(let p) = $0 { p } else { nil }
    }
    c.case("compound", Self.compound, "Several rigidly joined shapes") {
      if case .compound(let p) = $0 { p } else { nil }
    }
    c.case("cone", Self.cone) { if case .cone(let p) = $0 { p } else { nil } }
    c.case("pyramid", Self.pyramid) { if case .pyramid(let p) = $0 { p } else { nil } }
    c.case("hull", Self.hull) { if case .hull(let p) = $0 { p } else { nil } }
    c.case("convexHull", Self.convexHull, "The convex hull of the node's geometry") {
      if case .convexHull(let p) = $0 { p } else { nil }
    }
    c.case(
      "concavePolyhedron", Self.concavePolyhedron,
      "The triangles of the node's geometry, solid from outside; not for dynamic bodies"
    ) {
      if case .concavePolyhedron(let p) = $0 { p } else { nil }
    }
    c.case("mesh", Self.mesh) { if case .mesh(let p) = $0 { p } else { nil } }
    c.case("taperedCapsule", Self.taperedCapsule) {
      if case .taperedCapsule(let p) = $0 { p } else { nil }
    }
    c.case("roundedBox", Self.roundedBox) { if case .roundedBox(let p) = $0 { p } else { nil } }
  }
}

/// A child of a compound shape.
public struct PlacedShape: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "One of several rigidly joined shapes"

  /// The shape.
  public var shape: PhysicsShape
  /// The position in the node, in meters.
  public var position = Vector3.zero
  /// The orientation in the node, of unit length.
  public var orientation = Quaternion.identity
  /// The scale along the shape's axes; a round shape with non-uniform scale becomes a hull.
  public var scale = Vector3.one
  /// The filter and the material of the child, where they differ from those of the body.
  ///
  /// A child that is a compound passes them to its own children.
  public var properties = ColliderProperties()

  /// Creates the shape of the node's geometry at the origin.
  public init() { shape = PhysicsShape() }

  /// Creates a child of a compound shape.
  public init(
    _ shape: PhysicsShape, position: Vector3 = .zero, orientation: Quaternion = .identity,
    scale: Vector3 = .one
  ) {
    self.shape = shape
    self.position = position
    self.orientation = orientation
    self.scale = scale
  }

  /// The Euler angles, as given in files.
  private var eulerAngles: Vector3 {
    get { orientation.eulerAngles }
    set { orientation = Quaternion(eulerAngles: newValue) }
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("shape", \.shape, "The shape", in: .required)
    p.property("position", \.position, "The position in the node", .meters, -1e4...1e4)
    p.degrees("eulerAnglesDegrees", \.eulerAngles, "Pitch, yaw and roll in the node", in: .file)
    p.property("orientation", \.orientation, "The orientation in the node", in: .state)
    p.property("scale", \.scale, "The scale along the shape's own axes", .ratio, -1e6...1e6)
    p.embed(\.properties)
  }
}
