import CaromMaths

/// The constraints that are presented before a tick has applied them; not part of the state.
struct ConstraintPreview {
  /// Whether constraints are applied for a preview.
  var isRunning = false
  /// The nodes whose overlay is a preview, or would be.
  var nodes: [Node] = []
}

// A tick applies constraints after physics, so before the first tick, and after new nodes have been
// added between two ticks, nodes are presented without their constraints. See `Scene+Preview`.
extension Scene {
  /// Presents the nodes whose constraints no tick has applied yet as these require, at the current
  /// time.
  ///
  /// Constraints that follow a target over time begin at the node's own transform.
  func presentNewConstraints() {
    guard !constrainedNodes.isEmpty else { return }
    let waiting = constrainedNodes.filter {
      $0.constraintRound == 0 && $0.constraintOverlay.isEmpty
    }
    guard !waiting.isEmpty else { return }
    constraintPreview.isRunning = true
    for node in waiting { node.isConstraintPreviewed = true }
    constraintPreview.nodes = waiting
    applyConstraintsInOrder(0)
    constraintPreview.isRunning = false
    for node in constraintPreview.nodes {
      node.isInActiveIKChain = false
      // No tick has applied them yet.
      node.constraintRound = 0
    }
  }

  /// Presents nodes again as the constraints of the last tick left them.
  func clearConstraintPreview() {
    guard !constraintPreview.nodes.isEmpty else { return }
    let nodes = constraintPreview.nodes
    constraintPreview.nodes = []
    for node in nodes where node.isConstraintPreviewed { node.clearConstraintPreview() }
  }
}

extension Node {
  /// The overlay that a tick applied, which is part of the state.
  var appliedConstraintOverlay: PresentationValues {
    guard isConstraintPreviewed else { return constraintOverlay }
    var values = PresentationValues()
    values.mask = constraintOverlay.mask.intersection(.moved)
    return values
  }

  /// Whether a preview can present the node: no tick has applied an overlay.
  var acceptsConstraintPreview: Bool { isConstraintPreviewed || constraintOverlay.isEmpty }

  /// Replaces the overlay by that of a preview; the body stays where it is.
  func setConstraintPreview(_ values: PresentationValues) {
    guard let scene, acceptsConstraintPreview else { return }
    if !isConstraintPreviewed {
      isConstraintPreviewed = true
      scene.constraintPreview.nodes.append(self)
    }
    let moved = constraintOverlay.mask.intersection(.moved)
    constraintOverlay = values
    constraintOverlay.mask.formUnion(moved)
    invalidatePreview(scene)
  }

  fileprivate func clearConstraintPreview() {
    let applied = appliedConstraintOverlay
    isConstraintPreviewed = false
    guard constraintOverlay != applied else { return }
    constraintOverlay = applied
    if let scene { invalidatePreview(scene) }
  }
}
