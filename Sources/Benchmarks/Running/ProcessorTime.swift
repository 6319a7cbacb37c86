import Foundation

/// The processor time of the process, all threads together.
///
/// Unlike wall time it excludes other processes.
public enum ProcessorTime {
  /// Seconds since the process started.
  public static var now: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }
}

/// The wall time.
package enum WallTime {
  /// Seconds of a monotonic clock.
  package static var now: Double { seconds(CLOCK_MONOTONIC) }
}

private func seconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
