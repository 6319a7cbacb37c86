import CaromMaths
import CaromProperties

// Transactions: changes of the model take effect immediately and the presentation animates to them.
extension Scene {
  /// Applies changes whose presentation is animated over a duration; the model changes immediately.
  ///
  /// Every animatable property of the scene's nodes that `body` changes is animated from the
  /// presented value to the new value: position, rotation, scale, opacity, the numbers and colors
  /// of lights, cameras and materials, and the weights of morphers. Dynamic bodies jump, because
  /// physics controls them. Outside of transactions, changes are presented immediately, also in
  /// delegate callbacks; so are the effects of ``step(_:)`` inside of `body`.
  ///
  /// Transactions nest. An inner transaction has its own settings; changes of the outer one before
  /// and after it use the outer settings.
  ///
  /// - Parameters:
  ///   - animationDuration: The duration of the animation, in seconds; zero presents the changes
  ///     immediately.
  ///   - timing: The timing of the animation.
  ///   - disableActions: True to present the changes immediately.
  ///   - completion: The name in ``functions`` of the function that is called with the root node at
  ///     the end.
  ///   - body: A closure that makes the changes.
  /// - Returns: The result of `body`.
  /// - Complexity: O(nodes) if the duration is positive, independent of the number of changes.
  public func transaction<R>(
    animationDuration: Double = 0.25, timing: TimingMode = .linear, disableActions: Bool = false,
    completion: String? = nil, _ body: () throws -> R
  ) rethrows -> R {
    precondition(animationDuration >= 0, "The duration of a transaction is not negative")
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

  /// Starts the transitions for the changes of the innermost transaction so far.
  func commitOpenTransaction() {
    guard let last = openTransactions.last else { return }
    last.commit(self)
  }

  /// Restarts the innermost transaction from the current values.
  func reopenTransaction() {
    guard let last = openTransactions.last else { return }
    openTransactions[openTransactions.count - 1] = OpenTransaction(
      self, duration: last.duration, timing: last.timing)
  }
}

/// An open transaction with the values at its start.
struct OpenTransaction {
  let duration: Double
  let timing: TimingMode
  private var nodes: [NodeSnapshot] = []
  private var materials: [MaterialSnapshot] = []

  private struct NodeSnapshot {
    var node: Node
    var position, presentedPosition: Vector3
    var orientation, presentedOrientation: Quaternion
    var angles: Vector3
    var usesEulerAngles: Bool
    var scale, presentedScale: Vector3
    var opacity, presentedOpacity: Float
    var light: [NumberList.Entry]
    var camera: [NumberList.Entry]
    var weights: [Float]
    var presentedWeights: [Float]
    var animatedValues: [AnimatedValue]
  }

  private struct MaterialSnapshot {
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
    // A change starts from what the last tick presented.
    scene.clearPreview()
    var known: Set<ObjectIdentifier> = []
    for case let node? in scene.nodesByID {
      let s = node.storage
      nodes.append(
        NodeSnapshot(
          node: node, position: s.position, presentedPosition: node.animatedPosition,
          orientation: s.storedOrientation,
          presentedOrientation: node.animatedOrientation, angles: s.eulerAngles,
          usesEulerAngles: s.usesEulerAngles || s.storedOrientation == .identity, scale: s.scale,
          presentedScale: node.animatedScale, opacity: s.opacity,
          presentedOpacity: node.animatedOpacity,
          light: s.light?.numbers ?? [], camera: s.camera?.numbers ?? [],
          weights: s.morpher?.weights ?? [], presentedWeights: node.presentation.morphWeights,
          animatedValues: node.animatedValues))
      for (index, material) in (s.geometry?.materials ?? []).enumerated()
      where known.insert(ObjectIdentifier(material)).inserted {
        materials.append(
          MaterialSnapshot(
            material: material, node: node, index: Int32(index), numbers: material.numbers,
            animatedValues: material.animatedValues))
      }
    }
  }

  /// Starts transitions for all values that changed.
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

  private func commit(_ before: NodeSnapshot, _ scene: Scene) {
    let node = before.node
    let s = node.storage
    if s.physicsBody?.type != .dynamic {
      begin(.position, before.position, s.position, before.presentedPosition, node, scene)
      if s.storedOrientation != before.orientation || s.eulerAngles != before.angles {
        if s.usesEulerAngles, before.usesEulerAngles,
          before.orientation == before.presentedOrientation
        {
          // Euler angles are interpolated separately, including full turns.
          begin(AnimatedProperty(.eulerAngles), SIMD4(before.angles, 0), node, scene)
        } else {
          let q = before.presentedOrientation
          begin(AnimatedProperty(.orientation), SIMD4(q.x, q.y, q.z, q.w), node, scene)
        }
      }
    }
    begin(.scale, before.scale, s.scale, before.presentedScale, node, scene)
    if s.opacity != before.opacity {
      begin(AnimatedProperty(.opacity), SIMD4(before.presentedOpacity, 0, 0, 0), node, scene)
    }
    if let light = s.light, !before.light.isEmpty {
      commit(before.light, light.numbers, before.animatedValues, .light, -1, node, scene)
    }
    if let camera = s.camera, !before.camera.isEmpty {
      commit(before.camera, camera.numbers, before.animatedValues, .camera, -1, node, scene)
    }
    if let weights = s.morpher?.weights, weights != before.weights {
      for i in weights.indices
      where i < before.presentedWeights.count
        && (i >= before.weights.count || weights[i] != before.weights[i])
      {
        begin(
          AnimatedProperty(.weight, index: Int32(i)), SIMD4(before.presentedWeights[i], 0, 0, 0),
          node,
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
      let presented = animatedValues.first { $0.kind == kind && $0.path == entry.path }
      begin(
        AnimatedProperty(kind, index: index, path: entry.path), presented?.value ?? was.value, node,
        scene)
    }
  }

  /// Starts a transition for each axis that changed.
  private func begin(
    _ kind: AnimatedProperty.Kind, _ old: Vector3, _ new: Vector3, _ presented: Vector3,
    _ node: Node,
    _ scene: Scene
  ) {
    let axes = [
      (old.x, new.x, presented.x), (old.y, new.y, presented.y), (old.z, new.z, presented.z),
    ]
    for (index, axis) in axes.enumerated() where axis.0 != axis.1 {
      begin(AnimatedProperty(kind, index: Int32(index)), SIMD4(axis.2, 0, 0, 0), node, scene)
    }
  }

  private func begin(
    _ property: AnimatedProperty, _ from: SIMD4<Float>, _ node: Node, _ scene: Scene
  ) {
    scene.begin(
      Transition(node: node.id, property: property, from: from, duration: duration, timing: timing))
  }
}
