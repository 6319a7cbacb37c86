import CaromMaths

/// A directional light: parallel rays without attenuation, and an orthographic shadow map.
enum DirectionalLighting: Lighting {
  @inline(__always) static func illuminate(
    _ light: UnsafeMutablePointer<LightUniforms>, _ position: Vector3W
  ) -> (toLight: Vector3W, strength: F4) {
    (Vector3W(repeating: light.pointee.direction) * F4(repeating: -1), F4(repeating: 1))
  }

  static func shadowProjection(of light: RenderFrame.Light) -> RenderFrame.Projection? {
    .orthographic(halfHeight: max(light.shadowOrthographicScale, 1e-3))
  }
}
