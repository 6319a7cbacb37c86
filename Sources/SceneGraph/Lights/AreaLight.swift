public import CaromMaths
import CaromProperties

/// A light that shines from a rectangle towards the −Z side of its node.
///
/// The rectangle radiates evenly, so it is brightest ahead and dark at its edge-on sides. Its light
/// decreases by the law of real lamps, and far away on its axis it is as bright as an omni light of
/// the same intensity with ``Light/inverseSquare``: `intensity` / 1000 at one meter.
struct AreaLight: LightKind {
  /// The width along X and the height along Y, in meters.
  var extents = Vector2(1, 1)

  static func declareProperties(_ p: inout some PropertyVisitor<Light>) {
    p.property(
      "areaExtents", \.area.extents, "Width and height of an area light", .meters, 0.001...1e4)
  }

  /// Half the width and half the height.
  static func shadingParameters(of light: Light) -> Vector4 {
    Vector4(light.areaExtents.x * 0.5, light.areaExtents.y * 0.5, 0, 0)
  }

  /// Adds the rectangle, its diagonals, and an arrow along the direction of the light.
  static func addExtent(of light: Light, at node: PresentationNode, to lines: inout DebugLines) {
    let right = node.worldRight * (light.areaExtents.x * 0.5)
    let up = node.worldUp * (light.areaExtents.y * 0.5)
    let center = node.worldPosition
    let corners = [
      center + right + up, center - right + up, center - right - up, center + right - up,
    ]
    for (i, corner) in corners.enumerated() {
      lines.line(corner, corners[(i + 1) % 4])
      lines.line(center, corner)
    }
    lines.arrow(center, node.worldFront)
  }
}

extension Light {
  /// The width and height of the rectangle that shines, in meters; area lights only.
  public var areaExtents: Vector2 {
    get { area.extents }
    set { area.extents = newValue }
  }
}
