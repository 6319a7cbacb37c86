import CaromMaths
import CaromProperties

/// An implicit animation of a changed value in a transaction.
struct Transition: Part {
  static let summary = "An implicit animation of a changed value"

  var node: Int32 = 0
  var property = AnimatedProperty(.position)
  /// The presented value at the time of the change.
  var from = SIMD4<Float>()
  /// The elapsed time, in seconds.
  var time = 0.0
  /// The duration, in seconds.
  var duration = 0.0
  var timing = TimingMode.linear

  /// Whether a loaded transition can run.
  var isValid: Bool { property.hasValidIndex && duration > 0 }

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("node", \.node, "The identity of the node", in: .state)
    p.property("kind", \.property.kind, "The kind of the property", in: .state)
    p.property("index", \.property.index, "The axis, material or weight", in: .state)
    p.property("path", \.property.path, "The path of the property", in: .state)
    p.property("from", \.from, "The presented value at the change", in: .state)
    p.property("time", \.time, "The elapsed time", .seconds, in: .state)
    p.property("duration", \.duration, "The duration", .seconds, in: .state)
    p.property("timing", \.timing, "The timing", in: .state)
  }
}

/// A function to call at the end of a transaction.
struct TransactionCompletion: Part {
  static let summary = "A function to call at the end of a transaction"

  var function = ""
  /// The remaining time, in seconds.
  var remaining = 0.0

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("function", \.function, "The name of the function", in: .state)
    p.property("remaining", \.remaining, "The remaining time", .seconds, in: .state)
  }
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

  /// Whether a loaded property has an index where its kind needs one.
  var hasValidIndex: Bool { index >= 0 || kind != .material && kind != .weight }

  /// Returns whether both write the same property, in any representation.
  func isSame(as other: AnimatedProperty) -> Bool {
    func isRotation(_ kind: Kind) -> Bool {
      kind == .orientation || kind == .eulerAngles || kind == .rotation
    }
    if isRotation(kind), isRotation(other.kind) { return true }
    return kind == other.kind && index == other.index && path == other.path
  }
}
