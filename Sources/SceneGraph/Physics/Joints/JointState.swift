public import CaromMaths
public import CaromPhysics
public import CaromProperties

/// The declared state of a ``PhysicsJoint``: its bodies, anchors and axes, and its kind.
///
/// A joint connects the body of its node, body A, to the body of another node or to the world.
/// Anchors and axes are in the space of their node. Absent values of B are derived from the poses
/// of the bodies when the joint is created, so one anchor and one axis are enough for a door.
///
/// The parameters of the kind are accessed by its name, such as `joint.hinge?.springFrequency`; the
/// properties of other kinds are nil.
@dynamicMemberLookup
public struct JointState: Part {
  /// The description in the schema.
  public static let summary = "Connects the body of its node to another body or to the world"

  /// The kind of joint with its parameters.
  ///
  /// Angles and positions are measured from the poses of the bodies when the joint was made.
  public var kind = JointKind()
  /// The node of the other body; empty for the world.
  public var bodyB = NodeReference()
  /// The anchor on A, in its node's space.
  public var anchorA = Vector3.zero
  /// The main axis on A, in its node's space: the axis of a hinge, a slider, a twist or an axle.
  public var axisA = Vector3.unitX
  /// The direction of the second axis on A, for an elliptic cone or a wheel's suspension.
  public var upA: Vector3?
  /// The anchor on B, in its node's space or in the world; nil is the point of A's anchor.
  public var anchorB: Vector3?
  /// The main axis on B, in its node's space or in the world; nil is the direction of A's.
  public var axisB: Vector3?
  /// The second axis on B, in its node's space or in the world; nil is the direction of A's.
  public var upB: Vector3?
  /// Whether the two bodies collide with each other.
  public var collidesConnected = false
  /// The force in newtons at which the joint breaks; nil never breaks.
  public var breakingForce: Float?
  /// The torque in newton-meters at which the joint breaks; nil never breaks.
  public var breakingTorque: Float?
  /// Whether the joint is enabled.
  public var isEnabled = true
  /// Whether the joint broke; setting it to false creates the joint again.
  public var isBroken = false

  /// Creates a ball socket at the origin of its node, connected to the world.
  public init() {}

  /// The parameters of a kind by its name, nil for other kinds.
  public subscript<Value>(dynamicMember path: WritableKeyPath<JointKind, Value>) -> Value {
    get { kind[keyPath: path] }
    set { kind[keyPath: path] = newValue }
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.choice(\.kind, "The kind of joint", in: .required)
    p.property("bodyB", \.bodyB, "The node of the other body; if absent, the world")
    p.property("anchorA", \.anchorA, "The anchor on A, in the node's space", .meters, -1e5...1e5)
    p.property("axisA", \.axisA, "The main axis on A, in the node's space", .ratio, -1e5...1e5)
    p.property("upA", \.upA, "The second axis on A, in the node's space", .ratio, -1e5...1e5)
    p.property(
      "anchorB", \.anchorB, "The anchor on B, in its space or the world's; if absent, that of A",
      .meters, -1e5...1e5)
    p.property("axisB", \.axisB, "The main axis on B; if absent, that of A", .ratio, -1e5...1e5)
    p.property("upB", \.upB, "The second axis on B; if absent, that of A", .ratio, -1e5...1e5)
    p.property(
      "collidesConnected", \.collidesConnected, "Whether the two bodies collide with each other")
    p.property(
      "breakingForce", \.breakingForce, "The force at which the joint breaks", .newtons,
      JointDefinition.breakingRange)
    p.property(
      "breakingTorque", \.breakingTorque, "The torque at which the joint breaks", .newtonMeters,
      JointDefinition.breakingRange)
    p.property("isEnabled", \.isEnabled, "Whether the joint is enabled")
    p.property("isBroken", \.isBroken, "Whether the joint broke", in: .file)
    p.property("rareState", \.rareState, "Whether it broke, and its pose", in: .state)
  }

  /// The problem with the axes, or nil.
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
    return bodyB.isEmpty ? problemOfWorld : nil
  }

  /// The problem of a joint to the world that needs another body, or nil.
  private var problemOfWorld: String? {
    if kind.gear != nil {
      return "a gear relates the rotations of two bodies and would lock a single one; one with "
        + "\"bodyB\" is accepted"
    }
    guard kind.spansDistance, anchorB == nil else { return nil }
    return kind.pulley == nil
      ? "a distance to the world has no other end; one with \"anchorB\" is accepted"
      : "the rope of a pulley has no other end; one with \"bodyB\" is accepted, or with \"anchorB\", "
        + "a point of the world"
  }

  /// The parameters of the kind that have no effect, and a filter without another body.
  public var warnings: [PropertyWarning] {
    guard kind.filter != nil, bodyB.isEmpty else { return kind.warnings }
    return [
      PropertyWarning(
        "filter",
        "a filter joint keeps two bodies from colliding, so this one has no effect; one with "
          + "\"bodyB\" is accepted")
    ]
  }

  /// Whether the bodies and frames are those of another state.
  func hasSameFrames(as other: JointState) -> Bool {
    bodyB.isSame(as: other.bodyB) && anchorA == other.anchorA && axisA == other.axisA
      && upA == other.upA && anchorB == other.anchorB && axisB == other.axisB
      && upB == other.upB && kind.hasSameType(as: other.kind)
  }
}

extension NodeReference {
  /// Whether both refer to the same node, as far as they are resolved.
  func isSame(as other: NodeReference) -> Bool {
    // A reference that was read is not resolved yet.
    if source != nil || other.source != nil { return path == other.path }
    if let pending { return pending === other.pending || (other.id > 0 && pending.id == other.id) }
    if let node = other.pending { return id > 0 && node.id == id }
    return id == other.id && (id > 0 || path == other.path)
  }
}
