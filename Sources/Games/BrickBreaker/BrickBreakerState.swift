public import CaromProperties
public import CaromSimulation

/// The state of a round of Brick Breaker.
public struct BrickBreakerState: GameState, Hashable {
  /// A one-line description for the schema.
  public static let summary = "The state of a round of Brick Breaker"

  /// The number of lives at the start of a round.
  public static let fullLives: Int32 = 3
  /// The maximum number of lives.
  public static let mostLives: Int32 = 9

  /// The phases of a round.
  public enum Phase: String, EnumName, Sendable {
    /// The ball waits on the paddle for the serve.
    case ready
    /// The ball is in play.
    case playing
    /// The last ball was lost; the next one follows after a delay.
    case lifeLost
    /// No lives are left.
    case gameOver
    /// No bricks are left.
    case cleared
    /// No bricks are left in the last level.
    case won
  }

  /// The current phase.
  public var phase = Phase.ready
  /// The score.
  public var score: Int32 = 0
  /// The remaining lives, including the current one.
  public var livesLeft = fullLives
  /// The number of ticks since the phase began.
  public var phaseTicks: Int32 = 0
  /// The number of ticks for which balls were in play in this level.
  public var playTicks: Int32 = 0
  /// The number of ticks since the serve, which accelerate the balls.
  public var flightTicks: Int32 = 0
  /// The number of ticks since a ball damaged a brick or was nudged.
  public var idleTicks: Int32 = 0
  /// The number of ticks for which the paddle stays wide.
  public var wideTicks: Int32 = 0
  /// The number of ticks for which the balls stay slow.
  public var slowTicks: Int32 = 0
  /// The factor of the speed of slow balls.
  public var slowFactor: Float = 1
  /// The number of ticks for which balls stick to the paddle.
  public var stickyTicks: Int32 = 0
  /// The number of ticks for which the paddle can shoot.
  public var laserTicks: Int32 = 0
  /// The number of ticks until the next shot.
  public var reloadTicks: Int32 = 0
  /// The number of balls that left the court without a hit of the wall behind the paddle, and were
  /// put back.
  public var escapes: Int32 = 0
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
  /// Whether all lives are lost, or all levels cleared.
  public var isOver: Bool { phase == .gameOver || phase == .won }
  /// Whether all bricks of the last level are broken.
  public var isWon: Bool { phase == .won }
  /// Whether a ball was served in this level.
  public var hasBegun: Bool { phase != .ready || playTicks > 0 }
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
    p.property("playTicks", \.playTicks, "The time in play in this level", .ticks)
    p.property("flightTicks", \.flightTicks, "The time since the serve", .ticks)
    p.property("idleTicks", \.idleTicks, "The time since a brick was damaged", .ticks)
    p.property("wideTicks", \.wideTicks, "The time for which the paddle stays wide", .ticks)
    p.property("slowTicks", \.slowTicks, "The time for which the balls stay slow", .ticks)
    p.property("slowFactor", \.slowFactor, "The factor of the speed of slow balls", .ratio)
    p.property("stickyTicks", \.stickyTicks, "The time for which balls stick", .ticks)
    p.property("laserTicks", \.laserTicks, "The time for which the paddle can shoot", .ticks)
    p.property("reloadTicks", \.reloadTicks, "The time until the next shot", .ticks)
    p.property("escapes", \.escapes, "The number of balls that left the court and were put back")
    p.property("paddleTarget", \.paddleTarget, "The position that the paddle moves to", .meters)
    p.property("dragPaddle", \.dragPaddle, "The paddle position at the start of a drag", .meters)
    p.property("dragPointer", \.dragPointer, "The pointer position at the start of a drag", .ratio)
    p.property("view", \.view, "The view format that the player chose")
  }

  /// Counts a tick with balls in play.
  mutating func countPlay() {
    playTicks = playTicks &+ (playTicks < .max ? 1 : 0)
    flightTicks = flightTicks &+ (flightTicks < .max ? 1 : 0)
    idleTicks = idleTicks &+ (idleTicks < .max ? 1 : 0)
  }

  /// Counts down the timers of the power-ups by a tick.
  mutating func countPowerUpsDown() {
    wideTicks = max(0, wideTicks - 1)
    slowTicks = max(0, slowTicks - 1)
    stickyTicks = max(0, stickyTicks - 1)
    laserTicks = max(0, laserTicks - 1)
    reloadTicks = max(0, reloadTicks - 1)
  }

  /// Ends all power-ups that act for a while.
  mutating func endPowerUps() {
    (wideTicks, slowTicks, stickyTicks, laserTicks, reloadTicks) = (0, 0, 0, 0, 0)
  }
}
