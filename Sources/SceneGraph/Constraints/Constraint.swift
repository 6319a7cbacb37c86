public import CaromMaths
public import CaromProperties

/// A constraint that adjusts the presented transform of a node every tick, after physics.
///
/// The node's own values are unchanged and reappear when the constraint is removed. The constraints
/// of a node are applied in order, each to the result of the previous one. Nodes are processed in
/// tree order, but each after its ancestors and the nodes that its constraints depend on. The first
/// constraint that changes a position, rotation or scale starts from the node's own value or, if it
/// ``isIncremental``, from the value presented last.
public enum Constraint: Variant {
  /// Rotates the node to look at another node.
  case lookAt(LookAtConstraint)
  /// Follows another node; not in SceneKit.
  case follow(FollowConstraint)
  /// Copies the transform of another node.
  case replicator(ReplicatorConstraint)
  /// Computes the transform with a function of the program.
  case transform(TransformConstraint)
  /// Keeps a distance to another node.
  case distance(DistanceConstraint)
  /// Limits the speed and acceleration of the preceding constraints.
  case acceleration(AccelerationConstraint)
  /// Rotates the node to face the camera.
  case billboard(BillboardConstraint)
  /// Slides along bodies instead of passing through them.
  case slider(SliderConstraint)
  /// Moves towards a target while an occluder is between them.
  case avoidOccluder(AvoidOccluderConstraint)
  /// Inverse kinematics of a chain of ancestors.
  case inverseKinematics(IKConstraint)

  /// Creates a look-at constraint without a target.
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
  /// Returns the node that the constraint depends on, whose constraints are applied first.
  func dependency(in scene: Scene) -> Node? {
    switch self {
    case .lookAt(let payload): payload.target.node(in: scene)
    case .follow(let payload): payload.target.node(in: scene)
    case .replicator(let payload): payload.target.node(in: scene)
    case .distance(let payload): payload.target.node(in: scene)
    case .avoidOccluder(let payload): payload.target.node(in: scene)
    case .inverseKinematics(let payload): payload.target.node(in: scene)
    case .billboard: scene.pointOfView
    case .transform, .acceleration, .slider: nil
    }
  }
}

// MARK: Factory methods

extension Constraint {
  /// Looks at a node along −Z; without roll if `gimbalLock` is true.
  public static func lookAt(_ target: Node, gimbalLock: Bool = false) -> Constraint {
    var p = LookAtConstraint()
    p.target = NodeReference(target)
    p.isGimbalLockEnabled = gimbalLock
    return .lookAt(p)
  }

  /// Follows a node: the distance shrinks by e^(−rate·t) in t seconds.
  public static func follow(
    _ target: Node, offset: Vector3 = .zero, rate: Float
  ) -> Constraint {
    var p = FollowConstraint()
    p.target = NodeReference(target)
    p.offset = offset
    p.rate = rate
    return .follow(p)
  }

  /// Copies position, rotation and scale of a node.
  public static func replicator(_ target: Node) -> Constraint {
    var p = ReplicatorConstraint()
    p.target = NodeReference(target)
    return .replicator(p)
  }

  /// Calls the function with this name in ``Scene/constraintFunctions``.
  public static func transform(_ function: String, inWorldSpace: Bool = true) -> Constraint {
    var p = TransformConstraint()
    p.function = function
    p.isInWorldSpace = inWorldSpace
    return .transform(p)
  }

  /// Keeps a distance to a node, in meters.
  public static func distance(
    _ target: Node, minimum: Float = 0, maximum: Float = .greatestFiniteMagnitude
  ) -> Constraint {
    var p = DistanceConstraint()
    p.target = NodeReference(target)
    p.minimumDistance = minimum
    p.maximumDistance = maximum
    return .distance(p)
  }

  /// Rotates about the given axes to face the camera.
  public static func billboard(freeAxes: BillboardAxis = .all) -> Constraint {
    var p = BillboardConstraint()
    p.freeAxes = freeAxes
    return .billboard(p)
  }

  /// Slides along bodies of the given categories like a sphere with a radius in meters.
  public static func slider(radius: Float, collidingWith categories: UInt32) -> Constraint {
    var p = SliderConstraint()
    p.radius = radius
    p.collisionCategoryBitMask = categories
    return .slider(p)
  }

  /// Moves towards a node while a node of the given categories occludes it.
  public static func avoidOccluder(_ target: Node, categories: UInt32 = 1) -> Constraint {
    var p = AvoidOccluderConstraint()
    p.target = NodeReference(target)
    p.occluderCategoryBitMask = categories
    return .avoidOccluder(p)
  }

  /// Reaches for a point in the world with the nodes from the root of a chain down to the node.
  public static func inverseKinematics(chainRoot: Node, target: Vector3 = .zero) -> Constraint {
    var p = IKConstraint()
    p.chainRoot = NodeReference(chainRoot)
    p.targetPosition = target
    return .inverseKinematics(p)
  }
}
