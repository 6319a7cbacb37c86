import CaromMaths
public import CaromProperties

/// What a geometry is made of.
public enum Primitive: Variant, Hashable, Sendable {
  /// A flat rectangle.
  case plane(Plane)
  /// A box, with edges that may be rounded.
  case box(Box)
  /// A ball.
  case sphere(Sphere)
  /// An upright cylinder.
  case cylinder(Cylinder)
  /// An upright cylinder with round caps.
  case capsule(Capsule)
  /// A level ground, without edge unless it has a size.
  case floor(Floor)
  /// Triangles given one by one.
  case mesh(CustomMesh)
  /// An upright cone.
  case cone(Cone)
  /// A pyramid on a rectangle.
  case pyramid(Pyramid)
  /// An upright pipe.
  case tube(Tube)
  /// A ring that lies level.
  case torus(Torus)
  /// Outlines drawn out along Z.
  case shape(ExtrudedShape)

  /// Makes a box of one metre a side.
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

  /// The payload as what makes meshes.
  var solid: any Solid {
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

/// Something that has an exact size and can be turned into triangles.
protocol Solid {
  /// The smallest box around the ideal surface, which the mesh may stay inside of.
  var bounds: AABB { get }
  /// Makes the triangles.
  func makeMesh() -> Mesh
}
