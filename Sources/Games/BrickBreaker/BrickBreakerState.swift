public import CaromProperties
public import CaromSimulation

/// The state of a round of Brick Breaker.
public struct BrickBreakerState: GameState, Hashable {
  /// A one-line description for the schema.
  public static let summary = "The state of a round of Brick Breaker"

  /// The number of lives at the start of a round.
  public static let fullLives: Int32 = 3

  /// The phases of a round.
  public enum Phase: String, EnumName, Sendable {
    /// The ball waits on the paddle for the serve.
    case ready
    /// The ball is in play.
    case playing
    /// A ball was lost; the next one follows after a delay.
    case lifeLost
    /// No lives are left.
    case gameOver
    /// No bricks are left.
    case cleared
  }

  /// The current phase.
  public var phase = Phase.ready
  /// The score.
  public var score: Int32 = 0
  /// The remaining lives, including the current one.
  public var livesLeft = fullLives
  /// The number of ticks since the phase began.
  public var phaseTicks: Int32 = 0
  /// The identifier of the node that the ball hit last; 0 after a serve.
  public var lastHit: Int32 = 0
  /// The position that the paddle moves to, in meters along X.
  public var paddleTarget: Float = 0
  /// The paddle position at the start of a drag, in meters along X.
  public var dragPaddle: Float = 0
  /// The pointer position at the start of a drag, as a fraction of the view width.
  public var dragPointer: Float = 0
  /// The view format that the player chose; nil selects by aspect ratio.
  public var view: ViewFormat?

  /// Creates the state before the first serve.
  public init() {}

  /// The name of the phase in files.
  public var phaseName: String { phase.rawValue }
  /// Whether all lives are lost.
  public var isOver: Bool { phase == .gameOver }
  /// The remaining lives.
  public var lives: Int32? { livesLeft }
  /// The score, the lives and the chosen view stay in the next level.
  public static var carriedOver: [PartialKeyPath<Self>] { [\.score, \.livesLeft, \.view] }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("phase", \.phase, "The current phase")
    p.property("score", \.score, "The score", .none, 0...1e9)
    p.property("lives", \.livesLeft, "The remaining lives", .none, 0...99)
    p.property("phaseTicks", \.phaseTicks, "The time since the phase began", .ticks)
    p.property("lastHit", \.lastHit, "The identifier of the node that the ball hit last")
    p.property("paddleTarget", \.paddleTarget, "The position that the paddle moves to", .meters)
    p.property("dragPaddle", \.dragPaddle, "The paddle position at the start of a drag", .meters)
    p.property("dragPointer", \.dragPointer, "The pointer position at the start of a drag", .ratio)
    p.property("view", \.view, "The view format that the player chose")
  }
}
