import CPlatform

/// The clock that a player's loop follows: the system's, or a test's own.
public protocol TimeSource: AnyObject {
  /// Nanoseconds since some moment; never goes back.
  var nanoseconds: UInt64 { get }

  /// Returns when the clock shows about `nanoseconds`, at once if it is past that.
  func wait(until nanoseconds: UInt64)
}

/// The clock of the machine.
public final class SystemTime: TimeSource {
  /// Makes the clock; it costs nothing.
  public init() {}

  /// Nanoseconds of the system's steady clock.
  public var nanoseconds: UInt64 { plat_nanoseconds() }

  /// Sleeps to the millisecond before the moment at the latest: late frames are worse than early.
  public func wait(until moment: UInt64) {
    let now = nanoseconds
    if moment > now + 1_000_000 { plat_delay(UInt32(min((moment - now) / 1_000_000, 1000))) }
  }
}

/// A clock that stands still until it is waited for or told to go on: for tests.
public final class ManualTime: TimeSource {
  /// What the clock shows.
  public var nanoseconds: UInt64

  /// A clock that shows `nanoseconds`.
  public init(nanoseconds: UInt64 = 0) { self.nanoseconds = nanoseconds }

  /// Jumps to the moment.
  public func wait(until moment: UInt64) { nanoseconds = max(nanoseconds, moment) }
}
