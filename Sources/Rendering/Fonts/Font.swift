/// A font with prepared glyphs; immutable.
///
/// Characters that the file does not define are taken from Carom's font, or drawn as a box if that
/// font does not define them either. Fonts are compared by identity.
public final class Font: Hashable, Sendable {
  /// Carom's built-in font.
  public static let carom = Font(.carom)

  private let glyphs: [Character: Glyph]
  /// Glyphs with more curve segments, for large text.
  private let detailedGlyphs: [Character: Glyph]
  /// The name of the font.
  public let name: String
  private let isCarom: Bool

  /// Prepares the glyphs of a font file.
  ///
  /// - Precondition: Each glyph has a nil `problem`.
  public init(_ file: FontFile) {
    var (glyphs, detailedGlyphs): ([Character: Glyph], [Character: Glyph]) = ([:], [:])
    for glyph in file.glyphs {
      guard let character = glyph.character.first else { continue }
      glyphs[character] = Glyph(glyph, curveSegments: 6)
      detailedGlyphs[character] = Glyph(glyph, curveSegments: 24)
    }
    (self.glyphs, self.detailedGlyphs) = (glyphs, detailedGlyphs)
    name = file.name
    isCarom = file == .carom
  }

  /// Returns the glyph of a character.
  ///
  /// An accented letter that no font defines is drawn without its accents.
  func glyph(_ character: Character, isDetailed: Bool = false) -> Glyph {
    if let glyph = glyphOrFallback(character, isDetailed) { return glyph }
    if let first = character.unicodeScalars.first, character.unicodeScalars.count > 1,
      let glyph = glyphOrFallback(Character(first), isDetailed)
    {
      return glyph
    }
    return Glyph.unknown
  }

  private func glyphOrFallback(_ character: Character, _ isDetailed: Bool) -> Glyph? {
    if let glyph = (isDetailed ? detailedGlyphs : glyphs)[character] { return glyph }
    return isCarom ? nil : Self.carom.glyphOrFallback(character, isDetailed)
  }

  /// Returns whether the file defines a character.
  public func hasShape(_ character: Character) -> Bool { glyphs[character] != nil }

  /// The distance from the left edge of a character to that of the next.
  func advance(_ character: Character) -> Float { glyph(character).width + Glyph.gap }

  /// Returns whether both are the same object.
  public static func == (a: Font, b: Font) -> Bool { a === b }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
