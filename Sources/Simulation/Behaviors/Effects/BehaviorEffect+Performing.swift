import CaromDocuments
import CaromProperties
import CaromSceneGraph

extension BehaviorEffect {
  /// Performs the effect; one whose node is no longer in the scene has none.
  func perform(_ request: BehaviorRequest, _ session: Session) {
    let scene = session.scene
    switch self {
    case .show(let target): target.node(request, in: scene)?.isHidden = false
    case .hide(let target): target.node(request, in: scene)?.isHidden = true
    case .remove(let target): target.node(request, in: scene)?.removeFromParentNode()
    case .run(let run):
      let node = Self.node(run.node, request, scene)
      node?.runAction(run.action, forKey: run.key.isEmpty ? nil : run.key)
    case .sound(let sound):
      let node = sound.node?.node(in: scene) ?? request.node
      scene.playSound(sound.sound, gain: sound.gain, pitch: sound.pitch, at: node)
    case .set(let change):
      guard let node = Self.node(change.node, request, scene) else { return }
      if let problem = change.apply(to: node) {
        scene.reportProblem("\(change.property): \(problem)", on: node, "role")
      }
    case .count(let count):
      session.behaviors.change(
        CounterBehavior.self, of: count.counter.node(in: scene), session
      ) { $0.add(count.by, &$1) }
    case .score(let points): session.game.didReceive(.score(points), in: session)
    case .label(let label): scene.overlay.setText(label.text, of: label.name)
    case .element(let element): scene.overlay.show(element.isVisible, element.name)
    case .focus(let name): scene.overlay.focus = name
    case .pause(let isPaused): scene.isPaused = isPaused
    case .present(let other):
      if other.level.isEmpty { return session.startOver() }
      guard let problem = session.present(levelNamed: other.level) else { return }
      scene.reportProblem(problem, on: request.node, "role")
    case .motor(let motor):
      motor.node.node(in: scene)?.setMotorSpeed(motor.speed, ofJoint: Int(motor.joint))
    case .teleport(let move):
      guard let node = Self.node(move.node, request, scene), let goal = move.to.node(in: scene)
      else { return }
      node.teleport(to: goal.worldPosition)
    case .spawn(let spawner):
      session.behaviors.change(
        SpawnerBehavior.self, of: spawner.node(in: scene), session
      ) { $0.spawn(&$1) }
    case .respawn(let target):
      session.behaviors.change(
        PlayerBehavior.self, of: target.node(request, in: scene), session
      ) { $0.respawn(&$1) }
    case .win(let end): session.game.didReceive(.win(message: end.message), in: session)
    case .lose(let end): session.game.didReceive(.lose(message: end.message), in: session)
    }
  }

  private static func node(
    _ reference: NodeReference?, _ request: BehaviorRequest, _ scene: Scene
  ) -> Node? {
    guard let reference else { return request.activator }
    return reference.node(in: scene)
  }
}

extension Overlay {
  /// Shows or hides all elements with a name.
  fileprivate mutating func show(_ isVisible: Bool, _ name: String) {
    for i in panels.indices where panels[i].name == name { panels[i].isVisible = isVisible }
    for i in bars.indices where bars[i].name == name { bars[i].isVisible = isVisible }
    for i in icons.indices where icons[i].name == name { icons[i].isVisible = isVisible }
    for i in controls.indices where controls[i].name == name { controls[i].isVisible = isVisible }
    for i in labels.indices where labels[i].name == name { labels[i].isVisible = isVisible }
  }
}

extension SetEffect {
  /// Sets the property.
  ///
  /// - Returns: The reason why it was not set, or nil.
  func apply(to node: Node) -> String? {
    do throws(Problem) {
      try node.state.set(property, to: JSON.parse(value.text, name: "value"))
      return nil
    } catch {
      return error.message
    }
  }

  /// The reason why a node does not accept the value, or nil; the node does not change.
  func problem(on node: Node) -> String? {
    do throws(Problem) {
      // A copy, because the attachments of a node are shared objects.
      var state = node.copy().state
      try state.set(property, to: JSON.parse(value.text, name: "value"))
      return nil
    } catch {
      return error.message
    }
  }
}

extension Node {
  /// Sets the target speed of the motor of a joint, in m/s or rad/s; a change wakes the body.
  ///
  /// - Returns: Whether there is such a joint, with a motor.
  @discardableResult func setMotorSpeed(_ speed: Float, ofJoint index: Int) -> Bool {
    guard joints.indices.contains(index) else { return false }
    let joint = joints[index]
    if let hinge = joint.state.hinge {
      guard hinge.motorMaximumTorque > 0 else { return false }
      guard hinge.motorTargetAngularVelocity != speed else { return true }
      joint.state.hinge?.motorTargetAngularVelocity = speed
    } else if let slider = joint.state.slider {
      guard slider.motorMaximumForce > 0 else { return false }
      guard slider.motorTargetLinearVelocity != speed else { return true }
      joint.state.slider?.motorTargetLinearVelocity = speed
    } else if let wheel = joint.state.wheel {
      guard wheel.motorMaximumTorque > 0 else { return false }
      guard wheel.motorTargetAngularVelocity != speed else { return true }
      joint.state.wheel?.motorTargetAngularVelocity = speed
    } else {
      return false
    }
    physicsBody?.wake()
    return true
  }

  /// What is wrong with the motor of a joint, or nil.
  func motorProblem(ofJoint index: Int) -> String? {
    let accepted = "a hinge, slider or wheel with a motor, that is a maximum above 0, is accepted"
    guard joints.indices.contains(index) else {
      return "\(name ?? "the node") has no joint \(index); \(accepted)"
    }
    let state = joints[index].state
    let maximum =
      state.hinge?.motorMaximumTorque ?? state.slider?.motorMaximumForce
      ?? state.wheel?.motorMaximumTorque ?? 0
    return maximum > 0 ? nil : "joint \(index) has no motor; \(accepted)"
  }
}
