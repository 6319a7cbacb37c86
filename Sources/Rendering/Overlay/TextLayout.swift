/// The lines that a text is broken into, in the units of glyphs.
///
/// A line feed ends a line. With a width, lines are broken at spaces as well, and words that are wider
/// than a line anywhere. The same on every machine, as it knows nothing but the font.
package struct TextLayout {
  /// A line of text.
  package struct Line: Equatable {
    /// What is drawn, in order.
    package var characters: [Character] = []
    /// From the left end of the first to the right end of the last.
    package var width: Float = 0
  }

  /// How many characters of a text are looked at; more would not fit on any picture.
  package static let longest = 20_000

  /// The lines from the top.
  package private(set) var lines: [Line] = []
  private let width: Float
  private let font: Font
  private var line: [Character] = []
  private var lineWidth: Float = 0

  /// Breaks a text into lines.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - width: Where lines are broken; zero is nowhere.
  ///   - maximumLines: How many lines there may be; zero is any number.
  ///   - font: The shapes of its characters.
  package init(
    _ text: String, width: Float = 0, maximumLines: Int = 0, font: Font = .carom
  ) {
    self.font = font
    self.width = width > 0 ? width : .infinity
    let most = maximumLines > 0 ? maximumLines : Int.max
    for character in text.prefix(Self.longest) {
      if lines.count > most { break }
      if character.isNewline {
        finish()
      } else if character == "\t" {
        for _ in 0..<4 { add(" ") }
      } else if let shown = Self.shown(character) {
        add(shown)
      }
    }
    finish()
    if lines.count > most {
      lines.removeLast(lines.count - most)
      abridge()
    }
  }

  /// What is drawn of a character: nothing of those that only steer.
  private static func shown(_ character: Character) -> Character? {
    guard let scalar = character.unicodeScalars.first else { return nil }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate: return nil
    case .spaceSeparator: return " "
    default: return character
    }
  }

  private mutating func add(_ character: Character) {
    let advance = font.advance(character)
    if !line.isEmpty, lineWidth + advance - Glyph.gap > width {
      if character == " " { return finish() }
      breakLine()
    }
    line.append(character)
    lineWidth += advance
  }

  /// Ends the line at its last space, or here if it has none.
  private mutating func breakLine() {
    guard let space = line.lastIndex(of: " ") else { return finish() }
    let rest = Array(line[(space + 1)...])
    line.removeSubrange(space...)
    lineWidth = advance(line)
    finish()
    line = rest
    lineWidth = advance(line)
  }

  private mutating func finish() {
    lines.append(Line(characters: line, width: lineWidth > 0 ? lineWidth - Glyph.gap : 0))
    line = []
    lineWidth = 0
  }

  /// Ends the last line in an ellipsis.
  private mutating func abridge() {
    guard var last = lines.popLast() else { return }
    let dots = font.advance("…")
    while let end = last.characters.last,
      end == " " || advance(last.characters) + dots - Glyph.gap > width
    {
      last.characters.removeLast()
    }
    last.characters.append("…")
    last.width = advance(last.characters) - Glyph.gap
    lines.append(last)
  }

  private func advance(_ characters: [Character]) -> Float {
    var width: Float = 0
    for character in characters { width += font.advance(character) }
    return width
  }
}
