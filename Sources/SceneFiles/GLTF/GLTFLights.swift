import CaromDocuments
import CaromMaths
import CaromSceneGraph

extension GLTFReader {
  /// Reads all lights, in photometric units.
  ///
  /// A white Lambertian surface with an irradiance of π W/m² is displayed as white, which
  /// corresponds to an intensity of 1000. The intensity of a light is therefore
  ///
  ///     1000 / π · lux / efficacy        directional
  ///     1000 / π · candela / efficacy    point and spot, at a distance of one meter
  ///
  /// The result has an efficacy of 1 lm/W; each use of the model divides by its own efficacy. Point
  /// and spot lights fall off with the square of the distance, and end at `range` with the
  /// extension's window.
  ///
  /// - Source: Khronos, KHR_lights_punctual.
  func readLights() -> [Light] {
    table(.lights).map { json in
      var light = Light()
      guard json.isObject else { return light }
      if json["type"] == nil { missing(json, "type") }
      guard let type = keyword(json, "type", of: ["directional", "point", "spot"]) else {
        return light
      }
      light.type = type == "directional" ? .directional : type == "point" ? .omni : .spot
      let color = vector3(json, "color", .one, in: 0...1e6)
      // Color components above one increase the intensity.
      let excess = max(color.greatest, 1)
      if excess > 1, let place = json["color"] {
        warn(
          place,
          "a component of the color is above 1; 0 to 1 are allowed, and the rest is intensity")
      }
      light.color = Color(linear: color / excess)
      light.intensity = number(json, "intensity", 1, in: 0...1e9) * excess * (1_000 / .pi)
      if type == "directional" {
        if json["range"] != nil { warn(json, "a directional light has no range; it is ignored") }
      } else {
        light.attenuationFalloffExponent = Light.inverseSquare
        light.attenuationEnd = number(json, "range", 0, in: 1e-6...1e6)
        // A lamp also lights near objects.
        light.zNear = 0.05
      }
      if type == "spot" { readCone(json, into: &light) }
      return light
    }
  }

  private func readCone(_ json: JSON, into light: inout Light) {
    if json["spot"] == nil { warn(json, "the spot light has no \"spot\"; its defaults are used") }
    let spot = json["spot"] ?? json
    if !spot.isObject { fail(spot, wants: "an object") }
    let inner = number(spot, "innerConeAngle", 0, in: 0...(.pi / 2))
    let outer = number(spot, "outerConeAngle", .pi / 4, in: 0...(.pi / 2))
    if inner >= outer {
      fail(spot, "innerConeAngle, \(inner), is not less than outerConeAngle, \(outer)")
    }
    // Cone angles of lights are full angles.
    light.spotInnerAngle = inner * 2
    light.spotOuterAngle = outer * 2
  }
}
