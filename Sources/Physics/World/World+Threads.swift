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

  /// As ``share(_:inChunksOf:from:_:)``, with one long job that a thread may do at the same time.
  func share(
    _ count: Int, inChunksOf size: Int, from least: Int, beside job: (@Sendable () -> Void)?,
    _ body: @Sendable (Range<Int>) -> Void
  ) {
    guard let job else { return share(count, inChunksOf: size, from: least, body) }
    if count >= least, let workers, workers.threads > 1 {
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
