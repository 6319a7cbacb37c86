import CaromMaths

extension FontFile {
  /// Carom's built-in font, also stored as `Assets/fonts/carom.json`: printable ASCII, the letters
  /// of Latin-1, common typographic signs, and symbols for games.
  public static let carom: FontFile = {
    var font = FontFile()
    font.name = "Carom"
    var space = Glyph()
    (space.character, space.width) = (" ", 4)
    font.glyphs = [space]
    for table in [glyphShapes, symbolShapes] {
      for line in table.split(separator: "\n") {
        let parts = line.split(separator: " ", maxSplits: 2)
        guard parts.count == 3 else { continue }
        var glyph = Glyph()
        glyph.character = String(parts[0])
        glyph.isFilled = parts[1].first == "="
        glyph.width = Float(glyph.isFilled ? parts[1].dropFirst() : parts[1]) ?? 0
        glyph.strokes = String(parts[2])
        font.glyphs.append(glyph)
      }
    }
    for line in accentShapes.split(separator: "\n") { font.addAccented(line) }
    return font
  }()

  /// Adds the accented letters of a line of ``accentShapes``.
  private mutating func addAccented(_ line: Substring) {
    // Strokes contain spaces; they end at the position mark.
    guard let sign = line.firstIndex(where: { $0 == "^" || $0 == "_" }),
      let space = line[..<sign].drop(while: { $0 == " " }).firstIndex(of: " ")
    else { return }
    let accent = Self.strokes(String(line[space..<sign]))
    let isAbove = line[sign] == "^"
    for pair in line[line.index(after: sign)...].split(separator: " ") {
      guard let first = pair.first, let last = pair.last,
        var glyph = glyphs.first(where: { $0.character == String(first) })
      else { continue }
      let isCapital = first.isUppercase
      // Capitals are scaled down, so that the accent fits into the line.
      let height: Float = isCapital && isAbove ? 0.84 : 1
      let letter = Self.strokes(glyph.strokes).map { stroke in
        stroke.mapPoints { Vector2($0.x, $0.y * height) }
      }
      let foot = Vector2(glyph.width * 0.5, isAbove ? (isCapital ? 13 : 11.2) : 0)
      glyph.character = String(last)
      glyph.strokes = PenStroke.text(letter + accent.map { $0.mapPoints { $0 + foot } })
      glyphs.append(glyph)
    }
  }

  private static func strokes(_ text: String) -> [PenStroke] {
    do throws(StrokeProblem) { return try PenStroke.parse(text) } catch {
      preconditionFailure("The table of glyphs: \(error.message)")
    }
  }
}
