public import CaromMaths

/// What happened between two bodies.
public struct PhysicsContact {
  /// The node whose body was made first.
  public let nodeA: Node
  /// The node whose body was made last.
  public let nodeB: Node
  /// The deepest point of the contact, in the world; for an end, the last known.
  public let contactPoint: Vector3
  /// The direction of unit length from A to B at that point; for an end, the last known.
  public let contactNormal: Vector3
  /// The sum of all impulses of the tick in newton-seconds; 0 where nothing is pushed.
  public let collisionImpulse: Float
  /// How deep the bodies overlap in metres; 0 or less when they do not.
  public let penetrationDistance: Float

  /// The other node than a given one, or nil when that is neither of both.
  public func other(than node: Node) -> Node? {
    node === nodeA ? nodeB : node === nodeB ? nodeA : nil
  }

  /// The two nodes with the one that passes a test first, or nil when neither does.
  public func pair(where isFirst: (Node) -> Bool) -> (first: Node, second: Node)? {
    if isFirst(nodeA) { return (nodeA, nodeB) }
    if isFirst(nodeB) { return (nodeB, nodeA) }
    return nil
  }
}

/// A joint that broke because it had to hold more than it can.
public struct PhysicsJointBreak {
  /// The joint, whose ``JointState/isBroken`` is true now.
  public let joint: PhysicsJoint
  /// The node that it sits on.
  public let nodeA: Node
  /// The other node; nil for the world.
  public let nodeB: Node?
  /// The force on B in the step in which it broke, in newtons, along the axes of the world.
  public let force: Vector3
  /// The torque on B in that step, in newton-metres, along the axes of the world.
  public let torque: Vector3
}

/// Learns of contacts and of joints that break, between physics and ``SceneDelegate/didSimulatePhysics(_:)`` of a tick.
///
/// Each pair of bodies begins once, is updated every tick while it touches and is awake, and ends
/// once: also when a node is hidden or removed or a mask changes. Calls come in the order in which
/// the bodies were made. Nodes may be moved, hidden, added and removed inside.
public protocol ContactDelegate: AnyObject {
  /// Two bodies touch that did not before.
  func didBegin(_ contact: PhysicsContact)
  /// Two bodies still touch.
  func didUpdate(_ contact: PhysicsContact)
  /// Two bodies do not touch any more.
  func didEnd(_ contact: PhysicsContact)
  /// A joint broke; told after the contacts.
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
