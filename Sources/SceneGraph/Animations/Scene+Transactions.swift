import CaromMaths
import CaromProperties

// What is changed in a transaction is changed at once; what is shown of it catches up.
extension Scene {
  /// Makes changes that are shown over a time: what is set is the model at once.
  ///
  /// Whatever `body` sets of the nodes of the scene and can be animated is shown going from what
  /// was shown before to what was set: place, rotation, scale, opacity, the numbers and colours of
  /// lights, cameras and materials, and weights of morphers. Dynamic bodies jump: physics places
  /// them. Outside of transactions changes are shown at once, also in the callbacks of a delegate;
  /// so is what ``step(_:)`` does inside of `body`.
  ///
  /// Transactions nest: an inner one has settings of its own, and what the outer one changed before
  /// and after it keeps the outer's.
  ///
  /// - Parameters:
  ///   - animationDuration: How long what is shown takes, in seconds; zero is at once.
  ///   - timing: How the change is spread over that time.
  ///   - disableActions: True to show the changes at once.
  ///   - completion: The name in ``functions`` of what is called, with the root node, when the time
  ///     is over.
  ///   - body: Makes the changes.
  /// - Returns: What `body` returns.
  /// - Complexity: O(nodes) where there is a duration, whatever is changed.
  public func transaction<R>(
    animationDuration: Double = 0.25, timing: TimingMode = .linear, disableActions: Bool = false,
    completion: String? = nil, _ body: () throws -> R
  ) rethrows -> R {
    precondition(animationDuration >= 0, "A transaction takes no time or some, not less")
    commitOpenTransaction()
    let duration = disableActions ? 0 : animationDuration
    openTransactions.append(OpenTransaction(self, duration: duration, timing: timing))
    defer {
      commitOpenTransaction()
      openTransactions.removeLast()
      reopenTransaction()
      if let completion {
        completions.append(TransactionCompletion(function: completion, remaining: duration))
      }
    }
    return try body()
  }

  /// Begins the transitions of what the innermost transaction changed so far.
  func commitOpenTransaction() {
    guard let last = openTransactions.last else { return }
    last.commit(self)
  }

  /// Lets the innermost transaction start anew from what is there.
  func reopenTransaction() {
    guard let last = openTransactions.last else { return }
    openTransactions[openTransactions.count - 1] = OpenTransaction(
      self, duration: last.duration, timing: last.timing)
  }
}

/// A transaction whose body runs, with what everything was when it began.
struct OpenTransaction {
  let duration: Double
  let timing: TimingMode
  private var nodes: [NodeBefore] = []
  private var materials: [MaterialBefore] = []

  private struct NodeBefore {
    var node: Node
    var position, shownPosition: Vector3
    var turn, shownTurn: Quaternion
    var angles: Vector3
    var usesEulerAngles: Bool
    var scale, shownScale: Vector3
    var opacity, shownOpacity: Float
    var light: [NumberList.Entry]
    var camera: [NumberList.Entry]
    var weights: [Float]
    var shownWeights: [Float]
    var animatedValues: [AnimatedValue]
  }

  private struct MaterialBefore {
    var material: Material
    var node: Node
    var index: Int32
    var numbers: [NumberList.Entry]
    var animatedValues: [AnimatedValue]
  }

  init(_ scene: Scene, duration: Double, timing: TimingMode) {
    self.duration = duration
    self.timing = timing
    guard duration > 0 else { return }
    var known: Set<ObjectIdentifier> = []
    for case let node? in scene.nodesByID {
      let s = node.storage
      nodes.append(
        NodeBefore(
          node: node, position: s.position, shownPosition: node.animatedPosition,
          turn: s.storedOrientation,
          shownTurn: node.animatedOrientation, angles: s.eulerAngles,
          usesEulerAngles: s.usesEulerAngles || s.storedOrientation == .identity, scale: s.scale,
          shownScale: node.animatedScale, opacity: s.opacity, shownOpacity: node.animatedOpacity,
          light: s.light?.numbers ?? [], camera: s.camera?.numbers ?? [],
          weights: s.morpher?.weights ?? [], shownWeights: node.presentation.morphWeights,
          animatedValues: node.animatedValues))
      for (index, material) in (s.geometry?.materials ?? []).enumerated()
      where known.insert(ObjectIdentifier(material)).inserted {
        materials.append(
          MaterialBefore(
            material: material, node: node, index: Int32(index), numbers: material.numbers,
            animatedValues: material.animatedValues))
      }
    }
  }

  /// Begins transitions for all that is not what it was.
  func commit(_ scene: Scene) {
    guard duration > 0 else { return }
    for before in nodes where before.node.scene === scene { commit(before, scene) }
    for before in materials {
      guard let materials = before.node.storage.geometry?.materials,
        Int(before.index) < materials.count, materials[Int(before.index)] === before.material
      else { continue }
      commit(
        before.numbers, before.material.numbers, before.animatedValues, .material, before.index,
        before.node, scene)
    }
  }

  private func commit(_ before: NodeBefore, _ scene: Scene) {
    let node = before.node
    let s = node.storage
    if s.physicsBody?.type != .dynamic {
      begin(.position, before.position, s.position, before.shownPosition, node, scene)
      if s.storedOrientation != before.turn || s.eulerAngles != before.angles {
        if s.usesEulerAngles, before.usesEulerAngles, before.turn == before.shownTurn {
          // Angles are gone through one by one, full turns too.
          begin(AnimatedProperty(.eulerAngles), SIMD4(before.angles, 0), node, scene)
        } else {
          let q = before.shownTurn
          begin(AnimatedProperty(.orientation), SIMD4(q.x, q.y, q.z, q.w), node, scene)
        }
      }
    }
    begin(.scale, before.scale, s.scale, before.shownScale, node, scene)
    if s.opacity != before.opacity {
      begin(AnimatedProperty(.opacity), SIMD4(before.shownOpacity, 0, 0, 0), node, scene)
    }
    if let light = s.light, !before.light.isEmpty {
      commit(before.light, light.numbers, before.animatedValues, .light, -1, node, scene)
    }
    if let camera = s.camera, !before.camera.isEmpty {
      commit(before.camera, camera.numbers, before.animatedValues, .camera, -1, node, scene)
    }
    if let weights = s.morpher?.weights, weights != before.weights {
      for i in weights.indices
      where i < before.shownWeights.count
        && (i >= before.weights.count || weights[i] != before.weights[i])
      {
        begin(
          AnimatedProperty(.weight, index: Int32(i)), SIMD4(before.shownWeights[i], 0, 0, 0), node,
          scene)
      }
    }
  }

  private func commit(
    _ old: [NumberList.Entry], _ new: [NumberList.Entry], _ animatedValues: [AnimatedValue],
    _ kind: AnimatedProperty.Kind, _ index: Int32, _ node: Node, _ scene: Scene
  ) {
    for entry in new {
      guard let was = old.first(where: { $0.path == entry.path }), was.value != entry.value else {
        continue
      }
      let shown = animatedValues.first { $0.kind == kind && $0.path == entry.path }
      begin(
        AnimatedProperty(kind, index: index, path: entry.path), shown?.value ?? was.value, node,
        scene)
    }
  }

  /// Begins a transition for each axis that changed; the others stay free.
  private func begin(
    _ kind: AnimatedProperty.Kind, _ old: Vector3, _ new: Vector3, _ shown: Vector3, _ node: Node,
    _ scene: Scene
  ) {
    let axes = [(old.x, new.x, shown.x), (old.y, new.y, shown.y), (old.z, new.z, shown.z)]
    for (index, axis) in axes.enumerated() where axis.0 != axis.1 {
      begin(AnimatedProperty(kind, index: Int32(index)), SIMD4(axis.2, 0, 0, 0), node, scene)
    }
  }

  private func begin(
    _ place: AnimatedProperty, _ from: SIMD4<Float>, _ node: Node, _ scene: Scene
  ) {
    scene.begin(
      Transition(node: node.id, place: place, from: from, duration: duration, timing: timing))
  }
}
