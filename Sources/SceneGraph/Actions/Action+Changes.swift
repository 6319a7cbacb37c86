public import CaromMaths
public import CaromProperties

/// How a change is spread over its duration: the share of the change after a share t of the time.
public enum TimingMode: String, EnumName, Sendable {
  /// Evenly: t.
  case linear
  /// Slowly at first: t².
  case easeIn
  /// Slowly at last: t · (2 − t).
  case easeOut
  /// Slowly at both ends: t² · (3 − 2t).
  case easeInEaseOut

  /// The share of the change after a share of the time; both 0 to 1.
  func share(_ t: Double) -> Double {
    switch self {
    case .linear: t
    case .easeIn: t * t
    case .easeOut: t * (2 - t)
    case .easeInEaseOut: t * t * (3 - 2 * t)
    }
  }
}

/// Moves by an offset in the parent.
public struct MoveBy: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Moves by an offset in the parent"

  /// How far, in the parent.
  public var offset: Vector3 = .zero
  /// How long it takes, in seconds; zero is at once.
  public var duration = 0.0
  /// How the change is spread over the duration.
  public var timing = TimingMode.linear
  /// How many times as fast it runs.
  public var speed = 1.0

  /// Makes an action that changes nothing.
  public init() {}

  /// Makes an action that takes `duration` seconds.
  public init(_ offset: Vector3, duration: Double, timing: TimingMode = .linear) {
    self.offset = offset
    self.duration = duration
    self.timing = timing
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("offset", \.offset, "How far, in the parent", .metres)
    p.property("duration", \.duration, "How long it takes; zero is at once", .seconds, 0...1e9)
    p.property("timing", \.timing, "How the change is spread over the duration")
    p.property("speed", \.speed, "How many times as fast it runs", .none, 0...1e6)
  }
}

/// Moves to a place in the parent.
public struct MoveTo: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Moves to a place in the parent"

  /// Where to, in the parent.
  public var position: Vector3 = .zero
  /// How long it takes, in seconds; zero is at once.
  public var duration = 0.0
  /// How the change is spread over the duration.
  public var timing = TimingMode.linear
  /// How many times as fast it runs.
  public var speed = 1.0

  /// Makes an action that changes nothing.
  public init() {}

  /// Makes an action that takes `duration` seconds.
  public init(_ position: Vector3, duration: Double, timing: TimingMode = .linear) {
    self.position = position
    self.duration = duration
    self.timing = timing
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("position", \.position, "Where to, in the parent", .metres)
    p.property("duration", \.duration, "How long it takes; zero is at once", .seconds, 0...1e9)
    p.property("timing", \.timing, "How the change is spread over the duration")
    p.property("speed", \.speed, "How many times as fast it runs", .none, 0...1e6)
  }
}

/// Multiplies the scale.
public struct ScaleBy: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Multiplies the scale"

  /// How many times as large.
  public var factor: Float = 1
  /// How long it takes, in seconds; zero is at once.
  public var duration = 0.0
  /// How the change is spread over the duration.
  public var timing = TimingMode.linear
  /// How many times as fast it runs.
  public var speed = 1.0

  /// Makes an action that changes nothing.
  public init() {}

  /// Makes an action that takes `duration` seconds.
  public init(_ factor: Float, duration: Double, timing: TimingMode = .linear) {
    self.factor = factor
    self.duration = duration
    self.timing = timing
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("factor", \.factor, "How many times as large", .ratio)
    p.property("duration", \.duration, "How long it takes; zero is at once", .seconds, 0...1e9)
    p.property("timing", \.timing, "How the change is spread over the duration")
    p.property("speed", \.speed, "How many times as fast it runs", .none, 0...1e6)
  }
}

/// Changes the scale to the same value along each axis.
public struct ScaleTo: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Changes the scale to the same value along each axis"

  /// The scale to reach.
  public var scale: Float = 1
  /// How long it takes, in seconds; zero is at once.
  public var duration = 0.0
  /// How the change is spread over the duration.
  public var timing = TimingMode.linear
  /// How many times as fast it runs.
  public var speed = 1.0

  /// Makes an action that changes nothing.
  public init() {}

  /// Makes an action that takes `duration` seconds.
  public init(_ scale: Float, duration: Double, timing: TimingMode = .linear) {
    self.scale = scale
    self.duration = duration
    self.timing = timing
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("scale", \.scale, "The scale to reach", .ratio)
    p.property("duration", \.duration, "How long it takes; zero is at once", .seconds, 0...1e9)
    p.property("timing", \.timing, "How the change is spread over the duration")
    p.property("speed", \.speed, "How many times as fast it runs", .none, 0...1e6)
  }
}

/// Changes the opacity by an amount.
public struct FadeBy: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Changes the opacity by an amount"

  /// How much more solid.
  public var amount: Float = 0
  /// How long it takes, in seconds; zero is at once.
  public var duration = 0.0
  /// How the change is spread over the duration.
  public var timing = TimingMode.linear
  /// How many times as fast it runs.
  public var speed = 1.0

  /// Makes an action that changes nothing.
  public init() {}

  /// Makes an action that takes `duration` seconds.
  public init(_ amount: Float, duration: Double, timing: TimingMode = .linear) {
    self.amount = amount
    self.duration = duration
    self.timing = timing
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("amount", \.amount, "How much more solid", .ratio, -1...1)
    p.property("duration", \.duration, "How long it takes; zero is at once", .seconds, 0...1e9)
    p.property("timing", \.timing, "How the change is spread over the duration")
    p.property("speed", \.speed, "How many times as fast it runs", .none, 0...1e6)
  }
}

/// Changes the opacity to a value.
public struct FadeTo: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Changes the opacity to a value"

  /// The opacity to reach; one is solid.
  public var opacity: Float = 1
  /// How long it takes, in seconds; zero is at once.
  public var duration = 0.0
  /// How the change is spread over the duration.
  public var timing = TimingMode.linear
  /// How many times as fast it runs.
  public var speed = 1.0

  /// Makes an action that changes nothing.
  public init() {}

  /// Makes an action that takes `duration` seconds.
  public init(_ opacity: Float, duration: Double, timing: TimingMode = .linear) {
    self.opacity = opacity
    self.duration = duration
    self.timing = timing
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("opacity", \.opacity, "The opacity to reach; one is solid", .ratio, 0...1)
    p.property("duration", \.duration, "How long it takes; zero is at once", .seconds, 0...1e9)
    p.property("timing", \.timing, "How the change is spread over the duration")
    p.property("speed", \.speed, "How many times as fast it runs", .none, 0...1e6)
  }
}
