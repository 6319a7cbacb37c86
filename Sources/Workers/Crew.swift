import Glibc
import Synchronization

/// What the caller and the workers of a pool share.
///
/// The rules that make it safe:
///
/// 1. `ticket` holds the number of the job and how many of its chunks are unclaimed, in one word.
///    Claiming is a compare-and-exchange that takes one away, so a worker that slept through a job
///    cannot claim from it.
/// 2. `body` and `count` are read only after a claim, and written only when no chunk is claimed.
/// 3. `balance` counts chunks that workers have ended. A caller that gives up spinning subtracts
///    the number it waits for; the worker that brings the balance back to zero wakes it.
/// 4. `parked` counts workers that sleep or are about to. Whoever takes one away owes one post;
///    a worker that finds work after parking takes itself away, or takes the post that it is owed.
final class Crew: @unchecked Sendable {
  typealias Body = @Sendable (Int) -> Void

  private let ticket = Atomic<UInt64>(0)
  private let balance = Atomic<Int>(0)
  private let parked = Atomic<Int>(0)
  private let isDismissed = Atomic<Bool>(false)
  private let isBusy = Atomic<Bool>(false)
  private let bell = Semaphore()
  private let done = Semaphore()
  private nonisolated(unsafe) var body: UnsafePointer<Body>?
  private nonisolated(unsafe) var count = 0

  // MARK: The caller

  /// Marks the pool as busy, or ends the process with a sentence when it is already.
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
    let job = (ticket.load(ordering: .relaxed) >> 32 &+ 1) << 32
    ticket.store(job | UInt64(count), ordering: .sequentiallyConsistent)
    wake(min(workers, count - 1))
    var own = 0
    while let i = claim() {
      body.pointee(i)
      own += 1
    }
    join(count - own)
    self.body = nil
  }

  /// Waits until workers have ended `needed` chunks since the job began.
  private func join(_ needed: Int) {
    var spins = 0
    while balance.load(ordering: .acquiring) != needed {
      spins &+= 1
      if spins & 63 == 0 { sched_yield() }
      if spins < spinLimit { continue }
      if balance.subtract(needed, ordering: .acquiringAndReleasing).newValue < 0 { done.wait() }
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
        for _ in 0..<woken { bell.post() }
        return
      }
      sleeping = found
    }
  }

  /// Tells all workers to go; they end as soon as they have nothing claimed.
  func dismiss(_ workers: Int) {
    isDismissed.store(true, ordering: .sequentiallyConsistent)
    wake(workers)
  }

  // MARK: Everyone

  /// Claims the next chunk of the current job; nil when none is left.
  private func claim() -> Int? {
    var current = ticket.load(ordering: .acquiring)
    while UInt32(truncatingIfNeeded: current) > 0 {
      let (isClaimed, found) = ticket.weakCompareExchange(
        expected: current, desired: current &- 1, ordering: .acquiringAndReleasing)
      if isClaimed { return count - Int(UInt32(truncatingIfNeeded: current)) }
      current = found
    }
    return nil
  }

  // MARK: The workers

  /// Works on job after job until dismissed.
  func work() {
    while true {
      while let i = claim() {
        perform(i)
        if balance.add(1, ordering: .acquiringAndReleasing).newValue == 0 { done.post() }
      }
      guard waitForWork() else { return }
    }
  }

  /// Runs one chunk; out of line, so that the closure is released before the chunk counts as ended.
  @inline(never)
  private func perform(_ index: Int) {
    guard let body else { fatalError("A chunk was claimed from no job") }
    body.pointee(index)
  }

  /// True when there is or could be work, false once dismissed.
  private var hasNews: Bool {
    UInt32(truncatingIfNeeded: ticket.load(ordering: .sequentiallyConsistent)) > 0
      || isDismissed.load(ordering: .sequentiallyConsistent)
  }

  /// Waits for a job: looks for a while, then sleeps; false once dismissed.
  private func waitForWork() -> Bool {
    for spin in 0..<spinLimit {
      if hasNews { return !isDismissed.load(ordering: .relaxed) }
      if spin & 63 == 63 { sched_yield() }
    }
    parked.add(1, ordering: .sequentiallyConsistent)
    if hasNews {
      var sleeping = parked.load(ordering: .relaxed)
      while sleeping > 0 {
        let (isTaken, found) = parked.compareExchange(
          expected: sleeping, desired: sleeping - 1, ordering: .sequentiallyConsistent)
        if isTaken { return !isDismissed.load(ordering: .relaxed) }
        sleeping = found
      }
    }
    bell.wait()
    return !isDismissed.load(ordering: .relaxed)
  }
}

/// How often a thread looks before it sleeps.
private let spinLimit = 8_192
