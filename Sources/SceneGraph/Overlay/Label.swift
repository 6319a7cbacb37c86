public import CaromMaths
public import CaromProperties

/// Text on top of the picture.
///
/// Carom's own font has printable ASCII, the letters of Latin-1, the commoner signs of typography
/// and those that games use, such as ♥ ★ ▶. Other characters show as a box.
public struct Label: OverlayElement, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Text on top of the picture"
  /// The properties of the frame are declared one by one.
  public static let undeclaredByDesign: Set<String> = ["place"]

  /// Its name, its place and whether it shows.
  public var place = OverlayPlace()
  /// What it says; a line feed starts another line.
  ///
  /// Not more than the first 20,000 characters show.
  public var text = ""
  /// The height of a line, in the overlay's units.
  public var size: Float = 32
  /// Where lines are broken, between words if it can be, in the overlay's units; 0 is nowhere.
  public var width: Float = 0
  /// How many lines show, of which the last ends in … if there are more; 0 is all.
  public var maximumLines: Int32 = 0
  /// The file of its font; empty is Carom's own, which also has what the file lacks.
  public var font = ""
  /// Its colour.
  public var color = Color.white

  /// Makes an empty label.
  public init() {}

  /// Makes a label.
  public init(
    _ name: String, text: String = "", position: Vector2, size: Float = 32, width: Float = 0,
    color: Color = .white, alignment: TextAlignment = .left,
    verticalAlignment: VerticalAlignment = .top, anchor: OverlayAnchor = .topLeft
  ) {
    place = OverlayPlace(name, position, alignment, verticalAlignment, anchor)
    self.text = text
    self.size = size
    self.width = width
    self.color = color
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    placeProperties(&p)
    p.property("text", \.text, "What it says")
    p.property("size", \.size, "Height of a line", .pixels, 1...720)
    p.property("width", \.width, "Where lines are broken; 0 is nowhere", .pixels, 0...1e4)
    p.property("maximumLines", \.maximumLines, "How many lines show; 0 is all", .none, 0...1e4)
    p.property("font", \.font, "The file of its font; empty is Carom's own")
    p.property("color", \.color, "Its colour")
  }
}
