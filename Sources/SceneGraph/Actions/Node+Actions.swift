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
  ///     is not called if the action is removed or replaced.
  public func runAction(
    _ action: Action, forKey key: String? = nil, completion: String? = nil
  ) {
    if let key { removeAction(forKey: key) }
    // Wakes the other actions before the new one is added, which is awake.
    scene?.wake(self)
    runningActions.append(RunningAction(action, key: key, completion: completion))
    scene?.activateActions(self)
  }

  /// Whether the node runs an action.
  public var hasActions: Bool { runningActions.contains { !$0.isFinished } }

  /// The keys of the running actions, in the order in which they were started.
  public var actionKeys: [String] { runningActions.compactMap { $0.isFinished ? nil : $0.key } }

  /// Returns the running action with a key, or nil.
  public func action(forKey key: String) -> Action? {
    runningActions.first { !$0.isFinished && $0.key == key }?.action
  }

  /// Stops the action with a key at its current value.
  public func removeAction(forKey key: String) {
    for action in runningActions where action.key == key { action.isFinished = true }
    removeEndedActions()
  }

  /// Stops all actions at their current values.
  public func removeAllActions() {
    for action in runningActions { action.isFinished = true }
    removeEndedActions()
  }

  /// Advances the actions by a tick; actions started meanwhile begin with the next tick.
  func advanceActions(by duration: Double) {
    isAdvancing = true
    let count = runningActions.count
    var index = 0
    while index < count {
      let action = runningActions[index]
      if !action.isFinished { action.advance(self, by: duration) }
      index += 1
    }
    isAdvancing = false
    removeEndedActions()
  }

  /// Removes ended actions, unless the actions are being advanced.
  func removeEndedActions() {
    guard !isAdvancing, runningActions.contains(where: { $0.isFinished }) else { return }
    runningActions.removeAll { $0.isFinished }
  }
}
