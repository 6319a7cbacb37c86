import CaromProperties

extension Node {
  /// The hash of the node's state without its children: properties, name, running actions and
  /// animations, overlays and particles.
  public var stateHash: UInt64 {
    let buffer = StateBuffer(capacity: 1 << 10)
    // Shared objects have other numbers here than in the state of the scene.
    let saved = savedState
    buffer.fill { save(&$0) }
    savedState = saved
    return buffer.hash
  }

  /// Writes the state of the node without its children.
  func save(_ sink: inout StateSink) {
    assert(sink.isCurrent(savedState, writeStorage), "a change of \(path) was not noticed")
    if !sink.put(savedState) {
      let mark = sink.beginSaving()
      saveStorage(&sink)
      savedState = sink.endSaving(mark)
    }
    saveMotion(&sink)
  }

  /// Writes the state of the node as part of the sequence of all nodes.
  func save(_ sink: inout StateSink, _ sequence: SavedSequence, _ index: Int) {
    assert(
      savedState == nil || sink.isCurrent(sequence, index, writeStorage),
      "a change of \(path) was not noticed")
    if savedState == nil || !sink.put(sequence, index) {
      let mark = sink.beginSaving(sequence, index)
      saveStorage(&sink)
      savedState = sink.endSaving(mark, sequence, index)
    }
    saveMotion(&sink)
  }

  /// Writes what ``savedState`` contains, which is then nil.
  private func saveStorage(_ sink: inout StateSink) {
    header.save(&sink)
    // Accessed through a pointer, because the struct would be copied otherwise.
    withUnsafeMutablePointer(to: &storage) { $0.pointee.saveState(&sink) }
  }

  /// Writes what ``savedState`` contains, for an assertion.
  private func writeStorage(_ sink: inout StateSink) {
    header.save(&sink)
    storage.saveState(&sink)
  }

  private var header: NodeHeader { NodeHeader(id: id, parent: parent?.id ?? 0, name: name) }

  /// Writes what changes by itself; all zero, and of a fixed size, for a node at rest.
  private func saveMotion(_ sink: inout StateSink) {
    if storage.physicsField != nil { sink.put(fieldSerial) }
    if isAtRest { return sink.putZeros(Self.sizeAtRest) }
    saveActivity(&sink)
  }

  private func saveActivity(_ sink: inout StateSink) {
    appliedConstraintOverlay.save(&sink)
    sink.put(count: runningActions.count)
    if !runningActions.isEmpty {
      sink.put(sleepRound)
      sink.put(wakeRound)
    }
    for action in runningActions { action.saveState(&sink) }
    tickedAnimationOverlay.save(&sink)
    tickedAnimatedValues.save(&sink)
    sink.put(count: players.count)
    for player in players { player.saveState(&sink) }
    emitters.save(&sink)
  }

  /// The size of what ``saveActivity(_:)`` writes for a node at rest.
  private static let sizeAtRest: Int = {
    let buffer = StateBuffer()
    buffer.fill { Node().saveActivity(&$0) }
    return buffer.count
  }()

  /// Whether ``saveActivity(_:)`` writes only zeros.
  private var isAtRest: Bool {
    constraintOverlay.mask.isEmpty && animationOverlay.mask.isEmpty && runningActions.isEmpty
      && players.isEmpty && emitters.isEmpty && animatedValues.isEmpty
  }

  /// Detaches the node from the tree, keeping the objects that the state can be restored into.
  func detachForLoading() {
    let saved = savedState
    scene = nil
    parent = nil
    childNodes.removeAll(keepingCapacity: true)
    // Whether the links are restored is not known yet.
    savedState = saved
  }

  /// Detaches the node from a simulation that has been replaced.
  func forgetSimulation() {
    storage.physicsBody?.handle = nil
    clearPhysicsComponentHandles()
  }

  /// Restores ``storage``.
  func loadStorage(_ source: inout StateSource, _ scene: Scene) {
    let oldBody = storage.physicsBody
    let (oldBehaviors, oldCharacter) = (behaviors, storage.character)
    storage.role.types = scene.roleTypes
    storage.loadState(&source)
    if storage.physicsBody !== oldBody { oldBody?.node = nil }
    storage.physicsBody?.node = self
    for behavior in oldBehaviors { behavior.node = nil }
    for behavior in behaviors { behavior.node = self }
    oldCharacter?.node = nil
    storage.character?.node = self
    // A body writes to its node only once it has one.
    stateChanged()
  }

  /// Restores what changes by itself.
  ///
  /// - Returns: Whether the node is at rest and was so before.
  func loadMotion(_ source: inout StateSource, _ scene: Scene) -> Bool {
    fieldSerial = storage.physicsField == nil ? 0 : source.get()
    if isAtRest, source.skipZeros(Self.sizeAtRest) {
      // Of actions that have ended; they may be of rounds after the restored one.
      (sleepRound, wakeRound) = (0, 0)
      return true
    }
    constraintOverlay.load(&source)
    isConstraintPreviewed = false
    isAnimationPreviewed = false
    isInActiveIKChain = false
    let actions = source.getCount(of: 8)
    sleepRound = actions > 0 ? source.get() : 0
    wakeRound = actions > 0 ? source.get() : 0
    if sleepRound > scene.actionRound {
      source.reject("a node whose actions fall asleep in the future")
    }
    runningActions = (0..<actions).map { _ in RunningAction.loaded(&source) }
    animationOverlay.load(&source)
    animatedValues = .loaded(&source)
    let count = source.getCount(of: 8)
    if count > 0 || !players.isEmpty {
      players = (0..<count).map { _ in AnimationPlayer.loaded(&source) }
    }
    emitters = []
    emitters.load(&source)
    animationRound = 0
    constraintRound = 0
    return false
  }
}

extension SavedState {
  /// The identity of the node's parent, the second number of its header.
  var parentID: Int32 { value(at: MemoryLayout<Int32>.size) }
}
