import CaromMaths

/// A character as line segments, in units of which a capital is 14 high.
struct Glyph: Sendable {
  /// Ends of the segments, from the left end of the line the character stands on: right and up.
  var segments: [(a: Vector2, b: Vector2)] = []
  /// The place it takes in a line, without the gap to the next.
  var width: Float = 0
  /// True when the inside of the outline is filled.
  var isFilled = false

  /// The gap between characters.
  static let gap: Float = 4
  /// The height of a line of text.
  static let lineHeight: Float = 20
  /// From the top of a line to where its characters stand.
  static let baseline: Float = 15.5
  /// Half the width of the pen.
  static let pen: Float = 1
  /// The width of a space, without the gap.
  static let space: Float = 4
  /// How many pieces a curve is drawn in.
  private static let pieces = 6

  /// The shape of a character; a box stands for those that have none.
  static func named(_ character: Character) -> Glyph {
    all[character] ?? unknown
  }

  /// The width of a line of text, in the glyphs' units.
  static func width(of line: Substring) -> Float {
    var width: Float = 0
    for character in line { width += advance(character) }
    return width > 0 ? width - gap : 0
  }

  /// From the left end of a character to that of the next.
  static func advance(_ character: Character) -> Float {
    (character == " " ? space : named(character).width) + gap
  }

  private static let unknown = Glyph(strokes: "M0 0L0 14L8 14L8 0L0 0", width: 8)

  private static let all: [Character: Glyph] = {
    var table: [Character: Glyph] = [:]
    for line in glyphShapes.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 2)
      guard parts.count == 3, let character = parts[0].first else { continue }
      let isFilled = parts[1].first == "="
      let width = Float(isFilled ? parts[1].dropFirst() : parts[1])
      var glyph = Glyph(strokes: parts[2], width: width ?? 0)
      glyph.isFilled = isFilled
      table[character] = glyph
    }
    return table
  }()

  /// Reads strokes as the table writes them.
  private init(strokes: Substring, width: Float) {
    self.width = width
    var pen = Vector2.zero
    var rest = strokes
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
        for i in 1...Glyph.pieces {
          let t = Float(i) / Float(Glyph.pieces)
          let s = 1 - t
          let point = from * (s * s) + control * (2 * s * t) + to * (t * t)
          segments.append((pen, point))
          pen = point
        }
      default: preconditionFailure("A stroke is M x y, L x y or Q x y x y")
      }
    }
  }
}
