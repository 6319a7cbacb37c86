import Foundation

/// The processor time of the whole process, all threads together.
///
/// Unlike the time on the wall it does not count what other programs take from the machine.
enum ProcessorTime {
  /// Seconds since the process began.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
