import CaromMaths

/// A face of a wooden crate: five boards, a frame and a diagonal, with nails.
struct CrateTexture: TextureRecipe {
  let name = "crate"
  let seed: UInt32 = 71
  let summary = "a face of a wooden crate: boards behind a frame with a diagonal"
  private let size = 256

  func maps() -> [TextureMap] {
    let samples = Grid(size, size) { u, v in sample(u, v) }
    let heights = samples.map { $0.rise }
    return [
      TextureMap(kind: .diffuse, grid: samples.map { $0.color }),
      TextureMap(kind: .normal, grid: heights.normals(relief: 0.04, tiles: false)),
    ]
  }

  private func sample(_ u: Float, _ v: Float) -> (color: Vector3, rise: Float) {
    let frame: Float = 0.15
    let (left, right, top, bottom) = (u, 1 - u, v, 1 - v)
    if min(top, bottom) < frame {
      return board(
        along: u, across: min(top, bottom) / frame, plank: top < bottom ? 1 : 2, lift: 1, u, v)
    }
    if min(left, right) < frame {
      return board(
        along: v, across: min(left, right) / frame, plank: left < right ? 3 : 4, lift: 0.96, u, v)
    }
    let off = (u - v) / frame * 0.72 + 0.5
    if off > 0, off < 1 {
      return board(along: u + v, across: off, plank: 5, lift: 0.86, u, v)
    }
    let row = (u * 6).rounded(.down)
    var inner = board(along: v, across: u * 6 - row, plank: 10 + Int32(row), lift: 0.5, u, v)
    // The frame and the diagonal cast a soft shadow on the boards.
    let near = min(min(left, right, top, bottom) - frame, abs(off - 0.5) * frame - frame * 0.5)
    inner.color *= 0.55 + 0.35 * smoothstep(0, 0.07, near)
    return inner
  }

  private func board(
    along: Float, across: Float, plank: Int32, lift: Float, _ u: Float, _ v: Float
  ) -> (color: Vector3, rise: Float) {
    let gap = smoothstep(0.02, 0.1, min(across, 1 - across))
    let grain = WoodGrain(seed: seed).sample(
      along: along * 3, across: across * 0.8, plank: plank, period: 0)
    var color = grain.0 * (0.3 + 0.7 * gap)
    var rise = lift * (0.4 + 0.6 * gap) + (grain.rise - 0.7) * 0.3
    for (x, y) in [(Float(0.075), Float(0.075)), (0.925, 0.075), (0.075, 0.925), (0.925, 0.925)] {
      let distance = ((u - x) * (u - x) + (v - y) * (v - y)).squareRoot()
      let nail = 1 - smoothstep(0.018, 0.026, distance)
      color = color.lerp(to: hex(0x6B6A68) * (1.25 - distance * 20), by: nail)
      rise += nail * 0.12
    }
    return (color, rise)
  }
}
