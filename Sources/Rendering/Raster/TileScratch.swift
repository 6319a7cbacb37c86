import Synchronization

/// Memory for the tiles that are being drawn: one shelf for each thread, kept from frame to frame.
///
/// Asking the system anew for each tile costs a tenth of a frame, as it clears the memory every time.
final class TileScratch: @unchecked Sendable {
  // Unchecked because of the pointers: who has a shelf is the only one who uses it.

  /// Depths, red, green, blue and how much is seen in a mirror; then what four samples take besides.
  static let floatCount = Tile.groupCount * 9
  /// Numbers of triangles, for each of four samples.
  static let idCount = Tile.groupCount * 4
  private let floats: UnsafeMutablePointer<F4>
  private let ids: UnsafeMutablePointer<U4>
  private let isTaken: UnsafeMutablePointer<Atomic<Bool>>
  private let count: Int

  /// Makes room for so many threads at once.
  init(threads: Int) {
    count = threads
    floats = .allocate(capacity: threads * TileScratch.floatCount)
    ids = .allocate(capacity: threads * TileScratch.idCount)
    isTaken = .allocate(capacity: threads)
    for i in 0..<threads { (isTaken + i).initialize(to: Atomic(false)) }
  }

  deinit {
    floats.deallocate()
    ids.deallocate()
    isTaken.deinitialize(count: count)
    isTaken.deallocate()
  }

  /// Lends a shelf; what is on it has no meaning.
  func use(_ body: (UnsafeMutablePointer<F4>, UnsafeMutablePointer<U4>) -> Void) {
    // There are as many as threads, so that one is free; another may have been freed behind the search.
    while true {
      for i in 0..<count where !isTaken[i].exchange(true, ordering: .acquiring) {
        body(floats + i * TileScratch.floatCount, ids + i * TileScratch.idCount)
        isTaken[i].store(false, ordering: .releasing)
        return
      }
    }
  }
}
