public import CaromMaths
public import CaromProperties

/// A progress bar over the scene, such as the health that is left.
public struct Bar: OverlayElement, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A progress bar over the scene"
  /// The properties of the frame are declared one by one.
  public static let undeclaredByDesign: Set<String> = ["frame"]

  /// The name, position and visibility.
  public var frame = OverlayFrame()
  /// The width and height, in overlay units.
  public var size = Vector2(100, 10)
  /// The filled fraction, 0 to 1.
  public var value: Float = 1
  /// The direction in which the bar fills.
  public var direction = BarDirection.right
  /// The color of the filled part.
  public var color = Color.white
  /// The color of the unfilled part.
  public var background = Color(0, 0, 0, alpha: 0.5)
  /// The corner radius, in overlay units; clamped to half the shorter side.
  public var cornerRadius: Float = 0

  /// Creates a full bar.
  public init() {}

  /// Creates a bar.
  public init(
    _ name: String, position: Vector2, size: Vector2, value: Float = 1, color: Color = .white,
    alignment: TextAlignment? = nil, anchor: OverlayAnchor = .topLeft
  ) {
    frame = OverlayFrame(name, position, alignment, nil, anchor)
    self.size = size
    self.value = value
    self.color = color
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    frameProperties(&p)
    p.property("size", \.size, "Width and height", .pixels, 0...1e4)
    p.property("value", \.value, "Filled fraction", .ratio, 0...1)
    p.property("direction", \.direction, "Direction in which the bar fills")
    p.property("color", \.color, "The color of the filled part")
    p.property("background", \.background, "The color of the unfilled part")
    p.property("cornerRadius", \.cornerRadius, "Corner radius", .pixels, 0...1e4)
  }
}

/// The direction in which a bar fills.
public enum BarDirection: String, EnumName, Sendable {
  /// Fills from the left.
  case right
  /// Fills from the right.
  case left
  /// Fills from the bottom.
  case up
  /// Fills from the top.
  case down
}
