import CaromMaths

/// A sky panorama: blue with fair-weather clouds, a hazy horizon and gray ground.
///
/// Computed by direction, so there are no seams and no pinching at the poles. The image is
/// equirectangular: `u` is the longitude, `v` the latitude from the top.
struct SkyTexture: TextureRecipe {
  let name = "sky"
  let seed: UInt32 = 51
  let summary = "a sky all around, with clouds and a hazy horizon; twice as wide as high"
  private let width = 1_024
  private let height = 512

  func maps() -> [TextureMap] {
    [TextureMap(kind: .panorama, grid: Grid(width, height, color))]
  }

  private func color(_ u: Float, _ v: Float) -> Vector3 {
    let (along, polar) = (u * 2 * Float.pi, v * Float.pi)
    let (ring, up) = (Portable.sin(polar), Portable.cos(polar))
    guard up > 0 else {
      let ground = Gradient([(0, hex(0xB9C4C9)), (0.12, hex(0x7E8A8C)), (1, hex(0x4B5352))])
      return ground.color(at: -up)
    }
    let blue = Gradient([
      (0, hex(0xD7E4EC)), (0.08, hex(0xB4D0E6)), (0.35, hex(0x6FA6D8)), (1, hex(0x2C66AE)),
    ]).color(at: up)
    // Clouds lie in a layer: towards the horizon they are farther away and look smaller.
    let distance = 0.9 / (up + 0.12)
    let position = Vector3(
      ring * Portable.cos(along) * distance, 0.37, ring * Portable.sin(along) * distance)
    let noise = Noise(seed: seed)
    let billow = noise.fractal(
      at: noise.domainWarped(position, strength: 0.5, octaves: 2), octaves: 5)
    let coverage = smoothstep(0.02, 0.34, billow) * smoothstep(0.03, 0.25, up)
    // Thick clouds are darker inside.
    let white = hex(0xFFFFFF).lerp(to: hex(0xC3CBD4), by: smoothstep(0.2, 0.6, billow))
    return blue.lerp(to: white, by: coverage * 0.92)
  }
}
