public import CaromMaths

extension RenderFrame {
  /// Text, signs or an area in front of everything, sized by the picture's height.
  ///
  /// One unit is 1/720 of the height, so text keeps its share of any picture; where the picture is
  /// narrower than 4:3, 1/960 of the width, so that what stands side by side has room. Text that would be too
  /// small to read is drawn larger: a line takes at least nine pixels.
  public struct OverlayItem: Hashable, Sendable {
    /// The height of a picture in the overlay's units, unless it is narrower than 4:3.
    public static let height: Float = 720
    /// The least width of a picture in the overlay's units.
    public static let leastWidth: Float = 960

    /// How many pixels a unit has in a picture.
    package static func pixels(inUnitOf width: Int, _ height: Int) -> Float {
      min(Float(height) / Self.height, Float(width) / leastWidth)
    }

    /// What is shown.
    public enum Content: Hashable, Sendable {
      /// Lines of text.
      case lines(Text)
      /// A character of the font, so high, some times side by side.
      case signs(Character, height: Float, count: Int)
      /// An image, some times side by side.
      case picture(Picture)
      /// A filled rectangle.
      case rectangle(size: Vector2)
      /// An area with round corners or a frame.
      case area(Area)

      /// Lines of text; `size` is the height of a line, and `alignment` the share of a line's width
      /// that lies left of the place: 0 left, ½ middle, 1 right.
      public static func text(_ text: String, size: Float, alignment: Float) -> Content {
        .lines(Text(text, size: size, alignment: alignment))
      }
    }

    /// Lines of text.
    public struct Text: Hashable, Sendable {
      /// What they say; a line feed ends a line.
      public var text: String
      /// The height of a line, in units.
      public var size: Float
      /// The share of a line's width that lies left of the place.
      public var alignment: Float
      /// Where lines are broken, in units; zero is nowhere.
      public var width: Float = 0
      /// How many lines show; zero is all.
      public var maximumLines = 0
      /// The shapes of its characters.
      public var font = Font.carom

      /// Makes lines that are broken at line feeds alone.
      public init(_ text: String, size: Float, alignment: Float = 0) {
        self.text = text
        self.size = size
        self.alignment = alignment
      }
    }

    /// An image, some times side by side.
    public struct Picture: Hashable, Sendable {
      /// What it shows.
      public var texture: Texture
      /// How high it is, in units; as wide as the image is then.
      public var height: Float
      /// How often it shows.
      public var count: Int

      /// Makes an image.
      public init(_ texture: Texture, height: Float, count: Int = 1) {
        (self.texture, self.height, self.count) = (texture, height, count)
      }

      /// The width of one, in units.
      var width: Float { height * Float(texture.width) / Float(texture.height) }
      /// From the left side of one to that of the next, in units.
      var advance: Float { width + height * 0.2 }

      /// True where both show one and the same texture alike.
      public static func == (a: Picture, b: Picture) -> Bool {
        a.texture === b.texture && a.height == b.height && a.count == b.count
      }

      /// Hashes which texture it shows, and how.
      public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(texture))
        hasher.combine(height)
        hasher.combine(count)
      }
    }

    /// An area with round corners or a frame.
    public struct Area: Hashable, Sendable {
      /// Its width and height, in units.
      public var size: Vector2
      /// How round its corners are, in units.
      public var cornerRadius: Float = 0
      /// How thick its frame is, in units.
      public var borderWidth: Float = 0
      /// The colour of its frame, linear, with alpha.
      public var borderColor = Vector4.zero
      /// The corners of the part of it that is drawn, in units from its top left corner; nil is all.
      public var part: Part?

      /// A rectangle in an area.
      public struct Part: Hashable, Sendable {
        /// Its top left corner.
        public var low: Vector2
        /// Its bottom right corner.
        public var high: Vector2

        /// Makes the rectangle between two corners.
        public init(low: Vector2, high: Vector2) {
          self.low = low
          self.high = high
        }
      }

      /// Makes a plain area.
      public init(_ size: Vector2) { self.size = size }
    }

    /// What is shown.
    public var content: Content
    /// The point of the picture that `offset` counts from: (0, 0) top left, (1, 1) bottom right.
    public var anchor: Vector2
    /// Where it is from the anchor, in units: right and down.
    public var offset: Vector2
    /// Which point of it is there: (0, 0) its top left corner, (1, 1) its bottom right one.
    ///
    /// How far right text is, its own `alignment` says.
    public var pivot = Vector2.zero
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
