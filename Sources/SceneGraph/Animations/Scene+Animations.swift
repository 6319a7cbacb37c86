import CaromMaths

// The animations of a tick: transitions first, then players by node identity and in the order in
// which they were added, each blended over the current values.
extension Scene {
  /// Advances all animations and writes their values.
  func runAnimations(_ duration: Double) {
    animationRound &+= 1
    resolveAnimationReferences()
    swap(&previousAnimatedNodeIDs, &animatedNodeIDs)
    animatedNodeIDs.removeAll(keepingCapacity: true)
    repeatedlyAnimatedCount = 0
    let materials = animatedMaterials
    animatedMaterials.removeAll(keepingCapacity: true)
    for material in materials { material.animatedValues.removeAll(keepingCapacity: true) }
    runTransitions(duration)
    if !playingNodes.isEmpty { runPlayers(duration) }
    // Nodes that are no longer animated return to their own values.
    if repeatedlyAnimatedCount < previousAnimatedNodeIDs.count {
      for id in previousAnimatedNodeIDs {
        guard let node = node(withID: id), node.animationRound != animationRound else { continue }
        node.clearAnimationOverlay()
        node.invalidatePresentation(includingBody: true)
      }
    }
    if !pendingCalls.isEmpty { makePendingCalls() }
  }

  private func runPlayers(_ duration: Double) {
    animationTable.build(playingNodes)
    guard animationTable.run(self, duration) else { return }
    for node in playingNodes where node.players.contains(where: \.shouldBeRemoved) {
      node.players.removeAll { $0.shouldBeRemoved }
    }
    playingNodes.removeAll { $0.players.isEmpty }
  }

  /// Rebuilds the list of animated nodes after loading.
}

extension Node {
  /// Whether the last tick animated the node.
  var isAnimated: Bool { !animationOverlay.isEmpty || !animatedValues.isEmpty }
}
