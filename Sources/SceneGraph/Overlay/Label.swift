public import CaromMaths
public import CaromProperties

/// Text over the scene.
///
/// Carom's font covers printable ASCII, the letters of Latin-1, common typographic characters and
/// symbols for games, such as ♥ ★ ▶. Other characters are drawn as a box.
public struct Label: OverlayElement, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "Text over the scene"
  /// The properties of the frame are declared one by one.
  public static let undeclaredByDesign: Set<String> = ["frame"]

  /// The name, position and visibility.
  public var frame = OverlayFrame()
  /// The text; a line feed starts a new line.
  ///
  /// At most the first 20,000 characters are drawn.
  public var text = ""
  /// The height of a line, in overlay units; lines of a block are 1.2 times as far apart.
  public var size: Float = 32
  /// The width at which lines wrap, at word boundaries if possible, in overlay units; 0 disables
  /// wrapping.
  public var width: Float = 0
  /// The maximum number of lines, the last of which is truncated with an ellipsis; 0 is unlimited.
  public var maximumLines: Int32 = 0
  /// Whether the text is one line that is made smaller, and then truncated, to fit the width.
  public var adjustsSizeToFitWidth = false
  /// The font file; empty uses Carom's font, which also supplies glyphs that the file lacks.
  public var font = ""
  /// The color.
  public var color = Color.white

  /// Creates an empty label.
  public init() {}

  /// Creates a label.
  public init(
    _ name: String, text: String = "", position: Vector2, size: Float = 32, width: Float = 0,
    color: Color = .white, alignment: TextAlignment? = nil,
    verticalAlignment: VerticalAlignment? = nil, anchor: OverlayAnchor = .topLeft
  ) {
    frame = OverlayFrame(name, position, alignment, verticalAlignment, anchor)
    self.text = text
    self.size = size
    self.width = width
    self.color = color
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    frameProperties(&p)
    p.property("text", \.text, "The text")
    p.property("size", \.size, "Height of a line", .pixels, 1...720)
    p.property("width", \.width, "Width at which lines wrap; 0 disables wrapping", .pixels, 0...1e4)
    p.property(
      "maximumLines", \.maximumLines, "Maximum number of lines; 0 is unlimited", .none, 0...1e4)
    p.property(
      "adjustsSizeToFitWidth", \.adjustsSizeToFitWidth,
      "Whether the text is one line that is made smaller to fit the width")
    p.property("font", \.font, "Font file; empty uses Carom's font")
    p.property("color", \.color, "Color")
  }
}
