import CaromPhysics

// The synchronization of joints, vehicles, fields and characters with the simulation.
//
// Their descriptions are compared with the simulation once before each step, in the order of the
// nodes, so that the order of changes by code does not matter.
extension Scene {
  /// Creates the bodies, joints, vehicles and fields of nodes, as at the start of a step.
  ///
  /// A reader calls it to report invalid ones in ``problems``.
  public func prepareSimulation() { syncBodies() }

  /// Creates, updates or destroys physics components to match the nodes.
  func syncPhysicsComponents() {
    guard !physicsComponentNodes.isEmpty else { return }
    for node in physicsComponentNodes {
      for joint in node.storage.joints { joint.sync(node, self) }
      node.storage.vehicle?.sync(node, self)
      if node.storage.physicsField != nil || node.fieldSerial != 0 { syncField(node) }
    }
  }

  /// Moves wheels and characters after their bodies moved for `time` seconds.
  func updatePhysicsComponents(_ time: Float) {
    guard !physicsComponentNodes.isEmpty else { return }
    for node in physicsComponentNodes {
      node.storage.vehicle?.moveWheels(self)
      node.storage.character?.move(node, self, by: time)
    }
  }

  /// Removes the physics components of a node from the simulation.
  func removePhysicsComponents(_ node: Node) {
    for behavior in node.behaviors { behavior.leaveScene(self) }
    removeField(node)
  }
}

extension Node {
  /// The joints and the vehicle of the node.
  var behaviors: [PhysicsBehavior] {
    let joints: [PhysicsBehavior] = storage.joints
    return storage.vehicle.map { joints + [$0] } ?? joints
  }

  /// Whether the node has physics components in addition to its body.
  var hasPhysicsComponents: Bool {
    !storage.joints.isEmpty || storage.physicsField != nil || storage.vehicle != nil
      || storage.character != nil || fieldSerial != 0
  }

  /// Called when the physics components of the node may have changed.
  func physicsComponentsChanged(from old: NodeState) {
    if !old.joints.isEmpty || !storage.joints.isEmpty { jointsChanged(from: old.joints) }
    if old.vehicle !== storage.vehicle { vehicleChanged(from: old.vehicle) }
    if old.character !== storage.character {
      if let before = old.character, before.node === self { before.node = nil }
      precondition(
        storage.character?.node == nil, "A character belongs to one node; use copy() for another")
      storage.character?.node = self
    }
    guard let scene else { return }
    if storage.physicsField == nil { scene.removeField(self) }
    if hasPhysicsComponents {
      Scene.insert(self, into: &scene.physicsComponentNodes)
    } else {
      scene.physicsComponentNodes.removeAll { $0 === self }
    }
  }

  private func vehicleChanged(from old: PhysicsVehicle?) {
    if let old {
      if let scene { old.leaveScene(scene) }
      if old.node === self { old.node = nil }
    }
    precondition(
      storage.vehicle?.node == nil, "A vehicle belongs to one node; use copy() for another")
    storage.vehicle?.node = self
  }

  private func jointsChanged(from old: [PhysicsJoint]) {
    let new = storage.joints
    for joint in old where !new.contains(where: { $0 === joint }) {
      if let scene { joint.leaveScene(scene) }
      if joint.node === self { joint.node = nil }
    }
    for (i, joint) in new.enumerated() {
      precondition(
        joint.node == nil || joint.node === self,
        "A joint belongs to one node; use copy() for another")
      // A description that was read again keeps the frames of the existing joint.
      if joint.node == nil, i < old.count, old[i] !== joint,
        joint.state.hasSameFrames(as: old[i].state)
      {
        joint.copyMeasuredFrame(of: old[i])
      }
      joint.node = self
    }
  }

  /// Clears the handles in the simulation, before it is destroyed or loaded.
  func clearPhysicsComponentHandles() {
    for joint in storage.joints { joint.handle = nil }
    storage.vehicle?.serial = 0
    fieldSerial = 0
  }
}
