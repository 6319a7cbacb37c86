import CaromMaths
import CaromProperties

/// The interface of the payloads of ``Constraint``.
protocol ConstraintKind: Part {
  /// The influence of the constraint, 0 to 1.
  var influenceFactor: Float { get set }
  /// Whether the constraint is applied.
  var isEnabled: Bool { get set }
  /// True to start from the transform presented last, false to start from the node's own.
  var isIncremental: Bool { get set }
  /// The target node, or the first one; empty without a target.
  var target: NodeReference { get set }
  /// Applies the constraint.
  mutating func apply(_ context: inout ConstraintContext)
  /// Calls a closure with each node reference.
  mutating func updateReferences(_ body: (inout NodeReference) -> Void)
  /// Resets the state, so that it restarts from the node's own transform.
  mutating func reset()
}

extension ConstraintKind {
  var isIncremental: Bool {
    get { false }
    set {}
  }
  var target: NodeReference {
    get { NodeReference() }
    set {}
  }
  mutating func updateReferences(_ body: (inout NodeReference) -> Void) {
    var reference = target
    guard !reference.isEmpty else { return }
    body(&reference)
    target = reference
  }
  mutating func reset() {}

  /// Applies the constraint if it is enabled.
  fileprivate mutating func run(_ context: inout ConstraintContext) {
    guard isEnabled else { return }
    context.begin(isIncremental: isIncremental)
    apply(&context)
  }
}

/// A generic operation on the payload of a constraint.
protocol ConstraintVisitor {
  mutating func visit<R: ConstraintKind>(_ constraint: inout R)
}

extension Constraint {
  /// Calls a visitor with the payload, which it may change.
  mutating func visit(_ visitor: inout some ConstraintVisitor) {
    switch self {
    case .lookAt(var payload):
      visitor.visit(&payload)
      self = .lookAt(payload)
    case .follow(var payload):
      visitor.visit(&payload)
      self = .follow(payload)
    case .replicator(var payload):
      visitor.visit(&payload)
      self = .replicator(payload)
    case .transform(var payload):
      visitor.visit(&payload)
      self = .transform(payload)
    case .distance(var payload):
      visitor.visit(&payload)
      self = .distance(payload)
    case .acceleration(var payload):
      visitor.visit(&payload)
      self = .acceleration(payload)
    case .billboard(var payload):
      visitor.visit(&payload)
      self = .billboard(payload)
    case .slider(var payload):
      visitor.visit(&payload)
      self = .slider(payload)
    case .avoidOccluder(var payload):
      visitor.visit(&payload)
      self = .avoidOccluder(payload)
    case .inverseKinematics(var payload):
      visitor.visit(&payload)
      self = .inverseKinematics(payload)
    }
  }

  /// The settings shared by all kinds.
  private var common: CommonSettings {
    get {
      var (copy, visitor) = (self, ReadCommonSettings())
      copy.visit(&visitor)
      return visitor.settings
    }
    set {
      var visitor = WriteCommonSettings(settings: newValue)
      visit(&visitor)
    }
  }

  /// The influence of the constraint, 0 to 1.
  public var influenceFactor: Float {
    get { common.influenceFactor }
    set { common.influenceFactor = max(0, min(1, newValue)) }
  }
  /// Whether the constraint is applied.
  public var isEnabled: Bool {
    get { common.isEnabled }
    set { common.isEnabled = newValue }
  }
  /// True to start from the transform presented last, false to start from the node's own.
  ///
  /// Constraints that store a position, such as ``follow(_:)``, are never incremental.
  public var isIncremental: Bool {
    get { common.isIncremental }
    set { common.isIncremental = newValue }
  }
  /// The target node, or the first one; empty without a target.
  public var target: NodeReference {
    get { common.target }
    set { common.target = newValue }
  }

  /// Calls a closure with each node reference.
  mutating func updateReferences(_ body: (inout NodeReference) -> Void) {
    withoutActuallyEscaping(body) { body in
      var visitor = UpdateConstraintReferences(body: body)
      visit(&visitor)
    }
  }

  /// Resolves node references to identities in a scene.
  mutating func resolve(in scene: Scene) { updateReferences { $0.resolve(in: scene) } }

  /// Resets the state, so that it restarts from the node's own transform.
  mutating func reset() {
    var visitor = ResetConstraint()
    visit(&visitor)
  }
}

extension Node {
  /// Applies a constraint of the node, as a copy, because it may access the node or a descendant.
  func applyConstraint(_ index: Int, _ context: inout ConstraintContext, keepsState: Bool) {
    let changed: Constraint
    switch storage.constraints[index] {
    case .lookAt(var payload): return payload.run(&context)
    case .replicator(var payload): return payload.run(&context)
    case .transform(var payload): return payload.run(&context)
    case .distance(var payload): return payload.run(&context)
    case .billboard(var payload): return payload.run(&context)
    case .avoidOccluder(var payload): return payload.run(&context)
    case .inverseKinematics(var payload): return payload.run(&context)
    // These have a state of their own.
    case .follow(var payload):
      payload.run(&context)
      changed = .follow(payload)
    case .acceleration(var payload):
      payload.run(&context)
      changed = .acceleration(payload)
    case .slider(var payload):
      payload.run(&context)
      changed = .slider(payload)
    }
    if keepsState, index < storage.constraints.count { storage.constraints[index] = changed }
  }
}

// MARK: Visitors

private struct CommonSettings {
  var influenceFactor: Float = 1
  var isEnabled = true
  var isIncremental = false
  var target = NodeReference()
}

private struct ReadCommonSettings: ConstraintVisitor {
  var settings = CommonSettings()

  mutating func visit<R: ConstraintKind>(_ constraint: inout R) {
    settings = CommonSettings(
      influenceFactor: constraint.influenceFactor, isEnabled: constraint.isEnabled,
      isIncremental: constraint.isIncremental, target: constraint.target)
  }
}

private struct WriteCommonSettings: ConstraintVisitor {
  let settings: CommonSettings

  mutating func visit<R: ConstraintKind>(_ constraint: inout R) {
    constraint.influenceFactor = settings.influenceFactor
    constraint.isEnabled = settings.isEnabled
    constraint.isIncremental = settings.isIncremental
    constraint.target = settings.target
  }
}

private struct UpdateConstraintReferences: ConstraintVisitor {
  let body: (inout NodeReference) -> Void

  mutating func visit<R: ConstraintKind>(_ constraint: inout R) {
    constraint.updateReferences(body)
  }
}

private struct ResetConstraint: ConstraintVisitor {
  mutating func visit<R: ConstraintKind>(_ constraint: inout R) { constraint.reset() }
}
