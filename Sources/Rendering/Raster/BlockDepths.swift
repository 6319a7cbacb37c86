/// The least depth in each block of eight by eight pixels of a tile, or less: what is farther than
/// that cannot be seen there.
///
/// As depths only grow, a least depth stays good when pixels are written; it is found anew when so
/// many were that it may have grown.
///
/// - Source: N. Greene, M. Kass, G. Miller, "Hierarchical Z-Buffer Visibility", SIGGRAPH 1993.
struct BlockDepths {
  /// Blocks of a tile.
  static let count = 64
  /// Vectors of four that the two lists take each.
  static let vectorCount = count / 4
  private let lows: UnsafeMutablePointer<Float>
  /// How many triangles were written since the least depth was found.
  private let written: UnsafeMutablePointer<UInt32>
  /// After so many a block is looked through again.
  private static let patience: UInt32 = 3

  private init(_ lows: UnsafeMutablePointer<Float>, _ written: UnsafeMutablePointer<UInt32>) {
    (self.lows, self.written) = (lows, written)
  }

  /// Lays the lists out in memory of ``vectorCount`` vectors each.
  init(_ floats: UnsafeMutablePointer<F4>, _ numbers: UnsafeMutablePointer<U4>) {
    lows = UnsafeMutableRawPointer(floats)
      .bindMemory(to: Float.self, capacity: BlockDepths.count)
    written = UnsafeMutableRawPointer(numbers)
      .bindMemory(to: UInt32.self, capacity: BlockDepths.count)
  }

  /// The lists of another sample of the pixels, which lie behind these.
  func of(sample number: Int) -> BlockDepths {
    BlockDepths(lows + number * BlockDepths.count, written + number * BlockDepths.count)
  }

  /// Knows nothing: every depth may be zero.
  func clear() {
    lows.update(repeating: 0, count: BlockDepths.count)
    written.update(repeating: 0, count: BlockDepths.count)
  }

  /// The least depth of a block, or less; `depth` holds the tile's.
  @inline(__always) func least(_ block: Int, _ depth: UnsafeMutablePointer<F4>) -> Float {
    written[block] > BlockDepths.patience ? found(block, depth) : lows[block]
  }

  /// Takes note that some pixels may be written.
  @inline(__always) func noteWritten(_ block: Int) { written[block] = written[block] &+ 1 }

  /// Takes note that depths of a block may shrink.
  @inline(__always) func forget(_ block: Int) {
    lows[block] = 0
    written[block] = .max / 2
  }

  /// Looks a block through.
  @inline(never) private func found(_ block: Int, _ depth: UnsafeMutablePointer<F4>) -> Float {
    var group = depth + (block &>> 3 &* 8 &* Tile.groups &+ (block & 7) &* 2)
    var low: F4 = vmin(group[0], group[1])
    for _ in 1..<8 {
      group += Tile.groups
      low = vmin(low, vmin(group[0], group[1]))
    }
    let least: Float = min(min(low.x, low.y), min(low.z, low.w))
    lows[block] = least
    written[block] = 0
    return least
  }
}
