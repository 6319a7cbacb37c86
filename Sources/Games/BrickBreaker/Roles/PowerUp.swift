public import CaromProperties
public import CaromSceneGraph

/// The role of a power-up, which falls out of a brick and acts when it reaches the paddle.
///
/// Its node in a file is a hidden original, of which the bricks in ``Brick/drop`` release copies.
public struct PowerUp: Role {
  /// The name in files.
  public static let name = "powerUp"
  /// A one-line description for the schema.
  public static let summary = "A power-up that the paddle catches"

  /// What the power-up does.
  public enum Kind: String, EnumName, Sendable {
    /// The paddle is wider for a while.
    case wide
    /// Each ball in play becomes three.
    case multiBall
    /// The balls are slower for a while.
    case slow
    /// For a while, balls stay on the paddle until they are served again.
    case sticky
    /// For a while, the paddle shoots.
    case laser
    /// One life more.
    case extraLife
  }

  /// What the power-up does.
  public var kind = Kind.wide
  /// The time for which it acts, in seconds.
  public var duration = 15.0
  /// The speed at which it falls towards the player, in meters per second.
  public var fallSpeed: Float = 4
  /// The factor of the balls' speed, if it slows them.
  public var speedFactor: Float = 0.65
  /// The bolts that the paddle shoots, if it is a laser: the node that is copied.
  public var bolt: NodeReference?

  /// Creates a power-up that makes the paddle wider.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("kind", \.kind, "What it does", in: .required)
    p.property("duration", \.duration, "The time for which it acts", .seconds, 0...3_600)
    p.property("fallSpeed", \.fallSpeed, "The speed at which it falls", .metersPerSecond, 0.1...60)
    p.property("speedFactor", \.speedFactor, "The factor of the balls' speed", .ratio, 0.1...1)
    p.property("bolt", \.bolt, "The node with the role bolt of which the paddle shoots copies")
  }
}

/// The role of a bolt that the paddle shoots; it damages the first brick that it hits.
public struct Bolt: Role {
  /// The name in files.
  public static let name = "bolt"
  /// A one-line description for the schema.
  public static let summary = "A bolt that the paddle shoots at bricks"

  /// The speed, in meters per second.
  public var speed: Float = 24
  /// The least time between two shots, in seconds.
  public var reloadTime = 0.4

  /// Creates a bolt with a speed of 24 meters per second.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("speed", \.speed, "The speed", .metersPerSecond, 0.1...100)
    p.property("reloadTime", \.reloadTime, "The least time between two shots", .seconds, 0...60)
  }
}
