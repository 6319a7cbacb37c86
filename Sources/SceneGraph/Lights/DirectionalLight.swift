import CaromMaths
import CaromProperties

/// A light that shines everywhere along the −Z axis of its node.
struct DirectionalLight: LightKind {
  static var canCastShadows: Bool { true }

  /// Half the height of the shadow projection, in meters.
  var orthographicScale: Float = 1

  static func declareProperties(_ p: inout some PropertyVisitor<Light>) {
    p.property(
      "orthographicScale", \.directional.orthographicScale,
      "Half the height of the shadow projection of a directional light that does not follow the "
        + "view", .meters, 0...1e6)
  }

  /// The half height of the shadow projection.
  static func shadingParameters(of light: Light) -> Vector4 {
    Vector4(light.orthographicScale, 0, 0, 0)
  }

  /// Adds an arrow along the direction of the light.
  static func addExtent(of light: Light, at node: PresentationNode, to lines: inout DebugLines) {
    lines.arrow(node.worldPosition, node.worldFront)
  }
}

extension Light {
  /// Half the height of the shadow projection, in meters; directional lights only.
  ///
  /// It is used only if ``automaticallyAdjustsShadowProjection`` is false.
  public var orthographicScale: Float {
    get { directional.orthographicScale }
    set { directional.orthographicScale = newValue }
  }
}
