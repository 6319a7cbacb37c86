import CaromMaths
import CaromProperties

/// A light that shines from a point within a cone along the −Z axis of its node.
struct SpotLight: LightKind {
  static var isAttenuated: Bool { true }
  static var canCastShadows: Bool { true }

  /// The full angle of the cone of full brightness, in radians.
  var innerAngle: Float = 0
  /// The full angle of the cone beyond which there is no light, in radians.
  var outerAngle: Float = .pi / 4

  static func declareProperties(_ p: inout some PropertyVisitor<Light>) {
    p.degrees(
      "spotInnerAngleDegrees", \.spot.innerAngle, "Full angle of the cone of full brightness",
      0...180)
    p.degrees(
      "spotOuterAngleDegrees", \.spot.outerAngle,
      "Full angle of the cone outside of which there is no light", 0...180)
  }

  /// The cosines of half the inner and half the outer angle.
  static func shadingParameters(of light: Light) -> Vector4 {
    Vector4(
      Portable.cos(light.spotInnerAngle * 0.5),
      Portable.cos(max(light.spotOuterAngle, light.spotInnerAngle) * 0.5), 0, 0)
  }

  /// Adds both cones, up to the end of the attenuation or, without attenuation, two meters long.
  static func addExtent(of light: Light, at node: PresentationNode, to lines: inout DebugLines) {
    let (position, front) = (node.worldPosition, node.worldFront)
    let length = light.attenuationEnd > 0 ? light.attenuationEnd : 2
    for angle in [light.spotInnerAngle, light.spotOuterAngle] where angle > 0 {
      let radius = Portable.tan(min(angle * 0.5, 1.5)) * length
      let (right, up) = (node.worldRight * radius, node.worldUp * radius)
      let end = position + front * length
      lines.circle(end, right, up)
      for side in [right, -right, up, -up] { lines.line(position, end + side) }
    }
  }
}

extension Light {
  /// The full angle of the cone of full brightness, in radians; spot lights only.
  ///
  /// SceneKit's documentation also allows reading it as half the angle; here it is the full angle.
  public var spotInnerAngle: Float {
    get { spot.innerAngle }
    set { spot.innerAngle = newValue }
  }
  /// The full angle of the cone beyond which there is no light, in radians; spot lights only.
  public var spotOuterAngle: Float {
    get { spot.outerAngle }
    set { spot.outerAngle = newValue }
  }
}
