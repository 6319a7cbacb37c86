public import CaromProperties

/// Calls a function of the scene.
public struct RunFunction: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Calls a function that the game registers"

  /// The name in ``Scene/functions``.
  public var function = ""

  /// Makes a call of no function.
  public init() {}

  /// Makes a call.
  public init(_ function: String) { self.function = function }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("function", \.function, "The name that the game registers it by", in: .required)
  }
}

/// Calls a function of the scene in every tick of a time.
public struct CustomAction: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Calls a function that the game registers, in every tick of a time"

  /// The name in ``Scene/timedFunctions``.
  public var function = ""
  /// How long it goes on, in seconds; zero calls it once.
  public var duration = 0.0
  /// How many times as fast it runs.
  public var speed = 1.0

  /// Makes an action that calls no function.
  public init() {}

  /// Makes an action.
  public init(_ function: String, duration: Double) {
    self.function = function
    self.duration = duration
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("function", \.function, "The name that the game registers it by", in: .required)
    p.property("duration", \.duration, "How long it goes on", .seconds, 0...1e9)
    p.property("speed", \.speed, "How many times as fast it runs", .none, 0...1e6)
  }
}

/// Plays a sound once.
public struct PlayAudio: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Plays a sound once"

  /// The name of the sound.
  public var sound = ""
  /// How loud, 0 to 1.
  public var gain: Float = 1
  /// True to end after ``duration``; false to end at once.
  public var waitForCompletion = false
  /// How long the sound is, in seconds, to wait for it.
  public var duration = 0.0

  /// Makes an action that plays nothing.
  public init() {}

  /// Makes an action that plays a sound.
  public init(_ sound: String, gain: Float = 1) {
    self.sound = sound
    self.gain = gain
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("sound", \.sound, "The name of the sound", in: .required)
    p.property("gain", \.gain, "How loud", .ratio, 0...1)
    p.property("waitForCompletion", \.waitForCompletion, "Whether it ends with the sound")
    p.property("duration", \.duration, "How long the sound is", .seconds, 0...1e9)
  }
}

/// Does nothing for a while.
public struct Wait: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Does nothing for a while"

  /// How long, in seconds.
  public var duration = 0.0
  /// The width of the range, around the duration, that the time is drawn from, in seconds.
  public var range = 0.0
  /// How many times as fast it runs.
  public var speed = 1.0

  /// Makes a wait of no time.
  public init() {}

  /// Makes a wait of `duration` seconds, or of a random time around it.
  public init(_ duration: Double, range: Double = 0) {
    self.duration = duration
    self.range = range
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("duration", \.duration, "How long", .seconds, 0...1e9)
    p.property("range", \.range, "The width of the range of random times", .seconds, 0...1e9)
    p.property("speed", \.speed, "How many times as fast it runs", .none, 0...1e6)
  }
}

/// Several actions, for a sequence or a group.
public struct ActionList: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Several actions"

  /// The actions in order.
  public var actions: [Action] = []
  /// How many times as fast they run.
  public var speed = 1.0

  /// Makes an empty list.
  public init() {}

  /// Makes a list.
  public init(_ actions: [Action], speed: Double = 1) {
    self.actions = actions
    self.speed = speed
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("actions", \.actions, "The actions in order")
    p.property("speed", \.speed, "How many times as fast they run", .none, 0...1e6)
  }
}

/// An action run a number of times.
public struct Repetition: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Runs an action a number of times"

  /// What to repeat.
  public var action: Action
  /// How often; zero ends at once.
  public var count: Int32 = 1
  /// How many times as fast it runs.
  public var speed = 1.0

  /// Makes a repetition of nothing.
  public init() { action = Action() }

  /// Makes a repetition.
  public init(_ action: Action, count: Int32) {
    self.action = action
    self.count = count
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("action", \.action, "What to repeat")
    p.property("count", \.count, "How often", .none, 0...1e9)
    p.property("speed", \.speed, "How many times as fast it runs", .none, 0...1e6)
  }
}

/// An action run again and again.
public struct Forever: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Runs an action again and again"

  /// What to repeat.
  public var action: Action
  /// How many times as fast it runs.
  public var speed = 1.0

  /// Makes an endless repetition of nothing.
  public init() { action = Action() }

  /// Makes an endless repetition.
  public init(_ action: Action) { self.action = action }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("action", \.action, "What to repeat")
    p.property("speed", \.speed, "How many times as fast it runs", .none, 0...1e6)
  }
}
