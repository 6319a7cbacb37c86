import CaromMaths

/// A stroke of a round pen, in units of 1/14 of the height of a capital, right and up from the left
/// end of the baseline.
enum PenStroke {
  /// Moves the pen.
  case move(Vector2)
  /// Draws a straight line.
  case line(Vector2)
  /// Draws a quadratic Bézier curve.
  case curve(control: Vector2, to: Vector2)

  /// The maximum absolute value of a coordinate.
  static let maximumCoordinate: Float = 100
  /// The maximum number of strokes in a glyph.
  static let maximumCount = 500

  /// Parses strokes such as `M0 0L5 14Q8 14 10 0`.
  ///
  /// - Throws: ``StrokeProblem`` with the problem and the accepted values.
  static func parse(_ text: String) throws(StrokeProblem) -> [PenStroke] {
    var strokes: [PenStroke] = []
    var rest = text.utf8.drop { $0 == space }
    while let command = rest.popFirst() {
      let end = rest.firstIndex { commands.contains($0) } ?? rest.endIndex
      var numbers: [Float] = []
      for word in rest[..<end].split(separator: space) {
        guard word.allSatisfy(digits.contains),
          let number = Float(String(decoding: word, as: UTF8.self)),
          abs(number) <= maximumCoordinate
        else {
          throw StrokeProblem(
            "the strokes have '\(String(decoding: word.prefix(20), as: UTF8.self))' for a number; "
              + "-100 to 100 is accepted")
        }
        numbers.append(number)
      }
      rest = rest[end...]
      switch (command, numbers.count) {
      case (UInt8(ascii: "M"), 2): strokes.append(.move(Vector2(numbers[0], numbers[1])))
      case (UInt8(ascii: "L"), 2): strokes.append(.line(Vector2(numbers[0], numbers[1])))
      case (UInt8(ascii: "Q"), 4):
        strokes.append(
          .curve(
            control: Vector2(numbers[0], numbers[1]), to: Vector2(numbers[2], numbers[3])))
      default:
        let letter = Character(UnicodeScalar(command))
        throw StrokeProblem(
          "the strokes have '\(letter)' with \(numbers.count) numbers; 'M x y', 'L x y' and "
            + "'Q x y x y' are accepted")
      }
      guard strokes.count <= maximumCount else {
        throw StrokeProblem("there are more than \(maximumCount) strokes; fewer are accepted")
      }
    }
    return strokes
  }

  /// Formats strokes for ``parse(_:)``, rounded to hundredths.
  static func text(_ strokes: [PenStroke]) -> String {
    strokes.map { stroke in
      switch stroke {
      case .move(let p): "M" + text(p)
      case .line(let p): "L" + text(p)
      case .curve(let control, let to): "Q" + text(control) + " " + text(to)
      }
    }.joined()
  }

  /// Applies a transform to each point.
  func mapPoints(_ transform: (Vector2) -> Vector2) -> PenStroke {
    switch self {
    case .move(let p): .move(transform(p))
    case .line(let p): .line(transform(p))
    case .curve(let control, let to): .curve(control: transform(control), to: transform(to))
    }
  }

  private static let space = UInt8(ascii: " ")
  private static let commands = Array("MLQ".utf8)
  /// Without x and p, which would allow hexadecimal numbers.
  private static let digits = Array("0123456789.-".utf8)

  private static func text(_ p: Vector2) -> String { text(p.x) + " " + text(p.y) }

  /// Formats a number in hundredths, without trailing zeros.
  static func text(_ number: Float) -> String {
    let hundredths = Int((number * 100).rounded())
    let (whole, part) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
    var text = (hundredths < 0 ? "-" : "") + String(whole)
    if part > 0 { text += (part < 10 ? ".0" : ".") + String(part % 10 == 0 ? part / 10 : part) }
    return text
  }
}

/// An error in strokes.
struct StrokeProblem: Error {
  /// The problem and the accepted values.
  let message: String

  init(_ message: String) { self.message = message }
}
