import CaromMaths
public import CaromProperties

/// A level ground across X and Z at height zero that faces up.
///
/// Without width and length it has no edge: it is drawn 1 km around the origin, and as a physics
/// shape it is the half space below.
public struct Floor: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "A level ground across X and Z at height zero that faces up"

  /// Size along X, in metres; zero has no edge.
  public var width: Float = 0
  /// Size along Z, in metres; zero has no edge.
  public var length: Float = 0
  /// Share of the mirrored scene in the floor's colour, 0 to 1.
  public var reflectivity: Float = 0.25
  /// Distance from the floor at which reflections begin to fade, in metres.
  public var reflectionFalloffStart: Float = 0
  /// Distance from the floor at which reflections are gone, in metres; zero never fades.
  public var reflectionFalloffEnd: Float = 0
  /// Which nodes it reflects: those whose category mask shares a bit.
  public var reflectionCategoryBitMask = UInt32.max
  /// The size of the reflected picture as a share of the picture, 0 to 1.
  public var reflectionResolutionScaleFactor: Float = 0.5

  /// Makes a floor without edges.
  public init() {}

  /// True when the floor has no edge along X or along Z.
  public var isInfinite: Bool { width <= 0 || length <= 0 }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("width", \.width, "Size along X; zero has no edge", .metres, 0...1e6)
    p.property("length", \.length, "Size along Z; zero has no edge", .metres, 0...1e6)
    p.property(
      "reflectivity", \.reflectivity, "Share of the mirrored scene", .ratio, 0...1)
    p.property(
      "reflectionFalloffStart", \.reflectionFalloffStart,
      "Distance at which reflections begin to fade", .metres, 0...1e6)
    p.property(
      "reflectionFalloffEnd", \.reflectionFalloffEnd,
      "Distance at which reflections are gone; zero never fades", .metres, 0...1e6)
    p.property(
      "reflectionCategoryBitMask", \.reflectionCategoryBitMask, "Which nodes it reflects", .mask)
    p.property(
      "reflectionResolutionScaleFactor", \.reflectionResolutionScaleFactor,
      "Size of the reflected picture", .ratio, 0...1)
  }
}

extension Floor: MeshGenerator {
  /// 1 km around the origin stands for no edge: beyond the far plane of any camera in use.
  static let reach: Float = 1_000

  var bounds: AABB {
    let x = width > 0 ? width * 0.5 : Floor.reach
    let z = length > 0 ? length * 0.5 : Floor.reach
    return AABB(center: .zero, halfExtents: Vector3(x, 0, z))
  }

  func makeMesh() -> Mesh {
    let half = bounds.max
    var builder = MeshBuilder()
    builder.element()
    // One picture a metre, so that its scale does not hang on the size.
    builder.grid(columns: 1, rows: 1) { column, row in
      let (x, z) = (column == 0 ? -half.x : half.x, row == 0 ? -half.z : half.z)
      return (Vector3(x, 0, z), .unitY, Vector2(x, z))
    }
    return builder.mesh()
  }
}
