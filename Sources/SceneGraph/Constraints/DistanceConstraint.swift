import CaromMaths
public import CaromProperties

/// Keeps the distance to a target between a minimum and a maximum.
public struct DistanceConstraint: Part {
  /// Summary for the schema.
  public static let summary = "Keeps the distance to a target between a minimum and a maximum"

  /// The target node.
  public var target = NodeReference()
  /// The minimum distance, in meters.
  public var minimumDistance: Float = 0
  /// The maximum distance, in meters; unlimited by default.
  public var maximumDistance = Float.greatestFiniteMagnitude
  /// The influence of the constraint, 0 to 1.
  public var influenceFactor: Float = 1
  /// Whether the constraint is applied.
  public var isEnabled = true
  /// True to start from the transform presented last, which behaves like a rope.
  public var isIncremental = true

  /// Creates a constraint without limits.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("target", \.target, "The target node", in: .required)
    p.property("minimumDistance", \.minimumDistance, "Minimum distance", .meters, 0...3.5e38)
    p.property("maximumDistance", \.maximumDistance, "Maximum distance", .meters, 0...3.5e38)
    p.property(
      "influenceFactor", \.influenceFactor, "Influence of the constraint", .ratio, 0...1)
    p.property("isEnabled", \.isEnabled, "Whether the constraint is applied")
    p.property(
      "isIncremental", \.isIncremental, "Whether it starts from the transform presented last")
  }
}

extension DistanceConstraint: ConstraintKind {
  /// Moves along the line through the target; along +Z if both positions are equal.
  mutating func apply(_ context: inout ConstraintContext) {
    guard let target = context.node(target) else { return }
    let center = target.presentation.worldPosition
    let offset = context.position - center
    let length = offset.length
    // The maximum takes precedence if the limits contradict each other.
    let wanted = min(max(length, minimumDistance), maximumDistance)
    guard wanted != length else { return context.keep(.position) }
    context.move(to: center + offset.normalized(or: .unitZ) * wanted, by: influenceFactor)
  }
}
