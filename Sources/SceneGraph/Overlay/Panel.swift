public import CaromMaths
public import CaromProperties

/// A plain or bordered area over the scene, such as the background of a menu.
///
/// Where text is enlarged for a small window, a panel grows with the labels that begin on it and
/// have its anchor.
public struct Panel: OverlayElement, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A plain or bordered area over the scene"
  /// The properties of the frame are declared one by one.
  public static let undeclaredByDesign: Set<String> = ["frame"]

  /// The name, position and visibility.
  public var frame = OverlayFrame()
  /// The width and height, in overlay units.
  public var size = Vector2(200, 100)
  /// The fill color.
  public var color = Color(0, 0, 0, alpha: 0.5)
  /// The border color.
  public var borderColor = Color.white
  /// The border width, inside of the edge, in overlay units; 0 for none.
  public var borderWidth: Float = 0
  /// The corner radius, in overlay units; clamped to half the shorter side.
  public var cornerRadius: Float = 0

  /// Creates a panel.
  public init() {}

  /// Creates a panel.
  public init(
    _ name: String, position: Vector2, size: Vector2, color: Color = Color(0, 0, 0, alpha: 0.5),
    cornerRadius: Float = 0, alignment: TextAlignment? = nil,
    verticalAlignment: VerticalAlignment? = nil, anchor: OverlayAnchor = .topLeft
  ) {
    frame = OverlayFrame(name, position, alignment, verticalAlignment, anchor)
    self.size = size
    self.color = color
    self.cornerRadius = cornerRadius
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    frameProperties(&p)
    p.property("size", \.size, "Width and height", .pixels, 0...1e4)
    p.property("color", \.color, "Fill color")
    p.property("borderColor", \.borderColor, "Border color")
    p.property("borderWidth", \.borderWidth, "Border width; 0 for none", .pixels, 0...1e4)
    p.property("cornerRadius", \.cornerRadius, "Corner radius", .pixels, 0...1e4)
  }
}
