import CaromMaths
public import CaromProperties

/// Keeps its distance to another node: pulled along when too far, pushed away when too near.
public struct DistanceConstraint: Part {
  /// What the schema says of it.
  public static let summary = "Keeps its distance to another node"

  /// The node to keep the distance to.
  public var target = NodeReference()
  /// The least distance, in metres.
  public var minimumDistance: Float = 0
  /// The greatest distance, in metres; any, unless it is set.
  public var maximumDistance = Float.greatestFiniteMagnitude
  /// How much of the way is shown, 0 to 1.
  public var influenceFactor: Float = 1
  /// False while it does nothing.
  public var isEnabled = true
  /// True to go on from what was shown last, like something on a rope.
  public var isIncremental = true

  /// Makes a rule that keeps no distance.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("target", \.target, "The node to keep the distance to", in: .required)
    p.property("minimumDistance", \.minimumDistance, "The least distance", .metres, 0...3.5e38)
    p.property("maximumDistance", \.maximumDistance, "The greatest distance", .metres, 0...3.5e38)
    p.property(
      "influenceFactor", \.influenceFactor, "How much of the way is shown", .ratio, 0...1)
    p.property("isEnabled", \.isEnabled, "Whether it does anything")
    p.property("isIncremental", \.isIncremental, "Whether it starts from what was shown last")
  }
}

extension DistanceConstraint: ConstraintKind {
  /// Moves along the line to the target; from the very place of the target, along +Z.
  mutating func apply(_ work: inout ConstraintContext) {
    guard let target = work.node(target) else { return }
    let center = target.presentation.worldPosition
    let way = work.position - center
    let length = way.length
    // The greatest distance wins where the two contradict each other.
    let wanted = min(max(length, minimumDistance), maximumDistance)
    guard wanted != length else { return work.keep(.position) }
    work.move(to: center + way.normalized(or: .unitZ) * wanted, by: influenceFactor)
  }
}
