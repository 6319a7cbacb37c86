public import CaromMaths
public import CaromProperties

/// A sign on top of the picture, such as a heart for each life.
///
/// The signs are characters of Carom's font, so that a label can have them in its text as well.
public struct Icon: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "A sign on top of the picture"

  /// What it is found by.
  public var name = ""
  /// What it shows.
  public var symbol = IconSymbol.heart
  /// Where it is, from its anchor, in the overlay's units.
  public var position = Vector2.zero
  /// Its height, in the overlay's units; it is about as wide.
  public var size: Float = 32
  /// How often it shows, side by side, such as the lives that are left.
  public var count: Int32 = 1
  /// Its colour.
  public var color = Color.white
  /// Which of its sides is at the position.
  public var alignment = TextAlignment.left
  /// Whether its top, middle or bottom is at the position.
  public var verticalAlignment = VerticalAlignment.top
  /// What of the picture the position counts from.
  public var anchor = OverlayAnchor.topLeft
  /// False while it is not drawn.
  public var isVisible = true

  /// Makes a heart.
  public init() {}

  /// Makes an icon.
  public init(
    _ name: String, _ symbol: IconSymbol, position: Vector2, size: Float = 32, count: Int32 = 1,
    color: Color = .white, alignment: TextAlignment = .left,
    verticalAlignment: VerticalAlignment = .top, anchor: OverlayAnchor = .topLeft
  ) {
    self.name = name
    self.symbol = symbol
    self.position = position
    self.size = size
    self.count = count
    self.color = color
    self.alignment = alignment
    self.verticalAlignment = verticalAlignment
    self.anchor = anchor
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("name", \.name, "What it is found by")
    p.property("symbol", \.symbol, "What it shows")
    p.property("position", \.position, "Where it is, from its anchor", .pixels, -1e4...1e4)
    p.property("size", \.size, "Its height", .pixels, 1...720)
    p.property("count", \.count, "How often it shows, side by side", .none, 0...100)
    p.property("color", \.color, "Its colour")
    p.property("alignment", \.alignment, "Which of its sides is at the position")
    p.property(
      "verticalAlignment", \.verticalAlignment, "Whether its top, middle or bottom is there")
    p.property("anchor", \.anchor, "What of the picture the position counts from")
    p.property("isVisible", \.isVisible, "Whether it is drawn")
  }
}

/// What an icon shows.
public enum IconSymbol: String, Word, Sendable {
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
  /// A triangle that points right, to go on: ▶.
  case right
  /// Two upright bars: ⏸.
  case pause
  /// Done: ✓.
  case check
  /// Failed, or to close: ✕.
  case cross
  /// A goal: ⚑.
  case flag
  /// A time: ◷.
  case clock
  /// Energy: ⚡.
  case bolt
  /// What opens a door: ⚷.
  case key
  /// The best: ♛.
  case crown
  /// Settings: ⚙.
  case gear
  /// A note: ♪.
  case sound

  /// The character of the font that it is.
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
