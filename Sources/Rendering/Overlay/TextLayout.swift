/// The lines of a wrapped text, in units of glyphs.
///
/// A line feed ends a line. With a width, lines wrap at spaces, and words wider than a line
/// anywhere. The result depends only on the text, the font and the width, and is the same on every
/// machine.
package struct TextLayout {
  /// A line of text.
  package struct Line: Equatable {
    /// The displayed characters in order.
    package var characters: [Character] = []
    /// The width from the left edge of the first character to the right edge of the last.
    package var width: Float = 0
  }

  /// The maximum number of characters that are laid out; more would not fit into any image.
  package static let maximumCharacterCount = 20_000

  /// The lines from top to bottom.
  package private(set) var lines: [Line] = []
  private let width: Float
  private let font: Font
  private var line: [Character] = []
  private var lineWidth: Float = 0

  /// Breaks a text into lines.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - width: The width at which lines wrap; zero never wraps.
  ///   - maximumLines: The maximum number of lines; zero is unlimited.
  ///   - font: The font.
  package init(
    _ text: String, width: Float = 0, maximumLines: Int = 0, font: Font = .carom
  ) {
    self.font = font
    self.width = width > 0 ? width : .infinity
    let maximum = maximumLines > 0 ? maximumLines : Int.max
    for character in text.prefix(Self.maximumCharacterCount) {
      if lines.count > maximum { break }
      if character.isNewline {
        finish()
      } else if character == "\t" {
        for _ in 0..<4 { add(" ") }
      } else if let displayed = Self.displayed(character) {
        add(displayed)
      }
    }
    finish()
    if lines.count > maximum {
      lines.removeLast(lines.count - maximum)
      truncate()
    }
  }

  /// The displayed form of a character; nil for control characters.
  private static func displayed(_ character: Character) -> Character? {
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

  /// Ends the line at its last space, or at its end without one.
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

  /// Ends the last line with an ellipsis.
  private mutating func truncate() {
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
