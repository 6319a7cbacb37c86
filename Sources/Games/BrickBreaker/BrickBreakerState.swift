public import CaromProperties
public import CaromSimulation

/// How a round of Brick Breaker stands.
public struct BrickBreakerState: GameState, Hashable {
  /// What the schema says of it.
  public static let summary = "How a round of Brick Breaker stands"

  /// The lives that a round begins with.
  public static let fullLives: Int32 = 3

  /// The phases of a round.
  public enum Phase: String, EnumName, Sendable {
    /// The ball waits on the paddle to be served.
    case ready
    /// The ball flies.
    case playing
    /// The ball was lost; it comes back in a moment.
    case lifeLost
    /// No life is left.
    case gameOver
    /// No brick is left.
    case cleared
  }

  /// The phase.
  public var phase = Phase.ready
  /// The points of the bricks hit.
  public var score: Int32 = 0
  /// The lives left, with the one being played.
  public var livesLeft = fullLives
  /// How many ticks the phase has lasted.
  public var phaseTicks: Int32 = 0
  /// The identity of the node the ball hit last; 0 after a serve.
  public var lastHit: Int32 = 0
  /// Where the paddle is going, in metres along X.
  public var paddleTarget: Float = 0
  /// Where paddle and pointer were when the pointer was pressed.
  public var dragPaddle: Float = 0
  /// Where the pointer was when it was pressed, in shares of the view.
  public var dragPointer: Float = 0
  /// The camera the player asked for; nil picks the one that suits the shape of the view.
  public var view: ViewFormat?

  /// Makes the state before the first serve.
  public init() {}

  /// The phase by its name in files.
  public var phaseName: String { phase.rawValue }
  /// Whether all lives are lost.
  public var isOver: Bool { phase == .gameOver }
  /// The lives left.
  public var lives: Int32? { livesLeft }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("phase", \.phase, "The phase")
    p.property("score", \.score, "The points of the bricks hit", .none, 0...1e9)
    p.property("lives", \.livesLeft, "The lives left", .none, 0...99)
    p.property("phaseTicks", \.phaseTicks, "How long the phase has lasted", .ticks)
    p.property("lastHit", \.lastHit, "The identity of the node the ball hit last")
    p.property("paddleTarget", \.paddleTarget, "Where the paddle is going", .metres)
    p.property("dragPaddle", \.dragPaddle, "Where the paddle was at the press", .metres)
    p.property("dragPointer", \.dragPointer, "Where the pointer was at the press", .ratio)
    p.property("view", \.view, "The camera the player asked for")
  }
}
