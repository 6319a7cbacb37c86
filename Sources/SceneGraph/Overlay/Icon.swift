public import CaromMaths
public import CaromProperties

/// A symbol or an image over the scene, such as a heart for each life.
///
/// The symbols are characters of Carom's font, so labels can contain them as well.
public struct Icon: OverlayElement, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A symbol or an image over the scene"
  /// The properties of the frame are declared one by one.
  public static let undeclaredByDesign: Set<String> = ["frame"]

  /// The name, position and visibility.
  public var frame = OverlayFrame()
  /// The symbol.
  public var symbol = IconSymbol.heart
  /// The file of an image that replaces the symbol; empty for none.
  public var image = ""
  /// The height, in overlay units; symbols are about as wide, images keep their aspect ratio.
  public var size: Float = 32
  /// The number of copies side by side, such as the number of lives left.
  public var count: Int32 = 1
  /// The color; an image is multiplied by it.
  public var color = Color.white

  /// Creates a heart.
  public init() {}

  /// Creates an icon.
  public init(
    _ name: String, _ symbol: IconSymbol, position: Vector2, size: Float = 32, count: Int32 = 1,
    color: Color = .white, alignment: TextAlignment? = nil,
    verticalAlignment: VerticalAlignment? = nil, anchor: OverlayAnchor = .topLeft
  ) {
    frame = OverlayFrame(name, position, alignment, verticalAlignment, anchor)
    self.symbol = symbol
    self.size = size
    self.count = count
    self.color = color
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    frameProperties(&p)
    p.property("symbol", \.symbol, "The symbol")
    p.property("image", \.image, "File of an image that replaces the symbol")
    p.property("size", \.size, "Height", .pixels, 1...720)
    p.property("count", \.count, "Number of copies side by side", .none, 0...100)
    p.property("color", \.color, "Color")
  }
}

/// The symbol of an icon.
public enum IconSymbol: String, EnumName, Sendable {
  /// A life: ♥.
  case heart
  /// A score or a rank: ★.
  case star
  /// A gem: ◆.
  case diamond
  /// A filled circle: ●.
  case circle
  /// A filled square: ■.
  case square
  /// A triangle that points up: ▲.
  case up
  /// A triangle that points down: ▼.
  case down
  /// A triangle that points left: ◀.
  case left
  /// A triangle that points right, also for play: ▶.
  case right
  /// Two upright bars: ⏸.
  case pause
  /// A check mark: ✓.
  case check
  /// A cross for failure or closing: ✕.
  case cross
  /// A goal: ⚑.
  case flag
  /// A time: ◷.
  case clock
  /// Energy: ⚡.
  case bolt
  /// A key: ⚷.
  case key
  /// A crown: ♛.
  case crown
  /// Settings: ⚙.
  case gear
  /// A musical note: ♪.
  case sound

  /// The character in Carom's font.
  public var character: Character {
    switch self {
    case .heart: "♥"
    case .star: "★"
    case .diamond: "◆"
    case .circle: "●"
    case .square: "■"
    case .up: "▲"
    case .down: "▼"
    case .left: "◀"
    case .right: "▶"
    case .pause: "⏸"
    case .check: "✓"
    case .cross: "✕"
    case .flag: "⚑"
    case .clock: "◷"
    case .bolt: "⚡"
    case .key: "⚷"
    case .crown: "♛"
    case .gear: "⚙"
    case .sound: "♪"
    }
  }
}
