import CaromMaths

/// Polished marble for a ball: blue swirls, ivory clouds and gold veins, some of which glow.
///
/// Computed on the sphere in three dimensions, so there are no seams and no pinching at the poles.
/// The image is equirectangular: `u` is the longitude, `v` the latitude from the top.
struct MarbleTexture: TextureRecipe {
  let name = "marble"
  let seed: UInt32 = 11
  let summary = "a polished ball: blue and ivory swirls, veins of gold that glow"
  private let width = 512
  private let height = 256

  func maps() -> [TextureMap] {
    let patterns = Grid(width, height) { u, v in pattern(u, v) }
    let heights = patterns.map { $0.grain * 0.25 - $0.vein * 0.6 }
    let normal = heights.normals(relief: 0.006, tiles: false) { v in
      Portable.sin(v * Float.pi)
    }
    return [
      TextureMap(kind: .diffuse, grid: patterns.map(color)),
      TextureMap(kind: .normal, grid: normal),
      TextureMap(kind: .emission, grid: patterns.map(light)),
    ]
  }

  struct Pattern {
    var cloud: Float
    var vein: Float
    var halo: Float
    var grain: Float
  }

  private func pattern(_ u: Float, _ v: Float) -> Pattern {
    let (along, polar) = (u * 2 * Float.pi, v * Float.pi)
    let ring = Portable.sin(polar)
    let position = Vector3(
      ring * Portable.cos(along), Portable.cos(polar), ring * Portable.sin(along))
    let noise = Noise(seed: seed)
    let warped = noise.domainWarped(position * 1.3, strength: 0.9, octaves: 3)
    let cloud = noise.fractal(at: warped * 1.4, octaves: 5) * 0.9 + 0.5
    let crest = Noise(seed: seed + 1).ridges(at: warped * 1.1, octaves: 2)
    return Pattern(
      cloud: cloud, vein: smoothstep(0.84, 0.96, crest), halo: smoothstep(0.45, 0.98, crest),
      grain: Noise(seed: seed + 2).fractal(at: position * 18, octaves: 3))
  }

  private func color(_ p: Pattern) -> Vector3 {
    let gradient = Gradient([
      (0.08, hex(0x0B2A4A)), (0.34, hex(0x1F5F8B)), (0.52, hex(0x6FA8BF)), (0.66, hex(0xE9E4D4)),
      (0.95, hex(0xFBF7EC)),
    ])
    let body = gradient.color(at: p.cloud + p.grain * 0.04)
    return body.lerp(to: hex(0xC99A3B), by: p.vein * 0.85)
  }

  private func light(_ p: Pattern) -> Vector3 {
    let warm = hex(0xFF9A2E) * (p.vein * 0.95)
    let bloom = hex(0xB8481A) * (p.halo * 0.7)
    return warm.maximum(bloom).maximum(hex(0x3A1C0A) * p.cloud)
  }
}
