import ArgumentParser

/// Converts the value of an option to a whole number in a range, such as a number of ticks.
///
/// - Parameter range: The accepted numbers.
/// - Returns: A function that throws a sentence for text, fractions and numbers out of range.
package func wholeNumber<Number: FixedWidthInteger & Sendable>(
  in range: ClosedRange<Number>
) -> @Sendable (String) throws -> Number {
  { text in
    if let number = Number(text), range.contains(number) { return number }
    let accepted = "a whole number from \(range.lowerBound) to \(range.upperBound) is accepted"
    let wrong =
      if text.isEmpty {
        "the number is missing"
      } else if Number(text) != nil || text.drop(while: { "+-".contains($0) }).allSatisfy(isDigit) {
        text.hasPrefix("-") ? "'\(text)' is negative" : "'\(text)' is out of range"
      } else if let number = Double(text), number.isFinite {
        number < 0 ? "'\(text)' is negative" : "'\(text)' is not a whole number in digits"
      } else {
        "'\(text)' is not a number"
      }
    throw ValidationError("\(wrong); \(accepted)")
  }
}

/// The numbers of ticks that commands run: half a year of play.
let tickCounts = 0...1_000_000_000

private func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
