import CaromMaths
import CaromPhysics
public import CaromProperties

// The complete state: everything that affects the future of the scene, and nothing else.
extension Scene {
  /// The hash of the complete state.
  public var hash: UInt64 {
    let buffer = StateBuffer(capacity: 1 << 16)
    buffer.fill { save(into: &$0) }
    return buffer.hash
  }

  /// Writes the complete state: nodes, materials, running actions, random streams, overlay and
  /// simulation.
  ///
  /// Functions, delegates, sounds and caches are not part of it.
  public func save(into sink: inout StateSink) {
    saveGraph(into: &sink)
    physicsWorld.simulation.save(into: &sink)
  }

  /// Writes the state without the simulation, which follows it.
  ///
  /// Use it to hash the scene and the simulation separately while writing the state once.
  public func saveGraph(into sink: inout StateSink) {
    sink.put(tick)
    saveProperties(&sink)
    header.save(&sink)
    saveNodes(&sink)
    sink.put(count: removedBodyNodes.count)
    for node in removedBodyNodes { node.save(&sink) }
    sink.put(count: animatedMaterials.count)
    for material in animatedMaterials {
      material.save(&sink)
      material.animatedValues.save(&sink)
    }
    transitions.save(&sink)
    completions.save(&sink)
    Scene.save(pendingBodyNodes, &sink)
    Scene.save(dirtyBodyNodes, &sink)
  }

  private func saveProperties(_ sink: inout StateSink) {
    assert(sink.isCurrent(savedProperties, properties.save), "a change was not noticed")
    if sink.put(savedProperties) { return }
    let mark = sink.beginSaving()
    properties.save(&sink)
    savedProperties = sink.endSaving(mark)
  }

  private func loadProperties(_ source: inout StateSource) {
    if source.skip(savedProperties) { return }
    let mark = source.beginLoading()
    properties.load(&source)
    source.endLoading(mark)
  }

  private var header: SceneHeader {
    SceneHeader(
      random: RandomState(random), actionRound: actionRound, actionStep: actionStep,
      physics: physicsWorld.state, identityCount: UInt32(truncatingIfNeeded: nodesByID.count))
  }

  /// Restores the complete state into this scene or a new scene of the same files.
  ///
  /// Nodes are matched by identity, so nodes that exist before and after keep their object. Missing
  /// nodes are created and others are removed. Delegates and functions are kept.
  ///
  /// - Throws: `StateProblem` if the bytes are not a state of such a scene. The scene is then
  ///   undefined, and the only valid operation is loading another state.
  public func load(from source: inout StateSource) throws(StateProblem) {
    let old = nodesByID
    do throws(StateProblem) {
      try load(from: &source, over: old)
    } catch {
      // Keeps the previous nodes, in particular the root, for the next attempt to load.
      nodesByID = old
      throw error
    }
  }

  /// Restores the complete state from what ``save(into:)`` wrote, and nothing else.
  ///
  /// - Throws: `StateProblem`, as ``load(from:)`` does.
  public func load(_ state: StatePieces) throws(StateProblem) {
    let problem: StateProblem? = StateSource.read(state) { source in
      do throws(StateProblem) {
        try load(from: &source)
        try source.finish()
        return nil
      } catch { return error }
    }
    if let problem { throw problem }
  }

  private func load(from source: inout StateSource, over old: [Node?]) throws(StateProblem) {
    tick = source.get()
    loadProperties(&source)
    var header = header
    header.load(&source)
    (random, actionRound) = (header.random.value, header.actionRound)
    actionStep = header.actionStep
    // Bounded so that the counters cannot overflow.
    if max(tick, actionRound) >= 1 << 62 {
      source.reject("a scene after \(max(tick, actionRound)) ticks is out of range")
    }
    restoreWorldState(header.physics, &source)
    let identities = Int(header.identityCount)
    // 16 million nodes in the lifetime of a scene: 60 new nodes per second for three days.
    if identities > 1 << 24 { source.reject("a scene of \(identities) nodes") }
    clearPreview()
    loadNodes(from: &source, over: old, identities: identities)
    // Also of nodes that were marked as their ancestors were restored.
    for node in dirtyBodyNodes { node.isBodyDirty = false }
    for node in pendingBodyNodes { node.isBodyPending = false }
    removedBodyNodes = []
    for _ in 0..<source.getCount(of: 8) { removedBodyNodes.append(loadRemovedNode(&source)) }
    for material in animatedMaterials { material.animatedValues = [] }
    animatedMaterials = (0..<source.getCount(of: 4)).map { _ in
      let material = Material.loaded(over: nil, &source)
      material.animatedValues = .loaded(&source)
      return material
    }
    transitions = []
    transitions.load(&source)
    if !transitions.allSatisfy(\.isValid) { source.reject("no such transition") }
    completions.load(&source)
    pendingBodyNodes = loadList(&source)
    dirtyBodyNodes = loadList(&source)
    try physicsWorld.simulation.load(from: &source)
    physicsWorld.adoptRestoredSettings()
    if let problem = source.problem { throw problem }
    rebuildLists()
  }

  /// Restores the settings of the simulation and validates them.
  private func restoreWorldState(_ state: WorldState, _ source: inout StateSource) {
    if state == physicsWorld.state { return }
    if let found = state.invalidProperty {
      return source.reject("physics.\(found.key): \(found.problem)")
    }
    physicsWorld.state = state
  }

  private static func save(_ list: [Node], _ sink: inout StateSink) {
    sink.put(count: list.count)
    for node in list { sink.put(node.id) }
  }

  private func loadList(_ source: inout StateSource) -> [Node] {
    (0..<source.getCount(of: 4)).compactMap { _ in node(withID: source.get(Int32.self)) }
  }

  /// Rebuilds the lists that are derived from the nodes.
  private func rebuildLists() {
    physicsComponentNodes.removeAll(keepingCapacity: true)
    movingBodyNodes.removeAll(keepingCapacity: true)
    ikChainNodes.removeAll(keepingCapacity: true)
    playingNodes.removeAll(keepingCapacity: true)
    emittingNodes.removeAll(keepingCapacity: true)
    animatedNodeIDs.removeAll(keepingCapacity: true)
    activeActionNodes.removeAll(keepingCapacity: true)
    wakeQueue = WakeQueue()
    var constrained: [Node] = []
    for node in nodesInIdentityOrder {
      node._withUnsafeGuaranteedRef { addToLists($0, &constrained) }
    }
    if !constrained.elementsEqual(constrainedNodes, by: ===) { constrainedNodes = constrained }
    constraintOrder.version = nil
    for node in dirtyBodyNodes { node.isBodyDirty = true }
    for node in pendingBodyNodes { node.isBodyPending = true }
  }

  private func addToLists(_ node: Node, _ constrained: inout [Node]) {
    if node.hasPhysicsComponents { physicsComponentNodes.append(node) }
    if !node.storage.constraints.isEmpty { constrained.append(node) }
    if node.constraintOverlay.has(.ikChain) { ikChainNodes.append(node) }
    if !node.players.isEmpty { playingNodes.append(node) }
    if !node.emitters.isEmpty { emittingNodes.append(node) }
    if node.isAnimated { animatedNodeIDs.append(node.id) }
    if !node.runningActions.isEmpty { queueActions(of: node) }
    guard let body = node.storage.physicsBody else { return }
    if body.movesByVelocity { movingBodyNodes.append(node) }
    // So that a move of an ancestor invalidates it.
    if node.isPresentationStale { _ = node.presentationWorldTransform }
  }
}
