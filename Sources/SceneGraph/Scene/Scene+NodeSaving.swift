import CaromProperties

// Saves the nodes of a scene, without looking again at those that are unchanged.
extension Scene {
  /// Writes the number and the states of all nodes.
  func saveNodes(_ sink: inout StateSink) {
    let nodes = nodesInTreeOrder
    sink.put(count: nodes.count)
    let mark = sink.sequenceMark
    if let saved = savedNodes, saved.version == treeVersion, sink.begin(saved.sequence) {
      for (index, node) in nodes.enumerated() {
        node._withUnsafeGuaranteedRef { $0.save(&sink, saved.sequence, index) }
      }
      if sink.end(saved.sequence, since: mark) { return }
    }
    savedNodes = nil
    for node in nodes { node._withUnsafeGuaranteedRef { $0.save(&sink) } }
    guard nodes.allSatisfy({ $0._withUnsafeGuaranteedRef { $0.savedState != nil } }) else { return }
    let states = nodes.map { $0._withUnsafeGuaranteedRef { $0.savedState } }
    savedNodes = sink.sequence(of: states, since: mark).map { ($0, treeVersion) }
  }
}
