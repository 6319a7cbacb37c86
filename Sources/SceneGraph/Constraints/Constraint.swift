public import CaromMaths
public import CaromProperties

/// A rule that moves what is shown of a node after physics, every tick.
///
/// The node's own values stay as they are and are uncovered when the rule is removed. The rules of a
/// node apply in their order, each to the result of the one before. Nodes follow in the order in
/// which they entered the scene, but each after the nodes above it and those that its rules mind.
/// The first rule that changes a place, a rotation or a scale starts from the node's own, or, where
/// it ``isIncremental``, from what was shown last.
public enum Constraint: Variant {
  /// Turns to another node.
  case lookAt(LookAtConstraint)
  /// Comes after another node; not in SceneKit.
  case follow(FollowConstraint)
  /// Does as another node does.
  case replicator(ReplicatorConstraint)
  /// Does what a function of the program says.
  case transform(TransformConstraint)
  /// Keeps its distance to another node.
  case distance(DistanceConstraint)
  /// Gets where the rules before put it with bounded speed and acceleration.
  case acceleration(AccelerationConstraint)
  /// Turns to the point of view.
  case billboard(BillboardConstraint)
  /// Slides along bodies instead of going through them.
  case slider(SliderConstraint)
  /// Comes nearer to a node while something hides that from it.
  case avoidOccluder(AvoidOccluderConstraint)
  /// Reaches for a place with a chain of nodes above it.
  case inverseKinematics(IKConstraint)

  /// Makes a rule that looks at nothing.
  public init() { self = .lookAt(LookAtConstraint()) }

  /// Declares the cases.
  public static func cases(_ c: inout some CaseVisitor<Self>) {
    c.case("lookAt", Self.lookAt) { if case .lookAt(let p) = $0 { p } else { nil } }
    c.case("follow", Self.follow) { if case .follow(let p) = $0 { p } else { nil } }
    c.case("replicator", Self.replicator) { if case .replicator(let p) = $0 { p } else { nil } }
    c.case("transform", Self.transform) { if case .transform(let p) = $0 { p } else { nil } }
    c.case("distance", Self.distance) { if case .distance(let p) = $0 { p } else { nil } }
    c.case("acceleration", Self.acceleration) {
      if case .acceleration(let p) = $0 { p } else { nil }
    }
    c.case("billboard", Self.billboard) { if case .billboard(let p) = $0 { p } else { nil } }
    c.case("slider", Self.slider) { if case .slider(let p) = $0 { p } else { nil } }
    c.case("avoidOccluder", Self.avoidOccluder) {
      if case .avoidOccluder(let p) = $0 { p } else { nil }
    }
    c.case("inverseKinematics", Self.inverseKinematics) {
      if case .inverseKinematics(let p) = $0 { p } else { nil }
    }
  }
}

extension Constraint {
  /// The node whose shown place it starts from, if any: rules of that one go first.
  func minded(in scene: Scene) -> Node? {
    switch self {
    case .lookAt(let rule): rule.target.node(in: scene)
    case .follow(let rule): rule.target.node(in: scene)
    case .replicator(let rule): rule.target.node(in: scene)
    case .distance(let rule): rule.target.node(in: scene)
    case .avoidOccluder(let rule): rule.target.node(in: scene)
    case .inverseKinematics(let rule): rule.target.node(in: scene)
    case .billboard: scene.pointOfView
    case .transform, .acceleration, .slider: nil
    }
  }
}

// MARK: Short ways to make one

extension Constraint {
  /// Looks at a node along −Z; with `gimbalLock`, without roll.
  public static func lookAt(_ target: Node, gimbalLock: Bool = false) -> Constraint {
    var p = LookAtConstraint()
    p.target = NodeReference(target)
    p.isGimbalLockEnabled = gimbalLock
    return .lookAt(p)
  }

  /// Comes after a node: the gap shrinks by e^(−rate·t) in t seconds.
  public static func follow(
    _ target: Node, offset: Vector3 = .zero, rate: Float
  ) -> Constraint {
    var p = FollowConstraint()
    p.target = NodeReference(target)
    p.offset = offset
    p.rate = rate
    return .follow(p)
  }

  /// Takes place, rotation and scale of a node.
  public static func replicator(_ target: Node) -> Constraint {
    var p = ReplicatorConstraint()
    p.target = NodeReference(target)
    return .replicator(p)
  }

  /// Does what the function says that ``Scene/constraintFunctions`` has by this name.
  public static func transform(_ function: String, inWorldSpace: Bool = true) -> Constraint {
    var p = TransformConstraint()
    p.function = function
    p.isInWorldSpace = inWorldSpace
    return .transform(p)
  }

  /// Keeps a distance to a node, in metres.
  public static func distance(
    _ target: Node, minimum: Float = 0, maximum: Float = .greatestFiniteMagnitude
  ) -> Constraint {
    var p = DistanceConstraint()
    p.target = NodeReference(target)
    p.minimumDistance = minimum
    p.maximumDistance = maximum
    return .distance(p)
  }

  /// Turns to the point of view about the given axes.
  public static func billboard(freeAxes: BillboardAxis = .all) -> Constraint {
    var p = BillboardConstraint()
    p.freeAxes = freeAxes
    return .billboard(p)
  }

  /// Slides along bodies of some categories like a ball of a radius in metres.
  public static func slider(radius: Float, collidingWith categories: UInt32) -> Constraint {
    var p = SliderConstraint()
    p.radius = radius
    p.collisionCategoryBitMask = categories
    return .slider(p)
  }

  /// Comes nearer to a node while a node of some categories hides it.
  public static func avoidOccluder(_ target: Node, categories: UInt32 = 1) -> Constraint {
    var p = AvoidOccluderConstraint()
    p.target = NodeReference(target)
    p.occluderCategoryBitMask = categories
    return .avoidOccluder(p)
  }

  /// Reaches for a point in the world with the nodes from the root of a chain down to its own.
  public static func inverseKinematics(chainRoot: Node, target: Vector3 = .zero) -> Constraint {
    var p = IKConstraint()
    p.chainRoot = NodeReference(chainRoot)
    p.targetPosition = target
    return .inverseKinematics(p)
  }
}
