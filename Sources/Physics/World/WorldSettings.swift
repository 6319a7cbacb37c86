public import CaromMaths

/// What holds for a whole ``World``: gravity, the solver's tuning and sleep.
public struct WorldSettings: Hashable, Sendable {
  /// The acceleration of every body that is affected by gravity, in metres a second squared.
  public var gravity = Vector3(0, -9.8, 0)
  /// How many small steps one step is made of, 1 to 64; more are stiffer and cost more.
  public var substeps = 4
  /// The greatest stiffness of contacts in hertz; substeps may lower it to a quarter of their rate.
  public var contactHertz: Float = 30
  /// The damping ratio of contacts; 1 is critical, 10 hardly springs.
  public var contactDampingRatio: Float = 10
  /// The greatest stiffness of joints in hertz; substeps may lower it to a quarter of their rate.
  public var jointHertz: Float = 60
  /// The damping ratio of joints; 1 is critical, more closes gaps more slowly and calmly.
  public var jointDampingRatio: Float = 2
  /// The greatest speed at which overlapping bodies are pushed apart, in metres a second.
  public var pushSpeed: Float = 3
  /// How far ahead contacts are found for slow bodies, in metres; 2 cm is unseen and steadies stacks.
  public var speculativeDistance: Float = 0.02
  /// How fast bodies must come together for a ``HitEvent``, in metres a second, 0 or more.
  public var hitSpeed: Float = 1
  /// Whether resting bodies may fall asleep.
  public var allowsSleep = true
  /// How long an island must rest before it falls asleep, in seconds.
  public var timeToSleep: Float = 0.5
  /// Whether fast bodies are swept against static and kinematic ones, so that they never pass.
  public var isContinuous = true

  /// Makes the default settings.
  public init() {}

  /// A sentence that says what is wrong with the settings, or nil when nothing is.
  public var problem: String? {
    if !(gravity.isFinite && gravity.magnitudes.greatest <= 1e6) {
      return "gravity must be finite and at most 1e6 m/s² along each axis"
    }
    if !(1...64).contains(substeps) { return "a step has 1 to 64 substeps, not \(substeps)" }
    let (hertz, amounts): (ClosedRange<Float>, ClosedRange<Float>) = (1e-3...1e6, 0...1e6)
    if !hertz.contains(contactHertz) || !amounts.contains(contactDampingRatio)
      || !amounts.contains(pushSpeed)
    {
      return "contact hertz must be 1e-3 to 1e6; damping ratio and push speed 0 to 1e6"
    }
    if !hertz.contains(jointHertz) || !amounts.contains(jointDampingRatio) {
      return "joint hertz must be 1e-3 to 1e6, their damping ratio 0 to 1e6"
    }
    if !amounts.contains(hitSpeed) { return "hit speed must be 0 to 1e6 m/s, not \(hitSpeed)" }
    if !(speculativeDistance >= 0 && speculativeDistance <= 1) || !(timeToSleep >= 0) {
      return "speculative distance must be 0 to 1 m, time to sleep 0 or more seconds"
    }
    return nil
  }
}
