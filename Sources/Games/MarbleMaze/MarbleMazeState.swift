public import CaromMaths
public import CaromProperties
public import CaromSimulation

/// How a run through the maze stands.
public struct MarbleMazeState: GameState, Hashable {
  /// What the schema says of it.
  public static let summary = "How a run through the maze stands"

  /// The phases of a run.
  public enum Phase: String, EnumName, Sendable {
    /// The marble waits on its platform.
    case tapToPlay
    /// The player tilts.
    case playing
    /// The marble fell or went dark.
    case gameOver
    /// The marble reached the goal.
    case finished
  }

  /// The phase.
  public var phase = Phase.tapToPlay
  /// The pearls collected, by their points.
  public var score: Int32 = 0
  /// The life left, in ticks.
  public var lifeTicks: Int32 = 0
  /// How brightly the marble glows, 0 to 1.
  public var glow: Float = 0
  /// How many ticks the glow still needs to reach the life.
  public var refillTicks: Int32 = 0
  /// How many ticks the phase has lasted.
  public var phaseTicks: Int32 = 0
  /// The tilt that counts, smoothed: right, away; no longer than 1.
  public var tilt = Vector2.zero
  /// Where the marble begins, in metres.
  public var startPosition = Vector3.zero
  /// How far the camera has turned about the marble, in radians.
  public var orbit: Float = 0

  /// Makes the state before the first tick.
  public init() {}

  /// The phase by its name in files.
  public var phaseName: String { phase.rawValue }
  /// Whether the marble fell, lost its light, or is at its goal.
  public var isOver: Bool { phase == .gameOver || phase == .finished }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("phase", \.phase, "The phase")
    p.property("score", \.score, "The pearls collected, by their points", .none, 0...1e9)
    // With the ranges of the rules' own, what a tool sets cannot make the rules overflow.
    p.property("lifeTicks", \.lifeTicks, "The life left", .ticks, 0...1_000_000)
    p.property("glow", \.glow, "How brightly the marble glows", .ratio, 0...1)
    p.property(
      "refillTicks", \.refillTicks, "What the glow still needs to reach the life", .ticks,
      0...10_000)
    p.property("phaseTicks", \.phaseTicks, "How long the phase has lasted", .ticks)
    p.property("tilt", \.tilt, "The tilt that counts: right, away", .ratio)
    p.property("startPosition", \.startPosition, "Where the marble begins", .metres)
    p.property("orbit", \.orbit, "How far the camera has turned", .radians)
  }
}
