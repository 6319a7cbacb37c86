import CaromMaths

/// Oak grain along `u` with rings and pores, used for planks and crates.
struct WoodGrain {
  let seed: UInt32

  /// The color and height of a plank at `along` and `across`, in plank widths.
  ///
  /// `plank` selects the log. The pattern repeats after `period` plank widths along the grain.
  func sample(along: Float, across: Float, plank: Int32, period: Int32) -> (Vector3, rise: Float) {
    let noise = Noise(seed: seed &+ UInt32(plank) &* 977)
    let tint = noise.whiteNoise(plank, 3)
    // Grain is noise stretched along the plank.
    let bend = noise.value(at: Vector3(along * 1, 0.5, 0.3), period: period) * 0.22
    let position = Vector3(along * 1, (across + bend) * 5, 0.7)
    let rings = noise.fractal(at: position, octaves: 3, period: 0)
    let line =
      (across + bend) * 7 + noise.value(at: Vector3(along, across, 0.9), period: period) * 2
    let wave = line - line.rounded(.down)
    let ring = abs(2 * wave - 1)
    let fiber = noise.value(
      at: Vector3(along * 4, across * 60, 1.7), period: period > 0 ? period * 4 : 0)
    let tone = 0.5 + (ring - 0.5) * 0.45 + rings * 0.12 + fiber * 0.12 + (tint - 0.5) * 0.24
    let gradient = Gradient([
      (0, hex(0x4A2E18)), (0.35, hex(0x7A5230)), (0.6, hex(0xA67846)), (0.85, hex(0xC79A62)),
      (1, hex(0xD9B27C)),
    ])
    return (gradient.color(at: tone), 0.7 + ring * 0.1 + fiber * 0.12)
  }
}

/// Four oak planks along `u` with staggered end joints; tiles in both directions.
struct WoodTexture: TextureRecipe {
  let name = "wood"
  let seed: UInt32 = 61
  let summary = "oak planks laid side by side; tiles both ways"
  private let size = 512
  private let planks: Float = 4

  func maps() -> [TextureMap] {
    let samples = Grid(size, size) { u, v in sample(u, v) }
    let heights = samples.map { $0.rise }
    return [
      TextureMap(kind: .diffuse, grid: samples.map { $0.color }),
      TextureMap(kind: .normal, grid: heights.normals(relief: 0.02)),
    ]
  }

  private func sample(_ u: Float, _ v: Float) -> (color: Vector3, rise: Float) {
    let row = (v * planks).rounded(.down)
    let across = v * planks - row
    let start = Noise(seed: seed).whiteNoise(Int32(row), 7)
    let along = u + start
    let end = abs(along - along.rounded())
    let gap = min(smoothstep(0.008, 0.03, min(across, 1 - across)), smoothstep(0.002, 0.006, end))
    let grain = WoodGrain(seed: seed)
      .sample(along: u * 4, across: across, plank: Int32(row), period: 4)
    return (grain.0 * (0.25 + 0.75 * gap), grain.rise * gap)
  }
}
