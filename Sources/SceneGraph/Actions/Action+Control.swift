public import CaromProperties

/// Calls a function of the scene.
public struct RunFunction: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "Calls a function that the game registers"

  /// The name in ``Scene/functions``.
  public var function = ""

  /// Creates a call without a function.
  public init() {}

  /// Creates a call.
  public init(_ function: String) { self.function = function }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "function", \.function, "Name of the function that the game registers", in: .required)
  }
}

/// Calls a function of the scene in every tick for a duration.
public struct CustomAction: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary =
    "Calls a function that the game registers, in every tick for a duration"

  /// The name in ``Scene/timedFunctions``.
  public var function = ""
  /// The duration, in seconds; zero calls the function once.
  public var duration = 0.0
  /// The playback speed.
  public var speed = 1.0

  /// Creates an action without a function.
  public init() {}

  /// Creates an action.
  public init(_ function: String, duration: Double) {
    self.function = function
    self.duration = duration
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "function", \.function, "Name of the function that the game registers", in: .required)
    p.property("duration", \.duration, "Duration; zero calls the function once", .seconds, 0...1e9)
    p.property("speed", \.speed, "Playback speed", .none, 0...1e6)
  }
}

/// Plays a sound once.
public struct PlayAudio: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "Plays a sound once"

  /// The name of the sound.
  public var sound = ""
  /// The gain, 0 to 1.
  public var gain: Float = 1
  /// True to end after ``duration``; false to end immediately.
  public var waitForCompletion = false
  /// The duration of the sound, in seconds, to wait for it.
  public var duration = 0.0

  /// Creates an action without a sound.
  public init() {}

  /// Creates an action that plays a sound.
  public init(_ sound: String, gain: Float = 1) {
    self.sound = sound
    self.gain = gain
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("sound", \.sound, "The name of the sound", in: .required)
    p.property("gain", \.gain, "Gain", .ratio, 0...1)
    p.property(
      "waitForCompletion", \.waitForCompletion, "Whether the action ends after the duration")
    p.property("duration", \.duration, "Duration of the sound", .seconds, 0...1e9)
  }
}

/// Waits.
public struct Wait: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "Waits"

  /// The duration, in seconds.
  public var duration = 0.0
  /// The width of the range of random times around the duration, in seconds.
  public var range = 0.0
  /// The playback speed.
  public var speed = 1.0

  /// Creates a wait of zero duration.
  public init() {}

  /// Creates a wait of a duration in seconds, or of a random time around it.
  public init(_ duration: Double, range: Double = 0) {
    self.duration = duration
    self.range = range
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("duration", \.duration, "Duration", .seconds, 0...1e9)
    p.property(
      "range", \.range, "Width of the range of random times around the duration", .seconds, 0...1e9)
    p.property("speed", \.speed, "Playback speed", .none, 0...1e6)
  }
}

/// A list of actions, for a sequence or a group.
public struct ActionList: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A list of actions"

  /// The actions in order.
  public var actions: [Action] = []
  /// The playback speed.
  public var speed = 1.0

  /// Creates an empty list.
  public init() {}

  /// Creates a list.
  public init(_ actions: [Action], speed: Double = 1) {
    self.actions = actions
    self.speed = speed
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("actions", \.actions, "The actions in order")
    p.property("speed", \.speed, "Playback speed", .none, 0...1e6)
  }
}

/// Repeats an action a number of times.
public struct Repetition: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "Repeats an action a number of times"

  /// The action.
  public var action: Action
  /// The number of repetitions; zero ends immediately.
  public var count: Int32 = 1
  /// The playback speed.
  public var speed = 1.0

  /// Creates a repetition of an action without effect.
  public init() { action = Action() }

  /// Creates a repetition.
  public init(_ action: Action, count: Int32) {
    self.action = action
    self.count = count
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("action", \.action, "The action")
    p.property("count", \.count, "Number of repetitions", .none, 0...1e9)
    p.property("speed", \.speed, "Playback speed", .none, 0...1e6)
  }
}

/// Repeats an action forever.
public struct Forever: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "Repeats an action forever"

  /// The action.
  public var action: Action
  /// The playback speed.
  public var speed = 1.0

  /// Creates an endless repetition of an action without effect.
  public init() { action = Action() }

  /// Creates an endless repetition.
  public init(_ action: Action) { self.action = action }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("action", \.action, "The action")
    p.property("speed", \.speed, "Playback speed", .none, 0...1e6)
  }
}
