import CaromWorkers

/// Runs the loops of a step on the world's thread pool.
final class StepThreads {
  /// The threads that help the caller; nil runs everything on the caller.
  var pool: WorkerPool?

  /// Processes `count` items in chunks that any thread can claim.
  ///
  /// The body is called with ranges that together cover `0..<count`, in any order and concurrently,
  /// so each item must write only to its own locations, and results must not depend on how the
  /// items are split. Fewer than `minimumCount` items run on the caller, as one range.
  @inline(__always)
  func parallelFor(
    _ count: Int, chunkSize size: Int, minimumCount minimum: Int,
    _ body: @Sendable (Range<Int>) -> Void
  ) {
    if count <= 0 { return }
    if count >= minimum, let pool, pool.threads > 1 {
      pool.run(items: count, inChunksOf: size, body)
    } else {
      body(0..<count)
    }
  }

  /// Processes `count` items like ``parallelFor(_:chunkSize:minimumCount:_:)``, concurrently with a
  /// long job.
  func parallelFor(
    _ count: Int, chunkSize size: Int, minimumCount minimum: Int,
    beside job: (@Sendable () -> Void)?, _ body: @Sendable (Range<Int>) -> Void
  ) {
    guard let job else {
      return parallelFor(count, chunkSize: size, minimumCount: minimum, body)
    }
    if count >= minimum, let pool, pool.threads > 1 {
      // The job is the first chunk, so that it starts first.
      pool.run(chunks: 1 + (count + size - 1) / size) { chunk in
        if chunk == 0 { return job() }
        body((chunk - 1) * size..<min(count, chunk * size))
      }
    } else {
      job()
      if count > 0 { body(0..<count) }
    }
  }
}
