import CaromMaths
import CaromWorkers

/// Scratch memory for tiles, one block for each thread, reused from frame to frame.
///
/// Allocating it for each tile takes a tenth of a frame, because the system clears the pages.
final class TileScratch: @unchecked Sendable {
  // Unchecked because of the pointers: a block is used by one thread at a time.

  /// The number of vectors in a block: depth, red, green, blue and reflection visibility, then
  /// those of multisampling and the triangle setups.
  static let floatCount = firstSetupFloat + TriangleSetups.vectorCount
  /// The number of ID vectors in a block: four samples, then the write counts of the hierarchical
  /// depth.
  static let idCount = firstBlockNumber + HierarchicalDepth.vectorCount * 4
  /// The offset of the minima of the hierarchical depth.
  static let firstBlockFloat = Tile.groupCount * 9
  /// The offset of the transparency layer.
  static let firstLayerFloat = firstBlockFloat + HierarchicalDepth.vectorCount * 4
  /// The offset of the triangle setups.
  static let firstSetupFloat = firstLayerFloat + TransparencyLayer.arrayCount * Tile.groupCount
  static let firstBlockNumber = Tile.groupCount * 4
  private let floats: UnsafeMutablePointer<F4>
  private let ids: UnsafeMutablePointer<U4>
  private let slots: SlotPool

  /// Allocates a block for each thread.
  init(threads: Int) {
    slots = SlotPool(count: threads)
    floats = .allocate(capacity: threads * TileScratch.floatCount)
    ids = .allocate(capacity: threads * TileScratch.idCount)
  }

  deinit {
    floats.deallocate()
    ids.deallocate()
  }

  /// Calls `body` with an uninitialized block.
  func use(_ body: (UnsafeMutablePointer<F4>, UnsafeMutablePointer<U4>) -> Void) {
    let i = slots.acquire()
    body(floats + i * TileScratch.floatCount, ids + i * TileScratch.idCount)
    slots.release(i)
  }
}
