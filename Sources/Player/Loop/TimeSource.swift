import CPlatform

/// The clock of a player loop: the system clock, or a manual one for tests.
public protocol TimeSource: AnyObject {
  /// The time in nanoseconds since an arbitrary moment; monotonic.
  var nanoseconds: UInt64 { get }

  /// Waits until about `nanoseconds`; returns immediately if that is in the past.
  func wait(until nanoseconds: UInt64)
}

/// The system clock.
public final class SystemTime: TimeSource {
  /// Creates the clock.
  public init() {}

  /// The time of the system's monotonic clock, in nanoseconds.
  public var nanoseconds: UInt64 { plat_nanoseconds() }

  /// Sleeps until at most the last millisecond before the moment: early frames are better than late
  /// ones.
  public func wait(until moment: UInt64) {
    let now = nanoseconds
    if moment > now + 1_000_000 { plat_delay(UInt32(min((moment - now) / 1_000_000, 1000))) }
  }
}

/// A clock that only advances by waiting or explicitly, for tests.
public final class ManualTime: TimeSource {
  /// The time.
  public var nanoseconds: UInt64

  /// Creates a clock with an initial time.
  public init(nanoseconds: UInt64 = 0) { self.nanoseconds = nanoseconds }

  /// Advances to the moment.
  public func wait(until moment: UInt64) { nanoseconds = max(nanoseconds, moment) }
}
