public import CaromMaths
public import CaromProperties

/// Turns by angles about the parent's axes.
public struct RotateBy: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Turns by angles about the parent's axes"

  /// Pitch, yaw and roll to add.
  public var angles: Vector3 = .zero
  /// How long it takes, in seconds; zero is at once.
  public var duration = 0.0
  /// How the change is spread over the duration.
  public var timing = TimingMode.linear
  /// How many times as fast it runs.
  public var speed = 1.0

  /// Makes an action that changes nothing.
  public init() {}

  /// Makes an action that takes `duration` seconds.
  public init(_ angles: Vector3, duration: Double, timing: TimingMode = .linear) {
    self.angles = angles
    self.duration = duration
    self.timing = timing
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.degrees("anglesDegrees", \.angles, "Pitch, yaw and roll to add")
    p.property("duration", \.duration, "How long it takes; zero is at once", .seconds, 0...1e9)
    p.property("timing", \.timing, "How the change is spread over the duration")
    p.property("speed", \.speed, "How many times as fast it runs", .none, 0...1e6)
  }
}

/// Turns to angles.
public struct RotateTo: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Turns to angles"

  /// Pitch, yaw and roll to reach.
  public var angles: Vector3 = .zero
  /// True to turn the shortest way; false to change each angle by itself.
  public var usesShortestUnitArc = false
  /// How long it takes, in seconds; zero is at once.
  public var duration = 0.0
  /// How the change is spread over the duration.
  public var timing = TimingMode.linear
  /// How many times as fast it runs.
  public var speed = 1.0

  /// Makes an action that changes nothing.
  public init() {}

  /// Makes an action that takes `duration` seconds.
  public init(_ angles: Vector3, duration: Double, timing: TimingMode = .linear) {
    self.angles = angles
    self.duration = duration
    self.timing = timing
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.degrees("anglesDegrees", \.angles, "Pitch, yaw and roll to reach")
    p.property("usesShortestUnitArc", \.usesShortestUnitArc, "Whether it turns the shortest way")
    p.property("duration", \.duration, "How long it takes; zero is at once", .seconds, 0...1e9)
    p.property("timing", \.timing, "How the change is spread over the duration")
    p.property("speed", \.speed, "How many times as fast it runs", .none, 0...1e6)
  }
}

/// Turns about an axis of the parent.
public struct RotateAround: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Turns about an axis of the parent"

  /// How far to turn.
  public var angle: Float = 0
  /// The axis to turn about, in the parent; of any length.
  public var axis = Vector3.unitY
  /// How long it takes, in seconds; zero is at once.
  public var duration = 0.0
  /// How the change is spread over the duration.
  public var timing = TimingMode.linear
  /// How many times as fast it runs.
  public var speed = 1.0

  /// Makes an action that changes nothing.
  public init() {}

  /// Makes an action that takes `duration` seconds.
  public init(_ angle: Float, axis: Vector3, duration: Double, timing: TimingMode = .linear) {
    self.angle = angle
    self.axis = axis
    self.duration = duration
    self.timing = timing
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.degrees("angleDegrees", \.angle, "How far to turn")
    p.property("axis", \.axis, "What to turn about, in the parent")
    p.property("duration", \.duration, "How long it takes; zero is at once", .seconds, 0...1e9)
    p.property("timing", \.timing, "How the change is spread over the duration")
    p.property("speed", \.speed, "How many times as fast it runs", .none, 0...1e6)
  }
}

/// Turns to an angle about an axis of the parent, along the shortest arc.
public struct RotateToAxisAngle: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Turns to an angle about an axis of the parent"

  /// The angle to reach.
  public var angle: Float = 0
  /// The axis to turn about, in the parent; of any length.
  public var axis = Vector3.unitY
  /// How long it takes, in seconds; zero is at once.
  public var duration = 0.0
  /// How the change is spread over the duration.
  public var timing = TimingMode.linear
  /// How many times as fast it runs.
  public var speed = 1.0

  /// Makes an action that changes nothing.
  public init() {}

  /// Makes an action that takes `duration` seconds.
  public init(_ angle: Float, axis: Vector3, duration: Double, timing: TimingMode = .linear) {
    self.angle = angle
    self.axis = axis
    self.duration = duration
    self.timing = timing
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.degrees("angleDegrees", \.angle, "The angle to reach")
    p.property("axis", \.axis, "What to turn about, in the parent")
    p.property("duration", \.duration, "How long it takes; zero is at once", .seconds, 0...1e9)
    p.property("timing", \.timing, "How the change is spread over the duration")
    p.property("speed", \.speed, "How many times as fast it runs", .none, 0...1e6)
  }
}
