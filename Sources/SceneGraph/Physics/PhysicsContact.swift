public import CaromMaths

/// A contact of two bodies.
public struct PhysicsContact {
  /// The node whose body was made first.
  public let nodeA: Node
  /// The node whose body was made last.
  public let nodeB: Node
  /// The deepest point of the contact, in the world; for an end, the last known point.
  public let contactPoint: Vector3
  /// The contact normal of unit length from A to B; for an end, the last known normal.
  public let contactNormal: Vector3
  /// The sum of the impulses of the tick in newton-seconds; 0 without collision response.
  public let collisionImpulse: Float
  /// The overlap of the bodies in meters; 0 or less without overlap.
  public let penetrationDistance: Float

  /// The node of the contact that is not the given one; nil if the given node is neither.
  public func other(than node: Node) -> Node? {
    node === nodeA ? nodeB : node === nodeB ? nodeA : nil
  }

  /// The two nodes with one that passes a test first, or nil if neither does.
  public func pair(where isFirst: (Node) -> Bool) -> (first: Node, second: Node)? {
    if isFirst(nodeA) { return (nodeA, nodeB) }
    if isFirst(nodeB) { return (nodeB, nodeA) }
    return nil
  }
}

/// A joint that broke under load.
public struct PhysicsJointBreak {
  /// The joint, whose ``JointState/isBroken`` is now true.
  public let joint: PhysicsJoint
  /// The node of the joint.
  public let nodeA: Node
  /// The other node; nil for the world.
  public let nodeB: Node?
  /// The force on B in the step of the break, in newtons, along the world's axes.
  public let force: Vector3
  /// The torque on B in the step of the break, in newton-meters, along the world's axes.
  public let torque: Vector3
}

/// Receives contacts and broken joints of a tick, before ``SceneDelegate/didSimulatePhysics(_:)``.
///
/// For each pair of bodies, a contact begins once, is updated in every tick in which the bodies
/// touch and are awake, and ends once. The end is also reported when a node is hidden or removed,
/// or when a mask changes. Calls are ordered by the creation of the bodies. Nodes may be moved,
/// hidden, added and removed in a callback.
public protocol ContactDelegate: AnyObject {
  /// Two bodies begin to touch.
  func didBegin(_ contact: PhysicsContact)
  /// Two bodies continue to touch.
  func didUpdate(_ contact: PhysicsContact)
  /// Two bodies stop touching.
  func didEnd(_ contact: PhysicsContact)
  /// A joint broke; called after the contacts.
  func didBreak(_ event: PhysicsJointBreak)
}

extension ContactDelegate {
  /// Does nothing.
  public func didBegin(_ contact: PhysicsContact) {}
  /// Does nothing.
  public func didUpdate(_ contact: PhysicsContact) {}
  /// Does nothing.
  public func didEnd(_ contact: PhysicsContact) {}
  /// Does nothing.
  public func didBreak(_ event: PhysicsJointBreak) {}
}
