public import CaromMaths
public import CaromProperties
public import CaromSceneGraph

/// The marble that the player tilts through the maze; a scene has one.
public struct Marble: Role {
  /// The name in files.
  public static let name = "ball"
  /// What the schema says of it.
  public static let summary = "The marble that the player tilts through the maze"

  /// What a full tilt adds to its velocity, in metres a second squared.
  public var acceleration: Float = 18
  /// How fast the tilt follows the player's, per second.
  public var tiltRate: Float = 10
  /// The tilt of the player that counts as level: right, away.
  public var neutralTilt = Vector2.zero
  /// How many ticks a full life lasts.
  public var lifeTicks: Int32 = 1_000
  /// How much of its light is on before the game begins, 0 to 1.
  public var idleLight: Float = 0.2
  /// How long its light takes to come back, in ticks.
  public var refillTicks: Int32 = 60
  /// The height below which it has fallen, in metres.
  public var fallHeight: Float = -5
  /// How long the end of the game is shown, in ticks.
  public var endTicks: Int32 = 180

  /// Makes a marble as the shipped levels have it.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "acceleration", \.acceleration, "What a full tilt adds to its velocity",
      .metresPerSecondSquared, 0...1_000)
    p.property("tiltRate", \.tiltRate, "How fast the tilt follows", .perSecond, 0.1...1_000)
    p.property("neutralTilt", \.neutralTilt, "The tilt that counts as level", .ratio, -1...1)
    p.property("lifeTicks", \.lifeTicks, "How long a full life lasts", .ticks, 1...1_000_000)
    p.property("idleLight", \.idleLight, "Its light before the game begins", .ratio, 0...1)
    p.property(
      "refillTicks", \.refillTicks, "How long its light takes to come back", .ticks, 1...10_000)
    p.property("fallHeight", \.fallHeight, "The height below which it fell", .metres, -1e4...1e4)
    p.property("endTicks", \.endTicks, "How long the end is shown", .ticks, 1...10_000)
  }
}

/// Something that gives the marble its light back.
public struct Pearl: Role {
  /// The name in files.
  public static let name = "pearl"
  /// What the schema says of it.
  public static let summary = "Something that gives the marble its light back"

  /// The share of a full life that it gives.
  public var life: Float = 1
  /// What it adds to the score.
  public var points: Int32 = 1
  /// How long it is gone, in seconds.
  public var hiddenDuration = 30.0

  /// Makes a pearl that fills the whole life.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("life", \.life, "The share of a full life that it gives", .ratio, 0...1)
    p.property("points", \.points, "What it adds to the score", .none, 0...1_000)
    p.property("hiddenDuration", \.hiddenDuration, "How long it is gone", .seconds, 0.1...3_600)
  }
}

/// Where the maze ends; a scene may have some or none.
public struct Goal: Role {
  /// The name in files.
  public static let name = "goal"
  /// What the schema says of it.
  public static let summary = "Where the maze ends"

  /// Makes a goal.
  public init() {}

  /// Declares no properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {}
}

/// Something that follows the marble and jumps to it when the game begins anew.
public struct Rig: Role {
  /// The name in files.
  public static let name = "rig"
  /// What the schema says of it.
  public static let summary = "Something that follows the marble and jumps to it at a new start"

  /// How fast the arm below it turns about the marble until the game begins, in radians a second.
  public var orbitSpeed: Float = 0

  /// Makes a rig that does not turn.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.degrees("orbitDegreesPerSecond", \.orbitSpeed, "How fast its arm turns at first", -360...360)
  }
}
