public import CaromMaths
import CaromSceneGraph

extension RenderFrame {
  /// Text, symbols, an image or a shape drawn over the frame, in units of the image's height.
  ///
  /// A unit is 1/720 of the height. In images narrower than 4:3 it is 1/960 of the width, so that
  /// items side by side fit. Lines of text are at least nine pixels high.
  public struct OverlayItem: Hashable, Sendable {
    /// The height of an image in overlay units, unless it is narrower than 4:3.
    public static let height: Float = 720
    /// The minimum width of an image in overlay units.
    public static let minimumWidth = Overlay.minimumWidth

    /// The number of pixels in a unit for an image size.
    package static func pixelsPerUnit(_ width: Int, _ height: Int) -> Float {
      min(Float(height) / Self.height, Float(width) / minimumWidth)
    }

    /// The content of an overlay item.
    public enum Content: Hashable, Sendable {
      /// Lines of text.
      case lines(Text)
      /// A character of Carom's font, repeated side by side.
      case symbols(Character, height: Float, count: Int)
      /// An image, repeated side by side.
      case imageRow(ImageRow)
      /// A filled rectangle.
      case rectangle(size: Vector2)
      /// A rectangle with rounded corners or a border.
      case area(Area)

      /// Lines of text with a line height and an alignment: 0 left, ½ center, 1 right.
      public static func text(_ text: String, size: Float, alignment: Float) -> Content {
        .lines(Text(text, size: size, alignment: alignment))
      }
    }

    /// Lines of text.
    public struct Text: Hashable, Sendable {
      /// The text; a line feed starts a new line.
      public var text: String
      /// The line height in units.
      public var size: Float
      /// The fraction of a line's width to the left of the position: 0 left, ½ center, 1 right.
      public var alignment: Float
      /// The width at which lines wrap, in units; zero never wraps.
      public var width: Float = 0
      /// The maximum number of lines; zero is unlimited.
      public var maximumLines = 0
      /// Whether the text is one line that is made smaller, and then truncated, to fit the width.
      public var adjustsSizeToFitWidth = false
      /// Whether lines are placed by their capitals, without the room for descenders, as in the
      /// middle of a button.
      package var isPlacedByCapitals = false
      /// The font.
      public var font = Font.carom

      /// Creates text that does not wrap.
      public init(_ text: String, size: Float, alignment: Float = 0) {
        self.text = text
        self.size = size
        self.alignment = alignment
      }
    }

    /// An image, repeated side by side.
    public struct ImageRow: Hashable, Sendable {
      /// The image.
      public var texture: Texture
      /// The height in units; the width follows from the aspect ratio.
      public var height: Float
      /// The number of repetitions.
      public var count: Int

      /// Creates a row of images.
      public init(_ texture: Texture, height: Float, count: Int = 1) {
        (self.texture, self.height, self.count) = (texture, height, count)
      }

      /// The width of one image in units.
      var width: Float { height * Float(texture.width) / Float(texture.height) }
      /// The distance between the left edges of adjacent images in units.
      var advance: Float { width + height * 0.2 }

      /// Returns whether both show the same texture object in the same way.
      public static func == (a: ImageRow, b: ImageRow) -> Bool {
        a.texture === b.texture && a.height == b.height && a.count == b.count
      }

      /// Hashes the texture's identity, the height and the count.
      public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(texture))
        hasher.combine(height)
        hasher.combine(count)
      }
    }

    /// A rectangle with rounded corners or a border.
    public struct Area: Hashable, Sendable {
      /// The width and height in units.
      public var size: Vector2
      /// The corner radius in units.
      public var cornerRadius: Float = 0
      /// The border width in units.
      public var borderWidth: Float = 0
      /// The border color, linear, with alpha.
      public var borderColor = Vector4.zero
      /// The part to draw, in units from the top left corner; nil draws everything.
      public var clip: Bounds?

      /// A clip rectangle.
      public struct Bounds: Hashable, Sendable {
        /// The top left corner.
        public var low: Vector2
        /// The bottom right corner.
        public var high: Vector2

        /// Creates a rectangle from two corners.
        public init(low: Vector2, high: Vector2) {
          self.low = low
          self.high = high
        }
      }

      /// Creates a rectangle without rounded corners and border.
      public init(_ size: Vector2) { self.size = size }
    }

    /// The content.
    public var content: Content
    /// The point of the image that `offset` is relative to: (0, 0) top left, (1, 1) bottom right.
    public var anchor: Vector2
    /// The position relative to the anchor in units, right and down.
    public var offset: Vector2
    /// The point of the item at that position: (0, 0) top left, (1, 1) bottom right.
    ///
    /// Text is aligned horizontally by its own `alignment`.
    public var pivot = Vector2.zero
    /// The color, linear, with alpha.
    public var color: Vector4
    /// The text on a rectangle, which grows where that text is enlarged to be legible.
    package var held: [OverlayItem] = []

    /// Creates an item, by default white and at the top left.
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
