public import CaromMaths
public import CaromProperties

/// A view along its node's −Z.
public struct Camera: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "A view along its node's −Z"

  /// The angle of view from bottom to top, in radians.
  public var fieldOfView: Float = .pi / 3
  /// Distance of the nearest thing seen, in metres; more than zero.
  public var zNear: Float = 1
  /// Distance of the farthest thing seen, in metres; more than ``zNear``.
  public var zFar: Float = 100
  /// True when size does not shrink with distance.
  public var usesOrthographicProjection = false
  /// Half the height of an orthographic view, in metres.
  public var orthographicScale: Float = 1
  /// Which nodes it sees: those whose category mask shares a bit.
  public var categoryBitMask = UInt32.max

  /// Makes a camera that sees 60° from bottom to top, 1 m to 100 m away.
  public init() {}

  /// Makes a camera with the given angle of view from bottom to top, in radians.
  public init(fieldOfView: Float, zNear: Float = 1, zFar: Float = 100) {
    self.fieldOfView = fieldOfView
    self.zNear = zNear
    self.zFar = zFar
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.degrees("fieldOfViewDegrees", \.fieldOfView, "Angle of view from bottom to top", 1...179)
    p.property("zNear", \.zNear, "Distance of the nearest thing seen", .metres, 1e-4...1e6)
    p.property("zFar", \.zFar, "Distance of the farthest thing seen", .metres, 1e-3...1e7)
    p.property(
      "usesOrthographicProjection", \.usesOrthographicProjection,
      "Whether size does not shrink with distance")
    p.property(
      "orthographicScale", \.orthographicScale, "Half the height of an orthographic view",
      .metres, 1e-4...1e6)
    p.property("categoryBitMask", \.categoryBitMask, "Which nodes it sees", .mask)
  }

  /// The map from view space to clip space for a picture `aspect` times as wide as high.
  public func projection(aspect: Float) -> Matrix4 {
    if usesOrthographicProjection {
      return Matrix4.orthographic(
        halfHeight: orthographicScale, aspect: aspect, near: zNear, far: zFar)
    }
    return Matrix4.perspective(
      verticalFieldOfView: fieldOfView, aspect: aspect, near: zNear, far: zFar)
  }

  /// The map from world space to view space of a camera whose node is placed by `world`.
  ///
  /// Scale does not count, as a camera has no size.
  public static func viewMatrix(of world: Matrix4) -> Matrix4 {
    let orientation = world.decomposed?.orientation ?? .identity
    return Matrix4(Transform(position: world.translation, orientation: orientation).inverse)
  }
}
