import CaromSimulation

/// What a driver did in a session: events and notes, each in order.
struct DriverRecord {
  /// The events.
  var events: [TimedInput] = []
  /// The notes, with the number of ticks that had run.
  var notes: [(tick: UInt64, text: String)] = []

  /// What was done before a tick.
  func before(_ tick: UInt64) -> DriverRecord {
    DriverRecord(
      events: events.filter { $0.tick < tick }, notes: notes.filter { $0.tick < tick })
  }

  /// Does the same in another driver, which is at tick 0, and runs it to a tick.
  func repeated(in driver: GameDriver, to last: UInt64) {
    var next = notes.startIndex
    func goOn(to tick: UInt64) {
      // A recording has the notes of a tick before its events.
      while next < notes.endIndex, notes[next].tick <= tick {
        driver.step(Int(notes[next].tick - driver.tick))
        driver.note(notes[next].text)
        next += 1
      }
      driver.step(Int(tick - driver.tick))
    }
    for event in events {
      goOn(to: event.tick)
      driver.send(event.event)
    }
    goOn(to: last)
  }
}

/// The record and the log of ticks that a driver went back from, and that it can still go forward
/// to.
struct DriverTimeline {
  private var whole: (record: DriverRecord, log: DriverLog)?

  /// Keeps the record and the log of the last tick, before the first seek.
  mutating func remember(_ record: DriverRecord, _ log: DriverLog) {
    if whole == nil { whole = (record, log) }
  }

  /// What was done and logged before a tick.
  ///
  /// - Parameters:
  ///   - tick: The number of ticks that had run.
  ///   - last: The last tick that has run; events that were sent after it are pending.
  /// - Returns: The record and the log.
  func upTo(_ tick: UInt64, last: UInt64) -> (record: DriverRecord, log: DriverLog) {
    guard let whole else { return (DriverRecord(), DriverLog()) }
    return (
      tick == last ? whole.record : whole.record.before(tick), whole.log.entries(upTo: tick)
    )
  }

  /// Forgets the later ticks, because an event or a tick leads to others.
  mutating func leaveOthers() { if whole != nil { whole = nil } }
}
