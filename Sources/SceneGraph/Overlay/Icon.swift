public import CaromMaths
public import CaromProperties

/// A sign or an image on top of the picture, such as a heart for each life.
///
/// The signs are characters of Carom's font, so that a label can have them in its text as well.
public struct Icon: OverlayElement, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "A sign or an image on top of the picture"
  /// The properties of the frame are declared one by one.
  public static let undeclaredByDesign: Set<String> = ["place"]

  /// Its name, its place and whether it shows.
  public var place = OverlayPlace()
  /// What it shows.
  public var symbol = IconSymbol.heart
  /// The file of an image that it shows in place of the sign; empty is none.
  public var image = ""
  /// Its height, in the overlay's units; signs are about as wide, images as wide as they are.
  public var size: Float = 32
  /// How often it shows, side by side, such as the lives that are left.
  public var count: Int32 = 1
  /// Its colour, by which that of an image is multiplied.
  public var color = Color.white

  /// Makes a heart.
  public init() {}

  /// Makes an icon.
  public init(
    _ name: String, _ symbol: IconSymbol, position: Vector2, size: Float = 32, count: Int32 = 1,
    color: Color = .white, alignment: TextAlignment = .left,
    verticalAlignment: VerticalAlignment = .top, anchor: OverlayAnchor = .topLeft
  ) {
    place = OverlayPlace(name, position, alignment, verticalAlignment, anchor)
    self.symbol = symbol
    self.size = size
    self.count = count
    self.color = color
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    placeProperties(&p)
    p.property("symbol", \.symbol, "What it shows")
    p.property("image", \.image, "The file of an image to show in place of the sign")
    p.property("size", \.size, "Its height", .pixels, 1...720)
    p.property("count", \.count, "How often it shows, side by side", .none, 0...100)
    p.property("color", \.color, "Its colour")
  }
}

/// What an icon shows.
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
