public import CaromMaths
public import CaromProperties

/// Text and bars on top of the picture, such as score and lives; part of the scene's state.
///
/// Positions are in units of 1/720 of the picture's height, whatever its size, from the anchor of
/// each item: x to the right, y down. So a picture twice as wide has room at the sides, and text
/// keeps its size.
public struct Overlay: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Text and bars on top of the picture, in 1/720 of its height"

  /// The height of the picture in the overlay's units.
  public static let height: Float = 720

  /// The bars, drawn first.
  public var bars: [Bar] = []
  /// The labels, drawn over the bars.
  public var labels: [Label] = []

  /// Makes an empty overlay.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("bars", \.bars, "Filled rectangles, drawn first")
    p.property("labels", \.labels, "Lines of text, drawn last")
  }

  /// The first label of a name; setting nil removes it, setting one of a new name adds it.
  public subscript(label name: String) -> Label? {
    get { labels.first { $0.name == name } }
    set {
      let index = labels.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let i?, let label?): labels[i] = label
      case (let i?, nil): labels.remove(at: i)
      case (nil, let label?): labels.append(label)
      case (nil, nil): break
      }
    }
  }

  /// The first bar of a name; setting nil removes it, setting one of a new name adds it.
  public subscript(bar name: String) -> Bar? {
    get { bars.first { $0.name == name } }
    set {
      let index = bars.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let i?, let bar?): bars[i] = bar
      case (let i?, nil): bars.remove(at: i)
      case (nil, let bar?): bars.append(bar)
      case (nil, nil): break
      }
    }
  }

  /// Changes the text of a label; false when there is none of that name.
  @discardableResult public mutating func setText(_ text: String, of name: String) -> Bool {
    guard let i = labels.firstIndex(where: { $0.name == name }) else { return false }
    if labels[i].text != text { labels[i].text = text }
    return true
  }

  /// Shows or hides a label; false when there is none of that name.
  @discardableResult public mutating func setVisible(_ isVisible: Bool, of name: String) -> Bool {
    guard let i = labels.firstIndex(where: { $0.name == name }) else { return false }
    labels[i].isVisible = isVisible
    return true
  }
}

/// A line of text on top of the picture.
public struct Label: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "A line of text on top of the picture"

  /// What it is found by.
  public var name = ""
  /// What it says; a line feed starts another line.
  public var text = ""
  /// Where it is, from its anchor, in the overlay's units.
  public var position = Vector2.zero
  /// The height of a line, in the overlay's units.
  public var size: Float = 32
  /// Its colour.
  public var color = Color.white
  /// Which of its sides is at the position.
  public var alignment = TextAlignment.left
  /// What of the picture the position counts from.
  public var anchor = OverlayAnchor.topLeft
  /// False while it is not drawn.
  public var isVisible = true

  /// Makes an empty label.
  public init() {}

  /// Makes a label.
  public init(
    _ name: String, text: String = "", position: Vector2, size: Float = 32,
    color: Color = .white, alignment: TextAlignment = .left, anchor: OverlayAnchor = .topLeft
  ) {
    self.name = name
    self.text = text
    self.position = position
    self.size = size
    self.color = color
    self.alignment = alignment
    self.anchor = anchor
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("name", \.name, "What it is found by")
    p.property("text", \.text, "What it says")
    p.property("position", \.position, "Where it is, from its anchor", .pixels, -1e4...1e4)
    p.property("size", \.size, "Height of a line", .pixels, 1...720)
    p.property("color", \.color, "Its colour")
    p.property("alignment", \.alignment, "Which of its sides is at the position")
    p.property("anchor", \.anchor, "What of the picture the position counts from")
    p.property("isVisible", \.isVisible, "Whether it is drawn")
  }
}

/// A filled rectangle on top of the picture, such as the life that is left.
public struct Bar: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "A filled rectangle on top of the picture"

  /// What it is found by.
  public var name = ""
  /// Where its top left corner is, from its anchor, in the overlay's units.
  public var position = Vector2.zero
  /// Its width and height, in the overlay's units.
  public var size = Vector2(100, 10)
  /// How much of it is filled from the left, 0 to 1.
  public var value: Float = 1
  /// The colour of the filled part.
  public var color = Color.white
  /// The colour of the rest.
  public var background = Color(0, 0, 0, alpha: 0.5)
  /// What of the picture the position counts from.
  public var anchor = OverlayAnchor.topLeft
  /// False while it is not drawn.
  public var isVisible = true

  /// Makes a full bar.
  public init() {}

  /// Makes a bar.
  public init(
    _ name: String, position: Vector2, size: Vector2, value: Float = 1, color: Color = .white,
    anchor: OverlayAnchor = .topLeft
  ) {
    self.name = name
    self.position = position
    self.size = size
    self.value = value
    self.color = color
    self.anchor = anchor
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("name", \.name, "What it is found by")
    p.property("position", \.position, "Its top left corner, from its anchor", .pixels, -1e4...1e4)
    p.property("size", \.size, "Its width and height", .pixels, 0...1e4)
    p.property("value", \.value, "How much of it is filled", .ratio, 0...1)
    p.property("color", \.color, "The colour of the filled part")
    p.property("background", \.background, "The colour of the rest")
    p.property("anchor", \.anchor, "What of the picture the position counts from")
    p.property("isVisible", \.isVisible, "Whether it is drawn")
  }
}

/// Which side of a text is at its position.
public enum TextAlignment: String, Word, Sendable {
  /// The text goes to the right.
  case left
  /// The text goes to both sides.
  case center
  /// The text ends there.
  case right
}

/// A corner, the middle of a side, or the middle of the picture.
public enum OverlayAnchor: String, Word, Sendable {
  /// The top left corner.
  case topLeft
  /// The middle of the top.
  case top
  /// The top right corner.
  case topRight
  /// The middle of the left side.
  case left
  /// The middle of the picture.
  case center
  /// The middle of the right side.
  case right
  /// The bottom left corner.
  case bottomLeft
  /// The middle of the bottom.
  case bottom
  /// The bottom right corner.
  case bottomRight

  /// Where it is in a picture `width` units wide, in the overlay's units.
  public func origin(width: Float) -> Vector2 {
    let x: Float =
      switch self {
      case .topLeft, .left, .bottomLeft: 0
      case .top, .center, .bottom: width * 0.5
      case .topRight, .right, .bottomRight: width
      }
    let y: Float =
      switch self {
      case .topLeft, .top, .topRight: 0
      case .left, .center, .right: Overlay.height * 0.5
      case .bottomLeft, .bottom, .bottomRight: Overlay.height
      }
    return Vector2(x, y)
  }
}
