public import CaromMaths
public import CaromProperties

/// Where a surface's texture coordinates lie on a picture: they are scaled, turned and moved.
///
///     (u′, v′) = offset + R(rotation) · scale · (u, v)
///
/// A scale of 2 shows the picture twice where it wraps. The rotation turns coordinates from +u
/// towards −v, that is counterclockwise on the picture, whose v grows downwards. These are the numbers
/// of glTF's `KHR_texture_transform`.
public struct TextureTransform: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Where texture coordinates lie on a picture"

  /// Moves the coordinates along u and v, in pictures.
  public var offset = Vector2.zero
  /// Turns the coordinates about (0, 0), in radians.
  public var rotation: Float = 0
  /// Times that the picture is shown along u and v, where it wraps.
  public var scale = Vector2.one

  /// Makes a transform that leaves coordinates as they are.
  public init() {}

  /// Makes a transform of its parts; `rotation` in radians.
  public init(offset: Vector2 = .zero, rotation: Float = 0, scale: Vector2 = .one) {
    self.offset = offset
    self.rotation = rotation
    self.scale = scale
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("offset", \.offset, "Moves the picture along u and v", .none)
    p.degrees("rotationDegrees", \.rotation, "Turns the picture", -3_600...3_600)
    p.property("scale", \.scale, "Times the picture is shown along u and v", .none)
  }

  /// Where (1, 0) and (0, 1) are moved from the origin, as columns.
  public var columns: (u: Vector2, v: Vector2) {
    if rotation == 0 { return (Vector2(scale.x, 0), Vector2(0, scale.y)) }
    let (s, c) = Portable.sincos(rotation)
    return (Vector2(c * scale.x, -s * scale.x), Vector2(s * scale.y, c * scale.y))
  }

  /// The place on the picture of texture coordinates.
  public func apply(_ p: Vector2) -> Vector2 {
    let columns = columns
    return offset + columns.u * p.x + columns.v * p.y
  }
}
