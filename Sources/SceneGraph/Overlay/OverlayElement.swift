public import CaromMaths
public import CaromProperties

/// The properties shared by all overlay elements: name, position, alignment, anchor and visibility.
public struct OverlayFrame: Hashable, Sendable {
  /// The name.
  public var name = ""
  /// The position relative to the anchor, in overlay units.
  public var position = Vector2.zero
  /// The horizontal alignment at the position; nil for that of the anchor.
  public var ownAlignment: TextAlignment?
  /// The vertical alignment at the position; nil for that of the anchor.
  public var ownVerticalAlignment: VerticalAlignment?
  /// The point of the image that the position is relative to.
  public var anchor = OverlayAnchor.topLeft
  /// Whether the element is drawn.
  public var isVisible = true

  /// Creates a frame at the top left, without a name.
  public init() {}

  /// Creates a frame.
  public init(
    _ name: String, _ position: Vector2, _ alignment: TextAlignment? = nil,
    _ verticalAlignment: VerticalAlignment? = nil, _ anchor: OverlayAnchor = .topLeft
  ) {
    self.name = name
    self.position = position
    ownAlignment = alignment
    ownVerticalAlignment = verticalAlignment
    self.anchor = anchor
  }

  /// The horizontal alignment at the position.
  ///
  /// Unless it is set, it is that of the anchor, so that an element at the right edge ends there.
  public var alignment: TextAlignment {
    get { ownAlignment ?? anchor.alignment }
    set { ownAlignment = newValue }
  }

  /// The vertical alignment at the position; see ``alignment``.
  public var verticalAlignment: VerticalAlignment {
    get { ownVerticalAlignment ?? anchor.verticalAlignment }
    set { ownVerticalAlignment = newValue }
  }
}

/// An element of an overlay: a label, a bar, an icon, a panel or a control.
public protocol OverlayElement: Part {
  /// The name, position and visibility; in files, properties of the element itself.
  var frame: OverlayFrame { get set }
}

extension OverlayElement {
  /// The name.
  public var name: String {
    get { frame.name }
    set { frame.name = newValue }
  }
  /// The position relative to the anchor, in overlay units.
  public var position: Vector2 {
    get { frame.position }
    set { frame.position = newValue }
  }
  /// The horizontal alignment at the position; that of the anchor unless it is set.
  public var alignment: TextAlignment {
    get { frame.alignment }
    set { frame.alignment = newValue }
  }
  /// The vertical alignment at the position; that of the anchor unless it is set.
  public var verticalAlignment: VerticalAlignment {
    get { frame.verticalAlignment }
    set { frame.verticalAlignment = newValue }
  }
  /// The point of the image that the position is relative to.
  public var anchor: OverlayAnchor {
    get { frame.anchor }
    set { frame.anchor = newValue }
  }
  /// Whether the element is drawn.
  public var isVisible: Bool {
    get { frame.isVisible }
    set { frame.isVisible = newValue }
  }

  /// Declares the properties of the frame.
  static func frameProperties(_ p: inout some PropertyVisitor<Self>) {
    p.property("name", \.frame.name, "The name")
    p.property("position", \.frame.position, "Position relative to the anchor", .pixels, -1e4...1e4)
    p.property(
      "alignment", \.frame.ownAlignment,
      "Horizontal alignment at the position; that of the anchor by default")
    p.property(
      "verticalAlignment", \.frame.ownVerticalAlignment,
      "Vertical alignment at the position; that of the anchor by default")
    p.property("anchor", \.frame.anchor, "Point of the image that the position is relative to")
    p.property("isVisible", \.frame.isVisible, "Whether the element is drawn")
  }
}
