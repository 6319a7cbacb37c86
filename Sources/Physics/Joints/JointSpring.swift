/// A damped spring, given by its frequency and damping ratio, so that it suits any mass.
///
/// For the effective mass m that the joint moves along the axis, the stiffness is `m·(2π·hertz)²`
/// and the damping `2·m·dampingRatio·2π·hertz`. For one body joined to the world, m is its mass. It
/// is measured when the joint takes effect, and again when its spring, its frames or the mass of a
/// body change. Otherwise the stiffness is constant, so the frequency decreases if a lever has to
/// move a greater effective mass.
public struct JointSpring: Hashable, Sendable, BitwiseCopyable {
  /// The undamped frequency in hertz; 0 disables the spring.
  public var hertz: Float
  /// The damping ratio: 0 oscillates for ever, 1 returns without overshoot.
  ///
  /// Springs above the substep rate / 4π, 19 Hz by default, are damped in addition; see
  /// <doc:Joints>.
  public var dampingRatio: Float

  /// Creates a spring, critically damped by default.
  public init(hertz: Float, dampingRatio: Float = 1) {
    self.hertz = hertz
    self.dampingRatio = dampingRatio
  }

  /// Creates the spring of a given stiffness and damping under a given mass.
  ///
  /// - Parameters:
  ///   - stiffness: In newtons per meter or newton-meters per radian, above 0.
  ///   - damping: In newton-seconds per meter or newton-meter-seconds per radian.
  ///   - mass: The effective mass in kilograms, or moment of inertia in kg·m², above 0.
  public init(stiffness: Float, damping: Float, mass: Float) {
    let omega: Float = (stiffness / mass).squareRoot()
    hertz = omega / (2 * Float.pi)
    dampingRatio = damping / (2 * mass * omega)
  }

  /// Creates a spring, or nil where its frequency is 0.
  init?(_ hertz: Float, _ dampingRatio: Float) {
    guard hertz != 0 else { return nil }
    self.init(hertz: hertz, dampingRatio: dampingRatio)
  }
}
