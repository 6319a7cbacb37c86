extension Node {
  /// Runs an action, starting with the next tick.
  ///
  /// An action with the same key is replaced. Outside of a scene the action starts when the node
  /// enters one. An action that only waits has no cost per tick.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - key: The key, or nil.
  ///   - completion: The name in ``Scene/functions`` of the function that is called at the end. It
  ///     is not called when the action is removed or replaced.
  ///     was removed or replaced.
  public func runAction(
    _ action: Action, forKey key: String? = nil, completion: String? = nil
  ) {
    if let key { removeAction(forKey: key) }
    // Wakes the other actions before the new one is added, which has not slept.
    scene?.wake(self)
    running.append(RunningAction(action, key: key, completion: completion))
    scene?.activateActions(self)
  }

  /// Whether the node runs an action.
  public var hasActions: Bool { running.contains { !$0.isOver } }

  /// The keys of the running actions, in the order in which they were started.
  public var actionKeys: [String] { running.compactMap { $0.isOver ? nil : $0.key } }

  /// Returns the running action with a key, or nil.
  public func action(forKey key: String) -> Action? {
    running.first { !$0.isOver && $0.key == key }?.action
  }

  /// Stops the action with a key at its current value.
  public func removeAction(forKey key: String) {
    for action in running where action.key == key { action.isOver = true }
    removeEndedActions()
  }

  /// Stops all actions at their current values.
  public func removeAllActions() {
    for action in running { action.isOver = true }
    removeEndedActions()
  }

  /// Advances the actions by a tick; actions started meanwhile begin with the next tick.
  func advanceActions(by duration: Double) {
    isAdvancing = true
    let count = running.count
    var index = 0
    while index < count {
      let action = running[index]
      if !action.isOver { action.advance(self, by: duration) }
      index += 1
    }
    isAdvancing = false
    removeEndedActions()
  }

  /// Removes ended actions, unless the actions are being advanced.
  func removeEndedActions() {
    guard !isAdvancing, running.contains(where: { $0.isOver }) else { return }
    running.removeAll { $0.isOver }
  }
}
