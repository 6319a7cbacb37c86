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
  private let light = Self.light
  private static let light: [Float] = (0..<256).map { Float(SRGB.linear($0)) }

  init(pixels: UnsafeMutablePointer<UInt8>, width: Int, height: Int) {
    self.pixels = pixels
    self.width = width
    self.height = height
  }

  /// Pixels in one unit of the overlay.
  var scale: Float { RenderFrame.OverlayItem.pixels(inUnitOf: width, height) }

  /// Lays an item over the picture.
  func paint(_ item: RenderFrame.OverlayItem) {
    let place = Vector2(
      item.anchor.x * Float(width) + item.offset.x * scale,
      item.anchor.y * Float(height) + item.offset.y * scale)
    // A number out of all measure would not fit a pixel's number.
    guard abs(place.x) < 1e6, abs(place.y) < 1e6, item.color.w > 0 else { return }
    switch item.content {
    case .rectangle(let size):
      guard Self.isSize(size) else { return }
      rectangle(corner(place, size, item.pivot), size * scale, item.color)
    case .picture(let picture):
      guard picture.height > 0, picture.height < 1e5, picture.count > 0 else { return }
      paint(picture, at: place, item.pivot, item.color)
    case .area(let area):
      guard Self.isSize(area.size) else { return }
      paint(area, at: corner(place, area.size, item.pivot), item.color)
    case .lines(let text):
      guard text.size > 0, text.size < 1e5 else { return }
      paint(text, at: place, share: item.pivot.y, item.color)
    case .signs(let character, let size, let count):
      guard size > 0, size < 1e5, count > 0 else { return }
      let unit = size * scale / Glyph.capitalHeight
      let line = [Character](repeating: character, count: min(count, 1_000))
      let width = Font.carom.advance(character) * Float(line.count) - Glyph.gap
      let left = place.x - width * unit * item.pivot.x
      let foot = place.y + size * scale * (1 - item.pivot.y)
      write(line, Vector2(left.rounded(.down), foot.rounded(.down)), unit, item.color)
    }
  }

  /// Neither nothing nor out of all measure.
  private static func isSize(_ size: Vector2) -> Bool {
    size.x > 0 && size.y > 0 && size.x < 1e6 && size.y < 1e6
  }

  /// The top left corner of what has a point at a place.
  private func corner(_ place: Vector2, _ size: Vector2, _ pivot: Vector2) -> Vector2 {
    place - Vector2(size.x * pivot.x, size.y * pivot.y) * scale
  }

  // MARK: Areas

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

  /// Lays an area over the picture by its distance from each pixel's centre.
  private func paint(_ area: RenderFrame.OverlayItem.Area, at place: Vector2, _ color: Vector4) {
    let half = area.size * (scale * 0.5)
    let middle = place + half
    let most = min(half.x, half.y)
    let radius = min(max(area.cornerRadius * scale, 0), most)
    let border = min(max(area.borderWidth * scale, 0), most)
    var (low, high) = (place, place + half * 2)
    if let part = area.part {
      high = place + part.high * scale
      low = place + part.low * scale
    }
    for y in rows(low.y, high.y) {
      let inY = min(high.y, Float(y + 1)) - max(low.y, Float(y))
      let down = abs(Float(y) + 0.5 - middle.y) - half.y + radius
      for x in columns(low.x, high.x) {
        let inX = min(high.x, Float(x + 1)) - max(low.x, Float(x))
        let right = abs(Float(x) + 0.5 - middle.x) - half.x + radius
        let (outX, outY) = (max(right, 0), max(down, 0))
        let corner = (outX * outX + outY * outY).squareRoot()
        let distance = corner + min(max(right, down), 0) - radius
        let whole = min(max(0.5 - distance, 0), 1)
        guard whole > 0 else { continue }
        let share = min(inX * inY, 1)
        let inside = border > 0 ? min(max(0.5 - distance - border, 0), 1) : whole
        if inside > 0 { blend(x, y, color, inside * share) }
        if whole > inside { blend(x, y, area.borderColor, (whole - inside) * share) }
      }
    }
  }

  // MARK: Pixels

  func rows(_ top: Float, _ bottom: Float) -> Range<Int> { range(top, bottom, height) }
  func columns(_ left: Float, _ right: Float) -> Range<Int> { range(left, right, width) }

  /// The pixels from one coordinate to another that lie in the picture.
  private func range(_ from: Float, _ to: Float, _ count: Int) -> Range<Int> {
    // No number at all is no pixel either.
    guard from < to else { return 0..<0 }
    let first = Int(min(max(from.rounded(.down), 0), Float(count)))
    let last = Int(min(max(to.rounded(.up), 0), Float(count)))
    return first..<max(first, last)
  }

  /// Mixes a linear colour into a pixel.
  func blend(_ x: Int, _ y: Int, _ color: Vector4, _ share: Float) {
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
