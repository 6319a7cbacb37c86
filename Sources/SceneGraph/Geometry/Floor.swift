import CaromMaths
public import CaromProperties

/// A horizontal plane at height zero that faces up.
///
/// Without width and length it is infinite: it is rendered 1 km around the origin, and its physics
/// shape is the half space below.
public struct Floor: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A horizontal plane at height zero that faces up"

  /// The size along X, in meters; zero is infinite.
  public var width: Float = 0
  /// The size along Z, in meters; zero is infinite.
  public var length: Float = 0
  /// The fraction of the reflected scene in the floor's color, 0 to 1.
  public var reflectivity: Float = 0.25
  /// The distance from the floor at which reflections begin to fade, in meters.
  public var reflectionFalloffStart: Float = 0
  /// The distance from the floor at which reflections end, in meters; zero disables fading.
  public var reflectionFalloffEnd: Float = 0
  /// The category mask; nodes whose mask shares a bit with it are reflected.
  public var reflectionCategoryBitMask = UInt32.max
  /// The resolution of the reflection as a fraction of the image resolution, 0 to 1.
  public var reflectionResolutionScaleFactor: Float = 0.5

  /// Creates an infinite floor.
  public init() {}

  /// Whether the floor is infinite along X or Z.
  public var isInfinite: Bool { width <= 0 || length <= 0 }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("width", \.width, "Size along X; zero is infinite", .meters, 0...1e6)
    p.property("length", \.length, "Size along Z; zero is infinite", .meters, 0...1e6)
    p.property(
      "reflectivity", \.reflectivity, "Fraction of the reflected scene", .ratio, 0...1)
    p.property(
      "reflectionFalloffStart", \.reflectionFalloffStart,
      "Distance at which reflections begin to fade", .meters, 0...1e6)
    p.property(
      "reflectionFalloffEnd", \.reflectionFalloffEnd,
      "Distance at which reflections end; zero disables fading", .meters, 0...1e6)
    p.property(
      "reflectionCategoryBitMask", \.reflectionCategoryBitMask,
      "Category mask of the reflected nodes", .mask)
    p.property(
      "reflectionResolutionScaleFactor", \.reflectionResolutionScaleFactor,
      "Resolution of the reflection", .ratio, 0...1)
  }
}

extension Floor: MeshGenerator {
  /// Half the rendered size of an infinite floor: 1 km is beyond the far plane of any camera in
  /// use.
  static let infiniteHalfExtent: Float = 1_000

  var bounds: AABB {
    let x = width > 0 ? width * 0.5 : Floor.infiniteHalfExtent
    let z = length > 0 ? length * 0.5 : Floor.infiniteHalfExtent
    return AABB(center: .zero, halfExtents: Vector3(x, 0, z))
  }

  func makeMesh() -> Mesh {
    let half = bounds.max
    var builder = MeshBuilder()
    builder.element()
    // One texture repetition per meter, independent of the size.
    builder.grid(columns: 1, rows: 1) { column, row in
      let (x, z) = (column == 0 ? -half.x : half.x, row == 0 ? -half.z : half.z)
      return (Vector3(x, 0, z), .unitY, Vector2(x, z))
    }
    return builder.mesh()
  }
}
