public import CaromMaths
public import CaromProperties

/// A rule that moves what is shown of a node after physics, every tick.
///
/// The node's own values stay as they are and are uncovered when the rule is removed. The rules of a
/// node apply in their order, each to the result of the one before; nodes follow in the order in
/// which they entered the scene.
public enum Constraint: OneOf {
  /// Turns to another node.
  case lookAt(LookAt)
  /// Comes after another node.
  case follow(Follow)
  /// Does as another node does.
  case replicator(Replicator)

  /// Makes a rule that looks at nothing.
  public init() { self = .lookAt(LookAt()) }

  /// Declares the cases.
  public static func cases(_ c: inout some CaseVisitor<Self>) {
    c.one("lookAt", Self.lookAt) { if case .lookAt(let p) = $0 { p } else { nil } }
    c.one("follow", Self.follow) { if case .follow(let p) = $0 { p } else { nil } }
    c.one("replicator", Self.replicator) { if case .replicator(let p) = $0 { p } else { nil } }
  }

  /// Looks at a node along −Z; with `gimbalLock`, without roll.
  public static func lookAt(_ target: Node, gimbalLock: Bool = false) -> Constraint {
    var p = LookAt()
    p.target = NodeReference(target)
    p.isGimbalLockEnabled = gimbalLock
    return .lookAt(p)
  }

  /// Comes after a node: the gap shrinks by e^(−rate·t) in t seconds.
  public static func follow(
    _ target: Node, offset: Vector3 = .zero, rate: Float
  ) -> Constraint {
    var p = Follow()
    p.target = NodeReference(target)
    p.offset = offset
    p.rate = rate
    return .follow(p)
  }

  /// The node that the rule minds.
  public var target: NodeReference {
    get {
      switch self {
      case .lookAt(let p): p.target
      case .follow(let p): p.target
      case .replicator(let p): p.target
      }
    }
    set {
      switch self {
      case .lookAt(var p):
        p.target = newValue
        self = .lookAt(p)
      case .follow(var p):
        p.target = newValue
        self = .follow(p)
      case .replicator(var p):
        p.target = newValue
        self = .replicator(p)
      }
    }
  }

  /// Forgets where it was, so that it starts at the node's own place.
  mutating func restart() {
    if case .follow(var p) = self {
      p.isUnderWay = false
      self = .follow(p)
    }
  }
}

/// What a rule works on: a placement in the world, and the time that passed.
struct ConstraintInput {
  /// Where the node is by itself and the rules before, in the world.
  var position: Vector3
  var orientation: Quaternion
  var scale: Vector3
  /// Which of the three were changed.
  var changed: ShownValues.Mask = []
  /// Seconds since the last time.
  let duration: Double
}

extension Constraint {
  /// The node it minds, in a scene.
  func targetNode(in scene: Scene) -> Node? {
    switch self {
    case .lookAt(let p): p.target.node(in: scene)
    case .follow(let p): p.target.node(in: scene)
    case .replicator(let p): p.target.node(in: scene)
    }
  }

  /// Exchanges its node for the identity, where that is known now.
  mutating func settle(in scene: Scene) {
    guard target.pending != nil else { return }
    target.settle(in: scene)
  }

  /// Changes a placement; true when it changed itself as well.
  mutating func apply(_ input: inout ConstraintInput, _ target: Node) -> Bool {
    switch self {
    case .lookAt(let p): p.apply(&input, target: target)
    case .replicator(let p): p.apply(&input, target: target)
    case .follow(var p):
      p.apply(&input, target: target)
      self = .follow(p)
      return true
    }
    return false
  }
}
