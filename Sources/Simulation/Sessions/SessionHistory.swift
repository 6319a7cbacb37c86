/// The snapshots and events that a session needs for seeking.
///
/// ```swift
/// session.recordHistory()
/// session.step(6_000)
/// try session.seek(to: 1_234)   // as it was when 1,234 ticks had run
/// ```
///
/// Seeking to a tick restores the last snapshot before it and runs the ticks from there with the
/// same events, at most ``interval`` ticks. When the snapshots exceed their memory limit, every
/// second one is removed and ``interval`` doubles.
public final class SessionHistory {
  /// The current number of ticks between two snapshots.
  public private(set) var interval: Int
  /// The memory limit of the snapshots, in bytes; at least two snapshots are stored regardless.
  public let memory: Int
  /// The number of ticks that stay available at least, after which they are forgotten; nil for all.
  public var span: Int?
  /// The first tick that is available.
  public private(set) var first: UInt64 = 0
  /// The last tick that is available: the latest that has run.
  public private(set) var last: UInt64 = 0
  /// The memory used by the snapshots, in bytes.
  public private(set) var bytes = 0
  /// The number of snapshots.
  public var snapshotCount: Int { snapshots.count }

  /// Sorted by tick; the memory limit never removes the first one.
  private var snapshots: [Snapshot] = []
  /// The sent events in order, each with the number of ticks that had run at the time.
  private var sent: [(at: UInt64, input: TimedInput)] = []
  /// Whether ticks are being run again, in which case nothing is recorded.
  private var isSeeking = false

  init(interval: Int, memory: Int) {
    self.interval = interval
    self.memory = memory
  }

  /// Clears the history and records the current state as its first snapshot.
  func begin(_ session: Session) {
    snapshots = []
    sent = []
    bytes = 0
    (first, last) = (session.tick, session.tick)
    keep(session.snapshot())
  }

  /// Discards the snapshots and events after a tick, because the session diverges from them.
  private func discardEntries(after tick: UInt64) {
    guard last > tick else { return }
    last = tick
    snapshots.removeAll { $0.tick > tick }
    bytes = snapshots.reduce(0) { $0 + $1.byteCount }
    sent.removeAll { $0.at >= tick }
  }

  func willStep(_ session: Session) {
    if !isSeeking { discardEntries(after: session.tick) }
  }

  func willInsert(_ input: TimedInput, at tick: UInt64) {
    if isSeeking { return }
    discardEntries(after: tick)
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
    bytes += snapshot.byteCount
    if let span { forget(ticksBefore: snapshot.tick - min(snapshot.tick, UInt64(max(0, span)))) }
    while bytes > memory, snapshots.count > 2 {
      interval *= 2
      snapshots = snapshots.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      bytes = snapshots.reduce(0) { $0 + $1.byteCount }
    }
  }

  /// Removes the snapshots and events that no tick from `tick` on needs.
  private func forget(ticksBefore tick: UInt64) {
    guard let index = snapshots.lastIndex(where: { $0.tick <= tick }), index > 0 else { return }
    snapshots.removeFirst(index)
    first = snapshots[0].tick
    bytes = snapshots.reduce(0) { $0 + $1.byteCount }
    sent.removeFirst(sent.partitioningIndex { $0.at >= first })
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
    // Stepping forward from the current tick can be cheaper than restoring a snapshot.
    if tick < session.tick || key.tick > session.tick {
      session.revert(to: key)
      session.clearTickEvents()
    }
    var next = sent.partitioningIndex { $0.at >= session.tick }
    while session.tick < tick {
      send(&next, to: session)
      session.step()
    }
    // Events that were sent after the last tick belong to the latest state only.
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
  /// The index of the first element that satisfies a predicate which partitions the array; or
  /// `count`.
  fileprivate func partitioningIndex(_ holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The error of seeking to a tick that is not available.
public struct SeekError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The requested tick.
  public let tick: UInt64
  /// The first available tick.
  public let first: UInt64
  /// The last available tick.
  public let last: UInt64

  /// The message.
  public var description: String {
    "tick \(tick) is not available; \(first) to \(last) are accepted"
  }
}

extension Session {
  /// Starts to record the history that ``seek(to:)`` uses.
  ///
  /// Takes a snapshot every `interval` ticks. Changes that code makes between two ticks without an
  /// event are not reproduced.
  ///
  /// - Parameters:
  ///   - interval: The number of ticks between two snapshots; 1 or more.
  ///   - memory: The memory limit of the snapshots, in bytes.
  public func recordHistory(interval: Int = 600, memory: Int = 64 << 20) {
    precondition(interval >= 1, "The interval must be at least one tick")
    let history = SessionHistory(interval: interval, memory: memory)
    history.begin(self)
    self.history = history
  }

  /// Restores the state after a number of ticks, earlier or later than the current one.
  ///
  /// Later ticks remain available until an event is sent or a tick is run, which discards them.
  /// Seeking ends a recording.
  ///
  /// - Complexity: At most ``SessionHistory/interval`` ticks and the restoration of one snapshot.
  /// - Throws: ``SeekError`` if the tick is not available; the session is then unchanged.
  /// - Precondition: ``recordHistory(interval:memory:)`` was called before.
  public func seek(to tick: UInt64) throws(SeekError) {
    guard let history else {
      preconditionFailure("Call recordHistory() before seeking")
    }
    if tick != self.tick, (history.first...history.last).contains(tick) { finishRecording() }
    try history.seek(self, to: tick)
  }
}
