import CaromMaths

/// Lays text and rectangles over a finished picture.
///
/// Edges are smooth: a pixel takes as much of the colour as the distance from its centre to the edge
/// says. Text has a soft dark rim, so that it can be read on any picture.
struct OverlayPainter {
  let pixels: UnsafeMutablePointer<UInt8>
  let width: Int
  let height: Int
  /// Linear light of each byte.
  private let light: [Float] = (0..<256).map { Float(SRGB.linear($0)) }

  init(pixels: UnsafeMutablePointer<UInt8>, width: Int, height: Int) {
    self.pixels = pixels
    self.width = width
    self.height = height
  }

  /// Pixels in one unit of the overlay.
  private var scale: Float { Float(height) / RenderFrame.OverlayItem.height }

  /// Lays an item over the picture.
  func paint(_ item: RenderFrame.OverlayItem) {
    let place = Vector2(
      item.anchor.x * Float(width) + item.offset.x * scale,
      item.anchor.y * Float(height) + item.offset.y * scale)
    // A number out of all measure would not fit a pixel's number.
    guard abs(place.x) < 1e6, abs(place.y) < 1e6, item.color.w > 0 else { return }
    switch item.content {
    case .rectangle(let size):
      guard size.x > 0, size.y > 0, size.x < 1e6, size.y < 1e6 else { return }
      rectangle(place, size * scale, item.color)
    case .text(let text, let size, let alignment):
      guard size > 0, size < 1e5 else { return }
      let unit = size * scale / Glyph.lineHeight
      var top = place.y
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        let left = place.x - Glyph.width(of: line) * unit * alignment
        // Whole pixels keep the feet of the letters sharp.
        let base = (top + Glyph.baseline * unit).rounded(.down)
        write(line, Vector2(left.rounded(.down), base), unit, item.color)
        top += size * scale
      }
    }
  }

  private func rectangle(_ place: Vector2, _ size: Vector2, _ color: Vector4) {
    let end = place + size
    for y in rows(place.y, end.y) {
      let inY = min(end.y, Float(y + 1)) - max(place.y, Float(y))
      for x in columns(place.x, end.x) {
        let inX = min(end.x, Float(x + 1)) - max(place.x, Float(x))
        blend(x, y, color, inX * inY)
      }
    }
  }

  /// Writes a line of text whose first character stands at `origin`.
  ///
  /// In two passes: the rims first, so that none darkens its neighbour.
  private func write(_ line: Substring, _ origin: Vector2, _ unit: Float, _ color: Vector4) {
    // Thinner than 1.1 pixels a stroke is a grey smear.
    let pen = max(Glyph.pen * unit, 0.55)
    let rim = max(pen * 1.2, 1)
    let dark = Vector4(0, 0, 0, color.w * 0.6)
    for pass in 0..<2 {
      var x = origin.x
      for character in line {
        if character != " " {
          let glyph = Glyph.named(character)
          let start = Vector2(x, origin.y)
          if pass == 0 {
            fill(glyph, start, unit, dark, pen: pen, softness: rim)
          } else {
            fill(glyph, start, unit, color, pen: pen, softness: 0.5)
          }
        }
        x += Glyph.advance(character) * unit
      }
    }
  }

  /// Draws one character; the colour fades over twice `softness` pixels around the pen's edge.
  private func fill(
    _ glyph: Glyph, _ origin: Vector2, _ unit: Float, _ color: Vector4, pen: Float, softness: Float
  ) {
    let segments = glyph.segments.map { segment in
      Segment(
        Vector2(origin.x + segment.a.x * unit, origin.y - segment.a.y * unit),
        Vector2(origin.x + segment.b.x * unit, origin.y - segment.b.y * unit))
    }
    let reach = pen + softness
    // From the tallest bracket to the lowest tail.
    let top = origin.y - 16 * unit - reach
    let bottom = origin.y + 4 * unit + reach
    for y in rows(top, bottom) {
      for x in columns(origin.x - reach, origin.x + glyph.width * unit + reach) {
        let p = Vector2(Float(x) + 0.5, Float(y) + 0.5)
        var nearest = Float.infinity
        var isInside = false
        for s in segments {
          nearest = min(nearest, s.squaredDistance(to: p))
          if glyph.isFilled && s.crossesRay(from: p) { isInside.toggle() }
        }
        let distance = isInside ? -nearest.squareRoot() : nearest.squareRoot()
        let edge = glyph.isFilled ? 0 : pen
        let share = (edge + softness - distance) / (2 * softness)
        if share > 0 { blend(x, y, color, min(share, 1)) }
      }
    }
  }

  /// A line between two points of the picture.
  private struct Segment {
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

  private func rows(_ top: Float, _ bottom: Float) -> Range<Int> { range(top, bottom, height) }
  private func columns(_ left: Float, _ right: Float) -> Range<Int> { range(left, right, width) }

  /// The pixels from one coordinate to another that lie in the picture.
  private func range(_ from: Float, _ to: Float, _ count: Int) -> Range<Int> {
    let first = Int(min(max(from.rounded(.down), 0), Float(count)))
    let last = Int(min(max(to.rounded(.up), 0), Float(count)))
    return first..<max(first, last)
  }

  /// Mixes a linear colour into a pixel.
  private func blend(_ x: Int, _ y: Int, _ color: Vector4, _ share: Float) {
    let at = pixels + (y * width + x) * 4
    let alpha = min(max(color.w * share, 0), 1)
    at[0] = mix(at[0], color.x, alpha)
    at[1] = mix(at[1], color.y, alpha)
    at[2] = mix(at[2], color.z, alpha)
  }

  private func mix(_ behind: UInt8, _ light: Float, _ alpha: Float) -> UInt8 {
    let before = self.light[Int(behind)]
    return SRGB.encode(before + (light - before) * alpha)
  }
}
