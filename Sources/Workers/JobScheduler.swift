import Glibc
import Synchronization

/// The state that the caller and the workers of a pool share.
///
/// The chunks of a job are divided into one contiguous share per thread: the caller starts with the
/// first share, worker k with the share at index k. A thread that has finished its own share takes
/// chunks from the others (work stealing). The shares depend only on the count, so jobs over the
/// same items find them in the same processor's cache every time, which is the greatest gain of
/// this design.
///
/// The synchronization rules:
///
/// 1. The ticket of a share is the number of its unclaimed chunks. A claim decrements it by a
///    compare-and-exchange, so a chunk is claimed once.
/// 2. `body` and `count` are read only after a claim, and written only while no chunk is claimed or
///    unclaimed.
/// 3. `balance` counts the chunks that workers have finished; a worker adds its count when it finds
///    no more chunks. A caller that stops spinning subtracts the number that it waits for, and the
///    worker that returns the balance to zero wakes it.
/// 4. `jobs` counts jobs, so that workers detect a new one. `parked` counts workers that sleep or
///    are about to. The thread that decrements it must post the semaphore once. A worker that finds
///    a new job after parking decrements the count itself, or waits for the post if another thread
///    has.
final class JobScheduler: @unchecked Sendable {
  typealias Body = @Sendable (Int) -> Void

  /// A ticket that shares no cache line with other data (processors fetch two lines at a time).
  private struct Share: ~Copyable {
    let ticket = Atomic<Int>(0)
    private let padding: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)
    private let morePadding: (Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0)
  }

  private let shares: UnsafeMutablePointer<Share>
  private let shareCount: Int
  private let jobs = Atomic<Int>(0)
  private let balance = Atomic<Int>(0)
  private let parked = Atomic<Int>(0)
  private let isShuttingDown = Atomic<Bool>(false)
  private let isBusy = Atomic<Bool>(false)
  private let wakeSignal = Semaphore()
  private let doneSignal = Semaphore()
  private nonisolated(unsafe) var body: UnsafePointer<Body>?
  private nonisolated(unsafe) var count = 0

  /// Creates the state for a number of threads, including the caller.
  init(threads: Int) {
    shareCount = threads
    shares = .allocate(capacity: threads)
    for number in 0..<threads { (shares + number).initialize(to: Share()) }
  }

  deinit {
    shares.deinitialize(count: shareCount)
    shares.deallocate()
  }

  // MARK: The caller

  /// Marks the pool as busy; terminates the process with a message if it is busy already.
  func begin() {
    guard !isBusy.exchange(true, ordering: .acquiring) else {
      fatalError(
        "WorkerPool.run was called while a job runs: from inside a chunk, or from two threads")
    }
  }

  /// Marks the pool as free.
  func end() { isBusy.store(false, ordering: .releasing) }

  /// Publishes a job, works on it, and waits for the chunks that workers have claimed.
  func share(_ count: Int, _ body: UnsafePointer<Body>, workers: Int) {
    self.body = body
    self.count = count
    for number in 0..<shareCount {
      shares[number].ticket.store(limit(number + 1) - limit(number), ordering: .releasing)
    }
    jobs.add(1, ordering: .sequentiallyConsistent)
    wake(min(workers, count - 1))
    var own = 0
    while let i = claim(0) {
      body.pointee(i)
      own += 1
    }
    join(count - own)
    self.body = nil
  }

  /// Waits until workers have finished `needed` chunks of the job.
  private func join(_ needed: Int) {
    var spins = 0
    while balance.load(ordering: .acquiring) != needed {
      spins &+= 1
      if spins & yieldMask == 0 { sched_yield() }
      if spins < spinLimit { continue }
      if balance.subtract(needed, ordering: .acquiringAndReleasing).newValue < 0 {
        doneSignal.wait()
      }
      return
    }
    balance.store(0, ordering: .relaxed)
  }

  /// Wakes up to `most` parked workers.
  private func wake(_ most: Int) {
    var sleeping = parked.load(ordering: .sequentiallyConsistent)
    while sleeping > 0 {
      let woken = min(sleeping, most)
      let (isTaken, found) = parked.compareExchange(
        expected: sleeping, desired: sleeping - woken, ordering: .sequentiallyConsistent)
      if isTaken {
        for _ in 0..<woken { wakeSignal.post() }
        return
      }
      sleeping = found
    }
  }

  /// Makes all workers exit as soon as they have finished their claimed chunks.
  func shutDown(_ workers: Int) {
    isShuttingDown.store(true, ordering: .sequentiallyConsistent)
    wake(workers)
  }

  // MARK: All threads

  /// The first chunk of a share.
  @inline(__always)
  private func limit(_ share: Int) -> Int { count * share / shareCount }

  /// Claims a chunk of the current job, preferably of the thread's own share; nil when none is
  /// left.
  private func claim(_ own: Int) -> Int? {
    var number = own
    for _ in 0..<shareCount {
      if let i = claim(from: number) { return i }
      number = number + 1 == shareCount ? 0 : number + 1
    }
    return nil
  }

  @inline(__always)
  private func claim(from share: Int) -> Int? {
    var left = shares[share].ticket.load(ordering: .acquiring)
    while left > 0 {
      let (isClaimed, found) = shares[share].ticket.weakCompareExchange(
        expected: left, desired: left - 1, ordering: .acquiringAndReleasing)
      if isClaimed { return limit(share + 1) - left }
      left = found
    }
    return nil
  }

  // MARK: The workers

  /// Works on all jobs until shutdown, starting with the share `own`.
  func work(_ own: Int) {
    var known = 0
    while true {
      var ended = 0
      while let i = claim(own) {
        perform(i)
        ended += 1
      }
      if ended > 0, balance.add(ended, ordering: .acquiringAndReleasing).newValue == 0 {
        doneSignal.post()
      }
      guard waitForWork(&known) else { return }
    }
  }

  /// Runs one chunk; out of line, so that the closure is released before the chunk counts as
  /// finished.
  @inline(never)
  private func perform(_ index: Int) {
    guard let body else { fatalError("A chunk was claimed from no job") }
    body.pointee(index)
  }

  /// True when there is a new job, or on shutdown.
  private func hasNewJob(_ known: Int) -> Bool {
    jobs.load(ordering: .sequentiallyConsistent) != known
      || isShuttingDown.load(ordering: .sequentiallyConsistent)
  }

  /// Waits for a job by spinning, then sleeping; returns false on shutdown.
  private func waitForWork(_ known: inout Int) -> Bool {
    defer { known = jobs.load(ordering: .sequentiallyConsistent) }
    for spin in 0..<spinLimit {
      if hasNewJob(known) { return !isShuttingDown.load(ordering: .relaxed) }
      if spin & yieldMask == yieldMask { sched_yield() }
    }
    parked.add(1, ordering: .sequentiallyConsistent)
    if hasNewJob(known) {
      var sleeping = parked.load(ordering: .relaxed)
      while sleeping > 0 {
        let (isTaken, found) = parked.compareExchange(
          expected: sleeping, desired: sleeping - 1, ordering: .sequentiallyConsistent)
        if isTaken { return !isShuttingDown.load(ordering: .relaxed) }
        sleeping = found
      }
    }
    wakeSignal.wait()
    return !isShuttingDown.load(ordering: .relaxed)
  }
}

/// The number of spins before a thread sleeps: some tens of microseconds.
private let spinLimit = 16_384
/// A thread yields every 512 spins.
private let yieldMask = 511
