/// A motor that drives the free axis of a joint towards a speed.
public struct JointMotor: Hashable, Sendable, BitwiseCopyable {
  /// The speed of B as seen from A, in metres or radians a second.
  public var speed: Float
  /// The greatest force in newtons, or torque in newton-metres, 0 or more; infinity for any.
  public var greatestForce: Float

  /// Makes a motor; one of speed 0 is a brake, or friction.
  public init(speed: Float, greatestForce: Float) {
    self.speed = speed
    self.greatestForce = greatestForce
  }

  func problem(_ name: String) -> PhysicsError? {
    JointChecks.speed(name + ".speed", speed)
      ?? JointChecks.strength(name + ".greatestForce", greatestForce)
  }
}

/// A damped spring, given by how it swings rather than by newtons, so that it suits any mass.
///
/// For the effective mass m that the joint moves along the axis, stiffness is `m·(2π·hertz)²` and
/// damping `2·m·dampingRatio·2π·hertz`. For one body that hangs on the world m is its mass. It is measured
/// when the joint begins to hold, and again when its spring, its frames or the mass of a body change;
/// later the spring keeps its stiffness, and swings slower where a lever has more to move.
public struct JointSpring: Hashable, Sendable, BitwiseCopyable {
  /// How often it would swing in a second without damping, above 0.
  public var hertz: Float
  /// 0 swings for ever, 1 comes back without swinging past.
  public var dampingRatio: Float

  /// Makes a spring, critically damped unless told otherwise.
  public init(hertz: Float, dampingRatio: Float = 1) {
    self.hertz = hertz
    self.dampingRatio = dampingRatio
  }

  /// Makes the spring of a given stiffness and damping under a given mass.
  ///
  /// - Parameters:
  ///   - stiffness: In newtons a metre or newton-metres a radian, above 0.
  ///   - damping: In newtons for each metre a second, or newton-metres for each radian a second.
  ///   - mass: The effective mass in kilograms, or moment of inertia in kg·m², above 0.
  public init(stiffness: Float, damping: Float, mass: Float) {
    let omega: Float = (stiffness / mass).squareRoot()
    hertz = omega / (2 * Float.pi)
    dampingRatio = damping / (2 * mass * omega)
  }

  func problem(_ name: String) -> PhysicsError? {
    if !(hertz > 0 && hertz <= 1000) {
      return .invalidProperty(name + ".hertz", problem: "\(hertz) is not above 0 and at most 1000")
    }
    if !(dampingRatio >= 0 && dampingRatio <= 1000) {
      return .invalidProperty(
        name + ".dampingRatio", problem: "\(dampingRatio) is outside 0...1000")
    }
    return nil
  }
}
