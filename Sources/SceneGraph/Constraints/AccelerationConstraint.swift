public import CaromMaths
public import CaromProperties

/// Limits the speed and acceleration with which the node follows the preceding constraints.
///
/// Place it last. It applies to the position only. It starts at rest at the node's own position,
/// and restarts when code sets that position.
public struct AccelerationConstraint: Part {
  /// Summary for the schema.
  public static let summary = "Limits the speed and acceleration of the preceding constraints"

  /// The maximum acceleration, in m/s²; unlimited by default.
  public var maximumLinearAcceleration = Float.greatestFiniteMagnitude
  /// The maximum speed, in m/s; unlimited by default.
  public var maximumLinearVelocity = Float.greatestFiniteMagnitude
  /// The distance from the goal at which it begins to decelerate from the maximum speed, in meters.
  public var decelerationDistance: Float = 0
  /// The fraction of velocity lost per second, 0 to 1.
  public var damping: Float = 0.1
  /// The influence of the constraint, 0 to 1.
  public var influenceFactor: Float = 1
  /// Whether the constraint is applied.
  public var isEnabled = true
  /// The current position in the world, in meters; valid while ``isStarted``.
  public internal(set) var position = Vector3.zero
  /// The current velocity, in m/s.
  public internal(set) var velocity = Vector3.zero
  /// Whether the constraint has been applied since it was created or reset.
  public internal(set) var isStarted = false

  /// Creates a constraint without limits.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "maximumLinearAcceleration", \.maximumLinearAcceleration, "Maximum acceleration",
      .metersPerSecondSquared, 0...3.5e38)
    p.property(
      "maximumLinearVelocity", \.maximumLinearVelocity, "Maximum speed", .metersPerSecond,
      0...3.5e38)
    p.property(
      "decelerationDistance", \.decelerationDistance,
      "Distance from the goal at which it decelerates",
      .meters, 0...1e6)
    p.property("damping", \.damping, "Fraction of velocity lost per second", .ratio, 0...1)
    p.property(
      "influenceFactor", \.influenceFactor, "Influence of the constraint", .ratio, 0...1)
    p.property("isEnabled", \.isEnabled, "Whether the constraint is applied")
    p.property("position", \.position, "Position in the world", .meters, in: .state)
    p.property("velocity", \.velocity, "Velocity", .metersPerSecond, in: .state)
    p.property(
      "isStarted", \.isStarted,
      "Whether the constraint has been applied since it was created or reset", in: .state)
  }
}

extension AccelerationConstraint: ConstraintKind {
  mutating func reset() { isStarted = false }

  /// Advances by one tick.
  mutating func apply(_ context: inout ConstraintContext) {
    let time = Float(context.duration)
    guard time > 0 else { return }
    if !isStarted {
      position = context.own.position
      velocity = .zero
      isStarted = true
    }
    let displacement = context.position - position
    let distance = displacement.length
    var speed = min(distance / time, maximumLinearVelocity)
    if decelerationDistance > 0, maximumLinearVelocity < .greatestFiniteMagnitude {
      speed = min(speed, maximumLinearVelocity * min(1, distance / decelerationDistance))
    }
    let change = maximumLinearAcceleration * time
    if maximumLinearAcceleration < 1e18 {
      // The speed from which it can stop at the goal, v² = 2·a·s, corrected for the current step.
      let braking = (change * change * 0.25 + 2 * maximumLinearAcceleration * distance).squareRoot()
      speed = min(speed, max(0, braking - change * 0.5))
    }
    let wanted = distance > 0 ? displacement * (speed / distance) : .zero
    let velocityChange = wanted - velocity
    let required = velocityChange.length
    velocity = required > change ? velocity + velocityChange * (change / required) : wanted
    velocity = velocity * Portable.pow(1 - damping, time)
    position += velocity * time
    if !position.isFinite || !velocity.isFinite {
      position = context.position
      velocity = .zero
    }
    context.move(to: position, by: influenceFactor)
  }
}
