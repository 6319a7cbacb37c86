public import CaromMaths
public import CaromProperties

/// Turns to another node, in the world.
public struct LookAtConstraint: Part {
  /// What the schema says of it.
  public static let summary = "Turns to another node"

  /// The node to look at.
  public var target = NodeReference()
  /// The point to look at, in the target's own space, in metres.
  public var targetOffset = Vector3.zero
  /// The direction of the node that is turned to the target.
  public var localFront = Vector3(0, 0, -1)
  /// The direction in the world that is up while roll is kept at zero.
  public var worldUp = Vector3.unitY
  /// True to keep roll at zero; false to turn the shortest way.
  public var isGimbalLockEnabled = false
  /// How much of the turn is shown, 0 to 1.
  public var influenceFactor: Float = 1
  /// False while it does nothing.
  public var isEnabled = true
  /// True to turn on from what was shown last, false to turn from the node's own rotation.
  public var isIncremental = true

  /// Makes a rule that looks at nothing.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("target", \.target, "The node to look at", in: .required)
    p.property("targetOffset", \.targetOffset, "The point in the target's space", .metres)
    p.property("localFront", \.localFront, "The direction that is turned to the target")
    p.property("worldUp", \.worldUp, "What is up while roll is kept at zero")
    p.property("isGimbalLockEnabled", \.isGimbalLockEnabled, "Whether roll is kept at zero")
    p.property(
      "influenceFactor", \.influenceFactor, "How much of the turn is shown", .ratio, 0...1)
    p.property("isEnabled", \.isEnabled, "Whether it does anything")
    p.property("isIncremental", \.isIncremental, "Whether it starts from what was shown last")
  }
}

extension LookAtConstraint: ConstraintKind {
  /// Turns the placement; a target at the very place of the node changes nothing.
  mutating func apply(_ work: inout ConstraintContext) {
    guard let target = work.node(target) else { return }
    let goal = target.presentationWorldTransform.apply(point: targetOffset)
    guard let direction = (goal - work.position).normalized else {
      return work.keep(.orientation)
    }
    let turned: Quaternion
    if isGimbalLockEnabled {
      turned =
        Quaternion(lookingAlong: direction, up: worldUp)
        * Quaternion(from: localFront, to: Node.localFront)
    } else {
      let front = work.orientation.rotate(localFront)
      turned = Quaternion(from: front, to: direction) * work.orientation
    }
    work.turn(to: turned, by: influenceFactor)
  }
}
