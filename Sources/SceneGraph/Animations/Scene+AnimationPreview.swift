import CaromMaths

/// The animations that are presented before a tick has advanced them; not part of the state.
struct AnimationPreview {
  /// The nodes with previewed values, and the ``Scene/animationRound`` of their last output.
  var nodes: [(node: Node, round: UInt32)] = []
  /// The materials with previewed values.
  var materials: [Material] = []
}

// A tick advances animations before it presents them, so before the first tick, and after an
// animation has been added between two ticks, nodes are presented without it. A preview presents
// what the animation starts with. As for constraints, the next tick begins without the preview, and
// snapshots and hash do not contain it.
extension Scene {
  /// Presents the first values of animations that play and that no tick has advanced.
  ///
  /// Nodes and materials with values of the last tick keep these.
  func presentNewAnimations() {
    guard !playingNodes.isEmpty else { return }
    animationTable.build(playingNodes)
    for node in playingNodes {
      for player in node.players where player.canBePreviewed {
        guard let record = player.record, !record.pointee.isNodePaused else { continue }
        player.bind(node, self)
        record.pointee.forEachTrack(at: 0) { track, property, value in
          guard let target = track.isOwn ? node : self.node(withID: track.node) else { return }
          preview(
            value, at: property, of: target, player.blendFactor,
            isAdditive: player.animation.isAdditive)
        }
      }
    }
    for entry in animationPreview.nodes { entry.node.invalidatePreview(self) }
  }

  private func preview(
    _ value: SIMD4<Float>, at property: AnimatedProperty, of node: Node, _ weight: Float,
    isAdditive: Bool
  ) {
    if property.kind == .material {
      guard let materials = node.storage.geometry?.materials,
        materials.indices.contains(Int(property.index))
      else { return }
      let material = materials[Int(property.index)]
      let isFirst = material.animatedValues.isEmpty
      guard isFirst || animationPreview.materials.contains(where: { $0 === material }) else {
        return
      }
      present(value, at: property, of: node, weight, isAdditive: isAdditive)
      // The list of the scene is that of the last tick.
      if isFirst, let last = animatedMaterials.popLast() { animationPreview.materials.append(last) }
      return
    }
    if !node.isAnimationPreviewed {
      guard node.animationOverlay.isEmpty, node.animatedValues.isEmpty else { return }
      node.isAnimationPreviewed = true
      animationPreview.nodes.append((node, node.animationRound))
      node.animationRound = animationRound
    }
    present(value, at: property, of: node, weight, isAdditive: isAdditive)
  }

  /// Presents nodes and materials again as animations left them in the last tick.
  func clearAnimationPreview() {
    let (nodes, materials) = (animationPreview.nodes, animationPreview.materials)
    guard !nodes.isEmpty || !materials.isEmpty else { return }
    animationPreview = AnimationPreview()
    for material in materials { material.animatedValues = [] }
    for (node, round) in nodes where node.isAnimationPreviewed {
      node.isAnimationPreviewed = false
      node.animationRound = round
      node.clearAnimationOverlay()
      node.invalidatePreview(self)
    }
  }
}

extension AnimationPlayer {
  /// Whether the player plays from its start, and presents something there.
  fileprivate var canBePreviewed: Bool {
    isPlaying && !isPaused && !isAtEnd && time == 0 && stopDuration < 0 && program.totalDuration > 0
      && animation.blendInDuration == 0 && (animation.startDelay <= 0 || animation.fillsBackward)
  }
}

extension Node {
  /// The values that a tick of animations left, which are part of the state.
  var tickedAnimationOverlay: PresentationValues {
    isAnimationPreviewed ? PresentationValues() : animationOverlay
  }
  var tickedAnimatedValues: [AnimatedValue] { isAnimationPreviewed ? [] : animatedValues }
}
