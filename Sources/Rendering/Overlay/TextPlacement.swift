package import CaromMaths

/// The lines of a text and where they are drawn, in pixels.
struct TextPlacement {
  /// The minimum line height in pixels: capitals of six pixels are just legible.
  static let minimumLineHeight: Float = 9
  /// The minimum line height of text that is made smaller to fit; below, it is truncated.
  static let minimumFittedHeight: Float = 5

  /// The lines from top to bottom.
  let lines: [TextLayout.Line]
  /// The pixels in a unit of glyphs.
  let unit: Float
  /// The height of a line.
  let lineHeight: Float
  /// The distance from the top of a line to that of the next.
  let lineAdvance: Float
  /// The top of the first line.
  let top: Float
  private let x: Float
  private let alignment: Float

  /// Breaks a text into lines at a position.
  ///
  /// - Parameters:
  ///   - text: The text and its layout.
  ///   - position: The position in pixels, from which the block is shifted up by `verticalPivot` of
  ///     its height, and each line left by its alignment.
  ///   - verticalPivot: The fraction of the block's height above the position.
  ///   - scale: The pixels in an overlay unit.
  init(
    _ text: RenderFrame.OverlayItem.Text, at position: Vector2, verticalPivot: Float, scale: Float
  ) {
    var height = max(text.size * scale, Self.minimumLineHeight)
    var width = text.width > 0 ? text.width * scale : 0
    var maximumLines = text.maximumLines
    if text.adjustsSizeToFitWidth, width > 0 {
      let natural = TextLayout(text.text, maximumLines: 1, font: text.font)
      let needed = (natural.lines.first?.width ?? 0) * height / Glyph.lineHeight
      if needed > width {
        height = max(height * width / needed, min(height, Self.minimumFittedHeight))
      }
      maximumLines = 1
      // Rounding must not break a line that was made to fit.
      width *= 1.001
    }
    unit = height / Glyph.lineHeight
    lineHeight = height
    lineAdvance = height * Glyph.lineAdvance / Glyph.lineHeight
    lines =
      TextLayout(
        text.text, width: width / unit, maximumLines: maximumLines, font: text.font
      ).lines
    var top = position.y - Self.height(of: lines.count, height, lineAdvance) * verticalPivot
    if text.isPlacedByCapitals {
      // The capitals are above the middle of the line; a half makes up for rounding down.
      let above = Glyph.lineHeight * 0.5 - (Glyph.baseline - Glyph.capitalHeight * 0.5)
      top += above * unit + 0.5
    }
    self.top = top
    (x, alignment) = (position.x, text.alignment)
  }

  /// The height of a block of lines.
  private static func height(of count: Int, _ height: Float, _ advance: Float) -> Float {
    count > 0 ? Float(count - 1) * advance + height : 0
  }

  /// The left edge of a line.
  func left(of line: TextLayout.Line) -> Float { x - line.width * unit * alignment }

  /// The corners of the block, without the outline of letters.
  var bounds: (low: Vector2, high: Vector2) {
    var (low, high) = (x, x)
    for line in lines {
      low = min(low, left(of: line))
      high = max(high, left(of: line) + line.width * unit)
    }
    let height = Self.height(of: lines.count, lineHeight, lineAdvance)
    return (Vector2(low, top), Vector2(high, top + height))
  }
}

extension RenderFrame.OverlayItem {
  /// The corners of the item in an image, in pixels; nil for an item that is not drawn.
  ///
  /// Text is measured by its lines, without the dark outline of letters.
  package func bounds(width: Int, height: Int) -> (low: Vector2, high: Vector2)? {
    if !held.isEmpty { return holdingText(width: width, height: height).bounds(width, height) }
    return bounds(width, height)
  }

  /// The distance of enlarged text from the edge of its rectangle, in pixels.
  private static let heldMargin: Float = 1

  /// The rectangle, grown where the text on it is enlarged beyond its edges in an image.
  func holdingText(width: Int, height: Int) -> Self {
    guard !held.isEmpty, let own = bounds(width, height) else { return self }
    let scale = Self.pixelsPerUnit(width, height)
    var (low, high) = own
    for item in held {
      guard case .lines(let text) = item.content,
        text.size * scale < TextPlacement.minimumLineHeight, let box = item.bounds(width, height)
      else { continue }
      low = Vector2(
        min(low.x, box.low.x - Self.heldMargin), min(low.y, box.low.y - Self.heldMargin))
      high = Vector2(
        max(high.x, box.high.x + Self.heldMargin), max(high.y, box.high.y + Self.heldMargin))
    }
    var item = self
    item.held = []
    guard low != own.low || high != own.high else { return item }
    let size = (high - low) * (1 / scale)
    switch content {
    case .rectangle: item.content = .rectangle(size: size)
    case .area(var area):
      area.size = size
      item.content = .area(area)
    case .lines, .symbols, .imageRow: return item
    }
    let start = Vector2(anchor.x * Float(width), anchor.y * Float(height))
    (item.offset, item.pivot) = ((low - start) * (1 / scale), .zero)
    return item
  }

  /// The corners of the item itself.
  private func bounds(_ width: Int, _ height: Int) -> (low: Vector2, high: Vector2)? {
    let scale = Self.pixelsPerUnit(width, height)
    let position = Vector2(
      anchor.x * Float(width) + offset.x * scale, anchor.y * Float(height) + offset.y * scale)
    func corners(_ size: Vector2) -> (low: Vector2, high: Vector2)? {
      let low = position - Vector2(size.x * pivot.x, size.y * pivot.y) * scale
      return size.x > 0 && size.y > 0 ? (low, low + size * scale) : nil
    }
    switch content {
    case .rectangle(let size): return corners(size)
    case .area(let area): return corners(area.size)
    case .imageRow(let image):
      return corners(
        Vector2(image.width + Float(image.count - 1) * image.advance, image.height))
    case .symbols(let character, let size, let count):
      let glyphs = Font.carom.advance(character) * Float(count) - Glyph.gap
      return corners(Vector2(glyphs * size / Glyph.capitalHeight, size))
    case .lines(let text):
      guard text.size > 0, !text.text.isEmpty else { return nil }
      return TextPlacement(text, at: position, verticalPivot: pivot.y, scale: scale).bounds
    }
  }
}
