import CaromMaths

/// An omni light: rays in all directions from a point with distance attenuation, without shadows.
enum OmniLighting: Lighting {
  @inline(__always) static func illuminate(
    _ light: UnsafeMutablePointer<LightUniforms>, _ position: Vector3W
  ) -> (toLight: Vector3W, strength: F4) {
    let offset = Vector3W(repeating: light.pointee.position) - position
    let squaredLength: F4 = offset.dot(offset) + F4(repeating: 1e-30)
    let inverse: F4 = F4(repeating: 1) / vsqrt(squaredLength)
    var strength = F4(repeating: 1)
    if light.pointee.attenuationExponent < 0 {
      strength = falloff(light, squaredLength, inverse)
    } else if light.pointee.attenuationEnd > 0 {
      strength = attenuation(light, squaredLength * inverse)
    }
    return (offset * inverse, strength)
  }

  /// A power of four distances in meters, from one centimeter on, that fades to zero at the end.
  @inline(never) private static func falloff(
    _ light: UnsafeMutablePointer<LightUniforms>, _ squaredLength: F4, _ inverse: F4
  ) -> F4 {
    let inverse: F4 = vmin(inverse, F4(repeating: 100))
    let exponent = light.pointee.attenuationExponent
    let strength: F4 =
      exponent == -2 ? inverse * inverse : vpow(inverse, F4(repeating: -exponent))
    let end = light.pointee.attenuationEnd
    guard end > 0 else { return strength }
    let share: F4 = squaredLength * F4(repeating: 1 / (end * end))
    return strength * saturate(F4(repeating: 1) - share * share)
  }

  /// The attenuation at four distances: a power of the fraction between end and start.
  @inline(never) private static func attenuation(
    _ light: UnsafeMutablePointer<LightUniforms>, _ distance: F4
  ) -> F4 {
    let fraction: F4 = saturate(
      (F4(repeating: light.pointee.attenuationEnd) - distance)
        * F4(repeating: light.pointee.attenuationScale))
    let exponent = light.pointee.attenuationExponent
    if exponent == 2 { return fraction * fraction }
    if exponent == 1 { return fraction }
    let zero = F4(repeating: 0)
    if exponent == 0 { return select(greater(fraction, zero), F4(repeating: 1), zero) }
    return vpow(fraction, F4(repeating: exponent))
  }

  static func shadowProjection(of light: RenderFrame.Light) -> ShadowProjection { .none }
}
