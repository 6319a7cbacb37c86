extension Node {
  /// A copy of it and all below, outside of any scene.
  ///
  /// As in SceneKit, geometries with their materials are shared with the original: a copy that is to
  /// change alone gets `geometry?.copy()`, and of that each material's `copy()`. Lights, cameras,
  /// roles and constraints are values here and copied, and so are bodies with their shapes.
  /// Constraints, joints and roles name the same nodes, or the copy of a node that is copied as well.
  /// Animations go on in the copy where they are. Actions that run are not copied; those of the
  /// description start when the copy enters a scene.
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
          // The identity counts in the original's scene alone.
          reference.setPending(named)
        }
      }
    }
    copyJointFrames(copies)
    return copy
  }

  /// Joints between two nodes that were both copied are where those of the originals are.
  private func copyJointFrames(_ copies: [ObjectIdentifier: Node]) {
    enumerateHierarchy { node in
      guard !node.storage.joints.isEmpty, let copy = copies[ObjectIdentifier(node)] else { return }
      for (joint, own) in zip(node.storage.joints, copy.storage.joints) {
        guard let other = joint.bodyB?.node, copies[ObjectIdentifier(other)] != nil else {
          continue
        }
        own.takePlace(of: joint)
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

  /// A copy of it alone, outside of any scene, sharing the geometry.
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
