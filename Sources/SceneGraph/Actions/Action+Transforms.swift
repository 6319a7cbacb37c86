public import CaromMaths
public import CaromProperties

/// Moves by an offset in parent space.
public struct MoveBy: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "Moves by an offset in parent space"

  /// The offset in parent space, in meters.
  public var offset: Vector3 = .zero
  /// The duration, in seconds; zero applies the change immediately.
  public var duration = 0.0
  /// The timing of the change.
  public var timing = TimingMode.linear
  /// The playback speed.
  public var speed = 1.0

  /// Creates an action without effect.
  public init() {}

  /// Creates an action with a duration in seconds.
  public init(_ offset: Vector3, duration: Double, timing: TimingMode = .linear) {
    self.offset = offset
    self.duration = duration
    self.timing = timing
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("offset", \.offset, "Offset in parent space", .meters)
    p.property(
      "duration", \.duration, "Duration; zero applies the change immediately", .seconds, 0...1e9)
    p.property("timing", \.timing, "Timing of the change")
    p.property("speed", \.speed, "Playback speed", .none, 0...1e6)
  }
}

/// Moves to a position in parent space.
public struct MoveTo: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "Moves to a position in parent space"

  /// The target position in parent space, in meters.
  public var position: Vector3 = .zero
  /// The duration, in seconds; zero applies the change immediately.
  public var duration = 0.0
  /// The timing of the change.
  public var timing = TimingMode.linear
  /// The playback speed.
  public var speed = 1.0

  /// Creates an action without effect.
  public init() {}

  /// Creates an action with a duration in seconds.
  public init(_ position: Vector3, duration: Double, timing: TimingMode = .linear) {
    self.position = position
    self.duration = duration
    self.timing = timing
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("position", \.position, "Target position in parent space", .meters)
    p.property(
      "duration", \.duration, "Duration; zero applies the change immediately", .seconds, 0...1e9)
    p.property("timing", \.timing, "Timing of the change")
    p.property("speed", \.speed, "Playback speed", .none, 0...1e6)
  }
}

/// Multiplies the scale.
public struct ScaleBy: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "Multiplies the scale"

  /// The scale factor.
  public var factor: Float = 1
  /// The duration, in seconds; zero applies the change immediately.
  public var duration = 0.0
  /// The timing of the change.
  public var timing = TimingMode.linear
  /// The playback speed.
  public var speed = 1.0

  /// Creates an action without effect.
  public init() {}

  /// Creates an action with a duration in seconds.
  public init(_ factor: Float, duration: Double, timing: TimingMode = .linear) {
    self.factor = factor
    self.duration = duration
    self.timing = timing
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("factor", \.factor, "Scale factor", .ratio)
    p.property(
      "duration", \.duration, "Duration; zero applies the change immediately", .seconds, 0...1e9)
    p.property("timing", \.timing, "Timing of the change")
    p.property("speed", \.speed, "Playback speed", .none, 0...1e6)
  }
}

/// Changes the scale to a uniform value.
public struct ScaleTo: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "Changes the scale to a uniform value"

  /// The target scale.
  public var scale: Float = 1
  /// The duration, in seconds; zero applies the change immediately.
  public var duration = 0.0
  /// The timing of the change.
  public var timing = TimingMode.linear
  /// The playback speed.
  public var speed = 1.0

  /// Creates an action without effect.
  public init() {}

  /// Creates an action with a duration in seconds.
  public init(_ scale: Float, duration: Double, timing: TimingMode = .linear) {
    self.scale = scale
    self.duration = duration
    self.timing = timing
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("scale", \.scale, "Target scale", .ratio)
    p.property(
      "duration", \.duration, "Duration; zero applies the change immediately", .seconds, 0...1e9)
    p.property("timing", \.timing, "Timing of the change")
    p.property("speed", \.speed, "Playback speed", .none, 0...1e6)
  }
}

/// Changes the opacity by an amount.
public struct FadeBy: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "Changes the opacity by an amount"

  /// The change of opacity.
  public var amount: Float = 0
  /// The duration, in seconds; zero applies the change immediately.
  public var duration = 0.0
  /// The timing of the change.
  public var timing = TimingMode.linear
  /// The playback speed.
  public var speed = 1.0

  /// Creates an action without effect.
  public init() {}

  /// Creates an action with a duration in seconds.
  public init(_ amount: Float, duration: Double, timing: TimingMode = .linear) {
    self.amount = amount
    self.duration = duration
    self.timing = timing
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("amount", \.amount, "Change of opacity", .ratio, -1...1)
    p.property(
      "duration", \.duration, "Duration; zero applies the change immediately", .seconds, 0...1e9)
    p.property("timing", \.timing, "Timing of the change")
    p.property("speed", \.speed, "Playback speed", .none, 0...1e6)
  }
}

/// Changes the opacity to a value.
public struct FadeTo: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "Changes the opacity to a value"

  /// The target opacity; one is opaque.
  public var opacity: Float = 1
  /// The duration, in seconds; zero applies the change immediately.
  public var duration = 0.0
  /// The timing of the change.
  public var timing = TimingMode.linear
  /// The playback speed.
  public var speed = 1.0

  /// Creates an action without effect.
  public init() {}

  /// Creates an action with a duration in seconds.
  public init(_ opacity: Float, duration: Double, timing: TimingMode = .linear) {
    self.opacity = opacity
    self.duration = duration
    self.timing = timing
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("opacity", \.opacity, "Target opacity; one is opaque", .ratio, 0...1)
    p.property(
      "duration", \.duration, "Duration; zero applies the change immediately", .seconds, 0...1e9)
    p.property("timing", \.timing, "Timing of the change")
    p.property("speed", \.speed, "Playback speed", .none, 0...1e6)
  }
}
