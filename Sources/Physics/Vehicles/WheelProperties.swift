public import CaromMaths
public import CaromProperties

/// The axes, suspension and friction of a wheel.
///
/// ``WheelDefinition`` and the wheels of scene files embed this declaration, and ``Wheel`` provides
/// live access to the same properties. Names and defaults are SceneKit's, with lengths in meters.
/// Axes are in the chassis's own axes.
public struct WheelProperties: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "The axes, suspension and friction of a wheel"

  /// The direction from the connection to the wheel, about which it also steers.
  public var steeringAxis = Vector3(0, -1, 0)
  /// The axis on which the wheel rotates when it steers straight.
  ///
  /// A positive engine force drives along up × axle: towards +z by default.
  public var axle = Vector3(-1, 0, 0)
  /// The spring of the suspension in 1/s²: its force is this times the chassis's mass times travel.
  ///
  /// A vehicle of n equal wheels sinks by g / (n·stiffness).
  public var suspensionStiffness: Float = 2
  /// The damping while the suspension is compressed, in 1/s, times the chassis's mass.
  public var suspensionCompression: Float = 4.4
  /// The damping while the suspension extends, in 1/s, times the chassis's mass.
  public var suspensionDamping: Float = 2.3
  /// The length of the suspension without load, in meters.
  public var suspensionRestLength: Float = 1.6
  /// The maximum compression of the suspension, in meters; SceneKit's is in centimeters.
  public var maximumSuspensionTravel: Float = 5
  /// The maximum force of the suspension, in newtons.
  public var maximumSuspensionForce: Float = 6000
  /// The coefficient of friction between the wheel and any ground; the friction of the ground is
  /// ignored.
  public var frictionSlip: Float = 1
  /// The share of the height of the center of mass at which sideways friction acts, 0 to 1.
  ///
  /// 1 is a rigid wheel; less reduces the roll of short, high vehicles in curves. Not in SceneKit.
  public var rollInfluence: Float = 0.1

  /// Creates SceneKit's suspension.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "steeringAxis", \.steeringAxis, "The direction from the connection to the wheel", .ratio,
      -1e5...1e5)
    p.property("axle", \.axle, "The axis on which the wheel rotates", .ratio, -1e5...1e5)
    p.property(
      "suspensionStiffness", \.suspensionStiffness,
      "The stiffness of the suspension per kilogram of the chassis", .none, 0...1e9)
    p.property(
      "suspensionCompression", \.suspensionCompression,
      "The damping while the suspension is compressed", .perSecond, 0...1e9)
    p.property(
      "suspensionDamping", \.suspensionDamping, "The damping while the suspension extends",
      .perSecond, 0...1e9)
    p.property(
      "suspensionRestLength", \.suspensionRestLength,
      "The length of the suspension without load", .meters, 0...1e4)
    p.property(
      "maximumSuspensionTravel", \.maximumSuspensionTravel,
      "The maximum compression of the suspension", .meters, 0...1e4)
    p.property(
      "maximumSuspensionForce", \.maximumSuspensionForce, "The maximum force of the suspension",
      .newtons, 0...1e9)
    p.property(
      "frictionSlip", \.frictionSlip,
      "The coefficient of friction with any ground; that of the ground is ignored", .ratio, 0...1e6
    )
    p.property(
      "rollInfluence", \.rollInfluence,
      "The share of the height of the center of mass at which sideways friction acts", .ratio, 0...1
    )
  }

  /// The problem with the axes, or nil.
  public var problem: String? {
    steeringAxis.normalized == nil || axle.normalized == nil
      || steeringAxis.cross(axle).normalized == nil
      ? "steeringAxis and axle span no plane; two that differ are accepted" : nil
  }
}

/// The driver's controls of a wheel.
public struct WheelControls: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "The driver's controls of a wheel"

  /// The force with which the engine drives the wheel forward, in newtons.
  public var engineForce: Float = 0
  /// The maximum force of the brake, in newtons.
  public var brakingForce: Float = 0
  /// The steering angle in radians; positive to the left.
  public var steeringAngle: Float = 0

  /// Creates released controls.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "engineForce", \.engineForce, "The force that drives the wheel forward", .newtons, -1e9...1e9)
    p.property("brakingForce", \.brakingForce, "The maximum force of the brake", .newtons, 0...1e9)
    p.degrees("steeringAngleDegrees", \.steeringAngle, "The steering angle", -180...180)
  }
}
