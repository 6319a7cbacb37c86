public import CaromProperties

/// Keyframes for properties of one or more nodes, and how they are played.
///
/// An animation writes what is shown, never the nodes themselves: when it ends or is removed, their
/// own values are uncovered, unless ``isAppliedOnCompletion``. Play one with
/// ``Node/addAnimation(_:forKey:)``, or keep hold of it with an ``AnimationPlayer``.
public struct Animation: Part {
  /// What the schema says of it.
  public static let summary = "Keyframes for properties of one or more nodes"

  /// What changes, in order; a later channel of the same property replaces an earlier one.
  public var channels: [AnimationChannel] = []
  /// How long one run takes, in seconds; zero is until the last key time.
  public var duration = 0.0
  /// How often it runs, where less than a whole run counts; zero is once, as in SceneKit.
  public var repeatCount: Float = 0
  /// True to run again and again; ``repeatCount`` does not count then.
  public var repeatsForever = false
  /// True to run back after each run, which takes the same time again.
  public var autoreverses = false
  /// True to add the values to what is there, instead of replacing it.
  public var isAdditive = false
  /// True to start each run where the one before ended.
  public var isCumulative = false
  /// How long it takes to fade in over what is there, in seconds.
  public var blendInDuration = 0.0
  /// How long before its end it begins to fade out, in seconds.
  public var blendOutDuration = 0.0
  /// True to hold the last values after the end, if it is not removed then.
  public var fillsForward = false
  /// True to show the first values during ``startDelay``.
  public var fillsBackward = false
  /// How each run is spread over its duration.
  public var timing = TimingMode.linear
  /// False to stay with its node after the end, to be played again.
  public var isRemovedOnCompletion = true
  /// True to write the last values to the nodes themselves at the end.
  public var isAppliedOnCompletion = false
  /// How long it waits before it starts, in seconds.
  public var startDelay = 0.0
  /// Functions that it calls on its way.
  public var events: [AnimationEvent] = []
  /// The name in ``Scene/functions`` of what is called when it starts; empty for none.
  public var didStart = ""
  /// The name in ``Scene/functions`` of what is called at its end, not when stopped; empty for none.
  public var didStop = ""

  /// Makes an animation that changes nothing.
  public init() {}

  /// Makes an animation of channels.
  public init(_ channels: [AnimationChannel], duration: Double = 0) {
    self.channels = channels
    self.duration = duration
  }

  /// Makes an animation of one property of the node that plays it.
  public init(
    _ keyPath: String, keyTimes: [Float], values: KeyValues,
    interpolation: Interpolation = .linear
  ) {
    channels = [
      AnimationChannel(keyPath, keyTimes: keyTimes, values: values, interpolation: interpolation)
    ]
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("channels", \.channels, "What changes, in order")
    p.property(
      "duration", \.duration, "How long one run takes; zero is until the last key time", .seconds,
      0...1e6)
    p.property("repeatCount", \.repeatCount, "How often it runs; zero is once", .none, 0...1e9)
    p.property("repeatsForever", \.repeatsForever, "Whether it runs again and again")
    p.property("autoreverses", \.autoreverses, "Whether it runs back after each run")
    p.property("isAdditive", \.isAdditive, "Whether values are added to what is there")
    p.property("isCumulative", \.isCumulative, "Whether a run starts where the last one ended")
    p.property("blendInDuration", \.blendInDuration, "How long it fades in", .seconds, 0...1e6)
    p.property(
      "blendOutDuration", \.blendOutDuration, "How long before its end it begins to fade out",
      .seconds, 0...1e6)
    p.property("fillsForward", \.fillsForward, "Whether the last values hold after the end")
    p.property("fillsBackward", \.fillsBackward, "Whether the first values show during the delay")
    p.property("timing", \.timing, "How each run is spread over its duration")
    p.property(
      "isRemovedOnCompletion", \.isRemovedOnCompletion, "Whether it leaves its node at the end")
    p.property(
      "isAppliedOnCompletion", \.isAppliedOnCompletion,
      "Whether the last values are written to the nodes at the end")
    p.property("startDelay", \.startDelay, "How long it waits before it starts", .seconds, 0...1e6)
    p.property("events", \.events, "Functions that it calls on its way")
    p.property("didStart", \.didStart, "The function that is called when it starts")
    p.property("didStop", \.didStop, "The function that is called at its end")
  }

  /// How long one run takes: ``duration``, or until the last key time where that is zero.
  public var runDuration: Double {
    if duration > 0 { return duration }
    return channels.reduce(0) { max($0, Double($1.keyTimes.last ?? 0)) }
  }
}

/// A function that an animation calls on its way.
public struct AnimationEvent: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "A function that an animation calls on its way"

  /// When, as a share of the run: 0 is its start and 1 its end.
  public var keyTime: Float = 0
  /// The name in ``Scene/functions``; called with the node that plays the animation.
  public var function = ""

  /// Makes an event that calls nothing.
  public init() {}

  /// Makes an event.
  public init(keyTime: Float, function: String) {
    self.keyTime = keyTime
    self.function = function
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("keyTime", \.keyTime, "When, as a share of the run", .ratio, 0...1)
    p.property("function", \.function, "The name that the game registers it by", in: .required)
  }
}

/// An animation that a node plays as soon as it is in a scene, as files have it.
public struct AnimationEntry: Part {
  /// What the schema says of it.
  public static let summary = "An animation that a node plays as soon as it is in a scene"

  /// What its player is found by.
  public var key = ""
  /// What is played.
  public var animation = Animation()
  /// How many times as fast it runs; negative ones run backwards.
  public var speed: Float = 1
  /// How much of it is shown, 0 to 1.
  public var blendFactor: Float = 1
  /// True to wait until code plays it.
  public var isPaused = false

  /// Makes an entry that plays nothing.
  public init() {}

  /// Makes an entry.
  public init(_ animation: Animation, key: String = "", isPaused: Bool = false) {
    self.animation = animation
    self.key = key
    self.isPaused = isPaused
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("key", \.key, "What its player is found by")
    p.property("animation", \.animation, "What is played", in: .required)
    p.property("speed", \.speed, "How many times as fast it runs", .none, -1e6...1e6)
    p.property("blendFactor", \.blendFactor, "How much of it is shown", .ratio, 0...1)
    p.property("isPaused", \.isPaused, "Whether it waits until code plays it")
  }
}
