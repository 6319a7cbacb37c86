public import CaromMaths
public import CaromProperties

/// A camera that looks along the −Z axis of its node.
///
/// Nothing nearer than ``zNear`` is visible. The default is one meter, as in SceneKit, so an object
/// fixed closer to the camera disappears.
public struct Camera: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A camera that looks along the −Z axis of its node"

  /// The field of view along ``projectionDirection``, in radians.
  public var fieldOfView: Float = .pi / 3
  /// The axis along which the field of view is measured.
  public var projectionDirection = ProjectionDirection.vertical
  /// The height of the sensor from which ``focalLength`` is computed, in millimeters.
  public var sensorHeight: Float = 24
  /// The distance of the near plane, in meters; greater than zero.
  public var zNear: Float = 1
  /// The distance of the far plane, in meters; greater than ``zNear``.
  public var zFar: Float = 100
  /// True to fit ``zNear`` and ``zFar`` to the visible content.
  public var automaticallyAdjustsZRange = false
  /// True for an orthographic projection.
  public var usesOrthographicProjection = false
  /// Half the height of an orthographic view volume, in meters.
  public var orthographicScale: Float = 1
  /// A custom projection matrix from view to clip space that replaces the properties above; nil
  /// computes it.
  ///
  /// Depth runs from 0 at the near plane to w at the far plane. The matrix must account for the
  /// aspect ratio of the image.
  public var projectionTransform: Matrix4?
  /// The category mask; the camera renders nodes whose mask shares a bit with it.
  public var categoryBitMask = UInt32.max
  /// True for high dynamic range: light is scaled by the exposure and mapped by a filmic tone
  /// curve.
  ///
  /// The five properties below have no effect while it is false.
  public var wantsHDR = false
  /// The exposure in stops; each stop doubles the light.
  public var exposureOffset: Float = 0
  /// The lower limit of ``exposureOffset``, in stops.
  public var minimumExposure: Float = -15
  /// The upper limit of ``exposureOffset``, in stops.
  public var maximumExposure: Float = 15
  /// The luminance that is mapped to middle gray.
  public var averageGray: Float = 0.18
  /// The luminance that is mapped to white, relative to 7.24, the white of the curve itself.
  ///
  /// SceneKit does not document the unit of its white point; this definition is ours.
  public var whitePoint: Float = 1

  /// Creates a camera with a vertical field of view of 60° and a depth range of 1 m to 100 m.
  public init() {}

  /// Creates a camera with a vertical field of view in radians.
  public init(fieldOfView: Float, zNear: Float = 1, zFar: Float = 100) {
    self.fieldOfView = fieldOfView
    self.zNear = zNear
    self.zFar = zFar
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.degrees(
      "fieldOfViewDegrees", \.fieldOfView, "Field of view along the projection direction", 1...179)
    p.property(
      "projectionDirection", \.projectionDirection, "Axis along which the field of view is measured"
    )
    p.property(
      "sensorHeight", \.sensorHeight, "Height of the sensor in millimeters, for focal lengths",
      .none, 1...1_000)
    p.property("zNear", \.zNear, "Distance of the near plane", .meters, 1e-4...1e6)
    p.property("zFar", \.zFar, "Distance of the far plane", .meters, 1e-3...1e7)
    p.property(
      "automaticallyAdjustsZRange", \.automaticallyAdjustsZRange,
      "Whether the depth range is fitted to the visible content")
    p.property(
      "usesOrthographicProjection", \.usesOrthographicProjection,
      "Whether the projection is orthographic")
    p.property(
      "orthographicScale", \.orthographicScale, "Half the height of an orthographic view volume",
      .meters, 1e-4...1e6)
    p.property(
      "projectionTransform", \.projectionTransform,
      "Custom projection matrix from view to clip space; computed if left out")
    p.property("categoryBitMask", \.categoryBitMask, "Category mask of the nodes to render", .mask)
    p.property(
      "wantsHDR", \.wantsHDR, "Whether a filmic tone curve maps high dynamic range to the image")
    p.property(
      "exposureOffset", \.exposureOffset, "Exposure in stops; each stop doubles the light", .none,
      -16...16)
    p.property(
      "minimumExposure", \.minimumExposure, "Lower limit of the exposure in stops", .none, -16...16)
    p.property(
      "maximumExposure", \.maximumExposure, "Upper limit of the exposure in stops", .none, -16...16)
    p.property(
      "averageGray", \.averageGray, "Luminance that is mapped to middle gray", .none,
      0.001...1_000)
    p.property(
      "whitePoint", \.whitePoint,
      "Luminance that is mapped to white, relative to the white of the curve",
      .none, 0.001...1_000)
  }

  /// The first inconsistency between properties, or nil.
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

/// The axis along which a field of view is measured.
public enum ProjectionDirection: String, EnumName, Sendable {
  /// From bottom to top.
  case vertical
  /// From left to right.
  case horizontal
}

// MARK: Projection

extension Camera {
  /// The focal length in millimeters of a lens with the field of view.
  ///
  ///     f = (sensorHeight / 2) / tan(fieldOfView / 2)
  ///
  /// Setting it sets ``fieldOfView``. It is not stored separately, so the default 60° gives 20.8 mm
  /// and not SceneKit's 50.
  public var focalLength: Float {
    get { sensorHeight * 0.5 / Portable.tan(fieldOfView * 0.5) }
    set { fieldOfView = 2 * Portable.atan2(sensorHeight * 0.5, max(newValue, 1e-3)) }
  }

  /// Returns the vertical field of view for an aspect ratio (width ÷ height), in radians.
  public func verticalFieldOfView(aspect: Float) -> Float {
    if projectionDirection == .vertical { return fieldOfView }
    return 2 * Portable.atan2(Portable.tan(fieldOfView * 0.5), aspect)
  }

  /// Returns the projection matrix from view to clip space for an aspect ratio (width ÷ height).
  ///
  /// Depth runs from 0 at the near plane to 1 at the far plane. An invalid depth range is adjusted
  /// to a valid one.
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

  /// Returns the view matrix of a camera whose node has the world transform `world`.
  ///
  /// Scale is ignored.
  public static func viewMatrix(of world: Matrix4) -> Matrix4 {
    let orientation = world.decomposed?.orientation ?? .identity
    return Matrix4(Transform(position: world.translation, orientation: orientation).inverse)
  }
}
