import CaromMaths
public import CaromProperties

/// A pyramid whose rectangular base lies around the origin and whose tip is above it.
///
/// Five elements: front (+Z), right (+X), back, left, bottom.
public struct Pyramid: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "A pyramid with the middle of its base at the origin"

  /// Size of the base along X, in metres; zero or less makes an empty mesh.
  public var width: Float = 1
  /// Height of the tip, in metres; zero or less makes an empty mesh.
  public var height: Float = 1
  /// Size of the base along Z, in metres; zero or less makes an empty mesh.
  public var length: Float = 1

  /// Makes a pyramid of one metre a side.
  public init() {}

  /// Makes a pyramid of the given size, in metres.
  public init(width: Float, height: Float, length: Float) {
    self.width = width
    self.height = height
    self.length = length
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("width", \.width, "Size of the base along X", .metres, 0...1e6)
    p.property("height", \.height, "Height of the tip", .metres, 0...1e6)
    p.property("length", \.length, "Size of the base along Z", .metres, 0...1e6)
  }
}

extension Pyramid: Solid {
  var bounds: AABB {
    AABB(
      min: Vector3(width * -0.5, 0, length * -0.5), max: Vector3(width * 0.5, height, length * 0.5))
  }

  func makeMesh() -> Mesh {
    guard width > 0, height > 0, length > 0 else { return .empty }
    let (x, z) = (width * 0.5, length * 0.5)
    let tip = Vector3(0, height, 0)
    let corners = [Vector3(-x, 0, z), Vector3(x, 0, z), Vector3(x, 0, -z), Vector3(-x, 0, -z)]
    var builder = MeshBuilder()
    for side in 0..<4 {
      let (left, right) = (corners[side], corners[(side + 1) % 4])
      let normal = (right - left).cross(tip - left).normalized(or: .unitY)
      builder.element()
      let a = builder.vertex(left, normal, Vector2(0, 1))
      let b = builder.vertex(right, normal, Vector2(1, 1))
      let c = builder.vertex(tip, normal, Vector2(0.5, 0))
      builder.triangle(a, b, c)
    }
    builder.element()
    let places = [Vector2(0, 0), Vector2(1, 0), Vector2(1, 1), Vector2(0, 1)]
    let base = (0..<4).map { builder.vertex(corners[$0], -.unitY, places[$0]) }
    builder.triangle(base[0], base[2], base[1])
    builder.triangle(base[0], base[3], base[2])
    return builder.mesh()
  }
}
