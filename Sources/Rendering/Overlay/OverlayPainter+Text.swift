import CaromMaths

// Text: strokes of a round pen, as sharp at any size as the picture is.
extension OverlayPainter {
  /// No line of text is lower, in pixels: capitals of six pixels can just be read.
  static let leastLine: Float = 9
  /// From so many pixels a unit on, curves are drawn in more pieces.
  private static let largeUnit: Float = 3

  /// Lays lines of text over the picture.
  ///
  /// - Parameters:
  ///   - text: What is written.
  ///   - place: Where its top is, less a share of its height, and each line less its share of width.
  ///   - share: The share of its height that lies above the place.
  ///   - color: Its colour, linear.
  func paint(
    _ text: RenderFrame.OverlayItem.Text, at place: Vector2, share: Float, _ color: Vector4
  ) {
    let height = max(text.size * scale, Self.leastLine)
    let unit = height / Glyph.lineHeight
    let width = text.width > 0 ? text.width * scale / unit : 0
    let lines = TextLayout(
      text.text, width: width, maximumLines: text.maximumLines, font: text.font
    ).lines
    var top = place.y - Float(lines.count) * height * share
    for line in lines {
      if top > Float(self.height) + height { return }
      if top + 2 * height > 0 {
        let left = place.x - line.width * unit * text.alignment
        // Whole pixels keep the feet of the letters sharp.
        let base = (top + Glyph.baseline * unit).rounded(.down)
        write(line.characters, Vector2(left.rounded(.down), base), unit, color, text.font)
      }
      top += height
    }
  }

  /// Writes a line of text whose first character stands at `origin`.
  ///
  /// In two passes: the rims first, so that none darkens its neighbour.
  func write(
    _ line: [Character], _ origin: Vector2, _ unit: Float, _ color: Vector4, _ font: Font = .carom
  ) {
    // Thinner than 1.1 pixels a stroke is a grey smear.
    let pen = max(Glyph.pen * unit, 0.55)
    let rim = max(pen * 1.2, 1)
    let dark = Vector4(0, 0, 0, color.w * 0.6)
    let isLarge = unit >= Self.largeUnit
    var field = DistanceField()
    for pass in 0..<2 {
      var x = origin.x
      for character in line {
        if x > Float(width) + 20 * unit { break }
        if character != " ", x > -40 * unit {
          let glyph = font.glyph(character, isLarge: isLarge)
          let start = Vector2(x, origin.y)
          if pass == 0 {
            fill(glyph, start, unit, dark, pen: pen, softness: rim, &field)
          } else {
            fill(glyph, start, unit, color, pen: pen, softness: 0.5, &field)
          }
        }
        x += font.advance(character) * unit
      }
    }
  }

  /// Draws one character; the colour fades over twice `softness` pixels around the pen's edge.
  private func fill(
    _ glyph: Glyph, _ origin: Vector2, _ unit: Float, _ color: Vector4, pen: Float,
    softness: Float, _ field: inout DistanceField
  ) {
    let reach = pen + softness
    let rows = rows(origin.y - glyph.high.y * unit - reach, origin.y - glyph.low.y * unit + reach)
    let columns = columns(
      origin.x + glyph.low.x * unit - reach, origin.x + glyph.high.x * unit + reach)
    guard !rows.isEmpty, !columns.isEmpty else { return }
    let segments = glyph.segments.map { segment in
      Segment(
        Vector2(origin.x + segment.a.x * unit, origin.y - segment.a.y * unit),
        Vector2(origin.x + segment.b.x * unit, origin.y - segment.b.y * unit))
    }
    field.measure(segments, rows, columns, reach: reach)
    let edge = glyph.isFilled ? 0 : pen
    for y in rows {
      for x in columns {
        var distance = field[x, y].squareRoot()
        if glyph.isFilled {
          let p = Vector2(Float(x) + 0.5, Float(y) + 0.5)
          var isInside = false
          for segment in segments where segment.crossesRay(from: p) { isInside.toggle() }
          if isInside { distance = -distance }
        }
        let share = (edge + softness - distance) / (2 * softness)
        if share > 0 { blend(x, y, color, min(share, 1)) }
      }
    }
  }

  /// A line between two points of the picture.
  struct Segment {
    let a: Vector2
    let along: Vector2
    let inverseSquare: Float

    init(_ a: Vector2, _ b: Vector2) {
      self.a = a
      along = Vector2(b.x - a.x, b.y - a.y)
      inverseSquare = 1 / max(along.dot(along), 1e-12)
    }

    func squaredDistance(to p: Vector2) -> Float {
      let from = p - a
      let share = min(max(from.dot(along) * inverseSquare, 0), 1)
      let gap = from - along * share
      return gap.dot(gap)
    }

    /// True when the ray to the right of `p` crosses the line.
    func crossesRay(from p: Vector2) -> Bool {
      let end = a + along
      guard (a.y > p.y) != (end.y > p.y) else { return false }
      return p.x < a.x + along.x * ((p.y - a.y) / along.y)
    }
  }

  /// The squared distance of pixels from the nearest of some lines, as far as the pen reaches.
  ///
  /// Each line is measured only around itself: of a round letter a pixel is near a few pieces out of
  /// forty.
  private struct DistanceField {
    private var squares: [Float] = []
    private var rows = 0..<0
    private var columns = 0..<0

    subscript(x: Int, y: Int) -> Float {
      squares[(y - rows.lowerBound) * columns.count + x - columns.lowerBound]
    }

    mutating func measure(
      _ segments: [Segment], _ rows: Range<Int>, _ columns: Range<Int>, reach: Float
    ) {
      (self.rows, self.columns) = (rows, columns)
      // Farther than the pen reaches is all the same.
      let far = reach * reach * 4
      squares.removeAll(keepingCapacity: true)
      squares.append(contentsOf: repeatElement(far, count: rows.count * columns.count))
      for s in segments {
        let b = s.a + s.along
        let near = rows.clamped(to: Self.range(min(s.a.y, b.y) - reach, max(s.a.y, b.y) + reach))
        let span = columns.clamped(to: Self.range(min(s.a.x, b.x) - reach, max(s.a.x, b.x) + reach))
        for y in near {
          let row = (y - rows.lowerBound) * columns.count - columns.lowerBound
          for x in span {
            let square = s.squaredDistance(to: Vector2(Float(x) + 0.5, Float(y) + 0.5))
            if square < squares[row + x] { squares[row + x] = square }
          }
        }
      }
    }

    private static func range(_ from: Float, _ to: Float) -> Range<Int> {
      let (low, high) = (max(from.rounded(.down), -1e6), min(to.rounded(.up), 1e6))
      return low < high ? Int(low)..<Int(high) : 0..<0
    }
  }
}
