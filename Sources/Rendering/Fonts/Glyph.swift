import CaromMaths

/// A character as line segments, in units of 1/14 of the height of a capital.
struct Glyph: Sendable {
  /// The segments, right and up from the left end of the baseline.
  private(set) var segments: [(a: Vector2, b: Vector2)] = []
  /// The width, without the gap to the next glyph.
  let width: Float
  /// Whether the outline is filled.
  let isFilled: Bool
  /// The bounds of the segments.
  private(set) var low = Vector2.zero
  private(set) var high = Vector2.zero

  /// The gap between glyphs.
  static let gap: Float = 4
  /// The height of a line of text.
  static let lineHeight: Float = 20
  /// The distance between the baselines of lines in a block.
  static let lineAdvance: Float = 24
  /// The distance from the top of a line to its baseline.
  static let baseline: Float = 15.5
  /// The height of capitals and symbols.
  static let capitalHeight: Float = 14
  /// Half the width of the pen.
  static let pen: Float = 1

  /// The box for characters that no font defines.
  static let unknown: Glyph = {
    var box = FontFile.Glyph()
    (box.width, box.strokes) = (8, "M0 0L0 14L8 14L8 0L0 0")
    return Glyph(box, curveSegments: 1)
  }()

  /// Prepares a glyph, dividing each curve into segments.
  ///
  /// - Precondition: The strokes are valid.
  init(_ glyph: FontFile.Glyph, curveSegments: Int) {
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
        for i in 1...curveSegments {
          let t = Float(i) / Float(curveSegments)
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
