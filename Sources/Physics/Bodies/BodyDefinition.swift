public import CaromCollision
public import CaromMaths

/// Everything that a body starts with; ``Body`` has the same properties live.
///
/// Defaults are SceneKit's. SI units and radians.
public struct BodyDefinition: Sendable {
  /// What moves the body.
  public var kind: BodyKind
  /// Where the shape's origin is.
  public var transform: Transform
  /// The velocity of the centre of mass in metres a second; ignored for static bodies.
  public var velocity: Vector3 = .zero
  /// The angular velocity in radians a second about the world's axes; ignored for static bodies.
  public var angularVelocity: Vector3 = .zero
  /// The solid shape; a compound body has one collider for each leaf.
  public var shape: Shape
  /// The mass in kilograms, above 0; only a dynamic body uses it.
  public var mass: Float = 1
  /// The moments of inertia about the body's axes through its centre of mass in kg·m², each above 0.
  ///
  /// Nil takes the shape's own, at equal density.
  public var momentOfInertia: Vector3?
  /// Moves the centre of mass away from that of the shape, in the body's axes, in metres.
  public var centerOfMassOffset: Vector3 = .zero
  /// The coefficient of friction, 0 or more; how a pair's becomes one says ``frictionCombine``.
  public var friction: Float = 0.5
  /// How much of the approach speed a bounce gives back, 0 to 1.
  public var restitution: Float = 0.5
  /// The resistance of round shapes to rolling, 0 or more; the greater of a pair counts.
  ///
  /// The torque against rolling is at most this times the radius times the normal force.
  public var rollingFriction: Float = 0
  /// The share of velocity lost in a second, 0 to 1: v·(1 − damping)^Δt.
  public var damping: Float = 0.1
  /// The share of angular velocity lost in a second, 0 to 1.
  public var angularDamping: Float = 0.1
  /// How strongly forces and impulses move the body along each axis of the world, 0 or more.
  ///
  /// 0 locks the axis: velocity along it is removed.
  public var velocityFactor: Vector3 = .one
  /// How strongly torques turn the body about each axis of the world, 0 or more; 0 locks the axis.
  public var angularVelocityFactor: Vector3 = .one
  /// Whether gravity pulls a dynamic body.
  public var isAffectedByGravity = true
  /// Whether the body may fall asleep when it rests.
  public var allowsResting = true
  /// The speed in metres a second under which the body counts as resting.
  public var linearRestingThreshold: Float = 0.1
  /// The angular speed in radians a second under which the body counts as resting.
  public var angularRestingThreshold: Float = 0.1
  /// Which bodies the body meets.
  public var filter = CollisionFilter()
  /// Whether the body only reports contacts and pushes nothing.
  ///
  /// Sensors are not swept: one that is thinner than what a body moves in a step may miss it.
  public var isSensor = false
  /// Whether the body may not pass dynamic bodies either, however fast it is; costs more.
  ///
  /// No body passes static and kinematic ones, bullet or not.
  public var isBullet = false
  /// Whether the body takes part; false keeps it out of every contact and query.
  public var isEnabled = true
  /// A number of the owner's own, handed back in events; the simulation does not read it.
  public var userTag: UInt64 = 0
  /// How friction combines with that of the other body.
  public var frictionCombine: CombineMode = .multiply
  /// How restitution combines with that of the other body.
  public var restitutionCombine: CombineMode = .multiply

  /// Makes a definition with SceneKit's defaults.
  public init(_ kind: BodyKind, shape: Shape, transform: Transform = .identity) {
    self.kind = kind
    self.shape = shape
    self.transform = transform
  }

  /// Makes a definition of an unturned body with SceneKit's defaults.
  public init(_ kind: BodyKind, shape: Shape, position: Vector3) {
    self.init(kind, shape: shape, transform: Transform(position: position))
  }
}
