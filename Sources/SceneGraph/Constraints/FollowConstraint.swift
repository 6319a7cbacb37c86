public import CaromMaths
public import CaromProperties

/// Follows a target at a distance that shrinks by e^(−rate·t) in t seconds.
///
/// The motion does not depend on the duration of a tick. It starts at the node's own position, and
/// restarts when code sets that position. SceneKit has no equivalent.
public struct FollowConstraint: Part {
  /// Summary for the schema.
  public static let summary = "Follows a target with exponential smoothing"

  /// The target node.
  public var target = NodeReference()
  /// The offset from the target, along the world axes, in meters.
  public var offset = Vector3.zero
  /// The rate at which the distance shrinks, per second; a rate of 1 shrinks it to 37 % in a
  /// second.
  public var rate: Float = 1
  /// The factor of the rate along each world axis; 0 disables following along it.
  public var axes = Vector3.one
  /// The influence of the constraint, 0 to 1.
  public var influenceFactor: Float = 1
  /// Whether the constraint is applied.
  public var isEnabled = true
  /// The current position in the world, in meters; valid while ``isStarted``.
  public internal(set) var position = Vector3.zero
  /// Whether the constraint has been applied since it was created or reset.
  public internal(set) var isStarted = false

  /// Creates a constraint without a target.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("target", \.target, "The target node", in: .required)
    p.property("offset", \.offset, "Offset from the target", .meters)
    p.property("rate", \.rate, "Rate at which the distance shrinks", .perSecond, 0...1e4)
    p.property("axes", \.axes, "Factor of the rate along each axis", .ratio, 0...1e3)
    p.property(
      "influenceFactor", \.influenceFactor, "Influence of the constraint", .ratio, 0...1)
    p.property("isEnabled", \.isEnabled, "Whether the constraint is applied")
    p.property("position", \.position, "Position in the world", .meters, in: .state)
    p.property(
      "isStarted", \.isStarted,
      "Whether the constraint has been applied since it was created or reset", in: .state)
  }
}

extension FollowConstraint: ConstraintKind {
  mutating func reset() { isStarted = false }

  /// Advances by one tick.
  mutating func apply(_ context: inout ConstraintContext) {
    guard let target = context.node(target) else { return }
    let goal = target.presentation.worldPosition + offset
    let from = isStarted ? position : context.position
    let time = Float(context.duration)
    let x = Portable.exp(-rate * axes.x * time)
    let y = axes.y == axes.x ? x : Portable.exp(-rate * axes.y * time)
    let z = axes.z == axes.x ? x : Portable.exp(-rate * axes.z * time)
    position = goal + (from - goal) * Vector3(x, y, z)
    isStarted = true
    context.move(to: position, by: influenceFactor)
  }
}
