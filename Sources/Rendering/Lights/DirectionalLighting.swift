import CaromMaths

/// A directional light: parallel rays without attenuation, and orthographic shadow maps.
enum DirectionalLighting: Lighting {
  @inline(__always) static func illuminate(
    _ light: UnsafeMutablePointer<LightUniforms>, _ position: Vector3W
  ) -> (toLight: Vector3W, strength: F4) {
    (Vector3W(repeating: light.pointee.direction) * F4(repeating: -1), F4(repeating: 1))
  }

  static func shadowProjection(of light: RenderFrame.Light) -> ShadowProjection {
    if light.automaticallyAdjustsShadowProjection { return .fitted }
    return .fixed(.orthographic(halfHeight: max(light.shadowOrthographicScale, 1e-3)))
  }
}
