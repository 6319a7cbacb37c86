import CaromMaths

/// Sandstone as cut blocks: `cells` blocks along each side, chipped edges, joints and pits.
///
/// The grain repeats at the edges, so stones that lie side by side show no seam but their joints.
struct StoneTexture: Texture {
  let name: String
  let seed: UInt32
  let summary: String
  /// How many blocks lie along each side of the picture.
  let cells: Int
  /// The size of the picture in texels, both ways.
  let size: Int
  /// How many times the grain repeats the scale of a single block.
  private var period: Int32 { Int32(cells * 3) }

  func maps() -> [TextureMap] {
    let heights = Grid(size, size) { u, v in height(u, v).rise }
    let diffuse = Grid(size, size) { u, v in colour(u, v) }
    let normal = heights.normals(relief: 0.03 / Float(cells))
    return [
      TextureMap(kind: .diffuse, grid: diffuse), TextureMap(kind: .normal, grid: normal),
    ]
  }

  private struct Height {
    /// 0 in the joints, about 1 on the face of a block.
    var rise: Float
    /// 0 in the joints, 1 on a block.
    var block: Float
    /// How much this block differs from its neighbours, 0 to 1.
    var share: Float
    /// 1 in the middle of a pit.
    var pit: Float
  }

  private func height(_ u: Float, _ v: Float) -> Height {
    let noise = Noise(seed: seed)
    let place = Vector3(u * Float(period), v * Float(period), 0.5)
    let wobble = noise.fractal(at: place * 2, octaves: 3, period: period * 2) * 0.018
    let (x, y) = (u * Float(cells), v * Float(cells))
    let (cx, cy) = (x.rounded(.down), y.rounded(.down))
    let edge = min(min(x - cx, 1 - (x - cx)), min(y - cy, 1 - (y - cy))) + wobble
    let block = smooth(0.012, 0.075, edge)
    let grain = noise.fractal(at: place, octaves: 5, period: period)
    let pits = CellNoise(seed: seed + 5, period: period * 3)
      .sample(u * Float(period) * 3, v * Float(period) * 3)
    // A few pits of many sizes, their rims made ragged by the grain.
    let reach = max(0, 0.3 - pits.share) * 1.1
    let pit = reach > 0.02 ? 1 - smooth(reach * 0.4, reach, pits.nearest + grain * 0.12) : 0
    return Height(
      rise: block * (0.72 + grain * 0.28) - pit * 0.16 * block, block: block,
      share: noise.share(Int32(cx), Int32(cy), 9), pit: pit)
  }

  private func colour(_ u: Float, _ v: Float) -> Vector3 {
    let height = height(u, v)
    let place = Vector3(u * Float(period), v * Float(period), 3.5)
    let stain = Noise(seed: seed + 1).fractal(at: place * 0.5, octaves: 4, period: period / 2)
    let speckle = Noise(seed: seed + 2).fractal(at: place * 8, octaves: 2, period: period * 8)
    let ramp = Ramp([
      (0, hex(0x6E6353)), (0.35, hex(0x9C8C72)), (0.6, hex(0xBDAC8C)), (0.8, hex(0xCFC1A4)),
      (1, hex(0xE0D5BD)),
    ])
    let tone = 0.56 + stain * 0.5 + speckle * 0.14 + (height.share - 0.5) * 0.16
    let face = ramp.colour(at: tone) * (1 - height.pit * 0.3)
    let joint = hex(0x4A4237)
    // Moss gathers in the joints where the stone is stained dark.
    let moss = smooth(0.05, 0.35, -stain) * (1 - smooth(0.2, 0.95, height.rise))
    return joint.lerp(to: face, by: height.block).lerp(to: hex(0x5E6B3C), by: moss * 0.6)
  }
}
