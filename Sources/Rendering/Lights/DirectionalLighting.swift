/// A directional light: parallel rays without attenuation, and an orthographic shadow map.
enum DirectionalLighting: Lighting {
  @inline(__always) static func illuminate(
    _ light: UnsafeMutablePointer<LightUniforms>, _ position: Lanes3
  ) -> (toLight: Lanes3, strength: F4) {
    (Lanes3(repeating: light.pointee.direction) * F4(repeating: -1), F4(repeating: 1))
  }

  static func shadowProjection(of light: RenderFrame.Light) -> RenderFrame.Projection? {
    .orthographic(halfHeight: max(light.shadowOrthographicScale, 1e-3))
  }
}
