import Foundation

/// How much of the long suites runs: a sample, or all where `TIER=full` is in the environment.
enum Tier {
  /// True when everything runs.
  static let isFull = ProcessInfo.processInfo.environment["TIER"] == "full"

  /// The first number, or the second when everything runs.
  static func count(_ sample: Int, full: Int) -> Int { isFull ? full : sample }
}
