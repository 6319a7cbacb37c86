import Glibc
import Synchronization

/// What the caller and the workers of a pool share.
///
/// The chunks of a job are dealt out in shares, one for each thread, in order: the caller begins with
/// the first, worker k with the one after k others. Who has ended its own takes from the others'. As
/// shares depend on the count alone, jobs over the same items find them in the same processor's cache
/// time after time, which is worth more than anything else here.
///
/// The rules that make it safe:
///
/// 1. The ticket of a share holds how many of its chunks are unclaimed. Claiming is a
///    compare-and-exchange that takes one away, so a chunk is claimed once.
/// 2. `body` and `count` are read only after a claim, and written only when no chunk is claimed or
///    waits to be.
/// 3. `balance` counts chunks that workers have ended; a worker adds them when it finds no more. A
///    caller that gives up spinning subtracts the number it waits for; the worker that brings the
///    balance back to zero wakes it.
/// 4. `jobs` counts jobs, and tells workers that there is a new one. `parked` counts workers that
///    sleep or are about to. Whoever takes one away owes one post; a worker that finds a new job after
///    parking takes itself away, or takes the post that it is owed.
final class JobScheduler: @unchecked Sendable {
  typealias Body = @Sendable (Int) -> Void

  /// A ticket alone in its cache lines (processors fetch two at a time).
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

  /// Makes what so many threads share, the caller among them.
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

  /// Waits until workers have ended `needed` chunks since the job began.
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

  /// Tells all workers to go; they end as soon as they have nothing claimed.
  func shutDown(_ workers: Int) {
    isShuttingDown.store(true, ordering: .sequentiallyConsistent)
    wake(workers)
  }

  // MARK: Everyone

  /// The chunk with which a share begins.
  @inline(__always)
  private func limit(_ share: Int) -> Int { count * share / shareCount }

  /// Claims a chunk of the current job, from the own share if it has any; nil when none is left.
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

  /// Works on job after job until dismissed, with a share of its own.
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

  /// Runs one chunk; out of line, so that the closure is released before the chunk counts as ended.
  @inline(never)
  private func perform(_ index: Int) {
    guard let body else { fatalError("A chunk was claimed from no job") }
    body.pointee(index)
  }

  /// True when there is a job that is not known, or when dismissed.
  private func hasNewJob(_ known: Int) -> Bool {
    jobs.load(ordering: .sequentiallyConsistent) != known
      || isShuttingDown.load(ordering: .sequentiallyConsistent)
  }

  /// Waits for a job: looks for a while, then sleeps; false once dismissed.
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

/// How often a thread looks before it sleeps: some tens of microseconds.
private let spinLimit = 16_384
/// The lower bits of how often it looks before it lets others run; meanwhile it would miss the news.
private let yieldMask = 511
