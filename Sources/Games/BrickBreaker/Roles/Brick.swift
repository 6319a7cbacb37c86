public import CaromProperties
public import CaromSceneGraph

/// The role of a brick, which the ball breaks.
///
/// The children of its node are layers: each hit that does not break the brick hides one of them.
public struct Brick: Role {
  /// The name in files.
  public static let name = "brick"
  /// A one-line description for the schema.
  public static let summary = "A brick, which the ball breaks"

  /// The points for breaking it.
  public var points: Int32 = 1
  /// The number of hits that break it.
  public var hits: Int32 = 1
  /// Whether nothing breaks it; such a brick need not be hit to clear the level.
  public var isIndestructible = false
  /// The time until a broken brick reappears, in seconds; 0 for never.
  public var hiddenDuration = 120.0
  /// The distance within which other bricks break soon after this one, in meters; 0 for none.
  public var blastRadius: Float = 0
  /// A node that protects the brick while it is visible; nil for none.
  public var shield: NodeReference?
  /// The power-up that falls when the brick breaks: the node that is copied; nil for none.
  public var drop: NodeReference?
  /// What flies about when the brick breaks, in its color: the node that is copied; nil for none.
  public var debris: NodeReference?
  /// The number of hits so far.
  public var damage: Int32 = 0
  /// The ticks until a blast nearby breaks the brick; 0 without one.
  public var fuseTicks: Int32 = 0

  /// Creates a brick of one point that reappears after two minutes.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("points", \.points, "The points for breaking it", .none, 0...1_000)
    p.property("hits", \.hits, "The number of hits that break it", .none, 1...100)
    p.property("isIndestructible", \.isIndestructible, "Whether nothing breaks it")
    p.property(
      "hiddenDuration", \.hiddenDuration, "The time until it reappears; 0 for never", .seconds,
      0...3_600)
    p.property(
      "blastRadius", \.blastRadius, "The distance within which others break after it", .meters,
      0...100)
    p.property("shield", \.shield, "The node that protects it while it is visible")
    p.property("drop", \.drop, "The node with the role powerUp of which a copy falls out of it")
    p.property("debris", \.debris, "The node that is copied where it breaks, in its color")
    p.property("damage", \.damage, "The number of hits so far", in: .state)
    p.property("fuseTicks", \.fuseTicks, "The time until a blast breaks it", .ticks, in: .state)
  }
}
