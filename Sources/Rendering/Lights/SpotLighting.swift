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
      (cosine - F4(repeating: light.pointee.outerCosine))
        * F4(repeating: light.pointee.coneScale))
    let smooth: F4 = inside * inside * (F4(repeating: 3) - F4(repeating: 2) * inside)
    return (toLight, strength * smooth)
  }

  static func shadowProjection(of light: RenderFrame.Light) -> ShadowProjection {
    let half = Portable.acos(min(max(light.outerCosine, 0.02), 0.999_9))
    return .fixed(.perspective(fieldOfView: half * 2))
  }
}
