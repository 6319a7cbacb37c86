public import CaromProperties

/// What a good player achieves in a level: its par score and its par time.
///
/// The values are data for rules, menus and tests, such as stars for a fast run. They do not affect
/// the simulation. In files: `"par": { "score": 3, "duration": 40 }`.
public struct ParValues: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "What a good player achieves in a level"

  /// The par score, such as the strokes of a golf hole; nil for none.
  public var score: Int32?
  /// The par time, in seconds; nil for none.
  public var duration: Double?

  /// Creates no par values.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "score", \.score, "The par score, such as the strokes of a golf hole", .none, 0...1e9)
    p.property("duration", \.duration, "The par time", .seconds, 0...1e6)
  }
}
