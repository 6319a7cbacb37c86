public import CaromMaths
public import CaromProperties
public import CaromSimulation

/// The state of a run through the maze.
public struct MarbleMazeState: GameState, Hashable {
  /// A one-line description for the schema.
  public static let summary = "The state of a run through the maze"

  /// The phases of a run.
  public enum Phase: String, EnumName, Sendable {
    /// The marble waits on its platform for the start.
    case tapToPlay
    /// The player tilts the board.
    case playing
    /// The marble fell or its light went out.
    case gameOver
    /// The marble reached the goal.
    case finished
  }

  /// The current phase.
  public var phase = Phase.tapToPlay
  /// The score.
  public var score: Int32 = 0
  /// The remaining life, in ticks.
  public var lifeTicks: Int32 = 0
  /// The glow of the marble, 0 to 1.
  public var glow: Float = 0
  /// The number of ticks until the glow has caught up with the life.
  public var refillTicks: Int32 = 0
  /// The number of ticks since the phase began.
  public var phaseTicks: Int32 = 0
  /// The smoothed tilt: right, away; its length is at most 1.
  public var tilt = Vector2.zero
  /// The start position of the marble, in meters.
  public var startPosition = Vector3.zero
  /// The rotation of the camera about the marble, in radians.
  public var orbit: Float = 0

  /// Creates the state before the first tick.
  public init() {}

  /// The name of the phase in files.
  public var phaseName: String { phase.rawValue }
  /// Whether the run has ended.
  public var isOver: Bool { phase == .gameOver || phase == .finished }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("phase", \.phase, "The current phase")
    p.property("score", \.score, "The score", .none, 0...1e9)
    // The ranges match those of the roles, so that values set by tools cannot cause an overflow.
    p.property("lifeTicks", \.lifeTicks, "The remaining life", .ticks, 0...1_000_000)
    p.property("glow", \.glow, "The glow of the marble", .ratio, 0...1)
    p.property(
      "refillTicks", \.refillTicks, "The time until the glow has caught up with the life", .ticks,
      0...10_000)
    p.property("phaseTicks", \.phaseTicks, "The time since the phase began", .ticks)
    p.property("tilt", \.tilt, "The smoothed tilt: right, away", .ratio)
    p.property("startPosition", \.startPosition, "The start position of the marble", .meters)
    p.property("orbit", \.orbit, "The rotation of the camera", .radians)
  }
}
