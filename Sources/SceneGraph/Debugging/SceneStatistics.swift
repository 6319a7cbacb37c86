import CaromPhysics

/// What a scene has at its last completed tick, in numbers.
///
/// Nothing but what the state tells, so the same everywhere: how long frames take a player adds.
public struct SceneStatistics: Hashable, Sendable {
  /// How many ticks have passed.
  public var tick: UInt64
  /// How many nodes there are, without the root.
  public var nodes: Int
  /// How many bodies the simulation has.
  public var bodies: Int
  /// How many of them are awake: dynamic ones that do not sleep and kinematic ones that move.
  public var awakeBodies: Int
  /// How many pairs of colliders are close enough to touch.
  public var contacts: Int
}

extension Scene {
  /// What there is, in numbers.
  ///
  /// - Complexity: O(n) in nodes.
  public var statistics: SceneStatistics {
    var nodes = 0
    rootNode.enumerateChildNodes { _ in nodes += 1 }
    let world = physicsWorld.simulation
    return SceneStatistics(
      tick: tick, nodes: nodes, bodies: world.bodyCount, awakeBodies: world.awakeCount,
      contacts: world.contactCount)
  }
}
