public import CaromProperties

extension Scene {
  /// The records from which all declared state of a scene is reachable.
  public static var stateRoots: [any Record.Type] {
    [SceneState.self, WorldState.self, NodeState.self, Material.self]
  }

  /// Adds the state of a scene, including its simulation, to a layout.
  public static func describeState(_ layout: inout StateLayout) {
    for root in stateRoots { layout.add(record: root) }
    World.describeState(&layout)
  }
}
