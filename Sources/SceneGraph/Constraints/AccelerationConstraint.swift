public import CaromMaths
public import CaromProperties

/// Gets where the rules before put the node, with bounded speed and acceleration.
///
/// Put it last. What it smooths is the place; it starts at the node's own, standing still, and
/// starts again when code sets that place.
public struct AccelerationConstraint: Part {
  /// What the schema says of it.
  public static let summary = "Gets where the rules before put the node, smoothly"

  /// The greatest change of velocity, in m/s²; any, unless it is set.
  public var maximumLinearAcceleration = Float.greatestFiniteMagnitude
  /// The greatest speed, in m/s; any, unless it is set.
  public var maximumLinearVelocity = Float.greatestFiniteMagnitude
  /// How far from the goal it begins to slow down from the greatest speed, in metres.
  public var decelerationDistance: Float = 0
  /// The share of velocity lost in a second, 0 to 1.
  public var damping: Float = 0.1
  /// How much of the way is shown, 0 to 1.
  public var influenceFactor: Float = 1
  /// False while it does nothing.
  public var isEnabled = true
  /// Where it is in the world, in metres, while ``isStarted``.
  public internal(set) var place = Vector3.zero
  /// How fast it is, in m/s.
  public internal(set) var velocity = Vector3.zero
  /// False until it did the first step.
  public internal(set) var isStarted = false

  /// Makes a rule that bounds nothing.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "maximumLinearAcceleration", \.maximumLinearAcceleration, "The greatest change of velocity",
      .metresPerSecondSquared, 0...3.5e38)
    p.property(
      "maximumLinearVelocity", \.maximumLinearVelocity, "The greatest speed", .metresPerSecond,
      0...3.5e38)
    p.property(
      "decelerationDistance", \.decelerationDistance, "How far from the goal it slows down",
      .metres, 0...1e6)
    p.property("damping", \.damping, "The share of velocity lost in a second", .ratio, 0...1)
    p.property(
      "influenceFactor", \.influenceFactor, "How much of the way is shown", .ratio, 0...1)
    p.property("isEnabled", \.isEnabled, "Whether it does anything")
    p.property("place", \.place, "Where it is in the world", .metres, in: .state)
    p.property("velocity", \.velocity, "How fast it is", .metresPerSecond, in: .state)
    p.property("isStarted", \.isStarted, "Whether it did the first step", in: .state)
  }
}

extension AccelerationConstraint: ConstraintKind {
  static var isStateful: Bool { true }

  mutating func restart() { isStarted = false }

  /// Moves the placement on by one tick.
  mutating func apply(_ work: inout ConstraintContext) {
    let time = Float(work.duration)
    guard time > 0 else { return }
    if !isStarted {
      place = work.own.position
      velocity = .zero
      isStarted = true
    }
    let way = work.position - place
    let distance = way.length
    var speed = min(distance / time, maximumLinearVelocity)
    if decelerationDistance > 0, maximumLinearVelocity < .greatestFiniteMagnitude {
      speed = min(speed, maximumLinearVelocity * min(1, distance / decelerationDistance))
    }
    let change = maximumLinearAcceleration * time
    if maximumLinearAcceleration < 1e18 {
      // As fast as it may be to stop at the goal: v² = 2·a·s, less the step that is under way.
      let braking = (change * change * 0.25 + 2 * maximumLinearAcceleration * distance).squareRoot()
      speed = min(speed, max(0, braking - change * 0.5))
    }
    let wanted = distance > 0 ? way * (speed / distance) : .zero
    let turn = wanted - velocity
    let least = turn.length
    velocity = least > change ? velocity + turn * (change / least) : wanted
    velocity = velocity * Portable.pow(1 - damping, time)
    place += velocity * time
    if !place.isFinite || !velocity.isFinite {
      place = work.position
      velocity = .zero
    }
    work.move(to: place, by: influenceFactor)
  }
}
