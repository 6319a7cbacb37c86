import CaromSimulation

/// The events and the log of ticks that a driver went back from, and that it can still go forward
/// to.
struct DriverTimeline {
  private var whole: (events: [TimedInput], log: DriverLog)?

  /// Keeps the events and the log of the last tick, before the first seek.
  mutating func remember(_ events: [TimedInput], _ log: DriverLog) {
    if whole == nil { whole = (events, log) }
  }

  /// The events that were sent and the log that was written before a tick.
  ///
  /// - Parameters:
  ///   - tick: The number of ticks that had run.
  ///   - last: The last tick that has run; events that were sent after it are pending.
  /// - Returns: The events and the log.
  func upTo(_ tick: UInt64, last: UInt64) -> (events: [TimedInput], log: DriverLog) {
    guard let whole else { return ([], DriverLog()) }
    return (
      whole.events.filter { $0.tick < tick || tick == last }, whole.log.entries(upTo: tick)
    )
  }

  /// Forgets the later ticks, because an event or a tick leads to others.
  mutating func leaveOthers() { if whole != nil { whole = nil } }
}
