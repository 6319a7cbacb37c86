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

extension RenderFrame.Light {
  /// Half the side of the shadowed region around the light's axis in meters; directional lights
  /// only.
  public var shadowOrthographicScale: Float {
    get { parameters.x }
    set { parameters.x = newValue }
  }
}
