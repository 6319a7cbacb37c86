public import CaromMaths
public import CaromProperties
public import CaromSceneGraph

/// The role of the marble; a scene has exactly one.
public struct Marble: Role {
  /// The name in files.
  public static let name = "ball"
  /// A one-line description for the schema.
  public static let summary = "The marble that the player tilts through the maze"

  /// The acceleration at full tilt, in meters per second squared.
  public var acceleration: Float = 18
  /// The rate at which the tilt follows the input, per second.
  public var tiltRate: Float = 10
  /// The input tilt at which the board is level: right, away; the player can calibrate it.
  public var neutralTilt = Vector2.zero
  /// Whether tilting away moves the marble away from the viewer, instead of along −Z.
  public var tiltsWithView = false
  /// The number of falls and lost lights that end the run.
  public var lives: Int32 = 1
  /// The time from a lost life to the return to the checkpoint, in ticks.
  public var returnTicks: Int32 = 60
  /// The points for each second below the par time of the level.
  public var secondPoints: Int32 = 1
  /// The name of the form at the start; empty for the first one.
  public var form = ""
  /// The duration of a full life, in ticks.
  public var lifeTicks: Int32 = 1_000
  /// The glow before a run, 0 to 1.
  public var idleLight: Float = 0.2
  /// The time in which the glow follows a refill, in ticks.
  public var refillTicks: Int32 = 60
  /// The height below which the marble has fallen, in meters.
  public var fallHeight: Float = -5
  /// The least duration of the end screen, in ticks; then the player can leave it.
  public var endTicks: Int32 = 30

  /// Creates a marble with the values of the shipped levels.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "acceleration", \.acceleration, "The acceleration at full tilt",
      .metersPerSecondSquared, 0...1_000)
    p.property(
      "tiltRate", \.tiltRate, "The rate at which the tilt follows the input", .perSecond,
      0.1...1_000)
    p.property("neutralTilt", \.neutralTilt, "The input tilt that counts as level", .ratio, -1...1)
    p.property(
      "tiltsWithView", \.tiltsWithView,
      "Whether tilting away moves it away from the viewer, instead of along -Z")
    p.property("lives", \.lives, "The number of losses that end the run", .none, 1...1_000)
    p.property(
      "returnTicks", \.returnTicks, "The time until it returns to its checkpoint", .ticks,
      1...10_000)
    p.property(
      "secondPoints", \.secondPoints, "The points for each second below the par time", .none,
      0...1_000)
    p.property("form", \.form, "The name of its form at the start; that of its first, if empty")
    p.property("lifeTicks", \.lifeTicks, "The duration of a full life", .ticks, 1...1_000_000)
    p.property("idleLight", \.idleLight, "The glow before a run", .ratio, 0...1)
    p.property(
      "refillTicks", \.refillTicks, "The time in which the glow follows a refill", .ticks,
      1...10_000)
    p.property(
      "fallHeight", \.fallHeight, "The height below which it has fallen", .meters, -1e4...1e4)
    p.property(
      "endTicks", \.endTicks, "The least duration of the end screen", .ticks, 1...10_000)
  }
}

/// The role of a pearl, which refills the light of the marble.
public struct Pearl: Role {
  /// The name in files.
  public static let name = "pearl"
  /// A one-line description for the schema.
  public static let summary = "A pearl that refills the light of the marble"

  /// The share of a full life that the pearl adds.
  public var life: Float = 1
  /// The points for collecting the pearl.
  public var points: Int32 = 1
  /// The time until the pearl reappears, in seconds.
  public var hiddenDuration = 30.0

  /// Creates a pearl that adds a full life.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("life", \.life, "The share of a full life that it adds", .ratio, 0...1)
    p.property("points", \.points, "The points for collecting it", .none, 0...1_000)
    p.property(
      "hiddenDuration", \.hiddenDuration, "The time until it reappears", .seconds, 0.1...3_600)
  }
}

/// The role of the end of the maze; optional.
public struct Goal: Role {
  /// The name in files.
  public static let name = "goal"
  /// A one-line description for the schema.
  public static let summary = "The end of the maze"

  /// The number of pearls that open the goal; until then, its node is hidden.
  public var pearls: Int32 = 0

  /// Creates an open goal.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "pearls", \.pearls, "The number of pearls that open it; it is hidden until then", .none,
      0...1_000)
  }
}

/// The role of a camera rig, which follows the marble and jumps to it on reset.
public struct Rig: Role {
  /// The name in files.
  public static let name = "rig"
  /// A one-line description for the schema.
  public static let summary = "A camera rig that follows the marble and jumps to it on reset"

  /// The angular speed of the rig's arm about the marble before a run, in radians per second.
  public var orbitSpeed: Float = 0

  /// The position of the camera in its parent while nothing is in its way, in meters; nil before
  /// the first tick.
  public var restPosition: Vector3?
  /// The orientation of the camera in its parent while nothing is in its way.
  public var restOrientation = Quaternion.identity
  /// The field of view of the camera in a wide image, in radians.
  public var restFieldOfView: Float = 0

  /// Creates a rig that does not orbit.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.degrees(
      "orbitDegreesPerSecond", \.orbitSpeed, "The angular speed of its arm before a run", -360...360
    )
    p.property(
      "restPosition", \.restPosition, "The position of the camera while nothing is in its way",
      .meters, in: .state)
    p.property(
      "restOrientation", \.restOrientation,
      "The orientation of the camera while nothing is in its way", in: .state)
    p.property(
      "restFieldOfView", \.restFieldOfView, "The field of view of the camera in a wide image",
      .radians, in: .state)
  }
}
