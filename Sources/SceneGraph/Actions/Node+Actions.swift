extension Node {
  /// Runs an action from the next tick on.
  ///
  /// An action with the same key is replaced. Outside of a scene the action waits until the node
  /// enters one. While it only waits it costs nothing.
  ///
  /// - Parameters:
  ///   - action: What to do.
  ///   - key: What it is found by; nil for none.
  ///   - completion: The name in ``Scene/functions`` of what is called when it has ended; not when it
  ///     was removed or replaced.
  public func runAction(
    _ action: Action, forKey key: String? = nil, completion: String? = nil
  ) {
    if let key { removeAction(forKey: key) }
    // Before the new one is there: only the others have slept.
    scene?.wake(self)
    running.append(RunningAction(action, key: key, completion: completion))
    scene?.activateActions(self)
  }

  /// True while the node runs an action.
  public var hasActions: Bool { running.contains { !$0.isOver } }

  /// The keys of the actions that the node runs and that have one, in the order they were started.
  public var actionKeys: [String] { running.compactMap { $0.isOver ? nil : $0.key } }

  /// The action that the node runs under a key, or nil.
  public func action(forKey key: String) -> Action? {
    running.first { !$0.isOver && $0.key == key }?.action
  }

  /// Stops the action with a key where it is.
  public func removeAction(forKey key: String) {
    for action in running where action.key == key { action.isOver = true }
    dropEndedActions()
  }

  /// Stops all actions where they are.
  public func removeAllActions() {
    for action in running { action.isOver = true }
    dropEndedActions()
  }

  /// Runs the actions for a tick; those started meanwhile begin with the next one.
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
    dropEndedActions()
  }

  /// Forgets actions that are over, unless the node is just running them.
  func dropEndedActions() {
    guard !isAdvancing, running.contains(where: { $0.isOver }) else { return }
    running.removeAll { $0.isOver }
  }
}
