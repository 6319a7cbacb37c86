public import CaromMaths
public import CaromProperties

/// Comes after another node with a gap that shrinks by e^(−rate·t) in t seconds.
///
/// The way does not hang on the length of a tick. It starts at the node's own place, and starts
/// again when code sets that place. SceneKit has nothing like it.
public struct FollowConstraint: Part {
  /// What the schema says of it.
  public static let summary = "Comes after another node, the slower the nearer"

  /// The node to follow.
  public var target = NodeReference()
  /// Where to stay, from the target, along the world's axes, in metres.
  public var offset = Vector3.zero
  /// How fast the gap shrinks, per second; at 1, to 37 % in a second.
  public var rate: Float = 1
  /// How much of the rate counts along each axis of the world; 0 does not follow along it.
  public var axes = Vector3.one
  /// How much of the way is shown, 0 to 1.
  public var influenceFactor: Float = 1
  /// False while it does nothing.
  public var isEnabled = true
  /// Where it is in the world, in metres, while ``isStarted``.
  public internal(set) var place = Vector3.zero
  /// False until it did the first step.
  public internal(set) var isStarted = false

  /// Makes a rule that follows nothing.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("target", \.target, "The node to follow", in: .required)
    p.property("offset", \.offset, "Where to stay, from the target", .metres)
    p.property("rate", \.rate, "How fast the gap shrinks", .perSecond, 0...1e4)
    p.property("axes", \.axes, "How much of the rate counts along each axis", .ratio, 0...1e3)
    p.property(
      "influenceFactor", \.influenceFactor, "How much of the way is shown", .ratio, 0...1)
    p.property("isEnabled", \.isEnabled, "Whether it does anything")
    p.property("place", \.place, "Where it is in the world", .metres, in: .state)
    p.property("isStarted", \.isStarted, "Whether it did the first step", in: .state)
  }
}

extension FollowConstraint: ConstraintKind {
  static var isStateful: Bool { true }

  mutating func restart() { isStarted = false }

  /// Moves the placement on by one tick.
  mutating func apply(_ work: inout ConstraintContext) {
    guard let target = work.node(target) else { return }
    let goal = target.presentation.worldPosition + offset
    let from = isStarted ? place : work.position
    let time = Float(work.duration)
    let x = Portable.exp(-rate * axes.x * time)
    let y = axes.y == axes.x ? x : Portable.exp(-rate * axes.y * time)
    let z = axes.z == axes.x ? x : Portable.exp(-rate * axes.z * time)
    place = goal + (from - goal) * Vector3(x, y, z)
    isStarted = true
    work.move(to: place, by: influenceFactor)
  }
}
