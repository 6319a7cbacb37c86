import CaromMaths

/// Worley noise: the distances to the nearest two of scattered feature points.
///
/// Used for pebbles, pits and cracks. Repeats after `period` cells along x and y.
///
/// - Source: S. Worley, "A Cellular Texture Basis Function", SIGGRAPH 1996.
struct CellNoise {
  /// The seed of the feature points.
  let seed: UInt32
  /// The number of cells per side before the pattern repeats; each cell has one point.
  let period: Int32

  /// A sample: the distances to the nearest two points in cells, and a random value of the nearest,
  /// 0 to 1.
  struct Sample {
    var nearest: Float = 9
    var second: Float = 9
    var random: Float = 0
  }

  /// Samples the noise at a position in cells.
  func sample(_ x: Float, _ y: Float) -> Sample {
    let noise = Noise(seed: seed)
    let (fx, fy) = (x.rounded(.down), y.rounded(.down))
    let (cx, cy) = (Int32(fx), Int32(fy))
    var sample = Sample()
    for j in Int32(-1)...1 {
      for i in Int32(-1)...1 {
        let (wx, wy) = (wrapped(cx + i), wrapped(cy + j))
        let px = fx + Float(i) + noise.whiteNoise(wx, wy, 1)
        let py = fy + Float(j) + noise.whiteNoise(wx, wy, 2)
        let distance = ((px - x) * (px - x) + (py - y) * (py - y)).squareRoot()
        if distance < sample.nearest {
          sample.second = sample.nearest
          sample.nearest = distance
          sample.random = noise.whiteNoise(wx, wy, 3)
        } else if distance < sample.second {
          sample.second = distance
        }
      }
    }
    return sample
  }

  private func wrapped(_ x: Int32) -> Int32 {
    let rest = x % period
    return rest < 0 ? rest + period : rest
  }
}
