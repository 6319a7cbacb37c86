// Numbers and text, XPath 1.0 parts 3.5, 3.7, 4.2 and 4.4; nothing here asks a locale.

/// True for the four characters that XPath takes for white space.
func isSpace(_ scalar: Unicode.Scalar) -> Bool {
  scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
}

/// The number that a text is, XPath 1.0 part 4.4: `-? (digits (. digits?)? | . digits)`, or NaN.
///
/// There is no exponent, no plus sign and no infinity, whatever other languages allow.
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

/// The number that a text is, if that is digits and a point, few enough to need one rounding.
///
/// A whole number below 2⁵³ and a power of ten up to 10²² are exact, so their quotient is rounded once.
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

/// The text of a number, XPath 1.0 part 4.2: no exponent, no more digits than tell it from others.
///
/// Minus zero is `0`; the rest are `NaN`, `Infinity` and `-Infinity`.
package func text(of number: Double) -> String {
  if number.isNaN { return "NaN" }
  if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
  if number == 0 { return "0" }
  return withoutExponent(number.description)
}

/// The text of a Float by the same rules, with the digits that tell it from other Floats.
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

/// The nearest whole number; of two, the one closer to plus infinity, XPath 1.0 part 4.4.
func roundedUp(_ x: Double) -> Double {
  guard x.isFinite else { return x }
  let down = x.rounded(.down)
  let result = x - down < 0.5 ? down : down + 1
  return result == 0 && x.sign == .minus ? -0.0 : result
}

/// True when two texts are the same characters, not only the same to a reader.
func isSame(_ a: String, _ b: String) -> Bool {
  a.utf8.count == b.utf8.count && a.utf8.elementsEqual(b.utf8)
}

/// A text as an XPath literal; one with both kinds of quotes becomes a `concat`.
package func literal(_ text: String) -> String {
  // Scalars, as those who read it do: a quote with an accent on it is one character, and no quote.
  let scalars = text.unicodeScalars
  if !scalars.contains("'") { return "'\(text)'" }
  if !scalars.contains("\"") { return "\"\(text)\"" }
  let parts = scalars.split(separator: "'", omittingEmptySubsequences: false).map {
    "'\(String($0))'"
  }
  return "concat(\(parts.joined(separator: ",\"'\",")))"
}
