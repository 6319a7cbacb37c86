import CaromMaths

/// A wall of fired bricks in running bond with pale mortar; tiles in both directions.
struct BrickTexture: TextureRecipe {
  let name = "brick"
  let seed: UInt32 = 81
  let summary = "a wall of bricks in running bond; tiles both ways"
  private let size = 512
  private let columns: Float = 4
  private let rows: Float = 8

  func maps() -> [TextureMap] {
    let samples = Grid(size, size) { u, v in sample(u, v) }
    let heights = samples.map { $0.rise }
    return [
      TextureMap(kind: .diffuse, grid: samples.map { $0.color }),
      TextureMap(kind: .normal, grid: heights.normals(relief: 0.02)),
    ]
  }

  private func sample(_ u: Float, _ v: Float) -> (color: Vector3, rise: Float) {
    let noise = Noise(seed: seed)
    let grain = noise.fractal(at: Vector3(u * 16, v * 16, 0.5), octaves: 4, period: 16)
    let row = (v * rows).rounded(.down)
    let x = u * columns + (Int32(row) % 2 == 0 ? 0 : 0.5)
    let column = x.rounded(.down)
    let (across, down) = (x - column, v * rows - row)
    // Distances to the edge in units of a brick's height, so that all joints have the same width.
    let edge = min(min(across, 1 - across) * 2, min(down, 1 - down)) + grain * 0.035
    let brick = smoothstep(0.05, 0.12, edge)
    let variation = noise.whiteNoise(Int32(column) % Int32(columns), Int32(row), 4)
    let gradient = Gradient([
      (0, hex(0x5E2A1E)), (0.4, hex(0x8E4430)), (0.7, hex(0xB0603F)), (1, hex(0xCB8358)),
    ])
    let speckle = Noise(seed: seed + 1).fractal(
      at: Vector3(u * 64, v * 64, 0.5), octaves: 2, period: 64)
    let face = gradient.color(at: 0.2 + variation * 0.55 + grain * 0.35 + speckle * 0.18)
    let mortar = hex(0xB5AA98) * (0.82 + speckle * 0.25)
    return (mortar.lerp(to: face, by: brick), brick * (0.8 + grain * 0.25) + speckle * 0.03)
  }
}
