import CaromMaths

// Text is drawn as strokes of a round pen and is sharp at any size.
extension OverlayPainter {
  /// The number of pixels per unit from which curves have more segments.
  private static let detailedUnit: Float = 3

  /// Draws lines of text.
  ///
  /// - Parameters:
  ///   - text: The text and its layout.
  ///   - position: The position, from which the block is shifted up by `verticalPivot` of its
  ///     height, and each line left by its alignment.
  ///   - verticalPivot: The fraction of the block's height above the position.
  ///   - color: The linear color.
  func paint(
    _ text: RenderFrame.OverlayItem.Text, at position: Vector2, verticalPivot: Float,
    _ color: Vector4
  ) {
    let placement = TextPlacement(
      text, at: position, verticalPivot: verticalPivot, scale: scale)
    let (unit, height) = (placement.unit, placement.lineHeight)
    var top = placement.top
    for line in placement.lines {
      if top > Float(self.height) + height { return }
      if top + 2 * height > 0 {
        let left = placement.left(of: line)
        // Baselines on whole pixels keep letters sharp.
        let base = (top + Glyph.baseline * unit).rounded(.down)
        write(line.characters, Vector2(left.rounded(.down), base), unit, color, text.font)
      }
      top += placement.lineAdvance
    }
  }

  /// Draws a line of text with its baseline starting at `origin`.
  ///
  /// In two passes, outlines first, so that no outline darkens an adjacent letter.
  func write(
    _ line: [Character], _ origin: Vector2, _ unit: Float, _ color: Vector4, _ font: Font = .carom
  ) {
    // Strokes thinner than 1.1 pixels are illegible.
    let pen = max(Glyph.pen * unit, 0.55)
    let outline = max(pen * 1.2, 1)
    let dark = Vector4(0, 0, 0, color.w * 0.6)
    let isDetailed = unit >= Self.detailedUnit
    var field = DistanceField()
    for pass in 0..<2 {
      var x = origin.x
      for character in line {
        if x > Float(width) + 20 * unit { break }
        if character != " ", x > -40 * unit {
          let glyph = font.glyph(character, isDetailed: isDetailed)
          let start = Vector2(x, origin.y)
          if pass == 0 {
            fill(glyph, start, unit, dark, pen: pen, softness: outline, &field)
          } else {
            fill(glyph, start, unit, color, pen: pen, softness: 0.5, &field)
          }
        }
        x += font.advance(character) * unit
      }
    }
  }

  /// Draws one glyph; coverage falls off over twice `softness` pixels at the edge of the pen.
  private func fill(
    _ glyph: Glyph, _ origin: Vector2, _ unit: Float, _ color: Vector4, pen: Float,
    softness: Float, _ field: inout DistanceField
  ) {
    let margin = pen + softness
    let rows = rows(origin.y - glyph.high.y * unit - margin, origin.y - glyph.low.y * unit + margin)
    let columns = columns(
      origin.x + glyph.low.x * unit - margin, origin.x + glyph.high.x * unit + margin)
    guard !rows.isEmpty, !columns.isEmpty else { return }
    let segments = glyph.segments.map { segment in
      Segment(
        Vector2(origin.x + segment.a.x * unit, origin.y - segment.a.y * unit),
        Vector2(origin.x + segment.b.x * unit, origin.y - segment.b.y * unit))
    }
    field.measure(segments, rows, columns, margin: margin)
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
        let coverage = (edge + softness - distance) / (2 * softness)
        if coverage > 0 { blend(x, y, color, min(coverage, 1)) }
      }
    }
  }

  /// A line segment in pixels.
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
      let t = min(max(from.dot(along) * inverseSquare, 0), 1)
      let gap = from - along * t
      return gap.dot(gap)
    }

    /// Returns whether the ray from `p` to the right crosses the segment.
    func crossesRay(from p: Vector2) -> Bool {
      let end = a + along
      guard (a.y > p.y) != (end.y > p.y) else { return false }
      return p.x < a.x + along.x * ((p.y - a.y) / along.y)
    }
  }

  /// A squared distance field of line segments, up to a maximum distance.
  ///
  /// Each segment is measured only around itself: a pixel of a round letter is near few of its
  /// forty segments.
  private struct DistanceField {
    private var squares: [Float] = []
    private var rows = 0..<0
    private var columns = 0..<0

    subscript(x: Int, y: Int) -> Float {
      squares[(y - rows.lowerBound) * columns.count + x - columns.lowerBound]
    }

    mutating func measure(
      _ segments: [Segment], _ rows: Range<Int>, _ columns: Range<Int>, margin: Float
    ) {
      (self.rows, self.columns) = (rows, columns)
      // Distances beyond the margin need not be exact.
      let far = margin * margin * 4
      squares.removeAll(keepingCapacity: true)
      squares.append(contentsOf: repeatElement(far, count: rows.count * columns.count))
      for s in segments {
        let b = s.a + s.along
        let near = rows.clamped(to: Self.range(min(s.a.y, b.y) - margin, max(s.a.y, b.y) + margin))
        let span = columns.clamped(
          to: Self.range(min(s.a.x, b.x) - margin, max(s.a.x, b.x) + margin))
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
