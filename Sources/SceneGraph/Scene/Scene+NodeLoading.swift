import CaromProperties

// Restores the nodes of a scene. Nodes that are as they were saved are skipped.
extension Scene {
  /// Restores the tree from the state of its nodes.
  ///
  /// - Parameters:
  ///   - source: The state.
  ///   - old: The nodes so far, by identity.
  ///   - identities: The number of identities given so far, plus one.
  func loadNodes(from source: inout StateSource, over old: [Node?], identities: Int) {
    // Each node takes more than 8 bytes of its own.
    let count = source.getCount(of: 8)
    if identities == nodesByID.count, count == nodesInTreeOrder.count {
      if let saved = savedNodes, saved.version == treeVersion, loadSequence(saved.sequence, &source)
      {
        return
      }
      savedNodes = nil
      let start = source.position
      if loadInPlace(&source) { return }
      source.rewind(to: start)
    }
    savedNodes = nil
    rebuildTree(from: &source, count, over: old, identities: identities)
  }

  /// Restores the nodes if their states are a sequence with the same references; false, at the same
  /// position, if they are not.
  private func loadSequence(_ sequence: SavedSequence, _ source: inout StateSource) -> Bool {
    guard let start = source.begin(sequence) else { return false }
    for (index, node) in nodesInTreeOrder.enumerated()
    where !node._withUnsafeGuaranteedRef({ loadInPlace($0, &source, sequence, index) }) { break }
    return source.end(sequence, since: start)
  }

  private func loadInPlace(
    _ node: Node, _ source: inout StateSource, _ sequence: SavedSequence, _ index: Int
  ) -> Bool {
    var isSame = node.savedState != nil && source.skip(sequence, index)
    if !isSame {
      guard let mark = source.beginLoading(sequence, index) else { return false }
      let isNode = loadContent(of: node, &source)
      let saved = source.endLoading(mark, sequence, index)
      guard isNode else { return false }
      node.savedState = saved
    }
    if !node.loadMotion(&source, self) { isSame = false }
    if !isSame { moved(node) }
    return true
  }

  /// Restores the nodes if the tree is the same; false if it is another one.
  private func loadInPlace(_ source: inout StateSource) -> Bool {
    nodesInTreeOrder.allSatisfy { $0._withUnsafeGuaranteedRef { loadInPlace($0, &source) } }
  }

  private func loadInPlace(_ node: Node, _ source: inout StateSource) -> Bool {
    var isSame = source.skip(node.savedState)
    if !isSame {
      if source.hasFailed { return false }
      let start = source.position
      let mark = source.beginLoading()
      guard loadContent(of: node, &source) else {
        source.rewind(mark, to: start)
        return false
      }
      source.endLoading(mark)
    }
    if !node.loadMotion(&source, self) { isSame = false }
    if !isSame { moved(node) }
    return true
  }

  /// Restores what the saved state of a node contains; false if that is of another node.
  private func loadContent(of node: Node, _ source: inout StateSource) -> Bool {
    var header = NodeHeader()
    header.load(&source)
    guard header.id == node.id, header.parent == node.parent?.id ?? 0 else { return false }
    if node.name != header.name { node.name = header.name }
    let role = node.storage.role.type
    node.loadStorage(&source, self)
    if node.storage.role.type != role { treeDidChange() }
    return true
  }

  /// Marks a restored transform as changed, by a move that is not continuous.
  private func moved(_ node: Node) {
    node.invalidate(includingBody: false)
    node.teleportCount &+= 1
  }

  /// Restores a tree with other nodes, or nodes in another order.
  private func rebuildTree(
    from source: inout StateSource, _ count: Int, over old: [Node?], identities: Int
  ) {
    animationTable.invalidate()
    treeDidChange()
    stalePreviewNodes = []
    for node in old { node?.detachForLoading() }
    nodesByID = Array(repeating: nil, count: source.hasFailed ? 1 : max(identities, 1))
    for i in 0..<count {
      let id = source.peek(Int32.self) ?? 0
      let node = Int(id) < old.count && id > 0 ? old[Int(id)] ?? Node() : Node()
      let parentID: Int32
      var kept: SavedState?
      if source.skip(node.savedState), let known = node.savedState {
        kept = known
        parentID = known.parentID
      } else {
        let mark = source.beginLoading()
        var header = NodeHeader()
        header.load(&source)
        parentID = header.parent
        if !source.hasFailed { node.name = header.name }
        node.loadStorage(&source, self)
        source.endLoading(mark)
      }
      guard id > 0, Int(id) < nodesByID.count, nodesByID[Int(id)] == nil,
        i == 0 ? id == rootNode.id : self.node(withID: parentID) != nil
      else {
        source.reject("node \(id) below \(parentID) is invalid")
        break
      }
      node.id = id
      node.sceneIdentity = identity
      node.scene = self
      nodesByID[Int(id)] = node
      _ = node.loadMotion(&source, self)
      (node.isWorldTransformStale, node.isPresentationStale) = (true, true)
      node.teleportCount &+= 1
      if i > 0, let parent = self.node(withID: parentID) {
        node.parent = parent
        parent.childNodes.append(node)
      }
      // The links are what they were.
      node.savedState = kept
    }
    for node in old {
      guard let node, self.node(withID: node.id) !== node else { continue }
      node.forgetSimulation()
      node.stateChanged()
    }
  }

  /// Restores a node that was removed, whose contacts have not been reported as ended.
  func loadRemovedNode(_ source: inout StateSource) -> Node {
    let node = Node()
    let mark = source.beginLoading()
    var header = NodeHeader()
    header.load(&source)
    (node.id, node.name) = (header.id, header.name)
    node.sceneIdentity = identity
    node.loadStorage(&source, self)
    source.endLoading(mark)
    _ = node.loadMotion(&source, self)
    node.forgetSimulation()
    return node
  }
}
