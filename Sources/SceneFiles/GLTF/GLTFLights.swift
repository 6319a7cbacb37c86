import CaromDocuments
import CaromMaths
import CaromSceneGraph

extension GLTFReader {
  /// Reads all lights.
  ///
  /// A white Lambertian surface with an illuminance of π lux is displayed as white, which
  /// corresponds to an intensity of 1000:
  ///
  ///     intensity = 1000 / π · lux            directional
  ///     intensity = 1000 / π · candela        point and spot, at a distance of one meter
  ///
  /// `range` becomes the attenuation end distance, with the engine's own attenuation curve.
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
      light.color = Color(linear: color / excess)
      let intensity = number(json, "intensity", 1, in: 0...1e6) * excess * (1_000 / .pi)
      light.intensity = min(intensity, 1e9)
      if type != "directional" { light.attenuationEnd = number(json, "range", 0, in: 1e-6...1e6) }
      guard type == "spot" else { return light }
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
      return light
    }
  }
}
