// Which nodes act in a tick. A node whose actions only wait sleeps until the tick in which the first
// of them ends, and costs nothing meanwhile.
extension Scene {
  /// Moves the actions of all nodes on by a tick.
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
      if node.running.isEmpty {
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
    if hasChanged { activeActionNodes.removeAll { $0.running.isEmpty || $0.isAsleep } }
  }

  /// Lets a node act from the next tick on.
  func activateActions(_ node: Node) {
    wake(node)
    Scene.insert(node, into: &activeActionNodes)
  }

  /// Wakes a node if its actions sleep: from here on each tick counts for them again.
  func wake(_ node: Node) {
    guard node.isAsleep else { return }
    node.wake(after: actionRound - node.sleepRound, of: actionStep)
    Scene.insert(node, into: &activeActionNodes)
  }

  /// Wakes every node, before ticks change their length.
  private func wakeAll() {
    let entries = wakeQueue.entries
    wakeQueue = WakeQueue()
    for entry in entries {
      guard let node = node(withID: entry.node), node.wakeRound == entry.round else { continue }
      wake(node)
    }
  }

  /// Finds again which nodes act and which sleep, after loading.
  func rebuildActionQueues() {
    activeActionNodes = []
    wakeQueue = WakeQueue()
    for case let node? in nodesByID where !node.running.isEmpty {
      if node.isAsleep {
        wakeQueue.insert(round: node.wakeRound, node: node.id)
      } else {
        activeActionNodes.append(node)
      }
    }
  }
}

extension Node {
  /// True while its actions only wait and the scene does not look at it.
  var isAsleep: Bool { wakeRound > 0 }

  /// For how many ticks all of its actions will only wait.
  fileprivate var idleTicks: Int {
    running.reduce(Int.max) { $1.isOver ? $0 : min($0, $1.idleTicks) }
  }

  fileprivate func wake(after ticks: UInt64, of duration: Double) {
    wakeRound = 0
    sleepRound = 0
    for action in running { action.skip(ticks, of: duration) }
  }

  /// Called when it or a node above was paused, or moved to another parent.
  func wakeActionsInSubtree() {
    guard let scene else { return }
    enumerateHierarchy {
      scene.wake($0)
      if !$0.players.isEmpty { scene.animationTable.invalidate() }
    }
  }
}

/// The ticks in which sleeping nodes wake, the next one first.
struct WakeQueue {
  struct Entry {
    var round: UInt64
    var node: Int32
  }

  /// A binary heap; entries of nodes that woke early stay until their tick.
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
