public import CaromProperties

extension Scene {
  /// The records from which all declared state of a scene is reachable.
  public static var stateRoots: [any Record.Type] {
    [
      SceneState.self, WorldState.self, NodeState.self, Material.self, SceneHeader.self,
      NodeHeader.self, PresentationValues.self, RunningAction.self, AnimatedValue.self,
      AnimationPlayer.self, Emitter.self, Transition.self, TransactionCompletion.self,
    ]
  }

  /// Adds the state of a scene, including its simulation, to a layout.
  public static func describeState(_ layout: inout StateLayout) {
    for root in stateRoots { layout.add(record: root) }
    // The order of the parts in `saveGraph` and in the state of a node.
    layout.add(
      [
        "tick:\(UInt64.self)", "properties:\(SceneState.self)", "header:\(SceneHeader.self)",
        "nodes:\(Node.self)", "removedBodyNodes:\(Node.self)",
        "animatedMaterials:\(Material.self)", "animatedValues:\(AnimatedValue.self)",
        "transitions:\(Transition.self)", "completions:\(TransactionCompletion.self)",
        "pendingBodyNodes:\(Int32.self)", "dirtyBodyNodes:\(Int32.self)",
      ], of: Scene.self)
    layout.add(
      [
        "header:\(NodeHeader.self)", "state:\(NodeState.self)", "fieldSerial:\(UInt32?.self)",
        "constraintOverlay:\(PresentationValues.self)", "sleepRound:\(UInt64?.self)",
        "wakeRound:\(UInt64?.self)", "runningActions:\(RunningAction.self)",
        "animationOverlay:\(PresentationValues.self)", "animatedValues:\(AnimatedValue.self)",
        "players:\(AnimationPlayer.self)", "emitters:\(Emitter.self)",
      ], of: Node.self)
    World.describeState(&layout)
  }
}
