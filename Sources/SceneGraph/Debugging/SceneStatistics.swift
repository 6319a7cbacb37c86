import CaromPhysics

/// Statistics of a scene at its last completed tick.
///
/// The values depend on the state only, so they are the same on every machine. Frame times are
/// added by the player.
public struct SceneStatistics: Hashable, Sendable {
  /// The number of ticks since the start.
  public var tick: UInt64
  /// The number of nodes without the root.
  public var nodes: Int
  /// The number of bodies in the simulation.
  public var bodies: Int
  /// The number of awake bodies: dynamic bodies that do not sleep and kinematic bodies that move.
  public var awakeBodies: Int
  /// The number of collider pairs in contact or close to it.
  public var contacts: Int
}

extension Scene {
  /// The statistics of the scene.
  ///
  /// - Complexity: O(n) in the number of nodes.
  public var statistics: SceneStatistics {
    var nodes = 0
    rootNode.enumerateChildNodes { _ in nodes += 1 }
    let world = physicsWorld.simulation
    return SceneStatistics(
      tick: tick, nodes: nodes, bodies: world.bodyCount, awakeBodies: world.awakeCount,
      contacts: world.contactCount)
  }
}
