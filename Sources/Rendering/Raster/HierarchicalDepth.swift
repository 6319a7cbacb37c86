import CaromMaths

/// A lower bound of the depths in each block of 8 × 8 pixels of a tile, for occlusion culling.
///
/// Depth is reversed: greater is nearer, and writes only increase it, so a bound remains valid. It
/// is recomputed after several triangles have been written to the block.
///
/// - Source: N. Greene, M. Kass, G. Miller, "Hierarchical Z-Buffer Visibility", SIGGRAPH 1993.
struct HierarchicalDepth {
  /// The number of blocks in a tile.
  static let count = 64
  /// The size of each of the two lists in vectors of four.
  static let vectorCount = count / 4
  private let minimums: UnsafeMutablePointer<Float>
  /// The number of triangles written to each block since its bound was computed.
  private let writeCounts: UnsafeMutablePointer<UInt32>
  /// The number of writes after which a bound is recomputed.
  private static let refreshThreshold: UInt32 = 3

  private init(_ minimums: UnsafeMutablePointer<Float>, _ writeCounts: UnsafeMutablePointer<UInt32>)
  {
    (self.minimums, self.writeCounts) = (minimums, writeCounts)
  }

  /// Uses memory of ``vectorCount`` vectors for each list.
  init(_ floats: UnsafeMutablePointer<F4>, _ numbers: UnsafeMutablePointer<U4>) {
    minimums = UnsafeMutableRawPointer(floats)
      .bindMemory(to: Float.self, capacity: HierarchicalDepth.count)
    writeCounts = UnsafeMutableRawPointer(numbers)
      .bindMemory(to: UInt32.self, capacity: HierarchicalDepth.count)
  }

  /// The bounds of another sample of each pixel, stored behind these.
  func forSample(_ number: Int) -> HierarchicalDepth {
    HierarchicalDepth(
      minimums + number * HierarchicalDepth.count, writeCounts + number * HierarchicalDepth.count)
  }

  /// Resets all bounds to zero.
  func clear() {
    minimums.update(repeating: 0, count: HierarchicalDepth.count)
    writeCounts.update(repeating: 0, count: HierarchicalDepth.count)
  }

  /// A lower bound of the depths in a block, recomputed from the tile's `depth` if necessary.
  @inline(__always) func minimum(_ block: Int, _ depth: UnsafeMutablePointer<F4>) -> Float {
    writeCounts[block] > HierarchicalDepth.refreshThreshold
      ? refresh(block, depth) : minimums[block]
  }

  /// Records that a triangle may write to a block.
  @inline(__always) func noteWritten(_ block: Int) { writeCounts[block] = writeCounts[block] &+ 1 }

  /// Resets the bound of a block whose depths may decrease.
  @inline(__always) func invalidate(_ block: Int) {
    minimums[block] = 0
    writeCounts[block] = .max / 2
  }

  /// Recomputes the bound of a block.
  @inline(never) private func refresh(_ block: Int, _ depth: UnsafeMutablePointer<F4>) -> Float {
    var group = depth + (block &>> 3 &* 8 &* Tile.groups &+ (block & 7) &* 2)
    var low: F4 = vmin(group[0], group[1])
    for _ in 1..<8 {
      group += Tile.groups
      low = vmin(low, vmin(group[0], group[1]))
    }
    let minimum: Float = min(min(low.x, low.y), min(low.z, low.w))
    minimums[block] = minimum
    writeCounts[block] = 0
    return minimum
  }
}
