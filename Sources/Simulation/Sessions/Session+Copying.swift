import CaromProperties
import CaromSceneGraph

extension Session {
  /// Creates a session of the same game and level with the same launch options before its first
  /// tick, without reading the files again.
  ///
  /// The new session is that of the files, bit for bit, and shares nothing with this one.
  ///
  /// - Returns: The session.
  /// - Throws: `StateProblem` or ``GameError`` if the state of a scene cannot be restored.
  /// - Complexity: O(n) in the size of the scenes of all levels; a fraction of the cost of reading
  ///   them.
  package func copyBeforeFirstTick() throws -> Session {
    let scenes = try levelScenes.map { level in
      // A copy of the current state has the structure and what no state contains, such as declared
      // actions; the state before the first tick is loaded over it.
      let scene = try level.scene.deepCopy()
      try scene.load(level.beginning)
      return LevelScene(level: level.level, scene: scene)
    }
    return try Session(scenes, startingAt: firstLevel, type(of: game).init(), launch)
  }
}
