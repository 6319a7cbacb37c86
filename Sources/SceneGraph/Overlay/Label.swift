public import CaromMaths
public import CaromProperties

/// Text on top of the picture.
///
/// The font is Carom's own: printable ASCII, the letters of Latin-1, the commoner signs of typography
/// and those that games use, such as ♥ ★ ▶. Other characters show as a box.
public struct Label: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Text on top of the picture"

  /// What it is found by.
  public var name = ""
  /// What it says; a line feed starts another line.
  ///
  /// Not more than the first 20,000 characters show.
  public var text = ""
  /// Where it is, from its anchor, in the overlay's units.
  public var position = Vector2.zero
  /// The height of a line, in the overlay's units.
  public var size: Float = 32
  /// Where lines are broken, between words if it can be, in the overlay's units; 0 is nowhere.
  public var width: Float = 0
  /// How many lines show, of which the last ends in … if there are more; 0 is all.
  public var maximumLines: Int32 = 0
  /// Its colour.
  public var color = Color.white
  /// Which of its sides is at the position.
  public var alignment = TextAlignment.left
  /// Whether its top, middle or bottom is at the position.
  public var verticalAlignment = VerticalAlignment.top
  /// What of the picture the position counts from.
  public var anchor = OverlayAnchor.topLeft
  /// False while it is not drawn.
  public var isVisible = true

  /// Makes an empty label.
  public init() {}

  /// Makes a label.
  public init(
    _ name: String, text: String = "", position: Vector2, size: Float = 32, width: Float = 0,
    color: Color = .white, alignment: TextAlignment = .left,
    verticalAlignment: VerticalAlignment = .top, anchor: OverlayAnchor = .topLeft
  ) {
    self.name = name
    self.text = text
    self.position = position
    self.size = size
    self.width = width
    self.color = color
    self.alignment = alignment
    self.verticalAlignment = verticalAlignment
    self.anchor = anchor
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("name", \.name, "What it is found by")
    p.property("text", \.text, "What it says")
    p.property("position", \.position, "Where it is, from its anchor", .pixels, -1e4...1e4)
    p.property("size", \.size, "Height of a line", .pixels, 1...720)
    p.property("width", \.width, "Where lines are broken; 0 is nowhere", .pixels, 0...1e4)
    p.property("maximumLines", \.maximumLines, "How many lines show; 0 is all", .none, 0...1e4)
    p.property("color", \.color, "Its colour")
    p.property("alignment", \.alignment, "Which of its sides is at the position")
    p.property(
      "verticalAlignment", \.verticalAlignment, "Whether its top, middle or bottom is there")
    p.property("anchor", \.anchor, "What of the picture the position counts from")
    p.property("isVisible", \.isVisible, "Whether it is drawn")
  }
}
