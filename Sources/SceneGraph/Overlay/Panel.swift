public import CaromMaths
public import CaromProperties

/// A plain or framed area on top of the picture, such as the ground of a menu.
public struct Panel: OverlayElement, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "A plain or framed area on top of the picture"
  /// The properties of the frame are declared one by one.
  public static let undeclaredByDesign: Set<String> = ["place"]

  /// Its name, its place and whether it shows.
  public var place = OverlayPlace()
  /// Its width and height, in the overlay's units.
  public var size = Vector2(200, 100)
  /// The colour of its inside.
  public var color = Color(0, 0, 0, alpha: 0.5)
  /// The colour of its frame.
  public var borderColor = Color.white
  /// How thick its frame is, inside of its edge, in the overlay's units; 0 is none.
  public var borderWidth: Float = 0
  /// How round its corners are, in the overlay's units; at most half its lesser side counts.
  public var cornerRadius: Float = 0

  /// Makes a panel.
  public init() {}

  /// Makes a panel.
  public init(
    _ name: String, position: Vector2, size: Vector2, color: Color = Color(0, 0, 0, alpha: 0.5),
    cornerRadius: Float = 0, alignment: TextAlignment = .left,
    verticalAlignment: VerticalAlignment = .top, anchor: OverlayAnchor = .topLeft
  ) {
    place = OverlayPlace(name, position, alignment, verticalAlignment, anchor)
    self.size = size
    self.color = color
    self.cornerRadius = cornerRadius
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    placeProperties(&p)
    p.property("size", \.size, "Its width and height", .pixels, 0...1e4)
    p.property("color", \.color, "The colour of its inside")
    p.property("borderColor", \.borderColor, "The colour of its frame")
    p.property("borderWidth", \.borderWidth, "How thick its frame is; 0 is none", .pixels, 0...1e4)
    p.property("cornerRadius", \.cornerRadius, "How round its corners are", .pixels, 0...1e4)
  }
}
