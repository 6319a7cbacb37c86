/// A simulated date: milliseconds since 1970 in UTC.
///
/// A session never reads the system clock. Its date is the launch date plus the elapsed ticks, so
/// that games that use the date stay reproducible.
public struct WorldDate: Hashable, Comparable, Sendable {
  /// Milliseconds since 1 January 1970, 00:00 UTC.
  public let milliseconds: Int64

  /// Creates the default launch date: the start of 2026.
  public init() { milliseconds = 1_767_225_600_000 }

  /// Creates a date from milliseconds since 1970, clamped to the years 1 to 9999.
  public init(milliseconds: Int64) {
    self.milliseconds = max(Self.first, min(Self.last, milliseconds))
  }

  /// Parses an ISO 8601 date in UTC: `2026-01-01T09:30:00Z`.
  ///
  /// Fractions of a second have one to three digits. Returns nil for invalid dates, such as month
  /// 13.
  public init?(_ text: String) {
    let text = Array(text.utf8)
    func number(_ start: Int, _ count: Int) -> Int64? {
      guard start + count <= text.count else { return nil }
      var value: Int64 = 0
      for byte in text[start..<(start + count)] {
        guard (48...57).contains(byte) else { return nil }
        value = value * 10 + Int64(byte - 48)
      }
      return value
    }
    let signs = [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")]
    guard text.count >= 20, text.last == UInt8(ascii: "Z"),
      signs.allSatisfy({ String(decoding: [text[$0.0]], as: UTF8.self) == $0.1 }),
      let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
      let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2),
      year >= 1, (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year),
      hour < 24, minute < 60, second < 60
    else { return nil }
    var fraction: Int64 = 0
    if text.count > 20 {
      let digits = text.count - 21
      guard text[19] == UInt8(ascii: "."), (1...3).contains(digits), let value = number(20, digits)
      else { return nil }
      fraction = value * (digits == 1 ? 100 : digits == 2 ? 10 : 1)
    }
    let days = Self.days(before: year, month, day)
    let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second
    milliseconds = seconds * 1_000 + fraction
  }

  /// Whether the first date is earlier.
  public static func < (a: WorldDate, b: WorldDate) -> Bool { a.milliseconds < b.milliseconds }

  /// The date a number of seconds later, rounded down to milliseconds.
  public func advanced(bySeconds seconds: Double) -> WorldDate {
    let step = (seconds * 1_000).rounded(.down)
    guard step.magnitude < 1e15 else {
      return WorldDate(milliseconds: step < 0 ? Self.first : Self.last)
    }
    return WorldDate(milliseconds: milliseconds + Int64(step))
  }

  private static let first: Int64 = days(before: 1, 1, 1) * 86_400_000
  private static let last: Int64 = days(before: 10_000, 1, 1) * 86_400_000 - 1

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The number of days from the start of 1970 to a day of the Gregorian calendar.
  ///
  /// The year is shifted to begin in March, so that the leap day is its last day; 400 years have
  /// 146,097 days.
  ///
  /// - Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  private static func days(before year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension WorldDate: CustomStringConvertible {
  /// The date in ISO 8601 format, with milliseconds only if they are not zero.
  public var description: String {
    // Years start at 1, so that all of these are positive.
    let total = milliseconds - Self.days(before: 0, 3, 1) * 86_400_000
    let (day, rest) = total.quotientAndRemainder(dividingBy: 86_400_000)
    let era = day / 146_097
    let dayOfEra = day % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    func digits(_ value: Int64, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1_000 % 60].map { digits($0, 2) }
    let fraction = rest % 1_000
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(dayOfMonth, 2))"
      + "T\(clock.joined(separator: ":"))\(fraction == 0 ? "" : "." + digits(fraction, 3))Z"
  }
}
