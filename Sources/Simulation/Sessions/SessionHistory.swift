/// What a session needs to go back in time: snapshots every so many ticks, and what was sent to it.
///
/// ```swift
/// session.recordHistory()
/// session.step(6_000)
/// try session.seek(to: 1_234)   // as it was when 1,234 ticks had run
/// ```
///
/// Going to a tick restores the last snapshot before it and runs the ticks from there again with the
/// same events, so it costs at most ``interval`` ticks. When the snapshots outgrow their memory every
/// second one is dropped and ``interval`` doubles.
public final class SessionHistory {
  /// How many ticks lie between two snapshots now.
  public private(set) var interval: Int
  /// The most bytes that snapshots take; one is always kept.
  public let memory: Int
  /// The first tick that can be gone to.
  public private(set) var first: UInt64 = 0
  /// The last tick that can be gone to: the furthest that has run.
  public private(set) var last: UInt64 = 0
  /// How many bytes the snapshots take.
  public private(set) var bytes = 0
  /// The number of snapshots.
  public var snapshotCount: Int { snapshots.count }

  /// Sorted by tick; the first is never dropped.
  private var snapshots: [Snapshot] = []
  /// What was sent, in order, with the number of ticks that had run when it was.
  private var sent: [(at: UInt64, input: TimedInput)] = []
  /// True while the past is run again, which is no news.
  private var isSeeking = false

  init(interval: Int, memory: Int) {
    self.interval = interval
    self.memory = memory
  }

  /// Forgets all and begins with the state as it is.
  func begin(_ session: Session) {
    snapshots = []
    sent = []
    bytes = 0
    (first, last) = (session.tick, session.tick)
    keep(session.snapshot())
  }

  /// Another future begins than the one that is known.
  private func forgetFuture(of tick: UInt64) {
    guard last > tick else { return }
    last = tick
    snapshots.removeAll { $0.tick > tick }
    bytes = snapshots.reduce(0) { $0 + $1.bytes.count }
    sent.removeAll { $0.at >= tick }
  }

  func willStep(_ session: Session) {
    if !isSeeking { forgetFuture(of: session.tick) }
  }

  func willInsert(_ input: TimedInput, at tick: UInt64) {
    if isSeeking { return }
    forgetFuture(of: tick)
    sent.append((tick, input))
  }

  func didStep(_ session: Session) {
    last = max(last, session.tick)
    guard let newest = snapshots.last,
      session.tick >= newest.tick + UInt64(interval)
    else { return }
    keep(session.snapshot())
  }

  private func keep(_ snapshot: Snapshot) {
    snapshots.append(snapshot)
    bytes += snapshot.bytes.count
    while bytes > memory, snapshots.count > 2 {
      interval *= 2
      snapshots = snapshots.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      bytes = snapshots.reduce(0) { $0 + $1.bytes.count }
    }
  }

  func seek(_ session: Session, to tick: UInt64) throws(SeekError) {
    guard (first...last).contains(tick) else {
      throw SeekError(tick: tick, first: first, last: last)
    }
    guard tick != session.tick else { return }
    isSeeking = true
    defer { isSeeking = false }
    var low = 0
    var high = snapshots.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if snapshots[middle].tick <= tick { low = middle } else { high = middle }
    }
    let key = snapshots[low]
    // Forwards from here may be nearer than from the snapshot.
    if tick < session.tick || key.tick > session.tick {
      session.revert(to: key)
      session.clearTickEvents()
    }
    var next = sent.partitioningIndex { $0.at >= session.tick }
    while session.tick < tick {
      send(&next, to: session)
      session.step()
    }
    // What was sent since the last tick ended is part of the present only.
    if tick == last { send(&next, to: session) }
  }

  private func send(_ next: inout Int, to session: Session) {
    while next < sent.count, sent[next].at == session.tick {
      session.insert(sent[next].input)
      next += 1
    }
  }
}

extension Array {
  /// The first index whose element a test that holds from some element on holds for; or the end.
  fileprivate func partitioningIndex(_ holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Why a tick cannot be gone to.
public struct SeekError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The tick that was asked for.
  public let tick: UInt64
  /// The first that is known.
  public let first: UInt64
  /// The last that is known.
  public let last: UInt64

  /// The whole message.
  public var description: String {
    "tick \(tick) is not known; \(first) to \(last) is accepted"
  }
}

extension Session {
  /// Keeps what ``seek(to:)`` needs, from now on.
  ///
  /// Costs a snapshot every `interval` ticks. What code changes between two ticks without an event
  /// is not repeated.
  ///
  /// - Parameters:
  ///   - interval: How many ticks lie between two snapshots; 1 or more.
  ///   - memory: The most bytes that snapshots take.
  public func recordHistory(interval: Int = 600, memory: Int = 64 << 20) {
    precondition(interval >= 1, "At least a tick lies between two snapshots")
    let history = SessionHistory(interval: interval, memory: memory)
    history.begin(self)
    self.history = history
  }

  /// Goes back, or forward again, to the state when a number of ticks had run.
  ///
  /// The ticks after it stay known until something is sent or a tick is run: then another future
  /// begins. A recording ends where time is turned back.
  ///
  /// - Complexity: at most the ticks between two snapshots, and one restored snapshot.
  /// - Throws: that the tick is not known; nothing has changed then.
  /// - Precondition: ``recordHistory(interval:memory:)`` was called before.
  public func seek(to tick: UInt64) throws(SeekError) {
    guard let history else {
      preconditionFailure("Only a session that keeps its history goes back")
    }
    if tick != self.tick, (history.first...history.last).contains(tick) { finishRecording() }
    try history.seek(self, to: tick)
  }
}
