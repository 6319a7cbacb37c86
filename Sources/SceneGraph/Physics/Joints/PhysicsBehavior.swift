/// What acts between bodies beyond contacts: a ``PhysicsJoint`` or a ``PhysicsVehicle``.
///
/// A behaviour sits on the node of its first body, comes and goes with it, and belongs to one node.
public class PhysicsBehavior {
  /// The node it sits on, or nil.
  public internal(set) unowned(unsafe) var node: Node?
  /// True when the simulation has still to learn of a change.
  var isDirty = true
  /// The body it was made for, until it sits on that body's node.
  var firstBody: PhysicsBody?

  init() {}

  /// Leaves the simulation; the node stays.
  func leaveScene(_ scene: Scene) {}
}

extension PhysicsWorld {
  /// Adds a behaviour to the node of its first body.
  ///
  /// It holds from the next step on in which all of its bodies are in the scene.
  ///
  /// - Precondition: it was made for a body that a node has, and sits on no other node.
  public func addBehavior(_ behavior: PhysicsBehavior) {
    guard let node = behavior.node ?? behavior.firstBody?.node else {
      preconditionFailure("A behavior is added once its first body belongs to a node")
    }
    switch behavior {
    case let joint as PhysicsJoint:
      if !node.joints.contains(where: { $0 === joint }) { node.joints.append(joint) }
    case let vehicle as PhysicsVehicle:
      if node.vehicle !== vehicle { node.vehicle = vehicle }
    default: break
    }
  }

  /// Removes a behaviour from its node; does nothing when it is on none.
  public func removeBehavior(_ behavior: PhysicsBehavior) {
    guard let node = behavior.node else { return }
    if node.vehicle === behavior { node.vehicle = nil }
    if node.joints.contains(where: { $0 === behavior }) {
      node.joints.removeAll { $0 === behavior }
    }
  }

  /// Removes the behaviours of all nodes of the scene.
  public func removeAllBehaviors() { for behavior in allBehaviors { removeBehavior(behavior) } }

  /// The behaviours of the scene, in the order in which their nodes entered it.
  public var allBehaviors: [PhysicsBehavior] {
    scene?.physicsComponentNodes.flatMap(\.behaviors) ?? []
  }
}
