import CaromMaths
import CaromSceneGraph

/// Shading parameters of a light.
struct LightUniforms: BitwiseCopyable {
  var kind: PunctualLightKind
  var color: F4
  var position: F4
  var direction: F4
  var right: F4
  /// Zero disables attenuation.
  var attenuationEnd: Float
  /// One over the attenuation distance.
  var attenuationScale: Float
  var attenuationExponent: Float
  /// The numbers of the kind; see ``Lighting/parameters(of:)``.
  var parameters: F4
  /// The light's shadow; nil without one.
  var shadow: UnsafePointer<LightShadow>?
}

extension LightUniforms {
  /// Makes the uniforms of a light; nil for ambient lights, which are added per draw instead.
  init?(_ light: RenderFrame.Light, _ shadow: UnsafePointer<LightShadow>?) {
    guard let kind = PunctualLightKind(light.type) else { return nil }
    self.kind = kind
    self.shadow = shadow
    color = F4(light.color, 0)
    position = F4(light.position, 0)
    direction = F4(light.direction.normalized(or: Vector3(0, 0, -1)), 0)
    right = F4(light.right, 0)
    attenuationEnd = light.attenuationEnd
    attenuationScale = 1 / max(light.attenuationEnd - light.attenuationStart, 1e-6)
    attenuationExponent = light.attenuationExponent
    parameters = kind.lighting.parameters(of: light)
  }
}
