import CaromMaths

/// Noise made of scattered points: how far the nearest two are, and which one is nearest.
///
/// Gives pebbles, pits and cracks. Repeats after `period` cells along x and y.
///
/// - Source: S. Worley, "A Cellular Texture Basis Function", SIGGRAPH 1996.
struct CellNoise {
  /// Where the points lie depends on this alone.
  let seed: UInt32
  /// The cells along each side before the pattern repeats; one point lies in each.
  let period: Int32

  /// What is found around a place: distances in cells, and a number from 0 up to 1 for the cell.
  struct Sample {
    var nearest: Float = 9
    var second: Float = 9
    var share: Float = 0
  }

  /// The sample at `x`, `y`, in cells.
  func sample(_ x: Float, _ y: Float) -> Sample {
    let noise = Noise(seed: seed)
    let (fx, fy) = (x.rounded(.down), y.rounded(.down))
    let (cx, cy) = (Int32(fx), Int32(fy))
    var found = Sample()
    for j in Int32(-1)...1 {
      for i in Int32(-1)...1 {
        let (wx, wy) = (wrapped(cx + i), wrapped(cy + j))
        let px = fx + Float(i) + noise.share(wx, wy, 1)
        let py = fy + Float(j) + noise.share(wx, wy, 2)
        let distance = ((px - x) * (px - x) + (py - y) * (py - y)).squareRoot()
        if distance < found.nearest {
          found.second = found.nearest
          found.nearest = distance
          found.share = noise.share(wx, wy, 3)
        } else if distance < found.second {
          found.second = distance
        }
      }
    }
    return found
  }

  private func wrapped(_ x: Int32) -> Int32 {
    let rest = x % period
    return rest < 0 ? rest + period : rest
  }
}
