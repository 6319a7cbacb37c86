extension Node {
  /// Returns a copy of the node and its descendants that belongs to no scene.
  ///
  /// As in SceneKit, geometries and their materials are shared with the original. To change only a
  /// copy, assign `geometry?.copy()`, and `copy()` each material to change. Lights, cameras, roles
  /// and constraints are values and are copied; so are bodies and their shapes. References in
  /// constraints, joints and roles to a node that is copied as well refer to its copy; other
  /// references keep their node. Animations continue in the copy at their current time. Running
  /// actions are not copied; declared actions start when the copy enters a scene.
  public func clone() -> Node {
    var copies: [ObjectIdentifier: Node] = [:]
    var order: [Node] = []
    let copy = clone(into: &copies, &order)
    for node in order {
      if !node.storage.constraints.isEmpty { node.restartConstraints() }
      node.updateReferences { reference in
        guard let named = reference.node(near: self) else { return }
        if let own = copies[ObjectIdentifier(named)] {
          reference.set(own)
        } else {
          // The identity is valid only in the original's scene.
          reference.setPending(named)
        }
      }
    }
    copyJointFrames(copies)
    return copy
  }

  /// Gives joints between two copied nodes the frames of the original joints.
  private func copyJointFrames(_ copies: [ObjectIdentifier: Node]) {
    enumerateHierarchy { node in
      guard !node.storage.joints.isEmpty, let copy = copies[ObjectIdentifier(node)] else { return }
      for (joint, own) in zip(node.storage.joints, copy.storage.joints) {
        guard let other = joint.bodyB?.node, copies[ObjectIdentifier(other)] != nil else {
          continue
        }
        own.copyMeasuredFrame(of: joint)
      }
    }
  }

  private func clone(into copies: inout [ObjectIdentifier: Node], _ order: inout [Node]) -> Node {
    let node = copy()
    copies[ObjectIdentifier(self)] = node
    order.append(node)
    for child in childNodes {
      let c = child.clone(into: &copies, &order)
      node.childNodes.append(c)
      c.parent = node
    }
    return node
  }

  /// Returns a copy of the node without its children that belongs to no scene and shares the
  /// geometry.
  public func copy() -> Node {
    let node = Node(name: name)
    node.storage = state
    node.storage.physicsBody = nil
    node.storage.joints = []
    node.storage.vehicle = nil
    node.storage.character = nil
    node.physicsBody = storage.physicsBody?.copy()
    node.joints = storage.joints.map { $0.copy() }
    node.vehicle = storage.vehicle?.copy()
    node.character = storage.character?.copy()
    copyPlayers(to: node)
    return node
  }
}
