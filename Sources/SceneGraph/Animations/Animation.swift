public import CaromProperties

/// A keyframe animation of properties of one or more nodes.
///
/// An animation writes to the presentation, not to the nodes themselves. When it ends or is
/// removed, the nodes' own values reappear, unless ``isAppliedOnCompletion`` is true. Play it with
/// ``Node/addAnimation(_:forKey:)``, or control it with an ``AnimationPlayer``.
public struct Animation: Part {
  /// Summary for the schema.
  public static let summary = "A keyframe animation of properties of one or more nodes"

  /// The channels, in order; a later channel overrides an earlier one of the same property.
  public var channels: [AnimationChannel] = []
  /// The duration of one run, in seconds; zero lasts until the last key time.
  public var duration = 0.0
  /// The number of runs, which may be fractional; zero is once, as in SceneKit.
  public var repeatCount: Float = 0
  /// Whether it repeats forever; ``repeatCount`` is ignored then.
  public var repeatsForever = false
  /// Whether each run is followed by a run in reverse of the same duration.
  public var autoreverses = false
  /// Whether values are added to the current values instead of replacing them.
  public var isAdditive = false
  /// Whether each run starts where the previous one ended.
  public var isCumulative = false
  /// The duration of the blend-in over the current values, in seconds.
  public var blendInDuration = 0.0
  /// The duration of the blend-out before the end, in seconds.
  public var blendOutDuration = 0.0
  /// Whether the last values are held after the end, unless the animation is removed.
  public var fillsForward = false
  /// Whether the first values are presented during ``startDelay``.
  public var fillsBackward = false
  /// The timing of each run.
  public var timing = TimingMode.linear
  /// Whether the animation is removed from its node at the end.
  public var isRemovedOnCompletion = true
  /// Whether the last values are written to the nodes themselves at the end.
  public var isAppliedOnCompletion = false
  /// The delay before the start, in seconds.
  public var startDelay = 0.0
  /// Functions that are called at key times.
  public var events: [AnimationEvent] = []
  /// The name in ``Scene/functions`` of the function that is called at the start; empty for none.
  public var didStart = ""
  /// The name in ``Scene/functions`` of the function that is called at the end; empty for none.
  ///
  /// It is not called when the animation is stopped.
  public var didStop = ""

  /// Creates an animation without channels.
  public init() {}

  /// Creates an animation from channels.
  public init(_ channels: [AnimationChannel], duration: Double = 0) {
    self.channels = channels
    self.duration = duration
  }

  /// Creates an animation of one property of the node that plays it.
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
    p.property("channels", \.channels, "Channels, in order")
    p.property(
      "duration", \.duration, "Duration of one run; zero lasts until the last key time", .seconds,
      0...1e6)
    p.property("repeatCount", \.repeatCount, "Number of runs; zero is once", .none, 0...1e9)
    p.property("repeatsForever", \.repeatsForever, "Whether it repeats forever")
    p.property("autoreverses", \.autoreverses, "Whether each run is followed by a run in reverse")
    p.property("isAdditive", \.isAdditive, "Whether values are added to the current values")
    p.property(
      "isCumulative", \.isCumulative, "Whether each run starts where the previous one ended")
    p.property("blendInDuration", \.blendInDuration, "Duration of the blend-in", .seconds, 0...1e6)
    p.property(
      "blendOutDuration", \.blendOutDuration, "Duration of the blend-out before the end",
      .seconds, 0...1e6)
    p.property("fillsForward", \.fillsForward, "Whether the last values are held after the end")
    p.property(
      "fillsBackward", \.fillsBackward, "Whether the first values are presented during the delay")
    p.property("timing", \.timing, "Timing of each run")
    p.property(
      "isRemovedOnCompletion", \.isRemovedOnCompletion,
      "Whether it is removed from its node at the end")
    p.property(
      "isAppliedOnCompletion", \.isAppliedOnCompletion,
      "Whether the last values are written to the nodes at the end")
    p.property("startDelay", \.startDelay, "Delay before the start", .seconds, 0...1e6)
    p.property("events", \.events, "Functions that are called at key times")
    p.property("didStart", \.didStart, "Function that is called at the start")
    p.property("didStop", \.didStop, "Function that is called at the end")
  }

  /// The duration of one run: ``duration`` or, if that is zero, the last key time.
  public var runDuration: Double {
    if duration > 0 { return duration }
    return channels.reduce(0) { max($0, Double($1.keyTimes.last ?? 0)) }
  }
}

/// A function that an animation calls at a key time.
public struct AnimationEvent: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A function that an animation calls at a key time"

  /// The time as a fraction of the run, from 0 at its start to 1 at its end.
  public var keyTime: Float = 0
  /// The name in ``Scene/functions``; the argument is the node that plays the animation.
  public var function = ""

  /// Creates an event without a function.
  public init() {}

  /// Creates an event.
  public init(keyTime: Float, function: String) {
    self.keyTime = keyTime
    self.function = function
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("keyTime", \.keyTime, "Time as a fraction of the run", .ratio, 0...1)
    p.property(
      "function", \.function, "Name of the function that the game registers", in: .required)
  }
}

/// A declared animation, which starts when its node enters a scene.
public struct AnimationEntry: Part {
  /// Summary for the schema.
  public static let summary = "An animation that starts when its node enters the scene"

  /// The key of the player.
  public var key = ""
  /// The animation.
  public var animation = Animation()
  /// The playback speed; negative values play backwards.
  public var speed: Float = 1
  /// The blend factor, 0 to 1.
  public var blendFactor: Float = 1
  /// Whether it waits until code plays it.
  public var isPaused = false

  /// Creates an entry with an empty animation.
  public init() {}

  /// Creates an entry.
  public init(_ animation: Animation, key: String = "", isPaused: Bool = false) {
    self.animation = animation
    self.key = key
    self.isPaused = isPaused
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("key", \.key, "Key of the player")
    p.property("animation", \.animation, "The animation", in: .required)
    p.property(
      "speed", \.speed, "Playback speed; negative values play backwards", .none, -1e6...1e6)
    p.property("blendFactor", \.blendFactor, "Blend factor", .ratio, 0...1)
    p.property("isPaused", \.isPaused, "Whether it waits until code plays it")
  }
}
