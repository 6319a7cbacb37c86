import CaromMaths

/// A character as line segments, in units of which a capital is 14 high.
struct Glyph: Sendable {
  /// Ends of the segments, from the left end of the line the character stands on: right and up.
  private(set) var segments: [(a: Vector2, b: Vector2)] = []
  /// The place it takes in a line, without the gap to the next.
  private(set) var width: Float = 0
  /// True when the inside of the outline is filled.
  private(set) var isFilled = false
  /// The least and the greatest of its coordinates.
  private(set) var low = Vector2.zero
  private(set) var high = Vector2.zero

  /// The gap between characters.
  static let gap: Float = 4
  /// The height of a line of text.
  static let lineHeight: Float = 20
  /// From the top of a line to where its characters stand.
  static let baseline: Float = 15.5
  /// The height of capitals and of signs.
  static let capitalHeight: Float = 14
  /// Half the width of the pen.
  static let pen: Float = 1
  /// The width of a space, without the gap.
  static let space: Float = 4

  /// The shape of a character; a box stands for those that have none.
  ///
  /// Of a letter with marks that the font does not have, it is the letter without them. What is drawn
  /// large has curves of more pieces, so that they look round.
  static func named(_ character: Character, isLarge: Bool = false) -> Glyph {
    let font = isLarge ? large : normal
    if let glyph = font[character] { return glyph }
    if let first = character.unicodeScalars.first, character.unicodeScalars.count > 1,
      let glyph = font[Character(first)]
    {
      return glyph
    }
    return unknown
  }

  /// Whether a character has a shape of its own.
  static func isKnown(_ character: Character) -> Bool { normal[character] != nil }

  /// From the left end of a character to that of the next.
  static func advance(_ character: Character) -> Float {
    (character == " " ? space : named(character).width) + gap
  }

  private static let unknown = Glyph(strokes: "M0 0L0 14L8 14L8 0L0 0", width: 8, pieces: 1)
  private static let normal = font(pieces: 6)
  private static let large = font(pieces: 24)

  // MARK: Reading the tables

  private static func font(pieces: Int) -> [Character: Glyph] {
    var font: [Character: Glyph] = [:]
    for table in [glyphShapes, moreGlyphShapes] {
      for line in table.split(separator: "\n") {
        let parts = line.split(separator: " ", maxSplits: 2)
        guard parts.count == 3, let character = parts[0].first else { continue }
        let isFilled = parts[1].first == "="
        let width = Float(isFilled ? parts[1].dropFirst() : parts[1])
        var glyph = Glyph(strokes: parts[2], width: width ?? 0, pieces: pieces)
        glyph.isFilled = isFilled
        font[character] = glyph
      }
    }
    for line in accentShapes.split(separator: "\n") { addAccented(line, pieces, &font) }
    return font
  }

  /// Adds the letters of a line of ``accentShapes``.
  private static func addAccented(
    _ line: Substring, _ pieces: Int, _ font: inout [Character: Glyph]
  ) {
    // Strokes have spaces of their own: they end where the place is told.
    guard let sign = line.firstIndex(where: { $0 == "^" || $0 == "_" }),
      let space = line[..<sign].drop(while: { $0 == " " }).firstIndex(of: " ")
    else { return }
    let accent = Glyph(strokes: line[space..<sign], width: 0, pieces: pieces)
    let isAbove = line[sign] == "^"
    for pair in line[line.index(after: sign)...].split(separator: " ") {
      guard let first = pair.first, let last = pair.last, var glyph = font[first] else { continue }
      let isCapital = first.isUppercase
      if isCapital && isAbove {
        // Lower than others, so that the accent stays in the line.
        for i in glyph.segments.indices {
          glyph.segments[i].a.y *= 0.84
          glyph.segments[i].b.y *= 0.84
        }
      }
      let foot = Vector2(glyph.width * 0.5, isAbove ? (isCapital ? 13 : 11.2) : 0)
      glyph.segments += accent.segments.map { ($0.a + foot, $0.b + foot) }
      glyph.measure()
      font[last] = glyph
    }
  }

  /// Reads strokes as the table writes them, each curve in some pieces.
  private init(strokes: Substring, width: Float, pieces: Int) {
    self.width = width
    var pen = Vector2.zero
    var rest = strokes.drop { $0 == " " }
    while let command = rest.popFirst() {
      let end = rest.firstIndex { "MLQ".contains($0) } ?? rest.endIndex
      let n = rest[..<end].split(separator: " ").map { Float($0) ?? 0 }
      rest = rest[end...]
      switch (command, n.count) {
      case ("M", 2): pen = Vector2(n[0], n[1])
      case ("L", 2):
        let to = Vector2(n[0], n[1])
        segments.append((pen, to))
        pen = to
      case ("Q", 4):
        let (from, control, to) = (pen, Vector2(n[0], n[1]), Vector2(n[2], n[3]))
        for i in 1...pieces {
          let t = Float(i) / Float(pieces)
          let s = 1 - t
          let point = from * (s * s) + control * (2 * s * t) + to * (t * t)
          segments.append((pen, point))
          pen = point
        }
      default: preconditionFailure("A stroke is M x y, L x y or Q x y x y")
      }
    }
    measure()
  }

  private mutating func measure() {
    guard let first = segments.first else { return }
    (low, high) = (first.a, first.a)
    for point in segments.flatMap({ [$0.a, $0.b] }) {
      low = Vector2(min(low.x, point.x), min(low.y, point.y))
      high = Vector2(max(high.x, point.x), max(high.y, point.y))
    }
  }
}
