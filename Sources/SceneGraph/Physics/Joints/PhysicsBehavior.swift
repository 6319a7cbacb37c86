/// The base class of ``PhysicsJoint`` and ``PhysicsVehicle``, which act between bodies.
///
/// A behavior belongs to the node of its first body, and enters and leaves the scene with it.
public class PhysicsBehavior {
  /// The node that it belongs to, or nil.
  public internal(set) unowned(unsafe) var node: Node?
  /// Whether a change has not been applied to the simulation yet.
  var isDirty = true { didSet { node?.stateChanged() } }
  /// The body that it was made for, until it belongs to that body's node.
  var firstBody: PhysicsBody?

  init() {}

  /// Removes it from the simulation; it stays on its node.
  func leaveScene(_ scene: Scene) {}
}

extension PhysicsWorld {
  /// Adds a behavior to the node of its first body.
  ///
  /// It takes effect in the next step in which all of its bodies are in the scene.
  ///
  /// - Precondition: It was made for a body that belongs to a node, and belongs to no other node.
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

  /// Removes a behavior from its node; does nothing if it has no node.
  public func removeBehavior(_ behavior: PhysicsBehavior) {
    guard let node = behavior.node else { return }
    if node.vehicle === behavior { node.vehicle = nil }
    if node.joints.contains(where: { $0 === behavior }) {
      node.joints.removeAll { $0 === behavior }
    }
  }

  /// Removes the behaviors of all nodes of the scene.
  public func removeAllBehaviors() { for behavior in allBehaviors { removeBehavior(behavior) } }

  /// The behaviors of the scene, in the order in which their nodes entered it.
  public var allBehaviors: [PhysicsBehavior] {
    scene?.physicsComponentNodes.flatMap(\.behaviors) ?? []
  }
}
