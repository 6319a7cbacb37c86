import CaromMaths

/// A sky all around: blue, fair-weather clouds, a hazy horizon and grey ground below.
///
/// Painted by direction, so there is neither a seam nor a pinch: `u` once around, `v` from straight up to
/// straight down, as backgrounds and surroundings of scenes are laid.
struct SkyTexture: Texture {
  let name = "sky"
  let seed: UInt32 = 51
  let summary = "a sky all around, with clouds and a hazy horizon; twice as wide as high"
  private let width = 1_024
  private let height = 512

  func maps() -> [TextureMap] {
    [TextureMap(kind: .panorama, grid: Grid(width, height, colour))]
  }

  private func colour(_ u: Float, _ v: Float) -> Vector3 {
    let (along, polar) = (u * 2 * Float.pi, v * Float.pi)
    let (ring, up) = (Portable.sin(polar), Portable.cos(polar))
    guard up > 0 else {
      let ground = Ramp([(0, hex(0xB9C4C9)), (0.12, hex(0x7E8A8C)), (1, hex(0x4B5352))])
      return ground.colour(at: -up)
    }
    let blue = Ramp([
      (0, hex(0xD7E4EC)), (0.08, hex(0xB4D0E6)), (0.35, hex(0x6FA6D8)), (1, hex(0x2C66AE)),
    ]).colour(at: up)
    // Clouds lie in a layer: the lower one looks, the farther away and smaller they are.
    let reach = 0.9 / (up + 0.12)
    let place = Vector3(
      ring * Portable.cos(along) * reach, 0.37, ring * Portable.sin(along) * reach)
    let noise = Noise(seed: seed)
    let billow = noise.fractal(at: noise.warped(place, strength: 0.5, octaves: 2), octaves: 5)
    let cover = smooth(0.02, 0.34, billow) * smooth(0.03, 0.25, up)
    // Thick clouds are darker inside.
    let white = hex(0xFFFFFF).lerp(to: hex(0xC3CBD4), by: smooth(0.2, 0.6, billow))
    return blue.lerp(to: white, by: cover * 0.92)
  }
}
