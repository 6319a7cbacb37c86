import CaromMaths
package import CaromSceneGraph

/// Lays out what the tools of makers display: the time and the keys on the left, the node on the
/// right.
package struct ToolOverlay {
  /// What is displayed.
  package struct Content: Hashable {
    /// The tick, and whether and how time passes.
    package var time = ""
    /// What keys and buttons do, a line each.
    package var keys: [String] = []
    /// The path of the node under the pointer.
    package var hovered = ""
    /// The described node; nil for none.
    package var sheet: NodeSheet?

    /// Creates an empty content.
    package init() {}
  }

  /// The laid out elements.
  package private(set) var overlay = Overlay()
  /// The width and height of the image, in overlay units.
  private let image: Vector2
  private let lineHeight: Float

  private static let margin: Float = 10
  private static let ground = Color(0.01, 0.02, 0.05, alpha: 0.7)
  private static let pale = Color(0.75, 0.82, 0.9)
  private static let gold = Color(1, 0.72, 0.25)
  /// The height of a line in windows that are large enough, in overlay units.
  private static let textSize: Float = 17
  /// The least height of a legible line, in pixels.
  private static let leastPixels: Float = 9.5

  /// Lays out the content for an image of a size in pixels.
  package init(_ content: Content, width: Int, height: Int) {
    let aspect = Float(width) / Float(height)
    image = Overlay.imageSize(aspect: aspect)
    lineHeight = max(Self.textSize * 1.25, Self.leastPixels * image.y / Float(height))
    let lines = Int((image.y - 60) / lineHeight)
    // Side by side, or the node below the keys where the image is narrow.
    let isNarrow = image.x < 900
    let columnWidth = isNarrow ? image.x - 2 * Self.margin : min(430, image.x * 0.42)
    var left = [(content.time, Self.gold)]
    if !content.hovered.isEmpty { left.append((content.hovered, .white)) }
    left += content.keys.map { ($0, Self.pale) }
    left = Array(left.prefix(isNarrow ? lines / 2 : lines))
    addColumn("tools", left, at: Self.margin, width: isNarrow ? columnWidth : min(columnWidth, 330))
    guard let sheet = content.sheet else { return }
    let top = isNarrow ? 2 * Self.margin + self.height(of: left.count) : Self.margin
    let room = max(1, isNarrow ? lines - left.count : lines)
    var rows = [(sheet.path, Self.gold)]
    rows += sheet.rows.map { ("\($0.name): \($0.value)", Self.pale) }
    if rows.count > room {
      let rest = rows.count - room + 1
      rows = Array(rows.prefix(room - 1)) + [("and \(rest) more", Self.pale)]
    }
    addColumn("node", rows, at: top, width: columnWidth, isRight: !isNarrow)
  }

  private func height(of count: Int) -> Float { Float(count) * lineHeight + 12 }

  /// Adds lines on a panel.
  private mutating func addColumn(
    _ name: String, _ lines: [(text: String, color: Color)], at top: Float, width: Float,
    isRight: Bool = false
  ) {
    let left = isRight ? image.x - Self.margin - width : Self.margin
    overlay.panels.append(
      Panel(
        name, position: Vector2(left, top), size: Vector2(width, height(of: lines.count)),
        color: Self.ground, cornerRadius: 6))
    for (index, line) in lines.enumerated() {
      var label = Label(
        "\(name)\(index)", text: line.text,
        position: Vector2(left + 10, top + 6 + (Float(index) + 0.5) * lineHeight),
        size: Self.textSize, width: width - 20, color: line.color, verticalAlignment: .center)
      label.adjustsSizeToFitWidth = true
      overlay.labels.append(label)
    }
  }
}
