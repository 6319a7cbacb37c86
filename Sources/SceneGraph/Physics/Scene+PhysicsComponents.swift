import CaromPhysics

// What sits on nodes besides bodies and has a counterpart in the simulation: joints, vehicles,
// fields and characters.
//
// Their descriptions are compared with the simulation once before each step, in the order of the
// nodes, so that it does not matter in which order code changed them.
extension Scene {
  /// Makes the bodies, joints, vehicles and fields of nodes, as each step does when it begins.
  ///
  /// A reader calls it to learn of what cannot be made, which is noted in ``problems``.
  public func prepareSimulation() { syncBodies() }

  /// Makes the simulation have what the nodes describe.
  func syncPhysicsComponents() {
    guard !physicsComponentNodes.isEmpty else { return }
    for node in physicsComponentNodes {
      for joint in node.storage.joints { joint.keepUp(node, self) }
      node.storage.vehicle?.keepUp(node, self)
      if node.storage.physicsField != nil || node.fieldSerial != 0 { keepUpField(node) }
    }
  }

  /// Moves wheels and characters as the simulation moved their bodies, `time` seconds on.
  func updatePhysicsComponents(_ time: Float) {
    guard !physicsComponentNodes.isEmpty else { return }
    for node in physicsComponentNodes {
      node.storage.vehicle?.moveWheels(self)
      node.storage.character?.move(node, self, by: time)
    }
  }

  /// Takes what sits on a node out of the simulation.
  func removePhysicsComponents(_ node: Node) {
    for behavior in node.behaviors { behavior.leaveScene(self) }
    removeField(node)
  }
}

extension Node {
  /// The joints and the vehicle that sit on it.
  var behaviors: [PhysicsBehavior] {
    let joints: [PhysicsBehavior] = storage.joints
    return storage.vehicle.map { joints + [$0] } ?? joints
  }

  /// True when something sits on it that the simulation has to know of besides its body.
  var hasPhysicsComponents: Bool {
    !storage.joints.isEmpty || storage.physicsField != nil || storage.vehicle != nil
      || storage.character != nil || fieldSerial != 0
  }

  /// Called when what sits on it may have changed.
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
      // A description that was read again stays where it was made.
      if joint.node == nil, i < old.count, old[i] !== joint,
        joint.state.hasSameFrames(as: old[i].state)
      {
        joint.takePlace(of: old[i])
      }
      joint.node = self
    }
  }

  /// Drops what it knows of the simulation, which is gone or to be read.
  func clearPhysicsComponentHandles() {
    for joint in storage.joints { joint.handle = nil }
    storage.vehicle?.serial = 0
    fieldSerial = 0
  }
}
