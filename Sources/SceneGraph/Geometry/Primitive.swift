import CaromMaths
public import CaromProperties

/// The shape of a geometry.
public enum Primitive: Variant, Hashable, Sendable {
  /// A rectangle.
  case plane(Plane)
  /// A box, with optional rounded edges.
  case box(Box)
  /// A sphere.
  case sphere(Sphere)
  /// An upright cylinder.
  case cylinder(Cylinder)
  /// An upright capsule.
  case capsule(Capsule)
  /// A horizontal plane, infinite unless it has a size.
  case floor(Floor)
  /// A mesh with given vertices.
  case mesh(CustomMesh)
  /// An upright cone.
  case cone(Cone)
  /// A pyramid with a rectangular base.
  case pyramid(Pyramid)
  /// An upright tube.
  case tube(Tube)
  /// A horizontal torus.
  case torus(Torus)
  /// Outlines extruded along Z.
  case shape(ExtrudedShape)

  /// Creates a box with sides of one meter.
  public init() { self = .box(Box()) }

  /// Declares the cases.
  public static func cases(_ c: inout some CaseVisitor<Self>) {
    c.case("plane", Self.plane) { if case .plane(let p) = $0 { p } else { nil } }
    c.case("box", Self.box) { if case .box(let p) = $0 { p } else { nil } }
    c.case("sphere", Self.sphere) { if case .sphere(let p) = $0 { p } else { nil } }
    c.case("cylinder", Self.cylinder) { if case .cylinder(let p) = $0 { p } else { nil } }
    c.case("capsule", Self.capsule) { if case .capsule(let p) = $0 { p } else { nil } }
    c.case("floor", Self.floor) { if case .floor(let p) = $0 { p } else { nil } }
    c.case("mesh", Self.mesh) { if case .mesh(let p) = $0 { p } else { nil } }
    c.case("cone", Self.cone) { if case .cone(let p) = $0 { p } else { nil } }
    c.case("pyramid", Self.pyramid) { if case .pyramid(let p) = $0 { p } else { nil } }
    c.case("tube", Self.tube) { if case .tube(let p) = $0 { p } else { nil } }
    c.case("torus", Self.torus) { if case .torus(let p) = $0 { p } else { nil } }
    c.case("shape", Self.shape) { if case .shape(let p) = $0 { p } else { nil } }
  }

  /// The payload as a mesh generator.
  var generator: any MeshGenerator {
    switch self {
    case .plane(let p): p
    case .box(let p): p
    case .sphere(let p): p
    case .cylinder(let p): p
    case .capsule(let p): p
    case .floor(let p): p
    case .mesh(let p): p
    case .cone(let p): p
    case .pyramid(let p): p
    case .tube(let p): p
    case .torus(let p): p
    case .shape(let p): p
    }
  }
}

/// A shape with exact bounds that generates a mesh.
protocol MeshGenerator {
  /// The bounding box of the ideal surface, which contains the mesh.
  var bounds: AABB { get }
  /// Returns the mesh.
  func makeMesh() -> Mesh
}
