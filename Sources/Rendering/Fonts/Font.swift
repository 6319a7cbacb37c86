/// The shapes of a font's characters, ready to be drawn; immutable.
///
/// Characters that a file does not have are those of Carom's font, and where that has none either, a
/// box. Equal to no other font but itself.
public final class Font: Hashable, Sendable {
  /// Carom's own font, which needs no file.
  public static let carom = Font(.carom)

  private let glyphs: [Character: Glyph]
  /// The same with curves of more pieces, so that what is drawn large looks round.
  private let largeGlyphs: [Character: Glyph]
  /// What the font is called.
  public let name: String
  private let isCarom: Bool

  /// Prepares the font of a file.
  ///
  /// - Precondition: Each of its characters has a nil `problem`.
  public init(_ file: FontFile) {
    var (glyphs, largeGlyphs): ([Character: Glyph], [Character: Glyph]) = ([:], [:])
    for glyph in file.glyphs {
      guard let character = glyph.character.first else { continue }
      glyphs[character] = Glyph(glyph, pieces: 6)
      largeGlyphs[character] = Glyph(glyph, pieces: 24)
    }
    (self.glyphs, self.largeGlyphs) = (glyphs, largeGlyphs)
    name = file.name
    isCarom = file == .carom
  }

  /// The shape of a character.
  ///
  /// Of a letter with marks that no font has, it is the letter without them.
  func glyph(_ character: Character, isLarge: Bool = false) -> Glyph {
    if let glyph = own(character, isLarge) { return glyph }
    if let first = character.unicodeScalars.first, character.unicodeScalars.count > 1,
      let glyph = own(Character(first), isLarge)
    {
      return glyph
    }
    return Glyph.unknown
  }

  private func own(_ character: Character, _ isLarge: Bool) -> Glyph? {
    if let glyph = (isLarge ? largeGlyphs : glyphs)[character] { return glyph }
    return isCarom ? nil : Self.carom.own(character, isLarge)
  }

  /// Whether it has a shape of its own for a character.
  public func hasShape(_ character: Character) -> Bool { glyphs[character] != nil }

  /// From the left end of a character to that of the next.
  func advance(_ character: Character) -> Float { glyph(character).width + Glyph.gap }

  /// True for one and the same font.
  public static func == (a: Font, b: Font) -> Bool { a === b }

  /// Hashes which font it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
