import Foundation

/// The processor time of the whole process, all threads together.
///
/// Unlike the time on the wall it does not count what other programs take from the machine.
public enum ProcessorTime {
  /// Seconds since the process began.
  public static var now: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }
}

/// The time on the wall, which is what more threads make shorter.
enum WallTime {
  /// Seconds since some moment before the process began.
  static var now: Double { seconds(CLOCK_MONOTONIC) }
}

private func seconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
