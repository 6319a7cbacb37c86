public import CaromSimulation

/// Why a step of a test could not be done: what was wanted, when it was, and how to come there again.
public struct DriverError: Error, Sendable, CustomStringConvertible {
  /// What was wanted, and what was there instead.
  public var message: String
  /// How many ticks had run.
  public var tick: UInt64
  /// The hash of the whole state then.
  public var hash: UInt64
  /// Everything that was sent to the session through the driver, in order: with the same scene and
  /// seed, it leads to the same place.
  public var events: [TimedInput]

  /// The message, with the tick and the hash.
  public var description: String {
    let digits = String(hash, radix: 16)
    let text = String(repeating: "0", count: 16 - digits.count) + digits
    return "tick \(tick): \(message) (hash \(text), after \(events.count) events)"
  }
}
