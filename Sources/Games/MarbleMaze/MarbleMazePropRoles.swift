public import CaromMaths
public import CaromProperties
public import CaromSceneGraph

/// The role of a place to which the marble returns after it touched it.
///
/// It hides the behavior of the same name, which is for bodies with the role `player`.
public struct Checkpoint: Role {
  /// The name in files.
  public static let name = "checkpoint"
  /// A one-line description for the schema.
  public static let summary = "A place to which the marble returns after it touched it"

  /// The position of the returning marble from the node, in meters along the world's axes.
  public var offset = Vector3(0, 1, 0)
  /// The share of a full life that the first touch adds.
  public var life: Float = 1
  /// Whether the marble touched it in this run.
  public var isReached = false

  /// Creates a checkpoint that restores the light.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "offset", \.offset, "The position of the returning marble from the node", .meters, -1e5...1e5)
    p.property("life", \.life, "The share of a full life that the first touch adds", .ratio, 0...1)
    p.property("isReached", \.isReached, "Whether the marble touched it in this run", in: .state)
  }
}

/// The role of a form of the marble, such as wood: a node below the marble with its appearance.
///
/// The first form is that of the marble itself. The geometry of another one covers the marble.
public struct Form: Role {
  /// The name in files.
  public static let name = "form"
  /// A one-line description for the schema.
  public static let summary = "A form of the marble, such as wood, below its node"

  /// The mass, in kilograms.
  public var mass: Float = 1
  /// The acceleration at full tilt, in meters per second squared; 0 for that of the marble.
  public var acceleration: Float = 0
  /// The coefficient of friction.
  public var friction: Float = 0.5
  /// The share of speed that a bounce returns.
  public var restitution: Float = 0.5
  /// The fraction of the velocity that is lost per second.
  public var damping: Float = 0.1
  /// The categories of the body, by which fields and triggers select forms.
  public var categoryBitMask: UInt32 = MarbleMaze.Category.ball

  /// Creates the form of glass.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("mass", \.mass, "The mass", .kilograms, 0.01...1_000)
    p.property(
      "acceleration", \.acceleration, "The acceleration at full tilt; 0 for that of the marble",
      .metersPerSecondSquared, 0...1_000)
    p.property("friction", \.friction, "The coefficient of friction", .ratio, 0...100)
    p.property(
      "restitution", \.restitution, "The share of speed that a bounce returns", .ratio, 0...1)
    p.property(
      "damping", \.damping, "The fraction of the velocity that is lost per second", .ratio, 0...1)
    p.property(
      "categoryBitMask", \.categoryBitMask,
      "The categories of its body; 1 is one of them, and fields and triggers select others", .mask)
  }
}

/// The role of a gate that gives the marble another form.
public struct Transformer: Role {
  /// The name in files.
  public static let name = "transformer"
  /// A one-line description for the schema.
  public static let summary = "Gives the marble that touches it another form"

  /// The name of the form's node below the marble.
  public var form = ""

  /// Creates a transformer to the first form.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("form", \.form, "The name of the form below the marble", in: .required)
  }
}

/// The role of a loose part, such as a crate or a plank, that is restored when the marble returns.
///
/// Its body goes back to its start, its joints are whole again, and their motors have the speeds of
/// the file. A part that falls below the maze is hidden until then.
public struct Prop: Role {
  /// The name in files.
  public static let name = "prop"
  /// A one-line description for the schema.
  public static let summary = "A loose part that goes back to its start when the marble does"

  /// The start position in the parent, in meters; nil before the first tick.
  public var startPosition: Vector3?
  /// The start orientation in the parent.
  public var startOrientation = Quaternion.identity
  /// The start speed of the first joint's motor, in m/s or rad/s.
  public var startSpeed: Float = 0

  /// Creates a part whose start is not known yet.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("startPosition", \.startPosition, "The start position", .meters, in: .state)
    p.property("startOrientation", \.startOrientation, "The start orientation", in: .state)
    p.property("startSpeed", \.startSpeed, "The start speed of the first motor", in: .state)
  }
}

/// The role of a light on the way to the goal: players see it, and the bot follows it.
///
/// The lights show the way in the order of the scene. One on a platform moves with it.
public struct WayLight: Role {
  /// The name in files.
  public static let name = "wayLight"
  /// A one-line description for the schema.
  public static let summary = "A light that shows the way to the goal, in the order of the scene"

  /// The advised speed on the way to it, in meters per second.
  public var speed: Float = 3.2
  /// The distance from which it is approached, in meters; 0 for any.
  ///
  /// Until the light, on a moving platform, is that near, one waits at the light before it.
  public var reach: Float = 0
  /// A moving hazard; it must be far from the light before it is approached.
  public var hazard: NodeReference?
  /// The distance of the hazard from the light, in meters.
  public var clearance: Float = 2
  /// Whether something else, such as a jump pad, brings the marble there.
  public var isFlight = false

  /// Creates a light that can be approached at any time.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "speed", \.speed, "The advised speed on the way to it", .metersPerSecond, 0.1...100)
    p.property(
      "reach", \.reach, "The distance from which it is approached; 0 for any", .meters, 0...1e4)
    p.property(
      "hazard", \.hazard, "A moving hazard that must be far from it before it is approached")
    p.property("clearance", \.clearance, "The distance of the hazard from it", .meters, 0...1e4)
    p.property(
      "isFlight", \.isFlight, "Whether something else brings the marble there, such as a jump pad")
  }
}
