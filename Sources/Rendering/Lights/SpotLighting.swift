import CaromMaths

/// A spot light: an omni light inside a cone with a smooth edge, and a perspective shadow map.
enum SpotLighting: Lighting {
  @inline(__always) static func illuminate(
    _ light: UnsafeMutablePointer<LightUniforms>, _ position: Vector3W
  ) -> (toLight: Vector3W, strength: F4) {
    let (toLight, strength) = OmniLighting.illuminate(light, position)
    let direction = Vector3W(repeating: light.pointee.direction)
    let cosine: F4 = F4(repeating: 0) - toLight.dot(direction)
    let inside: F4 = saturate(
      (cosine - F4(repeating: light.pointee.parameters.x))
        * F4(repeating: light.pointee.parameters.y))
    let smooth: F4 = inside * inside * (F4(repeating: 3) - F4(repeating: 2) * inside)
    return (toLight, strength * smooth)
  }

  /// The cosine of the outer cone, and one over the difference of the inner and the outer cosine.
  static func parameters(of light: RenderFrame.Light) -> F4 {
    F4(light.outerCosine, 1 / max(light.innerCosine - light.outerCosine, 1e-4), 0, 0)
  }

  static func shadowProjection(of light: RenderFrame.Light) -> ShadowProjection {
    let half = Portable.acos(min(max(light.outerCosine, 0.02), 0.999_9))
    return .fixed(.perspective(fieldOfView: half * 2))
  }
}

extension RenderFrame.Light {
  /// The cosine of half the inner cone angle, inside which the light is undiminished; spot lights
  /// only.
  public var innerCosine: Float {
    get { parameters.x }
    set { parameters.x = newValue }
  }
  /// The cosine of half the outer cone angle, outside which the light is zero; spot lights only.
  public var outerCosine: Float {
    get { parameters.y }
    set { parameters.y = newValue }
  }
}
