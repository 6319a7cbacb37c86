public import CaromMaths
public import CaromProperties

/// What a joint holds together and how; the declared part of ``PhysicsJoint``.
///
/// A joint ties the body of its node, body A, to the body of another node or to the world. Anchors
/// and axes are given in the space of their node. What is not given of B is taken from where the
/// bodies stand when the joint is made: so one anchor and one axis are enough for a door.
public struct JointState: Part {
  /// Summary for the schema.
  public static let summary = "Ties the body of its node to another one or to the world"

  /// What it allows.
  public var kind = PhysicsJointKind()
  /// The node whose body is held; empty for the world.
  public var bodyB = NodeReference()
  /// Where the joint is on its node, in the node's space.
  public var anchorA = Vector3.zero
  /// The main axis on its node, in the node's space: of a hinge, a slider, a twist, an axle.
  public var axisA = Vector3.unitX
  /// Where the second axis points on its node: of an elliptic cone, a wheel's suspension.
  public var upA: Vector3?
  /// Where the joint is on B, in its node's space or in the world; nil takes where it is on A.
  public var anchorB: Vector3?
  /// The main axis on B, in its node's space or in the world; nil takes that of A.
  public var axisB: Vector3?
  /// The second axis on B, in its node's space or in the world; nil takes that of A.
  public var upB: Vector3?
  /// True when the two bodies push each other all the same.
  public var collidesConnected = false
  /// The force in newtons at which it breaks; nil never does.
  public var breakingForce: Float?
  /// The torque in newton-metres at which it breaks; nil never does.
  public var breakingTorque: Float?
  /// False while it lets go.
  public var isEnabled = true
  /// True once it broke, until that is set to false again.
  public var isBroken = false

  /// Makes a ball and socket at the origin of its node, tied to the world.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.choice(\.kind, "What it allows", in: .required)
    p.property("bodyB", \.bodyB, "The node whose body is held; without it, the world")
    p.property("anchorA", \.anchorA, "Where it is, in the node's space", .metres, -1e5...1e5)
    p.property("axisA", \.axisA, "Its main axis, in the node's space", .ratio, -1e5...1e5)
    p.property("upA", \.upA, "Its second axis, in the node's space", .ratio, -1e5...1e5)
    p.property(
      "anchorB", \.anchorB, "Where it is in B's space, or the world's; if not where A has it",
      .metres, -1e5...1e5)
    p.property("axisB", \.axisB, "Its main axis for B, if not that of A", .ratio, -1e5...1e5)
    p.property("upB", \.upB, "Its second axis for B, if not that of A", .ratio, -1e5...1e5)
    p.property("collidesConnected", \.collidesConnected, "Whether the two push each other")
    p.property(
      "breakingForce", \.breakingForce, "The force at which it breaks", .newtons, 1e-6...1e12)
    p.property(
      "breakingTorque", \.breakingTorque, "The torque at which it breaks", .newtonMetres,
      1e-6...1e12)
    p.property("isEnabled", \.isEnabled, "Whether it holds")
    p.property("isBroken", \.isBroken, "Whether it broke")
  }

  /// What is wrong with the axes, or nil.
  public var problem: String? {
    for (name, axis) in [("axisA", axisA), ("upA", upA), ("axisB", axisB), ("upB", upB)] {
      if let axis, axis.normalized == nil {
        return "\(name) has no direction; an axis of a length above 0 is accepted"
      }
    }
    for (up, axis) in [(upA, axisA), (upB, axisB ?? axisA)] {
      if let up, up.cross(axis).normalized == nil {
        return "an axis and its up are parallel; an up that points aside is accepted"
      }
    }
    if case .distance = kind, bodyB.isEmpty, anchorB == nil {
      return "a distance to the world has no other end; one with \"anchorB\" is accepted"
    }
    return nil
  }

  /// True when the bodies and frames are those of another description.
  func hasSamePlace(as other: JointState) -> Bool {
    bodyB.isSame(as: other.bodyB) && anchorA == other.anchorA && axisA == other.axisA
      && upA == other.upA && anchorB == other.anchorB && axisB == other.axisB
      && upB == other.upB && kind.hasSameCase(as: other.kind)
  }
}

extension NodeReference {
  /// True when both name the same node, as far as that is known.
  func isSame(as other: NodeReference) -> Bool {
    // One that was read is yet to be found.
    if source != nil || other.source != nil { return path == other.path }
    if let pending { return pending === other.pending || (other.id > 0 && pending.id == other.id) }
    if let node = other.pending { return id > 0 && node.id == id }
    return id == other.id && (id > 0 || path == other.path)
  }
}
