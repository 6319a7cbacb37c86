import CaromMaths
import CaromProperties

/// What the payloads of a ``Constraint`` have in common.
protocol ConstraintKind: Part {
  /// How much of the change is shown, 0 to 1.
  var influenceFactor: Float { get set }
  /// False while it does nothing.
  var isEnabled: Bool { get set }
  /// True to start from what was shown last, false to start from the node's own values.
  var isIncremental: Bool { get set }
  /// The first node it minds; empty where it minds none.
  var target: NodeReference { get set }
  /// True when applying it changes the rule, which then is a part of the state.
  static var isStateful: Bool { get }

  /// Changes a placement.
  mutating func apply(_ work: inout ConstraintContext)
  /// Visits the nodes it minds.
  mutating func updateReferences(_ body: (inout NodeReference) -> Void)
  /// Forgets where it was, so that it starts at the node's own place.
  mutating func restart()
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
  static var isStateful: Bool { false }
  mutating func updateReferences(_ body: (inout NodeReference) -> Void) {
    var reference = target
    guard !reference.isEmpty else { return }
    body(&reference)
    target = reference
  }
  mutating func restart() {}
}

/// Does something with the payload of a constraint, whatever it is.
protocol ConstraintVisitor {
  mutating func visit<R: ConstraintKind>(_ rule: inout R)
}

extension Constraint {
  /// Shows the payload to a visitor, which may change it.
  mutating func visit(_ visitor: inout some ConstraintVisitor) {
    switch self {
    case .lookAt(var rule):
      visitor.visit(&rule)
      self = .lookAt(rule)
    case .follow(var rule):
      visitor.visit(&rule)
      self = .follow(rule)
    case .replicator(var rule):
      visitor.visit(&rule)
      self = .replicator(rule)
    case .transform(var rule):
      visitor.visit(&rule)
      self = .transform(rule)
    case .distance(var rule):
      visitor.visit(&rule)
      self = .distance(rule)
    case .acceleration(var rule):
      visitor.visit(&rule)
      self = .acceleration(rule)
    case .billboard(var rule):
      visitor.visit(&rule)
      self = .billboard(rule)
    case .slider(var rule):
      visitor.visit(&rule)
      self = .slider(rule)
    case .avoidOccluder(var rule):
      visitor.visit(&rule)
      self = .avoidOccluder(rule)
    case .inverseKinematics(var rule):
      visitor.visit(&rule)
      self = .inverseKinematics(rule)
    }
  }

  /// The settings that all rules have.
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

  /// How much of the change is shown, 0 to 1.
  public var influenceFactor: Float {
    get { common.influenceFactor }
    set { common.influenceFactor = max(0, min(1, newValue)) }
  }
  /// False while it does nothing.
  public var isEnabled: Bool {
    get { common.isEnabled }
    set { common.isEnabled = newValue }
  }
  /// True to start from what was shown last, false to start from the node's own values.
  ///
  /// Rules that keep a place of their own, such as ``follow(_:)``, are never incremental.
  public var isIncremental: Bool {
    get { common.isIncremental }
    set { common.isIncremental = newValue }
  }
  /// The node that the rule minds, or its first; empty where it minds none.
  public var target: NodeReference {
    get { common.target }
    set { common.target = newValue }
  }

  /// Visits the nodes that it minds.
  mutating func updateReferences(_ body: (inout NodeReference) -> Void) {
    withoutActuallyEscaping(body) { body in
      var visitor = UpdateRuleReferences(body: body)
      visit(&visitor)
    }
  }

  /// Exchanges its nodes for identities, where those are known now.
  mutating func resolve(in scene: Scene) { updateReferences { $0.resolve(in: scene) } }

  /// Forgets where it was, so that it starts at the node's own place.
  mutating func restart() {
    var visitor = RestartRule()
    visit(&visitor)
  }

  /// Changes a placement; true when the rule changed as well.
  mutating func apply(_ work: inout ConstraintContext) -> Bool {
    var visitor = ApplyRule(work: work)
    visit(&visitor)
    work = visitor.work
    return visitor.isStateful
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

  mutating func visit<R: ConstraintKind>(_ rule: inout R) {
    settings = CommonSettings(
      influenceFactor: rule.influenceFactor, isEnabled: rule.isEnabled,
      isIncremental: rule.isIncremental, target: rule.target)
  }
}

private struct WriteCommonSettings: ConstraintVisitor {
  let settings: CommonSettings

  mutating func visit<R: ConstraintKind>(_ rule: inout R) {
    rule.influenceFactor = settings.influenceFactor
    rule.isEnabled = settings.isEnabled
    rule.isIncremental = settings.isIncremental
    rule.target = settings.target
  }
}

private struct UpdateRuleReferences: ConstraintVisitor {
  let body: (inout NodeReference) -> Void

  mutating func visit<R: ConstraintKind>(_ rule: inout R) { rule.updateReferences(body) }
}

private struct RestartRule: ConstraintVisitor {
  mutating func visit<R: ConstraintKind>(_ rule: inout R) { rule.restart() }
}

private struct ApplyRule: ConstraintVisitor {
  var work: ConstraintContext
  var isStateful = false

  mutating func visit<R: ConstraintKind>(_ rule: inout R) {
    guard rule.isEnabled else { return }
    work.begin(isIncremental: rule.isIncremental)
    rule.apply(&work)
    isStateful = R.isStateful
  }
}
