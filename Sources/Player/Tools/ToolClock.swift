/// The clock of the player, which makers can slow down.
struct ToolClock {
  /// The fractions of real time, as the numbers that they are one divided by.
  static let divisors: [UInt64] = [1, 2, 4, 10]

  /// The index of the current fraction.
  private(set) var index = 0
  private var last: UInt64?
  private var passed: UInt64 = 0

  /// The number that real time is divided by.
  var divisor: UInt64 { Self.divisors[index] }

  /// The speed, such as `1/4`.
  var name: String { divisor == 1 ? "1" : "1/\(divisor)" }

  /// The time of the player when a real clock shows `now` nanoseconds.
  mutating func scaled(_ now: UInt64) -> UInt64 {
    defer { last = max(now, last ?? 0) }
    guard let last else {
      passed = now
      return now
    }
    if now > last { passed += (now - last) / divisor }
    return passed
  }

  /// Selects the next lower speed, if there is one.
  mutating func slower() { index = min(index + 1, Self.divisors.count - 1) }

  /// Selects the next higher speed, if there is one.
  mutating func faster() { index = max(index - 1, 0) }

  /// Returns to real time.
  mutating func reset() { index = 0 }
}
