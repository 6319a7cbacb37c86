extension Session {
  /// Continues the game of another session in the level of this one, as a next level does.
  ///
  /// For levels that are not known when a game is launched. Of the state of the other game, the
  /// properties in ``GameState/carriedOver`` stay; the level begins again with them, now and at
  /// each restart. ``storage`` is that of the other session. A recording that starts before the
  /// first tick has a snapshot.
  ///
  /// - Parameter other: A session of the same game, in any tick.
  /// - Returns: Whether the game continues; false without effect if the games differ.
  /// - Complexity: As much as restoring a snapshot of the scene.
  @discardableResult
  public func continueGame(of other: Session) -> Bool {
    guard type(of: other.game) == type(of: game) else { return false }
    storage = other.storage
    continuesGame = true
    enter(Int(levelState.index), Self.stateOfNextLevel(other.game))
    history?.begin(self)
    return true
  }
}
