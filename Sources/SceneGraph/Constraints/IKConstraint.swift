public import CaromMaths
public import CaromProperties

/// The rotation limit of a node in an inverse kinematics chain.
public struct IKJoint: Part {
  /// Summary for the schema.
  public static let summary = "The rotation limit of a node in an inverse kinematics chain"

  /// The node, between the root of the chain and the end effector.
  public var node = NodeReference()
  /// The maximum angle between the presented and the node's own rotation, in radians.
  public var maximumAllowedRotationAngle = Float.pi

  /// Creates a joint without a limit.
  public init() {}

  /// Creates a joint with a limit in radians.
  public init(_ node: Node, maximumAllowedRotationAngle: Float) {
    self.node = NodeReference(node)
    self.maximumAllowedRotationAngle = maximumAllowedRotationAngle
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("node", \.node, "The node of the chain", in: .required)
    p.degrees(
      "maximumAllowedRotationAngleDegrees", \.maximumAllowedRotationAngle,
      "Maximum angle from the node's own rotation", 0...180)
  }
}

/// Inverse kinematics: rotates a chain of nodes so that its end reaches a target.
///
/// Attach it to the end effector. It rotates the ancestors up to ``chainRoot``, whose position
/// stays fixed. Only their presentation is rotated. If a node of the chain has constraints itself,
/// the constraint that is applied later in the tick determines its rotation.
///
/// - Source: L. Wang, C. Chen, "A Combined Optimization Method for Solving the Inverse Kinematics
///   Problem of Mechanical Manipulators", 1991 (cyclic coordinate descent).
public struct IKConstraint: Part {
  /// Summary for the schema.
  public static let summary = "Inverse kinematics of a chain of ancestors"

  /// The first node of the chain, an ancestor of the end effector.
  public var chainRoot = NodeReference()
  /// The target position, in meters: in the world, or in the space of ``target`` if it is set.
  public var targetPosition = Vector3.zero
  /// The target node; not in SceneKit.
  public var target = NodeReference()
  /// The rotation limits of nodes in the chain; other nodes are not limited.
  public var joints: [IKJoint] = []
  /// The influence of the constraint, 0 to 1.
  public var influenceFactor: Float = 1
  /// Whether the constraint is applied.
  public var isEnabled = true
  /// True to start from the rotations presented last, false to start from the nodes' own.
  public var isIncremental = true

  /// Creates a constraint without a chain.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("chainRoot", \.chainRoot, "The first node of the chain", in: .required)
    p.property("targetPosition", \.targetPosition, "Target position", .meters)
    p.property("target", \.target, "Target node; the position is in its space")
    p.property("joints", \.joints, "Rotation limits of nodes in the chain")
    p.property(
      "influenceFactor", \.influenceFactor, "Influence of the constraint", .ratio, 0...1)
    p.property("isEnabled", \.isEnabled, "Whether the constraint is applied")
    p.property(
      "isIncremental", \.isIncremental, "Whether it starts from the transform presented last")
  }

  /// Sets the maximum rotation of a node of the chain from its own rotation, in radians.
  public mutating func setMaximumAllowedRotationAngle(_ angle: Float, forJoint node: Node) {
    joints.removeAll { $0.node.pending === node || (node.id > 0 && $0.node.id == node.id) }
    joints.append(IKJoint(node, maximumAllowedRotationAngle: angle))
  }

  /// Returns the maximum rotation of a node of the chain from its own rotation, in radians.
  public func maximumAllowedRotationAngle(forJoint node: Node) -> Float {
    joints.last { $0.node.pending === node || (node.id > 0 && $0.node.id == node.id) }?
      .maximumAllowedRotationAngle ?? .pi
  }
}
