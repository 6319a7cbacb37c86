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
    header.save(&sink)
    sink.put(count: nodeCount + 1)
    rootNode.save(&sink)
    sink.put(count: removedBodyNodes.count)
    for node in removedBodyNodes { node.save(&sink, withChildren: false) }
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

  private var header: SceneHeader {
    SceneHeader(
      tick: tick, properties: properties, random: RandomState(random), actionRound: actionRound,
      actionStep: actionStep, physics: physicsWorld.state,
      identityCount: UInt32(truncatingIfNeeded: nodesByID.count))
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

  private func load(from source: inout StateSource, over old: [Node?]) throws(StateProblem) {
    animationTable.invalidate()
    treeDidChange()
    var header = header
    header.load(&source)
    (tick, properties, random) = (header.tick, header.properties, header.random.value)
    (actionRound, actionStep) = (header.actionRound, header.actionStep)
    // Bounded so that the counters cannot overflow.
    if max(tick, actionRound) >= 1 << 62 {
      source.reject("a scene after \(max(tick, actionRound)) ticks is out of range")
    }
    restoreWorldState(header.physics, &source)
    let identities = Int(header.identityCount)
    // 16 million nodes in the lifetime of a scene: 60 new nodes per second for three days.
    if identities > 1 << 24 { source.reject("a scene of \(identities) nodes") }
    let count = source.getCount(of: 8)
    clearAnimationPreview()
    constraintPreview = ConstraintPreview()
    stalePreviewNodes = []
    for node in old { node?.detachForLoading() }
    nodesByID = Array(repeating: nil, count: source.hasFailed ? 1 : max(identities, 1))
    for i in 0..<count {
      var header = NodeHeader()
      header.load(&source)
      let (id, parentID) = (header.id, header.parent)
      guard id > 0, Int(id) < nodesByID.count, nodesByID[Int(id)] == nil,
        i == 0 ? id == rootNode.id : node(withID: parentID) != nil
      else {
        source.reject("node \(id) below \(parentID) is invalid")
        break
      }
      let node = Int(id) < old.count ? old[Int(id)] ?? Node() : Node()
      node.id = id
      node.sceneIdentity = identity
      node.scene = self
      nodesByID[Int(id)] = node
      node.name = header.name
      node.load(&source, self)
      if i > 0, let parent = self.node(withID: parentID) {
        node.parent = parent
        parent.childNodes.append(node)
      }
    }
    removedBodyNodes = []
    for _ in 0..<source.getCount(of: 8) {
      let node = Node()
      var header = NodeHeader()
      header.load(&source)
      (node.id, node.name) = (header.id, header.name)
      node.sceneIdentity = identity
      node.load(&source, self)
      node.storage.physicsBody?.handle = nil
      node.clearPhysicsComponentHandles()
      removedBodyNodes.append(node)
    }
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
    physicsComponentNodes = nodesByID.compactMap {
      $0.flatMap { $0.hasPhysicsComponents ? $0 : nil }
    }
    movingBodyNodes = nodesByID.compactMap {
      $0.flatMap { $0.storage.physicsBody?.movesByVelocity == true ? $0 : nil }
    }
    constrainedNodes = nodesByID.compactMap {
      $0.flatMap { $0.storage.constraints.isEmpty ? nil : $0 }
    }
    ikChainNodes = nodesByID.compactMap {
      $0.flatMap { $0.constraintOverlay.has(.ikChain) ? $0 : nil }
    }
    rebuildActionQueues()
    playingNodes = nodesByID.compactMap { $0.flatMap { $0.players.isEmpty ? nil : $0 } }
    rebuildAnimatedNodeIDs()
    emittingNodes = nodesByID.compactMap { $0.flatMap { $0.emitters.isEmpty ? nil : $0 } }
    for node in dirtyBodyNodes { node.isBodyDirty = true }
    for node in pendingBodyNodes { node.isBodyPending = true }
    // Computes the presentation transforms of bodies, so that a move of an ancestor invalidates
    // them.
    for case let node? in nodesByID where node.storage.physicsBody != nil {
      _ = node.presentationWorldTransform
    }
  }
}

extension Node {
  /// The hash of the node's state without its children: properties, name, running actions and
  /// animations, overlays and particles.
  public var stateHash: UInt64 {
    let buffer = StateBuffer(capacity: 1 << 10)
    buffer.fill { save(&$0, withChildren: false) }
    return buffer.hash
  }

  fileprivate func save(_ sink: inout StateSink, withChildren: Bool = true) {
    NodeHeader(id: id, parent: parent?.id ?? 0, name: name).save(&sink)
    // Accessed through a pointer, because the struct would be copied otherwise.
    withUnsafeMutablePointer(to: &storage) { $0.pointee.saveState(&sink) }
    if storage.physicsField != nil { sink.put(fieldSerial) }
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
    guard withChildren else { return }
    for child in childNodes { child.save(&sink) }
  }

  /// Detaches the node from the tree, keeping the objects that the state can be restored into.
  fileprivate func detachForLoading() {
    scene = nil
    parent = nil
    childNodes.removeAll(keepingCapacity: true)
    isBodyDirty = false
    isBodyPending = false
    storage.physicsBody?.handle = nil
    clearPhysicsComponentHandles()
  }

  fileprivate func load(_ source: inout StateSource, _ scene: Scene) {
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
    fieldSerial = storage.physicsField == nil ? 0 : source.get()
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
    players = (0..<source.getCount(of: 8)).map { _ in AnimationPlayer.loaded(&source) }
    emitters = []
    emitters.load(&source)
    animationRound = 0
    constraintRound = 0
    isWorldTransformStale = true
    isPresentationStale = true
    // A restored transform is a discontinuous move.
    teleportCount &+= 1
  }
}
