// Numbers and strings, XPath 1.0 parts 3.5, 3.7, 4.2 and 4.4; independent of the locale.

/// Whether a scalar is one of the four white-space characters of XPath.
func isSpace(_ scalar: Unicode.Scalar) -> Bool {
  scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
}

/// Converts a string to a number, XPath 1.0 part 4.4: `-? (digits (. digits?)? | . digits)`, or
/// NaN.
///
/// Exponents, plus signs and infinities are not accepted.
package func number(of text: String) -> Double {
  if let plain = plainNumber(of: text) { return plain }
  var bytes = Array(text.utf8)[...]
  func space(_ byte: UInt8?) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }
  while space(bytes.first) { bytes.removeFirst() }
  while space(bytes.last) { bytes.removeLast() }
  var (digits, points) = (0, 0)
  for (index, byte) in bytes.enumerated() {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
    case UInt8(ascii: "."): points += 1
    case UInt8(ascii: "-") where index == 0: break
    default: return .nan
    }
  }
  guard digits > 0, points <= 1 else { return .nan }
  if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
  var plain = String(decoding: bytes, as: UTF8.self)
  if plain.hasPrefix(".") { plain = "0" + plain }
  if plain.hasPrefix("-.") { plain = "-0" + plain.dropFirst() }
  return Double(plain) ?? .nan
}

/// Converts a decimal string with few digits to a number with a single rounding; nil otherwise.
///
/// A whole number below 2⁵³ and a power of ten up to 10²² are exact, so their quotient is rounded
/// once.
/// - Source: W. Clinger, "How to read floating point numbers accurately", PLDI 1990.
private func plainNumber(of text: String) -> Double? {
  var (whole, places, digits): (Int, Int, Int) = (0, 0, 0)
  var (isNegative, hasPoint, isFirst) = (false, false, true)
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      whole = whole * 10 + Int(byte - UInt8(ascii: "0"))
      digits += 1
      if hasPoint { places += 1 }
      if digits > 15 { return nil }
    case UInt8(ascii: ".") where !hasPoint: hasPoint = true
    case UInt8(ascii: "-") where isFirst: isNegative = true
    default: return nil
    }
    isFirst = false
  }
  guard digits > 0 else { return nil }
  var scale = 1.0
  for _ in 0..<places { scale *= 10 }
  let value = Double(whole) / scale
  return isNegative ? -value : value
}

/// Converts a number to a string, XPath 1.0 part 4.2: no exponent, and the fewest digits that
/// identify it.
///
/// Minus zero is `0`; special values are `NaN`, `Infinity` and `-Infinity`.
package func text(of number: Double) -> String {
  if number.isNaN { return "NaN" }
  if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
  if number == 0 { return "0" }
  return withoutExponent(number.description)
}

/// Converts a Float by the same rules, with the fewest digits that identify it among Floats.
package func text(of number: Float) -> String {
  number.isFinite && number != 0 ? withoutExponent(number.description) : text(of: Double(number))
}

func withoutExponent(_ text: String) -> String {
  if !text.utf8.contains(UInt8(ascii: "e")) {
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
  let isNegative = text.hasPrefix("-")
  let parts = (isNegative ? text.dropFirst() : text[...]).split(separator: "e")
  let mantissa = (parts.first ?? "0").split(separator: ".", omittingEmptySubsequences: false)
  let whole = String(mantissa.first ?? "0")
  var fraction = mantissa.count > 1 ? String(mantissa[1]) : ""
  if fraction == "0" { fraction = "" }
  let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
  let digits = whole + fraction
  let point = whole.count + exponent
  var result: String
  if point <= 0 {
    result = "0." + String(repeating: "0", count: -point) + digits
  } else if point >= digits.count {
    result = digits + String(repeating: "0", count: point - digits.count)
  } else {
    result = digits.prefix(point) + "." + digits.dropFirst(point)
  }
  return isNegative ? "-" + result : result
}

/// Rounds to the nearest integer; ties round towards plus infinity, XPath 1.0 part 4.4.
func roundedUp(_ x: Double) -> Double {
  guard x.isFinite else { return x }
  let down = x.rounded(.down)
  let result = x - down < 0.5 ? down : down + 1
  return result == 0 && x.sign == .minus ? -0.0 : result
}

/// Whether two strings consist of the same code units; canonical equivalence is ignored.
func isSame(_ a: String, _ b: String) -> Bool {
  a.utf8.count == b.utf8.count && a.utf8.elementsEqual(b.utf8)
}

/// An XPath string literal; text with both kinds of quotes becomes a `concat` call.
package func literal(_ text: String) -> String {
  // Compare scalars, as the parser does: a quote with a combining accent is one character.
  let scalars = text.unicodeScalars
  if !scalars.contains("'") { return "'\(text)'" }
  if !scalars.contains("\"") { return "\"\(text)\"" }
  let parts = scalars.split(separator: "'", omittingEmptySubsequences: false).map {
    "'\(String($0))'"
  }
  return "concat(\(parts.joined(separator: ",\"'\",")))"
}
