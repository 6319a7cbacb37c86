// The scheduling of actions. A node whose actions only wait sleeps until the first wait ends, at no
// cost.
extension Scene {
  /// Advances the actions of all nodes by a tick.
  func runActions(_ duration: Double) {
    if duration != actionStep {
      wakeAll()
      actionStep = duration
    }
    actionRound += 1
    while let first = wakeQueue.first, first.round <= actionRound {
      wakeQueue.removeFirst()
      guard let node = node(withID: first.node), node.wakeRound == first.round else { continue }
      node.wake(after: actionRound - 1 - node.sleepRound, of: actionStep)
      Scene.insert(node, into: &activeActionNodes)
    }
    guard !activeActionNodes.isEmpty else { return }
    var list = scratchNodes
    scratchNodes = []
    list.append(contentsOf: activeActionNodes)
    var hasChanged = false
    for node in list where node.scene === self {
      guard !node.isPausedInScene else { continue }
      node.advanceActions(by: duration)
      guard node.scene === self else { continue }
      let idle = node.idleTicks
      if node.runningActions.isEmpty {
        hasChanged = true
      } else if idle > 1, !node.isPausedInScene {
        node.sleepRound = actionRound
        node.wakeRound = actionRound + UInt64(idle) + 1
        wakeQueue.insert(round: node.wakeRound, node: node.id)
        hasChanged = true
      }
    }
    list.removeAll(keepingCapacity: true)
    scratchNodes = list
    if hasChanged { activeActionNodes.removeAll { $0.runningActions.isEmpty || $0.isAsleep } }
  }

  /// Schedules the actions of a node, starting with the next tick.
  func activateActions(_ node: Node) {
    wake(node)
    Scene.insert(node, into: &activeActionNodes)
  }

  /// Wakes the actions of a node if they are asleep.
  func wake(_ node: Node) {
    guard node.isAsleep else { return }
    node.wake(after: actionRound - node.sleepRound, of: actionStep)
    Scene.insert(node, into: &activeActionNodes)
  }

  /// Wakes all nodes, before the duration of a tick changes.
  private func wakeAll() {
    let entries = wakeQueue.entries
    wakeQueue = WakeQueue()
    for entry in entries {
      guard let node = node(withID: entry.node), node.wakeRound == entry.round else { continue }
      wake(node)
    }
  }

  /// Adds a node with running actions to the active or the sleeping ones, after loading.
  func queueActions(of node: Node) {
    if node.isAsleep {
      wakeQueue.insert(round: node.wakeRound, node: node.id)
    } else {
      activeActionNodes.append(node)
    }
  }
}

extension Node {
  /// Whether the actions are asleep, because all of them only wait.
  var isAsleep: Bool { wakeRound > 0 }

  /// The number of ticks in which all actions only wait.
  fileprivate var idleTicks: Int {
    runningActions.reduce(Int.max) { $1.isFinished ? $0 : min($0, $1.idleTicks) }
  }

  fileprivate func wake(after ticks: UInt64, of duration: Double) {
    wakeRound = 0
    sleepRound = 0
    for action in runningActions { action.skip(ticks, of: duration) }
  }

  /// Wakes the actions of the subtree after the node or an ancestor was paused or reparented.
  func wakeActionsInSubtree() {
    guard let scene else { return }
    enumerateHierarchy {
      scene.wake($0)
      if !$0.players.isEmpty { scene.animationTable.invalidate() }
    }
  }
}

/// A priority queue of the ticks in which sleeping nodes wake.
struct WakeQueue {
  struct Entry {
    var round: UInt64
    var node: Int32
  }

  /// A binary heap; entries of nodes that were woken early remain until their tick.
  private(set) var entries: [Entry] = []

  var first: Entry? { entries.first }

  mutating func insert(round: UInt64, node: Int32) {
    entries.append(Entry(round: round, node: node))
    var i = entries.count - 1
    while i > 0, entries[i].round < entries[(i - 1) / 2].round {
      entries.swapAt(i, (i - 1) / 2)
      i = (i - 1) / 2
    }
  }

  mutating func removeFirst() {
    guard entries.count > 1 else { return entries.removeAll(keepingCapacity: true) }
    entries[0] = entries.removeLast()
    var i = 0
    while true {
      var least = i
      for child in [2 * i + 1, 2 * i + 2]
      where child < entries.count && entries[child].round < entries[least].round { least = child }
      if least == i { return }
      entries.swapAt(i, least)
      i = least
    }
  }
}
