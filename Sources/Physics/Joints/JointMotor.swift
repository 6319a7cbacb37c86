/// A motor that drives the free axis of a joint towards a speed.
public struct JointMotor: Hashable, Sendable, BitwiseCopyable {
  /// The speed of B as seen from A, in meters or radians per second.
  public var speed: Float
  /// The maximum force in newtons or torque in newton-meters; 0 disables the motor, and infinity
  /// means no maximum.
  public var maxForce: Float

  /// Creates a motor; one of speed 0 is a brake, or friction.
  public init(speed: Float, maxForce: Float) {
    self.speed = speed
    self.maxForce = maxForce
  }

  /// Creates a motor, or nil where its maximum force is 0.
  init?(_ speed: Float, _ maxForce: Float) {
    guard maxForce != 0 else { return nil }
    self.init(speed: speed, maxForce: maxForce)
  }
}
