import CaromMaths
import CaromProperties

/// An implicit animation of a changed value in a transaction.
struct Transition {
  var node: Int32
  var property: AnimatedProperty
  /// The presented value at the time of the change.
  var from: SIMD4<Float>
  /// The elapsed time, in seconds.
  var time = 0.0
  /// The duration, in seconds.
  var duration: Double
  var timing: TimingMode
}

/// A function to call at the end of a transaction.
struct TransactionCompletion {
  var function: String
  /// The remaining time, in seconds.
  var remaining: Double
}

extension Scene {
  /// One microsecond: allows for rounding of the sum of ticks.
  private static let tolerance = 1e-6

  /// Advances the transitions, in the order in which they were started.
  func runTransitions(_ duration: Double) {
    if !transitions.isEmpty {
      var running: [Transition] = []
      for var transition in transitions {
        guard let node = node(withID: transition.node) else { continue }
        if !node.isPausedInScene { transition.time += duration }
        guard transition.time + Self.tolerance < transition.duration else { continue }
        present(transition, node)
        running.append(transition)
      }
      transitions = running
    }
    guard !completions.isEmpty else { return }
    for i in completions.indices {
      completions[i].remaining -= duration
      guard completions[i].remaining <= Self.tolerance else { continue }
      pendingCalls.append((completions[i].function, rootNode))
    }
    completions.removeAll { $0.remaining <= Self.tolerance }
  }

  /// Starts a transition, replacing one of the same property.
  func begin(_ transition: Transition) {
    guard let node = node(withID: transition.node) else { return }
    transitions.removeAll {
      $0.node == transition.node && $0.property.isSame(as: transition.property)
    }
    transitions.append(transition)
    present(transition, node)
  }

  /// Presents the interpolated value of a transition.
  private func present(_ transition: Transition, _ node: Node) {
    let share = transition.timing.share(transition.time / transition.duration)
    present(transition.from, at: transition.property, of: node, Float(1 - share), isAdditive: false)
  }

  /// Calls the deferred functions of animations and transactions, in order.
  func makePendingCalls() {
    let calls = pendingCalls
    pendingCalls.removeAll(keepingCapacity: true)
    for call in calls where call.node.scene === self { callFunction(call.function, call.node) }
  }

  /// Resolves node references of nodes that entered since the last tick.
  func resolveAnimationReferences() {
    guard !unresolvedNodes.isEmpty else { return }
    let nodes = unresolvedNodes
    unresolvedNodes.removeAll()
    for node in nodes where node.scene === self {
      if node.storage.skinner != nil { node.storage.skinner?.resolve(in: self) }
      for i in node.storage.animations.indices {
        node.storage.animations[i].animation.resolve(in: self)
      }
      for player in node.players { player.animation.resolve(in: self) }
    }
  }
}

extension Animation {
  /// Resolves the target nodes of the channels to identities.
  mutating func resolve(in scene: Scene) {
    for i in channels.indices where channels[i].target.pending != nil {
      channels[i].target.resolve(in: scene)
    }
  }
}

extension AnimatedProperty {
  /// Creates a property without a key path.
  init(_ kind: Kind, index: Int32 = -1, path: PropertyPath = .none) {
    self.kind = kind
    self.index = index
    self.path = path
  }

  /// Returns whether both write the same property, in any representation.
  func isSame(as other: AnimatedProperty) -> Bool {
    func isRotation(_ kind: Kind) -> Bool {
      kind == .orientation || kind == .eulerAngles || kind == .rotation
    }
    if isRotation(kind), isRotation(other.kind) { return true }
    return kind == other.kind && index == other.index && path == other.path
  }
}

// MARK: State

extension Transition {
  func save(_ sink: inout StateSink) {
    sink.put(node)
    sink.put(property.kind.rawValue)
    sink.put(property.index)
    sink.put(property.path)
    sink.put(from)
    sink.put(time)
    sink.put(duration)
    timing.save(&sink)
  }

  init(_ source: inout StateSource) {
    node = source.get()
    let kind = AnimatedProperty.Kind(rawValue: source.get(UInt8.self))
    let (index, path) = (source.get(Int32.self), source.get(PropertyPath.self))
    property = AnimatedProperty(kind ?? .position, index: index, path: path)
    from = source.get()
    time = source.get()
    duration = source.get()
    timing = .linear
    timing.load(&source)
    let isThere = index >= 0 || kind != .material && kind != .weight
    if kind == nil || !isThere || !(duration > 0) { source.reject("no such transition") }
  }
}
