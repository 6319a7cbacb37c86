public import CaromMaths
public import CaromProperties

/// The settings of a ``World``: gravity, the parameters of the solver, and sleeping.
public struct WorldSettings: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "Gravity, the parameters of the solver, and sleeping"

  /// The acceleration of every body that is affected by gravity, in meters per second squared.
  public var gravity = Vector3(0, -9.8, 0)
  /// The number of substeps of a step, 1 to 64; more are stiffer and cost more.
  public var substeps = 4
  /// The maximum stiffness of contacts in hertz, limited to a quarter of the substep rate.
  public var contactHertz: Float = 30
  /// The damping ratio of contacts; 1 is critical, 10 is strongly overdamped.
  public var contactDampingRatio: Float = 10
  /// The maximum stiffness of joints in hertz, limited to a quarter of the substep rate.
  public var jointHertz: Float = 60
  /// The damping ratio of joints; 1 is critical, more corrects errors more slowly.
  public var jointDampingRatio: Float = 2
  /// The maximum speed at which overlapping bodies are separated, in meters per second.
  public var pushSpeed: Float = 3
  /// The speculative margin of contacts of slow bodies, in meters; 2 cm is invisible and stabilizes
  /// stacks.
  public var speculativeDistance: Float = 0.02
  /// The minimum approach speed of a ``HitEvent``, in meters per second.
  public var hitSpeed: Float = 1
  /// Whether resting bodies may fall asleep.
  public var allowsSleep = true
  /// The time that an island must be at rest before it falls asleep, in seconds.
  public var timeToSleep: Float = 0.5
  /// Whether fast bodies are swept against static and kinematic ones, so that they never tunnel.
  public var isContinuous = true

  /// Creates the default settings.
  public init() {}

  /// The range of each component of ``gravity``, in meters per second squared.
  public static let gravityRange: ClosedRange<Double> = -1e6...1e6
  /// The range of ``substeps``.
  public static let substepRange: ClosedRange<Double> = 1...64
  /// The range of ``contactHertz`` and ``jointHertz``, in hertz.
  public static let stiffnessRange: ClosedRange<Double> = 1e-3...1e6

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "gravity", \.gravity, "The acceleration by gravity", .metersPerSecondSquared, gravityRange)
    p.property("substeps", \.substeps, "The number of substeps of a step", .none, substepRange)
    p.property(
      "contactHertz", \.contactHertz, "The maximum stiffness of contacts", .hertz,
      stiffnessRange)
    p.property(
      "contactDampingRatio", \.contactDampingRatio, "The damping ratio of contacts", .ratio,
      0...1e6)
    p.property(
      "jointHertz", \.jointHertz, "The maximum stiffness of joints", .hertz, stiffnessRange)
    p.property(
      "jointDampingRatio", \.jointDampingRatio, "The damping ratio of joints", .ratio, 0...1e6)
    p.property(
      "pushSpeed", \.pushSpeed, "The maximum speed of overlap recovery", .metersPerSecond, 0...1e6)
    p.property(
      "speculativeDistance", \.speculativeDistance,
      "The speculative margin of contacts of slow bodies", .meters, 0...1)
    p.property(
      "hitSpeed", \.hitSpeed, "The minimum approach speed of a hit event", .metersPerSecond, 0...1e6
    )
    p.property("allowsSleep", \.allowsSleep, "Whether resting bodies may fall asleep")
    p.property(
      "timeToSleep", \.timeToSleep, "The time at rest before an island falls asleep", .seconds,
      0...1e6)
    p.property(
      "isContinuous", \.isContinuous,
      "Whether fast bodies are swept against static and kinematic ones")
  }

  /// The problem with the settings, or nil.
  public var problem: String? { invalidProperty.map { "\($0.key): \($0.problem)" } }
}
