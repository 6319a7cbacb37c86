import CaromWorkers

/// Memory for the tiles that are being drawn: one shelf for each thread, kept from frame to frame.
///
/// Asking the system anew for each tile costs a tenth of a frame, as it clears the memory every time.
final class TileScratch: @unchecked Sendable {
  // Unchecked because of the pointers: who has a shelf is the only one who uses it.

  /// Depths, red, green, blue and how much is seen in a mirror; then what four samples take besides.
  static let floatCount = firstLayerFloat + SampleLayer.arrayCount * Tile.groupCount
  /// Numbers of triangles, for each of four samples, and what is known of blocks.
  static let idCount = firstBlockNumber + BlockDepths.vectorCount * 4
  /// Where the depths of blocks begin, and what is counted of them.
  static let firstBlockFloat = Tile.groupCount * 9
  /// Where what a transparent draw lays over four samples begins.
  static let firstLayerFloat = firstBlockFloat + BlockDepths.vectorCount * 4
  static let firstBlockNumber = Tile.groupCount * 4
  private let floats: UnsafeMutablePointer<F4>
  private let ids: UnsafeMutablePointer<U4>
  private let slots: SlotPool

  /// Makes room for so many threads at once.
  init(threads: Int) {
    slots = SlotPool(count: threads)
    floats = .allocate(capacity: threads * TileScratch.floatCount)
    ids = .allocate(capacity: threads * TileScratch.idCount)
  }

  deinit {
    floats.deallocate()
    ids.deallocate()
  }

  /// Lends a shelf; what is on it has no meaning.
  func use(_ body: (UnsafeMutablePointer<F4>, UnsafeMutablePointer<U4>) -> Void) {
    let i = slots.acquire()
    body(floats + i * TileScratch.floatCount, ids + i * TileScratch.idCount)
    slots.release(i)
  }
}
