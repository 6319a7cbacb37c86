public import CaromMaths
public import CaromProperties

/// How far a node of a chain may turn from its own rotation.
public struct IKJoint: Part {
  /// What the schema says of it.
  public static let summary = "How far a node of a chain may turn from its own rotation"

  /// The node, between the root of the chain and the one that reaches.
  public var node = NodeReference()
  /// The greatest angle between what is shown and its own rotation, in radians.
  public var maximumAllowedRotationAngle = Float.pi

  /// Makes a joint without limit.
  public init() {}

  /// Makes a joint with a limit in radians.
  public init(_ node: Node, maximumAllowedRotationAngle: Float) {
    self.node = NodeReference(node)
    self.maximumAllowedRotationAngle = maximumAllowedRotationAngle
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("node", \.node, "The node of the chain", in: .required)
    p.degrees(
      "maximumAllowedRotationAngleDegrees", \.maximumAllowedRotationAngle,
      "The greatest angle to its own rotation", 0...180)
  }
}

/// Reaches for a place with a chain of nodes: an arm with its hand.
///
/// It sits on the node that reaches and turns the nodes above it up to ``chainRoot``, which stays in
/// its place. Only what is shown of them turns. A node of the chain that turns by a rule of its own
/// is turned by whichever of the two comes later in the tick.
///
/// - Source: L. Wang, C. Chen, "A Combined Optimization Method for Solving the Inverse Kinematics
///   Problem of Mechanical Manipulators", 1991 (cyclic coordinate descent).
public struct IKConstraint: Part {
  /// What the schema says of it.
  public static let summary = "Reaches for a place with the chain of nodes above it"

  /// The first node that turns, above the one that reaches.
  public var chainRoot = NodeReference()
  /// The point to reach, in metres: in the world, or in ``target``'s space where that is given.
  public var targetPosition = Vector3.zero
  /// A node to reach; not in SceneKit.
  public var target = NodeReference()
  /// How far the nodes of the chain may turn; those not named may turn anyhow.
  public var joints: [IKJoint] = []
  /// How much of the turns is shown, 0 to 1.
  public var influenceFactor: Float = 1
  /// False while it does nothing.
  public var isEnabled = true
  /// True to go on from what was shown last, false to start from the nodes' own rotations.
  public var isIncremental = true

  /// Makes a rule without chain.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("chainRoot", \.chainRoot, "The first node that turns", in: .required)
    p.property("targetPosition", \.targetPosition, "The point to reach", .metres)
    p.property("target", \.target, "A node to reach; the point is in its space")
    p.property("joints", \.joints, "How far nodes of the chain may turn")
    p.property(
      "influenceFactor", \.influenceFactor, "How much of the turns is shown", .ratio, 0...1)
    p.property("isEnabled", \.isEnabled, "Whether it does anything")
    p.property("isIncremental", \.isIncremental, "Whether it starts from what was shown last")
  }

  /// Bounds how far a node of the chain may turn from its own rotation, in radians.
  public mutating func setMaximumAllowedRotationAngle(_ angle: Float, forJoint node: Node) {
    joints.removeAll { $0.node.pending === node || (node.id > 0 && $0.node.id == node.id) }
    joints.append(IKJoint(node, maximumAllowedRotationAngle: angle))
  }

  /// The greatest angle that a node of the chain may turn from its own rotation, in radians.
  public func maximumAllowedRotationAngle(forJoint node: Node) -> Float {
    joints.last { $0.node.pending === node || (node.id > 0 && $0.node.id == node.id) }?
      .maximumAllowedRotationAngle ?? .pi
  }
}
