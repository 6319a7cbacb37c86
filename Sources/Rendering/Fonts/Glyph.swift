import CaromMaths

/// A character as line segments, in units of which a capital is 14 high.
struct Glyph: Sendable {
  /// Ends of the segments, from the left end of the line the character stands on: right and up.
  private(set) var segments: [(a: Vector2, b: Vector2)] = []
  /// The place it takes in a line, without the gap to the next.
  let width: Float
  /// True when the inside of the outline is filled.
  let isFilled: Bool
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

  /// A box, for characters that no font has.
  static let unknown: Glyph = {
    var box = FontFile.Glyph()
    (box.width, box.strokes) = (8, "M0 0L0 14L8 14L8 0L0 0")
    return Glyph(box, pieces: 1)
  }()

  /// Makes the character of a font, each curve in some pieces.
  ///
  /// - Precondition: its strokes can be read.
  init(_ glyph: FontFile.Glyph, pieces: Int) {
    width = glyph.width
    isFilled = glyph.isFilled
    let strokes: [PenStroke]
    do throws(StrokeProblem) { strokes = try PenStroke.parse(glyph.strokes) } catch {
      preconditionFailure("A glyph has strokes: \(error.message)")
    }
    var pen = Vector2.zero
    for stroke in strokes {
      switch stroke {
      case .move(let to): pen = to
      case .line(let to):
        segments.append((pen, to))
        pen = to
      case .curve(let control, let to):
        let from = pen
        for i in 1...pieces {
          let t = Float(i) / Float(pieces)
          let s = 1 - t
          let point = from * (s * s) + control * (2 * s * t) + to * (t * t)
          segments.append((pen, point))
          pen = point
        }
      }
    }
    guard let first = segments.first else { return }
    (low, high) = (first.a, first.a)
    for point in segments.flatMap({ [$0.a, $0.b] }) {
      low = Vector2(min(low.x, point.x), min(low.y, point.y))
      high = Vector2(max(high.x, point.x), max(high.y, point.y))
    }
  }
}
