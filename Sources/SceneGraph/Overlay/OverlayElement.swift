public import CaromMaths
public import CaromProperties

/// What all elements of an overlay have: a name, a place and whether they show.
public struct OverlayFrame: Hashable, Sendable {
  /// What it is found by.
  public var name = ""
  /// Where it is, from its anchor, in the overlay's units.
  public var position = Vector2.zero
  /// Which of its sides is at the position.
  public var alignment = TextAlignment.left
  /// Whether its top, middle or bottom is at the position.
  public var verticalAlignment = VerticalAlignment.top
  /// What of the picture the position counts from.
  public var anchor = OverlayAnchor.topLeft
  /// False while it is not drawn.
  public var isVisible = true

  /// Makes a place at the top left, without a name.
  public init() {}

  /// Makes a place.
  public init(
    _ name: String, _ position: Vector2, _ alignment: TextAlignment = .left,
    _ verticalAlignment: VerticalAlignment = .top, _ anchor: OverlayAnchor = .topLeft
  ) {
    self.name = name
    self.position = position
    self.alignment = alignment
    self.verticalAlignment = verticalAlignment
    self.anchor = anchor
  }
}

/// A label, a bar, an icon or a panel.
public protocol OverlayElement: Part {
  /// Its name, its place and whether it shows; in files, properties of the element itself.
  var frame: OverlayFrame { get set }
}

extension OverlayElement {
  /// What it is found by.
  public var name: String {
    get { frame.name }
    set { frame.name = newValue }
  }
  /// Where it is, from its anchor, in the overlay's units.
  public var position: Vector2 {
    get { frame.position }
    set { frame.position = newValue }
  }
  /// Which of its sides is at the position.
  public var alignment: TextAlignment {
    get { frame.alignment }
    set { frame.alignment = newValue }
  }
  /// Whether its top, middle or bottom is at the position.
  public var verticalAlignment: VerticalAlignment {
    get { frame.verticalAlignment }
    set { frame.verticalAlignment = newValue }
  }
  /// What of the picture the position counts from.
  public var anchor: OverlayAnchor {
    get { frame.anchor }
    set { frame.anchor = newValue }
  }
  /// False while it is not drawn.
  public var isVisible: Bool {
    get { frame.isVisible }
    set { frame.isVisible = newValue }
  }

  /// Declares the name and where the element is.
  static func frameProperties(_ p: inout some PropertyVisitor<Self>) {
    p.property("name", \.frame.name, "What it is found by")
    p.property("position", \.frame.position, "Where it is, from its anchor", .pixels, -1e4...1e4)
    p.property("alignment", \.frame.alignment, "Which of its sides is at the position")
    p.property(
      "verticalAlignment", \.frame.verticalAlignment, "Whether its top, middle or bottom is there")
    p.property("anchor", \.frame.anchor, "What of the picture the position counts from")
    p.property("isVisible", \.frame.isVisible, "Whether it is drawn")
  }
}
