public import CaromProperties
public import CaromSceneGraph

/// The role of a wall of the court.
public struct Barrier: Role {
  /// The name in files.
  public static let name = "barrier"
  /// A one-line description for the schema.
  public static let summary = "A wall of the court"

  /// Whether a ball that hits it is lost, as at the wall behind the paddle.
  public var costsLife = false

  /// Creates a wall that costs no life.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("costsLife", \.costsLife, "Whether a ball that hits it is lost")
  }
}

/// The role of the court: what a level asks of the player.
public struct Court: Role {
  /// The name in files.
  public static let name = "court"
  /// A one-line description for the schema.
  public static let summary = "The par time of a level, and the bonus for it"

  /// The time within which to clear the level, in seconds; 0 for none.
  public var parTime = 0.0
  /// The points for clearing the level within the par time.
  public var bonus: Int32 = 0

  /// Creates a court without a par time.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "parTime", \.parTime, "The time within which to clear the level; 0 for none", .seconds,
      0...3_600)
    p.property("bonus", \.bonus, "The points for clearing it in that time", .none, 0...10_000)
  }
}

/// The role of a camera for one view format.
public struct View: Role {
  /// The name in files.
  public static let name = "view"
  /// A one-line description for the schema.
  public static let summary = "A camera for one view format"

  /// The view format that the camera is for.
  public var format = ViewFormat.landscape
  /// The field of view that the file gives the camera, in radians; 0 before its first tick.
  public var ownFieldOfView: Float = 0
  /// The aspect ratio of the images that the field of view is for; 0 before its first tick.
  public var fittedAspect: Float = 0

  /// Creates a camera for landscape views.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("format", \.format, "The view format that the camera is for")
    p.property(
      "ownFieldOfView", \.ownFieldOfView, "The field of view that the file gives the camera",
      .radians, in: .state)
    p.property(
      "fittedAspect", \.fittedAspect, "The aspect ratio that the field of view is for", .ratio,
      in: .state)
  }
}

/// The aspect of a view.
public enum ViewFormat: String, EnumName, Sendable {
  /// Wider than high.
  case landscape
  /// Higher than wide.
  case portrait
}
