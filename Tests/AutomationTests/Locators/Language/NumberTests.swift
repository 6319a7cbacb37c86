import CaromAutomation
import CaromMaths
import Testing

@Suite("XPath numbers")
struct NumberTests {
  @Test(
    "A number has digits, an optional minus, an optional point and surrounding white space",
    arguments: [
      ("1", 1.0), (" 12 ", 12), ("-3.5", -3.5), (".5", 0.5), ("-.5", -0.5), ("5.", 5),
      ("\t7\r\n", 7),
      ("0.1", 0.1), ("-0", -0.0), ("007", 7),
      ("123456789012345678901234567890", 123456789012345677877719597056),
    ])
  func parsing(text: String, expected: Double) { #expect(number(of: text) == expected) }

  @Test(
    "Exponents, plus signs and words for infinity are not numbers",
    arguments: [
      "", " ", "a", "1e5", "+1", "--1", "- 1", "1 2", ".", "-", "-.", "1.2.3", "Infinity", "NaN",
      "0x1",
      "１", "1\u{A0}", "1,5",
    ])
  func notNumbers(text: String) { #expect(number(of: text).isNaN) }

  @Test(
    "The string of a number has no exponent and no redundant digits",
    arguments: [
      (1.0, "1"), (-1, "-1"), (0, "0"), (-0.0, "0"), (0.5, "0.5"), (-2.25, "-2.25"), (0.1, "0.1"),
      (1e21, "1000000000000000000000"), (1e-7, "0.0000001"), (1.5e-10, "0.00000000015"),
      (123456.789, "123456.789"), (Double.nan, "NaN"), (.infinity, "Infinity"),
      (-.infinity, "-Infinity"), (1.0 / 3, "0.3333333333333333"), (-1.25e-5, "-0.0000125"),
      (1.7976931348623157e308, "17976931348623157" + String(repeating: "0", count: 292)),
    ])
  func writing(value: Double, expected: String) { #expect(text(of: value) == expected) }

  @Test("Every finite number survives conversion to a string and back, bit for bit")
  func roundTrip() {
    var random = RandomStream(seed: 7)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite, value != 0 else { continue }
      let written = text(of: value)
      #expect(number(of: written) == value && !written.contains("e"))
    }
  }

  @Test("Strings with one or both kinds of quotes become literals that parse to the same string")
  func literals() throws {
    let tree = PlainTree()
    tree.element("a")
    for text in ["", "a", "it's", "say \"hi\"", "it's \"both\"", "''\"\"", "'"] {
      guard case .string(let back) = try tree.evaluate("string(\(literal(text)))") else {
        Issue.record("\(text) became no text")
        continue
      }
      #expect(back == text)
    }
  }
}
