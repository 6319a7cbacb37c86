public import CaromMaths

extension RenderFrame {
  /// Text or a rectangle in front of everything, sized by the picture's height.
  ///
  /// One unit is 1/720 of the height, so text keeps its share of any picture.
  public struct OverlayItem: Hashable, Sendable {
    /// The height of a picture in the overlay's units.
    public static let height: Float = 720

    /// What is shown.
    public enum Content: Hashable, Sendable {
      /// Lines of text; `size` is the height of a line, and `alignment` the share of a line's width
      /// that lies left of the place: 0 left, ½ middle, 1 right.
      case text(String, size: Float, alignment: Float)
      /// A filled rectangle, its top left corner at the place.
      case rectangle(size: Vector2)
    }

    /// What is shown.
    public var content: Content
    /// The point of the picture that `offset` counts from: (0, 0) top left, (1, 1) bottom right.
    public var anchor: Vector2
    /// Where it is from the anchor, in units: right and down.
    public var offset: Vector2
    /// Its colour, linear, with alpha.
    public var color: Vector4

    /// Makes an item; white and at the top left unless said otherwise.
    public init(
      _ content: Content, anchor: Vector2 = .zero, offset: Vector2 = .zero,
      color: Vector4 = Vector4(1, 1, 1, 1)
    ) {
      self.content = content
      self.anchor = anchor
      self.offset = offset
      self.color = color
    }
  }
}
