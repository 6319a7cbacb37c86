public import CaromMaths
public import CaromProperties

/// A view along its node's −Z.
///
/// Nothing nearer than ``zNear`` is seen, which is a metre unless it is set: a display fixed right in
/// front of the camera vanishes, as in SceneKit.
public struct Camera: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "A view along its node's −Z"

  /// The angle of view along ``projectionDirection``, in radians.
  public var fieldOfView: Float = .pi / 3
  /// Whether the angle of view counts from bottom to top or from left to right.
  public var projectionDirection = ProjectionDirection.vertical
  /// Height of the film that ``focalLength`` is measured with, in millimetres.
  public var sensorHeight: Float = 24
  /// Distance of the nearest thing seen, in metres; more than zero.
  public var zNear: Float = 1
  /// Distance of the farthest thing seen, in metres; more than ``zNear``.
  public var zFar: Float = 100
  /// True when the distances are those of what there is to see, in place of the two above.
  public var automaticallyAdjustsZRange = false
  /// True when size does not shrink with distance.
  public var usesOrthographicProjection = false
  /// Half the height of an orthographic view, in metres.
  public var orthographicScale: Float = 1
  /// The map from view space to clip space, in place of all that is above; nil computes it.
  ///
  /// Depth runs from 0 at the near plane to w at the far one. Whoever sets it minds the shape of the
  /// picture.
  public var projectionTransform: Matrix4?
  /// Which nodes it sees: those whose category mask shares a bit.
  public var categoryBitMask = UInt32.max
  /// True when light beyond white is shown by a curve of film, after ``exposureOffset``; false as white.
  ///
  /// Nothing of the five below counts while it is false.
  public var wantsHDR = false
  /// How many times the light is doubled, in stops.
  public var exposureOffset: Float = 0
  /// The least ``exposureOffset`` that counts, in stops.
  public var minimumExposure: Float = -15
  /// The greatest ``exposureOffset`` that counts, in stops.
  public var maximumExposure: Float = 15
  /// The light that becomes the middle of the curve.
  public var averageGray: Float = 0.18
  /// The light that becomes white, as a share of the 7.24 that the curve by itself shows as white.
  ///
  /// SceneKit does not say what its own is measured in; this is ours.
  public var whitePoint: Float = 1

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
    p.degrees("fieldOfViewDegrees", \.fieldOfView, "Angle of view along its direction", 1...179)
    p.property(
      "projectionDirection", \.projectionDirection, "The direction the angle of view counts along")
    p.property(
      "sensorHeight", \.sensorHeight, "Height in mm of the film that focal lengths are told with",
      .none, 1...1_000)
    p.property("zNear", \.zNear, "Distance of the nearest thing seen", .metres, 1e-4...1e6)
    p.property("zFar", \.zFar, "Distance of the farthest thing seen", .metres, 1e-3...1e7)
    p.property(
      "automaticallyAdjustsZRange", \.automaticallyAdjustsZRange,
      "Whether the distances are those of what there is to see")
    p.property(
      "usesOrthographicProjection", \.usesOrthographicProjection,
      "Whether size does not shrink with distance")
    p.property(
      "orthographicScale", \.orthographicScale, "Half the height of an orthographic view",
      .metres, 1e-4...1e6)
    p.property(
      "projectionTransform", \.projectionTransform, "Map from view to clip space; none computes it")
    p.property("categoryBitMask", \.categoryBitMask, "Which nodes it sees", .mask)
    p.property("wantsHDR", \.wantsHDR, "Whether light beyond white is shown by a curve of film")
    p.property(
      "exposureOffset", \.exposureOffset, "How many times the light is doubled", .none, -16...16)
    p.property(
      "minimumExposure", \.minimumExposure, "The least exposure that counts", .none, -16...16)
    p.property(
      "maximumExposure", \.maximumExposure, "The greatest exposure that counts", .none, -16...16)
    p.property(
      "averageGray", \.averageGray, "The light that becomes the curve's middle", .none,
      0.001...1_000)
    p.property(
      "whitePoint", \.whitePoint, "The light that becomes white, as a share of the curve's own",
      .none, 0.001...1_000)
  }

  /// What is wrong with the properties together, or nil.
  public var problem: String? {
    if minimumExposure > maximumExposure {
      return "minimumExposure \(minimumExposure) is above maximumExposure \(maximumExposure)"
    }
    if !(zFar > zNear) { return "zFar \(zFar) is not beyond zNear \(zNear)" }
    if let m = projectionTransform {
      let isTame = [m.x, m.y, m.z, m.w].allSatisfy { c in
        [c.x, c.y, c.z, c.w].allSatisfy { abs($0) <= 1e6 }
      }
      if !isTame { return "a number of projectionTransform is beyond ±1,000,000" }
      if m.inverse == nil { return "projectionTransform has no inverse" }
    }
    return nil
  }
}

/// The direction that an angle of view counts along.
public enum ProjectionDirection: String, EnumName, Sendable {
  /// From bottom to top.
  case vertical
  /// From left to right.
  case horizontal
}

// MARK: Projection

extension Camera {
  /// The distance in millimetres at which a lens with the angle of view stands from the film.
  ///
  ///     f = (sensorHeight / 2) / tan(fieldOfView / 2)
  ///
  /// Setting it sets ``fieldOfView``; not kept apart from it, so 60° is 20.8 mm and not SceneKit's 50.
  public var focalLength: Float {
    get { sensorHeight * 0.5 / Portable.tan(fieldOfView * 0.5) }
    set { fieldOfView = 2 * Portable.atan2(sensorHeight * 0.5, max(newValue, 1e-3)) }
  }

  /// The angle of view from bottom to top of a picture `aspect` times as wide as high, in radians.
  public func verticalFieldOfView(aspect: Float) -> Float {
    if projectionDirection == .vertical { return fieldOfView }
    return 2 * Portable.atan2(Portable.tan(fieldOfView * 0.5), aspect)
  }

  /// The map from view space to clip space for a picture `aspect` times as wide as high.
  ///
  /// Depth runs from 0 at the near plane to 1 at the far one. Distances that make no range are
  /// brought into one.
  public func projection(aspect: Float) -> Matrix4 {
    if let projectionTransform { return projectionTransform }
    if usesOrthographicProjection {
      return Matrix4.orthographic(
        halfHeight: max(orthographicScale, 1e-6), aspect: aspect, near: zNear,
        far: max(zFar, zNear + 1e-3 * max(1, abs(zNear))))
    }
    let near = max(zNear, 1e-5)
    return Matrix4.perspective(
      verticalFieldOfView: min(max(verticalFieldOfView(aspect: aspect), 1e-3), 3.14),
      aspect: aspect, near: near, far: max(zFar, near * 1.001))
  }

  /// The map from world space to view space of a camera whose node is placed by `world`.
  ///
  /// Scale does not count, as a camera has no size.
  public static func viewMatrix(of world: Matrix4) -> Matrix4 {
    let orientation = world.decomposed?.orientation ?? .identity
    return Matrix4(Transform(position: world.translation, orientation: orientation).inverse)
  }
}
