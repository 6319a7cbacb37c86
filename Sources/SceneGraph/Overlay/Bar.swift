public import CaromMaths
public import CaromProperties

/// An area on top of the picture that is filled in part, such as the life that is left.
public struct Bar: OverlayElement, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "An area on top of the picture that is filled in part"
  /// The properties of the frame are declared one by one.
  public static let undeclaredByDesign: Set<String> = ["place"]

  /// Its name, its place and whether it shows.
  public var place = OverlayPlace()
  /// Its width and height, in the overlay's units.
  public var size = Vector2(100, 10)
  /// How much of it is filled, 0 to 1.
  public var value: Float = 1
  /// Where it is filled towards.
  public var direction = BarDirection.right
  /// The colour of the filled part.
  public var color = Color.white
  /// The colour of the rest.
  public var background = Color(0, 0, 0, alpha: 0.5)
  /// How round its corners are, in the overlay's units; at most half its lesser side counts.
  public var cornerRadius: Float = 0

  /// Makes a full bar.
  public init() {}

  /// Makes a bar.
  public init(
    _ name: String, position: Vector2, size: Vector2, value: Float = 1, color: Color = .white,
    alignment: TextAlignment = .left, anchor: OverlayAnchor = .topLeft
  ) {
    place = OverlayPlace(name, position, alignment, .top, anchor)
    self.size = size
    self.value = value
    self.color = color
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    placeProperties(&p)
    p.property("size", \.size, "Its width and height", .pixels, 0...1e4)
    p.property("value", \.value, "How much of it is filled", .ratio, 0...1)
    p.property("direction", \.direction, "Where it is filled towards")
    p.property("color", \.color, "The colour of the filled part")
    p.property("background", \.background, "The colour of the rest")
    p.property("cornerRadius", \.cornerRadius, "How round its corners are", .pixels, 0...1e4)
  }
}

/// Where a bar is filled towards.
public enum BarDirection: String, EnumName, Sendable {
  /// From the left.
  case right
  /// From the right.
  case left
  /// From the bottom.
  case up
  /// From the top.
  case down
}
