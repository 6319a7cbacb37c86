// A preview presents what the first tick would begin with, for readers such as pictures and
// locators: the first values of new animations, and then new constraints. The next tick begins
// without it, and snapshots and hash do not contain it, so the future does not depend on whether
// anything was drawn.
extension Scene {
  /// Presents the animations that no tick has advanced yet where they start, and then the nodes
  /// whose constraints no tick has applied yet as these require.
  ///
  /// Constraints that follow a target over time begin at the node's own transform. Pictures call
  /// it, and sessions call it when they start, restore a snapshot or reload files; call it before
  /// you read ``Node/presentation`` of a scene that has not been stepped. The state and its hash do
  /// not change.
  public func updatePresentation() {
    guard !constraintPreview.isRunning else { return }
    clearPreview()
    presentNewAnimations()
    presentNewConstraints()
    updateStaleBodyNodes()
  }

  /// Presents nodes again as the last tick left them.
  package func clearPreview() {
    clearConstraintPreview()
    clearAnimationPreview()
    updateStaleBodyNodes()
  }

  /// Computes the presentation transforms of bodies, so that a later move of an ancestor
  /// invalidates them.
  private func updateStaleBodyNodes() {
    guard !stalePreviewNodes.isEmpty else { return }
    for node in stalePreviewNodes { _ = node.presentationWorldTransform }
    stalePreviewNodes = []
  }
}

extension Node {
  /// Marks the presentation transforms of the node and its descendants as stale, without moving
  /// their bodies.
  func invalidatePreview(_ scene: Scene) {
    if isPresentationStale { return }
    isPresentationStale = true
    if storage.physicsBody != nil { scene.stalePreviewNodes.append(self) }
    for child in childNodes { child.invalidatePreview(scene) }
  }
}
