import CaromMaths

/// A limestone pillar, three times as high as wide: a capital, a fluted shaft and a base.
struct PillarTexture: TextureRecipe {
  let name = "pillar"
  let seed: UInt32 = 41
  let summary = "a fluted limestone pillar with a capital and a base, one face, 1 by 3"
  private let width = 256
  private let height = 768

  func maps() -> [TextureMap] {
    let heights = Grid(width, height) { u, v in rise(u, v) }
    var texel = 0
    let diffuse = Grid(width, height) { u, v in
      defer { texel += 1 }
      return color(u, v, heights.values[texel])
    }
    return [
      TextureMap(kind: .diffuse, grid: diffuse),
      TextureMap(kind: .normal, grid: heights.normals(relief: 0.05, tiles: false)),
    ]
  }

  /// The height, 0 in grooves to 1 on moldings.
  private func rise(_ u: Float, _ v: Float) -> Float {
    let noise = Noise(seed: seed)
    let grain = noise.fractal(at: Vector3(u * 8, v * 24, 0.5), octaves: 4, period: 8) * 0.12
    let y = v * 3
    // Bands at both ends, each a rounded molding between two grooves.
    let end = min(y, 3 - y)
    if end < 0.42 {
      let band = end < 0.22 ? end / 0.22 : (end - 0.22) / 0.2
      let round = 1 - (2 * band - 1) * (2 * band - 1) * (2 * band - 1) * (2 * band - 1)
      return 0.35 + round * 0.6 + grain
    }
    let flutes = u * 5 - (u * 5).rounded(.down)
    let hollow = 2 * flutes - 1
    let depth = (1 - hollow * hollow) * 0.55
    let fade = smoothstep(0.42, 0.56, end)
    return 0.85 - depth * fade + grain
  }

  private func color(_ u: Float, _ v: Float, _ rise: Float) -> Vector3 {
    let stain = Noise(seed: seed + 1)
      .fractal(at: Vector3(u * 4, v * 6, 1.5), octaves: 5, period: 4)
    let speckle = Noise(seed: seed + 2).value(at: Vector3(u * 96, v * 288, 0.5), period: 96)
    let gradient = Gradient([
      (0, hex(0x7C776C)), (0.4, hex(0xB4AEA0)), (0.7, hex(0xD6D1C4)), (1, hex(0xF0ECE2)),
    ])
    let tone = 0.2 + rise * 0.5 + stain * 0.35 + speckle * 0.06
    let weather = smoothstep(0.55, 1, v) * smoothstep(-0.1, 0.4, stain)
    return gradient.color(at: tone).lerp(to: hex(0x6C6A4A), by: weather * 0.45)
  }
}
