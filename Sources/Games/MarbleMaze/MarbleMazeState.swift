public import CaromMaths
public import CaromProperties
public import CaromSimulation

/// The state of a run through the maze.
public struct MarbleMazeState: GameState, Hashable {
  /// A one-line description for the schema.
  public static let summary = "The state of a run through the maze"
  /// The score and the calibration stay in the next level.
  public static var carriedOver: [PartialKeyPath<Self>] { [\.score, \.calibration] }

  /// The phases of a run.
  public enum Phase: String, EnumName, Sendable {
    /// The marble waits on its platform for the start.
    case tapToPlay
    /// The player tilts the board.
    case playing
    /// A life was lost; the marble returns to its checkpoint.
    case fallen
    /// The last life was lost.
    case gameOver
    /// The marble reached the goal.
    case finished
  }

  /// The current phase.
  public var phase = Phase.tapToPlay
  /// The score.
  public var score: Int32 = 0
  /// The score with which the level began.
  public var startScore: Int32 = 0
  /// The points for the time at the goal.
  public var bonus: Int32 = 0
  /// The pearls of the run.
  public var pearls: Int32 = 0
  /// The remaining lives.
  public var livesLeft: Int32 = 1
  /// The duration of the run, in ticks.
  public var runTicks: Int32 = 0
  /// The remaining life, in ticks.
  public var lifeTicks: Int32 = 0
  /// The glow of the marble, 0 to 1.
  public var glow: Float = 0
  /// The number of ticks until the glow has caught up with the life.
  public var refillTicks: Int32 = 0
  /// The number of ticks since the phase began.
  public var phaseTicks: Int32 = 0
  /// Whether the next run starts by itself once the marble rests, as after a lost one.
  public var startsAgain = false
  /// The smoothed tilt: right, away; its length is at most 1.
  public var tilt = Vector2.zero
  /// The input tilt at which the player calibrated the board, from that of the level.
  public var calibration = Vector2.zero
  /// The start position of the marble, in meters.
  public var startPosition = Vector3.zero
  /// The position to which the marble returns, in meters.
  public var returnPosition = Vector3.zero
  /// The index of the marble's form.
  public var form: Int32 = 0
  /// The index of the form with which the marble returns.
  public var returnForm: Int32 = 0
  /// The rotation of the camera about the marble, in radians.
  public var orbit: Float = 0
  /// The distance of the camera from the marble, as a share of that without occluders.
  public var zoom: Float = 1
  /// The rotation of the camera over what would hide the marble, in radians; 0 at its rest.
  public var lift: Float = 0
  /// The rotation over what hides or is about to hide the marble that the camera approaches.
  public var liftTarget: Float = 0

  /// Creates the state before the first tick.
  public init() {}

  /// The name of the phase in files.
  public var phaseName: String { phase.rawValue }
  /// The remaining lives.
  public var lives: Int32? { livesLeft }
  /// Whether the run has ended.
  public var isOver: Bool { phase == .gameOver || phase == .finished }
  /// Whether the marble has reached the goal.
  public var isWon: Bool { phase == .finished }
  /// Whether the run was started.
  public var hasBegun: Bool { phase != .tapToPlay }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("phase", \.phase, "The current phase")
    p.property("score", \.score, "The score", .none, 0...1e9)
    // The ranges match those of the roles, so that values set by tools cannot cause an overflow.
    p.property("startScore", \.startScore, "The score at the start of the level", .none, 0...1e9)
    p.property("bonus", \.bonus, "The points for the time at the goal", .none, 0...1e9)
    p.property("pearls", \.pearls, "The pearls of the run", .none, 0...1e9)
    p.property("lives", \.livesLeft, "The remaining lives", .none, 0...1_000)
    p.property("runTicks", \.runTicks, "The duration of the run", .ticks, 0...1e9)
    p.property("lifeTicks", \.lifeTicks, "The remaining life", .ticks, 0...1_000_000)
    p.property("glow", \.glow, "The glow of the marble", .ratio, 0...1)
    p.property(
      "refillTicks", \.refillTicks, "The time until the glow has caught up with the life", .ticks,
      0...10_000)
    p.property("phaseTicks", \.phaseTicks, "The time since the phase began", .ticks)
    p.property("startsAgain", \.startsAgain, "Whether the next run starts by itself")
    p.property("tilt", \.tilt, "The smoothed tilt: right, away", .ratio)
    p.property("calibration", \.calibration, "The calibrated level tilt", .ratio, -2...2)
    p.property("startPosition", \.startPosition, "The start position of the marble", .meters)
    p.property("returnPosition", \.returnPosition, "The position to which it returns", .meters)
    p.property("form", \.form, "The index of the marble's form", .none, 0...1_000)
    p.property("returnForm", \.returnForm, "The index of the returning form", .none, 0...1_000)
    p.property("orbit", \.orbit, "The rotation of the camera", .radians)
    p.property("zoom", \.zoom, "The distance of the camera, without occluders 1", .ratio, 0...1)
    p.property("lift", \.lift, "The rotation of the camera over occluders", .radians, 0...2)
    p.property(
      "liftTarget", \.liftTarget, "The rotation that the camera approaches", .radians, 0...2)
  }
}
