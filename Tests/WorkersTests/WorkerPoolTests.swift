import CaromMaths
import CaromWorkers
import Foundation
import Synchronization
import Testing

@Suite("Worker pool", .serialized)
struct WorkerPoolTests {
  @Test("Every chunk runs exactly once, over thousands of small jobs", arguments: 1...4)
  func everyChunkOnce(threads: Int) {
    let pool = WorkerPool(threads: threads)
    #expect(pool.threads == threads)
    let most = 40
    let runs = UnsafeMutablePointer<Int>.allocate(capacity: most)
    defer { runs.deallocate() }
    nonisolated(unsafe) let counts = runs
    for job in 0..<5_000 {
      let chunks = job % most
      runs.update(repeating: 0, count: most)
      pool.run(chunks: chunks) { counts[$0] += 1 }
      let isRight = (0..<most).allSatisfy { runs[$0] == ($0 < chunks ? 1 : 0) }
      #expect(isRight, "job \(job)")
      if !isRight { return }
      if job % 500 == 0 { usleep(3_000) }  // long enough for the workers to fall asleep
    }
  }

  @Test("Results do not depend on the number of threads")
  func sameResults() {
    var hashes: Set<UInt64> = []
    for threads in 1...4 {
      let pool = WorkerPool(threads: threads)
      let storage = UnsafeMutablePointer<Float>.allocate(capacity: 20_000)
      defer { storage.deallocate() }
      nonisolated(unsafe) let values = storage
      pool.run(items: 20_000, inChunksOf: 333) { range in
        for i in range { values[i] = Portable.sin(Float(i)) }
      }
      var hash = StateHash()
      hash.combine(bytes: UnsafeRawBufferPointer(start: storage, count: 80_000))
      hashes.insert(hash.value)
    }
    #expect(hashes.count == 1)
  }

  @Test("Items are divided into the same ranges for any number of threads")
  func ranges() {
    for count in [0, 1, 9, 10, 11, 100] {
      let pool = WorkerPool(threads: 3)
      let found = Mutex<[Range<Int>]>([])
      pool.run(items: count, inChunksOf: 10) { range in found.withLock { $0.append(range) } }
      let ranges = found.withLock { $0 }.sorted { $0.lowerBound < $1.lowerBound }
      #expect(ranges.flatMap(Array.init) == Array(0..<count))
      #expect(ranges.dropLast().allSatisfy { $0.count == 10 })
    }
  }

  @Test("The caller works too: a blocked chunk delays no other chunk")
  func callerHelps() {
    let pool = WorkerPool(threads: 2)
    let ended = Atomic<Int>(0)
    let blocker = Atomic<UInt64>(0)
    let caller = UInt64(pthread_self())
    pool.run(chunks: 100) { _ in
      let me = UInt64(pthread_self())
      if me != caller && blocker.exchange(me, ordering: .relaxed) == 0 {
        // The worker's first chunk finishes only after all others.
        while ended.load(ordering: .acquiring) < 99 { usleep(100) }
      }
      ended.add(1, ordering: .releasing)
    }
    #expect(ended.load(ordering: .acquiring) == 100)
  }

  #if os(Linux)
    static var threadCount: Int {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? -1
    }

    @Test("Creating and releasing many pools leaks no threads")
    func noLeaks() {
      let before = Self.threadCount
      for i in 0..<300 {
        let pool = WorkerPool(threads: 1 + i % 4)
        if i % 3 == 0 { pool.run(chunks: 10) { _ in } }
        if i % 50 == 0 { usleep(3_000) }
      }
      // Other suites start threads concurrently, but not hundreds.
      #expect(Self.threadCount < before + 20)
    }
  #endif

  @Test("A job inside a chunk terminates with a message")
  func nestedUse() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let pool = WorkerPool(threads: 2)
      pool.run(chunks: 2) { _ in pool.run(chunks: 1) { _ in } }
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("WorkerPool.run was called while a job runs"))
  }

  @Test("A job inside a chunk terminates on one thread as well")
  func nestedUseOnOneThread() async {
    await #expect(processExitsWith: .failure) {
      let pool = WorkerPool(threads: 1)
      pool.run(chunks: 2) { _ in pool.run(chunks: 1) { _ in } }
    }
  }
}
