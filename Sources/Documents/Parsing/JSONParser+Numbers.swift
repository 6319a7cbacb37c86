// MARK: Correctly rounded numbers

extension JSONParser {
  /// Parses a number and rounds it to the nearest Double.
  ///
  /// Integers below 2⁵³ and powers of ten up to 10²² are exact in a Double, so one multiplication
  /// or division rounds correctly (Clinger, "How to Read Floating Point Numbers Accurately", 1990).
  /// All other numbers are converted by the slower, exact conversion of the standard library.
  mutating func number() throws(Problem) {
    let start = i
    let isNegative = bytes[i] == UInt8(ascii: "-")
    if isNegative { i &+= 1 }
    var digits: UInt64 = 0
    var exponent = 0
    let first = i
    scanDigits(into: &digits)
    guard i > first else { throw malformed(start, "a digit is expected after '-'") }
    if bytes[first] == UInt8(ascii: "0"), i > first &+ 1 {
      throw malformed(start, "a number does not start with 0 unless '.' follows")
    }
    var digitCount = i &- first
    if i < bytes.count, bytes[i] == UInt8(ascii: ".") {
      i &+= 1
      let fraction = i
      scanDigits(into: &digits)
      guard i > fraction else {
        let text = String(decoding: bytes[start..<i], as: UTF8.self)
        throw malformed(start, "a digit is expected after '.'; \(text)0 is accepted")
      }
      exponent = fraction &- i
      digitCount &+= i &- fraction
    }
    if i < bytes.count, bytes[i] | 32 == UInt8(ascii: "e") { exponent += try scanExponent(start) }
    if i < bytes.count, isWordByte(bytes[i]) {
      let text = String(decoding: bytes[start..<i], as: UTF8.self)
      throw malformed(start, "the number is followed by another character; \(text) is accepted")
    }

    var magnitude: Double
    if digitCount <= 19, digits < 1 << 53, exponent >= -22, exponent <= 22 {
      magnitude = Double(digits)
      let power = powersOfTen[abs(exponent)]
      magnitude = exponent < 0 ? magnitude / power : magnitude * power
      if isNegative { magnitude = -magnitude }
    } else {
      magnitude = try exact(start)
    }
    tokens.append(
      JSONToken(
        offset: UInt32(truncatingIfNeeded: start), kind: .number,
        payload: magnitude.bitPattern))
  }

  @inline(__always) private mutating func scanDigits(into value: inout UInt64) {
    while i < bytes.count {
      let digit = bytes[i] &- 48
      guard digit < 10 else { return }
      value = value &* 10 &+ UInt64(digit)
      i &+= 1
    }
  }

  private mutating func scanExponent(_ start: Int) throws(Problem) -> Int {
    i += 1
    var sign = 1
    if i < bytes.count, bytes[i] == UInt8(ascii: "+") || bytes[i] == UInt8(ascii: "-") {
      sign = bytes[i] == UInt8(ascii: "-") ? -1 : 1
      i += 1
    }
    let first = i
    var value = 0
    while i < bytes.count, bytes[i] &- 48 < 10 {
      value = min(value * 10 + Int(bytes[i] - 48), 100_000)
      i += 1
    }
    guard i > first else { throw malformed(start, "a digit is expected after 'e'") }
    return sign * value
  }

  private func exact(_ start: Int) throws(Problem) -> Double {
    let length = i - start
    guard length <= 1_000 else {
      throw problem("the number has \(length) characters; at most 1000 are accepted", at: start)
    }
    let text = String(decoding: bytes[start..<i], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      throw problem(
        "\(text.prefix(40)) is too large for a number; up to 1.7976931348623157e308 is accepted",
        at: start)
    }
    return value
  }

  private mutating func malformed(_ start: Int, _ why: String) -> Problem {
    while i < bytes.count, isWordByte(bytes[i]), i < start + 40 { i += 1 }
    let text = String(decoding: bytes[start..<i], as: UTF8.self)
    if text.hasPrefix("0x") || text.hasPrefix("0X"),
      let value = UInt64(text.dropFirst(2), radix: 16)
    {
      return problem("'\(text)' is hexadecimal; \(value) is accepted", at: start)
    }
    if text.lowercased().hasPrefix("-inf") {
      return problem("'\(text)' is not expected here; a finite number is accepted", at: start)
    }
    return problem("'\(text)' is not a number: \(why)", at: start)
  }
}

/// The powers of ten that a Double represents exactly.
private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]
