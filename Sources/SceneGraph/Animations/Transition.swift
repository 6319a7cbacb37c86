import CaromMaths
import CaromProperties

/// A change of a model value that the presentation is catching up with.
struct Transition {
  var node: Int32
  var place: AnimatedProperty
  /// What was shown when the change was made.
  var from: SIMD4<Float>
  /// Seconds since.
  var time = 0.0
  /// How long it takes, in seconds.
  var duration: Double
  var timing: TimingMode
}

/// A function to call when a transaction's time is over.
struct TransactionCompletion {
  var function: String
  /// Seconds until then.
  var remaining: Double
}

extension Scene {
  /// A microsecond: sums of ticks reach a duration although each tick is rounded.
  private static let tolerance = 1e-6

  /// Moves the transitions on, in the order in which they were begun.
  func runTransitions(_ duration: Double) {
    if !transitions.isEmpty {
      var kept: [Transition] = []
      for var transition in transitions {
        guard let node = node(withID: transition.node) else { continue }
        if !node.isPausedInScene { transition.time += duration }
        guard transition.time + Self.tolerance < transition.duration else { continue }
        show(transition, node)
        kept.append(transition)
      }
      transitions = kept
    }
    guard !completions.isEmpty else { return }
    for i in completions.indices {
      completions[i].remaining -= duration
      guard completions[i].remaining <= Self.tolerance else { continue }
      pendingCalls.append((completions[i].function, rootNode))
    }
    completions.removeAll { $0.remaining <= Self.tolerance }
  }

  /// Begins a transition, in the place of one of the same property.
  func begin(_ transition: Transition) {
    guard let node = node(withID: transition.node) else { return }
    transitions.removeAll { $0.node == transition.node && $0.place.isSame(as: transition.place) }
    transitions.append(transition)
    show(transition, node)
  }

  /// Shows the model as far from where it was as the time is.
  private func show(_ transition: Transition, _ node: Node) {
    let share = transition.timing.share(transition.time / transition.duration)
    show(transition.from, at: transition.place, of: node, Float(1 - share), isAdditive: false)
  }

  /// Calls what animations and transactions have to call, in order.
  func makePendingCalls() {
    let calls = pendingCalls
    pendingCalls.removeAll(keepingCapacity: true)
    for call in calls where call.node.scene === self { callFunction(call.function, call.node) }
  }

  /// Exchanges nodes for identities in what entered since the last tick.
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
  /// Exchanges the nodes of its channels for identities, where they have one now.
  mutating func resolve(in scene: Scene) {
    for i in channels.indices where channels[i].target.pending != nil {
      channels[i].target.resolve(in: scene)
    }
  }
}

extension AnimatedProperty {
  /// A place without a key path.
  init(_ kind: Kind, index: Int32 = -1, path: PropertyPath = .none) {
    self.kind = kind
    self.index = index
    self.path = path
  }

  /// Whether both write the same property, in whatever form.
  func isSame(as other: AnimatedProperty) -> Bool {
    func turns(_ kind: Kind) -> Bool {
      kind == .orientation || kind == .eulerAngles || kind == .rotation
    }
    if turns(kind), turns(other.kind) { return true }
    return kind == other.kind && index == other.index && path == other.path
  }
}

// MARK: State

extension Transition {
  func save(_ sink: inout StateSink) {
    sink.put(node)
    sink.put(place.kind.rawValue)
    sink.put(place.index)
    sink.put(place.path)
    sink.put(from)
    sink.put(time)
    sink.put(duration)
    timing.save(&sink)
  }

  init(_ source: inout StateSource) {
    node = source.get()
    let kind = AnimatedProperty.Kind(rawValue: source.get(UInt8.self))
    let (index, path) = (source.get(Int32.self), source.get(PropertyPath.self))
    place = AnimatedProperty(kind ?? .position, index: index, path: path)
    from = source.get()
    time = source.get()
    duration = source.get()
    timing = .linear
    timing.load(&source)
    let isThere = index >= 0 || kind != .material && kind != .weight
    if kind == nil || !isThere || !(duration > 0) { source.reject("no such transition") }
  }
}
