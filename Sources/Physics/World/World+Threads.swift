import CaromWorkers

extension World {
  /// Does something to `count` items, in chunks that any thread may take.
  ///
  /// The body is called for ranges that together are `0..<count`, in any order and at the same time,
  /// so each item writes to places of its own. Fewer than `least` items stay on the caller, in one
  /// range: results must not depend on how the items are cut.
  @inline(__always)
  func share(
    _ count: Int, inChunksOf size: Int, from least: Int, _ body: @Sendable (Range<Int>) -> Void
  ) {
    if count <= 0 { return }
    if count >= least, let workers, workers.threads > 1 {
      workers.run(items: count, inChunksOf: size, body)
    } else {
      body(0..<count)
    }
  }
}
