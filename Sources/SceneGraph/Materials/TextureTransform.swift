public import CaromMaths
public import CaromProperties

/// A transform of texture coordinates: scale, rotation and offset.
///
///     (u′, v′) = offset + R(rotation) · scale · (u, v)
///
/// A scale of 2 repeats a wrapping image twice. The rotation turns coordinates from +u towards −v,
/// which is counterclockwise on the image because v grows downwards. The numbers are those of
/// glTF's `KHR_texture_transform`.
public struct TextureTransform: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A transform of texture coordinates"

  /// The offset along u and v, in image sizes.
  public var offset = Vector2.zero
  /// The rotation about (0, 0), in radians.
  public var rotation: Float = 0
  /// The scale along u and v: the number of repetitions of a wrapping image.
  public var scale = Vector2.one

  /// Creates the identity transform.
  public init() {}

  /// Creates a transform from its parts; `rotation` is in radians.
  public init(offset: Vector2 = .zero, rotation: Float = 0, scale: Vector2 = .one) {
    self.offset = offset
    self.rotation = rotation
    self.scale = scale
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("offset", \.offset, "Offset along u and v", .none)
    p.degrees("rotationDegrees", \.rotation, "Rotation about (0, 0)", -3_600...3_600)
    p.property("scale", \.scale, "Scale along u and v", .none)
  }

  /// The columns of the linear part: the images of (1, 0) and (0, 1).
  public var columns: (u: Vector2, v: Vector2) {
    if rotation == 0 { return (Vector2(scale.x, 0), Vector2(0, scale.y)) }
    let (s, c) = Portable.sincos(rotation)
    return (Vector2(c * scale.x, -s * scale.x), Vector2(s * scale.y, c * scale.y))
  }

  /// Returns transformed texture coordinates.
  public func apply(_ p: Vector2) -> Vector2 {
    let columns = columns
    return offset + columns.u * p.x + columns.v * p.y
  }
}
