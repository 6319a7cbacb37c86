import CaromWorkers

extension World {
  /// Does something to `count` items, in chunks that any thread may take.
  ///
  /// The body is called for ranges that together are `0..<count`, in any order and at the same time,
  /// so each item writes to places of its own. Fewer than `least` items stay on the caller, in one
  /// range: results must not depend on how the items are cut.
  @inline(__always)
  func parallelFor(
    _ count: Int, chunkSize size: Int, minimumCount minimum: Int,
    _ body: @Sendable (Range<Int>) -> Void
  ) {
    if count <= 0 { return }
    if count >= minimum, let workers, workers.threads > 1 {
      workers.run(items: count, inChunksOf: size, body)
    } else {
      body(0..<count)
    }
  }

  /// As ``parallelFor(_:chunkSize:minimumCount:_:)``, with one long job that a thread may do at the same time.
  func parallelFor(
    _ count: Int, chunkSize size: Int, minimumCount minimum: Int,
    beside job: (@Sendable () -> Void)?,
    _ body: @Sendable (Range<Int>) -> Void
  ) {
    guard let job else { return parallelFor(count, chunkSize: size, minimumCount: minimum, body) }
    if count >= minimum, let workers, workers.threads > 1 {
      // The long one is claimed first.
      workers.run(chunks: 1 + (count + size - 1) / size) { chunk in
        if chunk == 0 { return job() }
        body((chunk - 1) * size..<min(count, chunk * size))
      }
    } else {
      job()
      if count > 0 { body(0..<count) }
    }
  }
}

/// A world that several threads read, or that one of them changes where no other looks.
struct SharedWorld: @unchecked Sendable {
  let world: World
}
