import CaromMaths
import CaromWorkers

/// Draws text, images and rectangles over a rendered image.
///
/// Edges are antialiased by the distance from the pixel center. Text has a soft dark outline, so
/// that it is legible on any background.
struct OverlayPainter {
  let pixels: UnsafeMutablePointer<UInt8>
  let width: Int
  let height: Int
  /// The rows of the image that are drawn to.
  let drawnRows: Range<Int>
  /// The linear light of each byte.
  private let light = Self.light
  private static let light: [Float] = (0..<256).map { Float(SRGB.linear($0)) }

  init(
    pixels: UnsafeMutablePointer<UInt8>, width: Int, height: Int, drawnRows: Range<Int>? = nil
  ) {
    self.pixels = pixels
    self.width = width
    self.height = height
    self.drawnRows = drawnRows ?? 0..<height
  }

  /// The rows of a band, which one thread draws: high enough that few items are in two of them.
  private static let bandHeight = 64

  /// Draws items in order, with all threads of a pool; each draws bands of rows.
  static func paint(
    _ items: [RenderFrame.OverlayItem], over pixels: UnsafeMutablePointer<UInt8>, width: Int,
    height: Int, with pool: WorkerPool
  ) {
    guard !items.isEmpty else { return }
    nonisolated(unsafe) let pixels = pixels
    pool.run(chunks: (height + bandHeight - 1) / bandHeight) { band in
      let rows = band * bandHeight..<min(height, (band + 1) * bandHeight)
      let painter = OverlayPainter(pixels: pixels, width: width, height: height, drawnRows: rows)
      for item in items { painter.paint(item) }
    }
  }

  /// Pixels in an overlay unit.
  var scale: Float { RenderFrame.OverlayItem.pixelsPerUnit(width, height) }

  /// Draws an item.
  func paint(_ item: RenderFrame.OverlayItem) {
    let item = item.holdingText(width: width, height: height)
    let position = Vector2(
      item.anchor.x * Float(width) + item.offset.x * scale,
      item.anchor.y * Float(height) + item.offset.y * scale)
    // Positions out of range would overflow pixel indices.
    guard abs(position.x) < 1e6, abs(position.y) < 1e6, item.color.w > 0 else { return }
    switch item.content {
    case .rectangle(let size):
      guard Self.isSize(size) else { return }
      rectangle(corner(position, size, item.pivot), size * scale, item.color)
    case .imageRow(let image):
      guard image.height > 0, image.height < 1e5, image.count > 0 else { return }
      paint(image, at: position, item.pivot, item.color)
    case .area(let area):
      guard Self.isSize(area.size) else { return }
      paint(area, at: corner(position, area.size, item.pivot), item.color)
    case .lines(let text):
      guard text.size > 0, text.size < 1e5 else { return }
      paint(text, at: position, verticalPivot: item.pivot.y, item.color)
    case .symbols(let character, let size, let count):
      guard size > 0, size < 1e5, count > 0 else { return }
      let unit = size * scale / Glyph.capitalHeight
      let line = [Character](repeating: character, count: min(count, 1_000))
      let width = Font.carom.advance(character) * Float(line.count) - Glyph.gap
      let left = position.x - width * unit * item.pivot.x
      let foot = position.y + size * scale * (1 - item.pivot.y)
      write(line, Vector2(left.rounded(.down), foot.rounded(.down)), unit, item.color)
    }
  }

  /// Whether a size is positive and within range.
  private static func isSize(_ size: Vector2) -> Bool {
    size.x > 0 && size.y > 0 && size.x < 1e6 && size.y < 1e6
  }

  /// The top left corner of a rectangle with its pivot at a position.
  private func corner(_ position: Vector2, _ size: Vector2, _ pivot: Vector2) -> Vector2 {
    position - Vector2(size.x * pivot.x, size.y * pivot.y) * scale
  }

  // MARK: Areas

  private func rectangle(_ position: Vector2, _ size: Vector2, _ color: Vector4) {
    let end = position + size
    for y in rows(position.y, end.y) {
      let inY = min(end.y, Float(y + 1)) - max(position.y, Float(y))
      for x in columns(position.x, end.x) {
        let inX = min(end.x, Float(x + 1)) - max(position.x, Float(x))
        blend(x, y, color, inX * inY)
      }
    }
  }

  /// Draws a rounded rectangle by its signed distance field.
  private func paint(_ area: RenderFrame.OverlayItem.Area, at position: Vector2, _ color: Vector4) {
    let half = area.size * (scale * 0.5)
    let middle = position + half
    let maximum = min(half.x, half.y)
    let radius = min(max(area.cornerRadius * scale, 0), maximum)
    let border = min(max(area.borderWidth * scale, 0), maximum)
    var (low, high) = (position, position + half * 2)
    if let clip = area.clip {
      high = position + clip.high * scale
      low = position + clip.low * scale
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
        let coverage = min(inX * inY, 1)
        let inside = border > 0 ? min(max(0.5 - distance - border, 0), 1) : whole
        if inside > 0 { blend(x, y, color, inside * coverage) }
        if whole > inside { blend(x, y, area.borderColor, (whole - inside) * coverage) }
      }
    }
  }

  // MARK: Pixels

  func rows(_ top: Float, _ bottom: Float) -> Range<Int> {
    range(top, bottom, height).clamped(to: drawnRows)
  }
  func columns(_ left: Float, _ right: Float) -> Range<Int> { range(left, right, width) }

  /// The pixels between two coordinates that lie in the image.
  private func range(_ from: Float, _ to: Float, _ count: Int) -> Range<Int> {
    // NaN gives an empty range.
    guard from < to else { return 0..<0 }
    let first = Int(min(max(from.rounded(.down), 0), Float(count)))
    let last = Int(min(max(to.rounded(.up), 0), Float(count)))
    return first..<max(first, last)
  }

  /// Blends a linear color over a pixel.
  func blend(_ x: Int, _ y: Int, _ color: Vector4, _ coverage: Float) {
    let at = pixels + (y * width + x) * 4
    let alpha = min(max(color.w * coverage, 0), 1)
    at[0] = mix(at[0], color.x, alpha)
    at[1] = mix(at[1], color.y, alpha)
    at[2] = mix(at[2], color.z, alpha)
  }

  private func mix(_ background: UInt8, _ light: Float, _ alpha: Float) -> UInt8 {
    let backgroundLight = self.light[Int(background)]
    return SRGB.encode(backgroundLight + (light - backgroundLight) * alpha)
  }
}
