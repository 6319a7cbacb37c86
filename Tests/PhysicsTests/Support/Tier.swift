import Foundation

/// How much of the long suites runs: a sample, or all where `TIER=full` is in the environment.
///
/// In debug, where a step takes a hundred times as long, a sample is a fiftieth of that.
enum Tier {
  /// True when everything runs.
  static let isFull = ProcessInfo.processInfo.environment["TIER"] == "full"

  /// False in debug builds, in which long scenes are left out.
  static var isRelease: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }

  /// The first number, or the second when everything runs.
  static func count(_ sample: Int, full: Int) -> Int {
    if !isRelease { return max(1, sample / 50) }
    return isFull ? full : sample
  }
}
