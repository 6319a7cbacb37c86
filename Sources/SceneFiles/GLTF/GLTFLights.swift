import CaromDocuments
import CaromMaths
import CaromSceneGraph

extension GLTFReader {
  /// Reads all lights.
  ///
  /// A white surface of no gloss that π lux fall on is as bright as white, so that those are our
  /// intensity of 1000, which leaves the colour as it is:
  ///
  ///     intensity = 1000 / π · lux            directional
  ///     intensity = 1000 / π · candela        point and spot, as bright as ours at one metre
  ///
  /// A `range` becomes the distance at which the light is gone, with our own way of fading.
  ///
  /// - Source: Khronos, KHR_lights_punctual.
  func readLights() -> [Light] {
    table(.lights).map { json in
      var light = Light()
      guard json.isObject else { return light }
      if json["type"] == nil { missing(json, "type") }
      guard let type = word(json, "type", of: ["directional", "point", "spot"]) else {
        return light
      }
      light.type = type == "directional" ? .directional : type == "point" ? .omni : .spot
      let color = vector3(json, "color", .one, in: 0...1e6)
      // A colour beyond white is a brighter light.
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
      // Ours are from side to side.
      light.spotInnerAngle = inner * 2
      light.spotOuterAngle = outer * 2
      return light
    }
  }
}
