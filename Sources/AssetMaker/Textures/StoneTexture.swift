import CaromMaths

/// Cut sandstone blocks, `cells` along each side, with chipped edges, joints and pits.
///
/// The grain tiles, so that adjacent stones show no seams but their joints.
struct StoneTexture: TextureRecipe {
  let name: String
  let seed: UInt32
  let summary: String
  /// The number of blocks along each side.
  let cells: Int
  /// The width and height in texels.
  let size: Int
  /// The period of the grain in lattice cells.
  private var period: Int32 { Int32(cells * 3) }

  func maps() -> [TextureMap] {
    let heights = Grid(size, size) { u, v in height(u, v).rise }
    let diffuse = Grid(size, size) { u, v in color(u, v) }
    let normal = heights.normals(relief: 0.03 / Float(cells))
    return [
      TextureMap(kind: .diffuse, grid: diffuse), TextureMap(kind: .normal, grid: normal),
    ]
  }

  private struct Height {
    /// The height: 0 in the joints, about 1 on the face of a block.
    var rise: Float
    /// 0 in the joints, 1 on a block.
    var block: Float
    /// A random value of the block, 0 to 1.
    var variation: Float
    /// The depth of a pit, 1 in its middle.
    var pit: Float
  }

  private func height(_ u: Float, _ v: Float) -> Height {
    let noise = Noise(seed: seed)
    let position = Vector3(u * Float(period), v * Float(period), 0.5)
    let wobble = noise.fractal(at: position * 2, octaves: 3, period: period * 2) * 0.018
    let (x, y) = (u * Float(cells), v * Float(cells))
    let (cx, cy) = (x.rounded(.down), y.rounded(.down))
    let edge = min(min(x - cx, 1 - (x - cx)), min(y - cy, 1 - (y - cy))) + wobble
    let block = smoothstep(0.012, 0.075, edge)
    let grain = noise.fractal(at: position, octaves: 5, period: period)
    let pits = CellNoise(seed: seed + 5, period: period * 3)
      .sample(u * Float(period) * 3, v * Float(period) * 3)
    // A few pits of various sizes, with edges perturbed by the grain.
    let radius = max(0, 0.3 - pits.random) * 1.1
    let pit = radius > 0.02 ? 1 - smoothstep(radius * 0.4, radius, pits.nearest + grain * 0.12) : 0
    return Height(
      rise: block * (0.72 + grain * 0.28) - pit * 0.16 * block, block: block,
      variation: noise.whiteNoise(Int32(cx), Int32(cy), 9), pit: pit)
  }

  private func color(_ u: Float, _ v: Float) -> Vector3 {
    let height = height(u, v)
    let position = Vector3(u * Float(period), v * Float(period), 3.5)
    let stain = Noise(seed: seed + 1).fractal(at: position * 0.5, octaves: 4, period: period / 2)
    let speckle = Noise(seed: seed + 2).fractal(at: position * 8, octaves: 2, period: period * 8)
    let gradient = Gradient([
      (0, hex(0x6E6353)), (0.35, hex(0x9C8C72)), (0.6, hex(0xBDAC8C)), (0.8, hex(0xCFC1A4)),
      (1, hex(0xE0D5BD)),
    ])
    let tone = 0.56 + stain * 0.5 + speckle * 0.14 + (height.variation - 0.5) * 0.16
    let face = gradient.color(at: tone) * (1 - height.pit * 0.3)
    let joint = hex(0x4A4237)
    // Moss grows in the joints where the stone is stained dark.
    let moss = smoothstep(0.05, 0.35, -stain) * (1 - smoothstep(0.2, 0.95, height.rise))
    return joint.lerp(to: face, by: height.block).lerp(to: hex(0x5E6B3C), by: moss * 0.6)
  }
}
