public import CaromMaths
public import CaromProperties

/// Rotates by angles about the parent's axes.
public struct RotateBy: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "Rotates by angles about the parent's axes"

  /// The pitch, yaw and roll to add, in radians.
  public var angles: Vector3 = .zero
  /// The duration, in seconds; zero applies the change immediately.
  public var duration = 0.0
  /// The timing of the change.
  public var timing = TimingMode.linear
  /// The playback speed.
  public var speed = 1.0

  /// Creates an action without effect.
  public init() {}

  /// Creates an action with a duration in seconds.
  public init(_ angles: Vector3, duration: Double, timing: TimingMode = .linear) {
    self.angles = angles
    self.duration = duration
    self.timing = timing
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.degrees("anglesDegrees", \.angles, "Pitch, yaw and roll to add")
    p.property(
      "duration", \.duration, "Duration; zero applies the change immediately", .seconds, 0...1e9)
    p.property("timing", \.timing, "Timing of the change")
    p.property("speed", \.speed, "Playback speed", .none, 0...1e6)
  }
}

/// Rotates to Euler angles.
public struct RotateTo: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "Rotates to Euler angles"

  /// The target pitch, yaw and roll, in radians.
  public var angles: Vector3 = .zero
  /// True to rotate along the shortest arc; false to interpolate each angle separately.
  public var usesShortestUnitArc = false
  /// The duration, in seconds; zero applies the change immediately.
  public var duration = 0.0
  /// The timing of the change.
  public var timing = TimingMode.linear
  /// The playback speed.
  public var speed = 1.0

  /// Creates an action without effect.
  public init() {}

  /// Creates an action with a duration in seconds.
  public init(_ angles: Vector3, duration: Double, timing: TimingMode = .linear) {
    self.angles = angles
    self.duration = duration
    self.timing = timing
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.degrees("anglesDegrees", \.angles, "Target pitch, yaw and roll")
    p.property(
      "usesShortestUnitArc", \.usesShortestUnitArc, "Whether it rotates along the shortest arc")
    p.property(
      "duration", \.duration, "Duration; zero applies the change immediately", .seconds, 0...1e9)
    p.property("timing", \.timing, "Timing of the change")
    p.property("speed", \.speed, "Playback speed", .none, 0...1e6)
  }
}

/// Rotates about an axis in parent space.
public struct RotateAround: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "Rotates about an axis in parent space"

  /// The angle, in radians.
  public var angle: Float = 0
  /// The rotation axis in parent space; of any length.
  public var axis = Vector3.unitY
  /// The duration, in seconds; zero applies the change immediately.
  public var duration = 0.0
  /// The timing of the change.
  public var timing = TimingMode.linear
  /// The playback speed.
  public var speed = 1.0

  /// Creates an action without effect.
  public init() {}

  /// Creates an action with a duration in seconds.
  public init(_ angle: Float, axis: Vector3, duration: Double, timing: TimingMode = .linear) {
    self.angle = angle
    self.axis = axis
    self.duration = duration
    self.timing = timing
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.degrees("angleDegrees", \.angle, "Rotation angle")
    p.property("axis", \.axis, "Rotation axis in parent space")
    p.property(
      "duration", \.duration, "Duration; zero applies the change immediately", .seconds, 0...1e9)
    p.property("timing", \.timing, "Timing of the change")
    p.property("speed", \.speed, "Playback speed", .none, 0...1e6)
  }
}

/// Rotates to an axis and angle in parent space, along the shortest arc.
public struct RotateToAxisAngle: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "Rotates to an axis and angle in parent space"

  /// The target angle, in radians.
  public var angle: Float = 0
  /// The rotation axis in parent space; of any length.
  public var axis = Vector3.unitY
  /// The duration, in seconds; zero applies the change immediately.
  public var duration = 0.0
  /// The timing of the change.
  public var timing = TimingMode.linear
  /// The playback speed.
  public var speed = 1.0

  /// Creates an action without effect.
  public init() {}

  /// Creates an action with a duration in seconds.
  public init(_ angle: Float, axis: Vector3, duration: Double, timing: TimingMode = .linear) {
    self.angle = angle
    self.axis = axis
    self.duration = duration
    self.timing = timing
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.degrees("angleDegrees", \.angle, "Target angle")
    p.property("axis", \.axis, "Rotation axis in parent space")
    p.property(
      "duration", \.duration, "Duration; zero applies the change immediately", .seconds, 0...1e9)
    p.property("timing", \.timing, "Timing of the change")
    p.property("speed", \.speed, "Playback speed", .none, 0...1e6)
  }
}
