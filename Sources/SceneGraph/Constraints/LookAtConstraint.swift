public import CaromMaths
public import CaromProperties

/// Rotates the node to look at a target.
public struct LookAtConstraint: Part {
  /// Summary for the schema.
  public static let summary = "Rotates the node to look at a target"

  /// The target node.
  public var target = NodeReference()
  /// The point to look at, in the target's space, in meters.
  public var targetOffset = Vector3.zero
  /// The local direction that is pointed at the target.
  public var localFront = Vector3(0, 0, -1)
  /// The up direction in the world, used while roll is locked.
  public var worldUp = Vector3.unitY
  /// True to keep roll at zero; false to rotate along the shortest arc.
  public var isGimbalLockEnabled = false
  /// The influence of the constraint, 0 to 1.
  public var influenceFactor: Float = 1
  /// Whether the constraint is applied.
  public var isEnabled = true
  /// True to start from the rotation presented last, false to start from the node's own.
  public var isIncremental = true

  /// Creates a constraint without a target.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("target", \.target, "The target node", in: .required)
    p.property("targetOffset", \.targetOffset, "Point to look at, in the target's space", .meters)
    p.property("localFront", \.localFront, "Local direction that is pointed at the target")
    p.property("worldUp", \.worldUp, "Up direction in the world while roll is locked")
    p.property("isGimbalLockEnabled", \.isGimbalLockEnabled, "Whether roll is locked to zero")
    p.property(
      "influenceFactor", \.influenceFactor, "Influence of the constraint", .ratio, 0...1)
    p.property("isEnabled", \.isEnabled, "Whether the constraint is applied")
    p.property(
      "isIncremental", \.isIncremental, "Whether it starts from the transform presented last")
  }
}

extension LookAtConstraint: ConstraintKind {
  /// Applies the rotation; a target at the node's own position has no effect.
  mutating func apply(_ context: inout ConstraintContext) {
    guard let target = context.node(target) else { return }
    let goal = target.presentationWorldTransform.apply(point: targetOffset)
    guard let direction = (goal - context.position).normalized else {
      return context.keep(.orientation)
    }
    let orientation: Quaternion
    if isGimbalLockEnabled {
      orientation =
        Quaternion(lookingAlong: direction, up: worldUp)
        * Quaternion(from: localFront, to: Node.localFront)
    } else {
      let front = context.orientation.rotate(localFront)
      orientation = Quaternion(from: front, to: direction) * context.orientation
    }
    context.rotate(to: orientation, by: influenceFactor)
  }
}
