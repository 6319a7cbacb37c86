public import CaromMaths
public import CaromProperties

/// A finger on the screen.
public struct Finger: Part, Hashable, Sendable {
  /// A one-line description for the schema.
  public static let summary = "A finger on the screen"
  /// The number, from 1.
  public var number: Int32 = 1
  /// The position, in fractions of the view from its top left corner.
  public var position = Vector2.zero

  /// Creates the first finger in the top left corner.
  public init() {}

  /// Creates a finger at a position.
  public init(number: Int32, position: Vector2) {
    (self.number, self.position) = (number, position)
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("number", \.number, "The number, from 1", .none, 1...10)
    p.property("position", \.position, "The position, in fractions of the view", .ratio)
  }
}
