import CaromCollision
public import CaromMaths
public import CaromProperties

/// The mass, material, damping, filtering and initial motion of a body.
///
/// This is the only declaration of the properties of a body other than its kind, shape and
/// transform. ``BodyDefinition`` and the bodies of scene files embed it, and ``Body`` provides live
/// access to the same properties. The ranges apply to files and to the engine. Defaults are
/// SceneKit's; units are SI units and radians.
public struct BodyProperties: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "The mass, material, damping, filtering and motion of a body"

  /// The mass in kilograms; nil is computed from ``density``, or 1 kg without one.
  ///
  /// Only a dynamic body uses it.
  public var mass: Float?
  /// The density in kg/m³, from which the mass is computed: density × volume of the shape.
  ///
  /// Excludes ``mass``.
  public var density: Float?
  /// The moments of inertia about the body's axes through its center of mass, in kg·m².
  ///
  /// Nil computes them from the shape at uniform density. None of the three is more than the sum of
  /// the other two for any distribution of mass; see ``warnings``.
  public var momentOfInertia: Vector3?
  /// The offset of the center of mass from that of the shape, along the body's axes, in meters.
  public var centerOfMassOffset = Vector3.zero
  /// The coefficient of friction; see ``frictionCombine`` for how the two values of a pair are
  /// combined.
  ///
  /// Friction slows sliding, not rolling: a ball slides until friction has spun it, then it rolls
  /// at 5/7 of its speed. ``rollingFriction`` and ``angularDamping`` stop it.
  public var friction: Float = 0.5
  /// The fraction of the approach speed that a bounce returns, 0 to 1; see ``restitutionCombine``
  /// for how the two values of a pair are combined.
  ///
  /// A body that approaches slower than one and a half times the velocity that gravity adds in a
  /// step, 0.25 m/s by default, does not bounce.
  public var restitution: Float = 0.5
  /// The resistance of round shapes to rolling; a pair has the greater of both values, so it can be
  /// set on the ball or on the ground.
  ///
  /// The torque against rolling is at most this times the radius times the normal force. Cylinders
  /// and cones that lean roll on their edges; a cone has its mean radius.
  public var rollingFriction: Float = 0
  /// The fraction of the velocity lost per second, 0 to 1: v·(1 − damping)^Δt.
  public var damping: Float = 0.1
  /// The fraction of the angular velocity lost per second, 0 to 1.
  public var angularDamping: Float = 0.1
  /// The factor on the effect of forces and impulses along each axis of the world.
  ///
  /// 0 locks the axis: velocity along it is removed.
  public var velocityFactor = Vector3.one
  /// The factor on the effect of torques about each axis of the world; 0 locks the axis.
  public var angularVelocityFactor = Vector3.one
  /// Whether gravity acts on a dynamic body.
  public var isAffectedByGravity = true
  /// The factor on the gravity that acts on the body; a negative factor lifts it.
  ///
  /// Jolt and glTF have the same name, Box3D calls it `gravityScale`.
  public var gravityFactor: Float = 1
  /// Whether the body may fall asleep at rest.
  ///
  /// A body that no contact supports rests only if it also stays in place.
  public var allowsResting = true
  /// The speed in meters per second below which the body is at rest.
  public var linearRestingThreshold: Float = 0.1
  /// The angular speed in radians per second below which the body is at rest.
  public var angularRestingThreshold: Float = 0.1
  /// The category of the body, as bits; nil is the default of the owner of the properties.
  ///
  /// The default is 1 in ``BodyDefinition``; in scenes it is 2 for static bodies and 1 for others.
  public var categoryBitMask: UInt32?
  /// The categories of bodies that the body collides with; both bodies must agree.
  public var collisionBitMask = UInt32.max
  /// The categories of bodies whose contacts are reported; one body of a pair is enough.
  public var contactTestBitMask: UInt32 = 0
  /// Whether the body only reports contacts, without collision response.
  ///
  /// Sensors are not swept: a sensor that is thinner than the displacement of a body in a step may
  /// miss the body.
  public var isSensor = false
  /// Whether the body is swept against dynamic bodies as well; costs more.
  ///
  /// One bullet of a pair is enough: what counts is the motion of both relative to each other.
  /// Every fast body is swept against static and kinematic bodies, whether or not it is a bullet,
  /// unless ``isContinuous`` is false.
  public var isBullet = false
  /// How the friction of a pair is computed from the ``friction`` of both bodies.
  ///
  /// If the bodies have different modes, the later one in ``CombineMode`` is used.
  public var frictionCombine = CombineMode.multiply
  /// How the restitution of a pair is computed from the ``restitution`` of both bodies.
  ///
  /// If the bodies have different modes, the later one in ``CombineMode`` is used.
  public var restitutionCombine = CombineMode.multiply
  /// The initial velocity of the center of mass in meters per second; ignored for static bodies.
  public var velocity = Vector3.zero
  /// The initial angular velocity in radians per second about the world's axes; ignored for static
  /// bodies.
  public var angularVelocity = Vector3.zero
  /// Whether the body is swept when it moves fast, so that it passes through nothing.
  ///
  /// Without it, a fast body costs less and may pass through thin obstacles, as sparks and
  /// fragments may. ``WorldSettings/isContinuous`` is the setting of all bodies. Other bodies are
  /// still swept against this one.
  public var isContinuous = true
  /// Whether ``World/contactModifier`` is asked about the contacts of the body; one of a pair is
  /// enough.
  public var modifiesContacts = false
  /// The collision group: bodies of the same positive group always collide, bodies of the same
  /// negative group never do, whatever their masks; 0 is no group.
  ///
  /// The parts of a ragdoll share a negative group. The rule is that of Box2D. It does not change
  /// which contacts are reported.
  public var collisionGroup = 0
  /// The velocity with which the surface moves along itself, in the body's axes, in meters per
  /// second: that of a conveyor belt.
  ///
  /// Friction accelerates a touching body towards it, while the body itself stays where it is. Only
  /// the part along the surface has an effect. Bodies on a moving surface do not sleep.
  public var surfaceVelocity = Vector3.zero
  /// The angular velocity with which the surface turns about the body's origin, in the body's
  /// axes, in radians per second: that of a turntable.
  public var surfaceAngularVelocity = Vector3.zero
  /// The side from which the surface is solid; nil for all sides.
  public var oneWay: OneWaySurface?

  /// Creates SceneKit's defaults.
  public init() {}

  /// The mass of a body without a mass and a density, in kilograms.
  public static let defaultMass: Float = 1
  /// The range of masses, in kilograms, whether given or computed from ``density``.
  public static let massRange: ClosedRange<Double> = 1e-6...1e9

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    let maxSpeed = Double(BodyLimits.maxSpeed)
    p.property(
      "mass", \.mass, "The mass; 1 for a dynamic body without a density", .kilograms, massRange,
      in: .file)
    p.property(
      "density", \.density,
      "The density; the mass is the density times the volume of the shape",
      .kilogramsPerCubicMeter, 1e-6...1e9, in: .file)
    p.property("massSource", \.massSource, "The mass or the density", in: .state)
    p.property(
      "momentOfInertia", \.momentOfInertia,
      "The moments of inertia about the body's axes; without them, those of the shape",
      .kilogramSquareMeters, 1e-16...1e20)
    p.property(
      "centerOfMassOffset", \.centerOfMassOffset,
      "The offset of the center of mass from that of the shape", .meters, -1e5...1e5)
    p.property(
      "friction", \.friction,
      "The coefficient of friction; a pair has the product of both, unless frictionCombine sets "
        + "another rule; it slows sliding, not rolling", .ratio, 0...1e3)
    p.property(
      "restitution", \.restitution,
      "The share of speed that a bounce returns; a pair has the product of both, unless "
        + "restitutionCombine sets another rule; approaches below 0.25 m/s do not bounce",
      .ratio, 0...1)
    p.property(
      "rollingFriction", \.rollingFriction,
      "The resistance of round shapes to rolling; a pair has the greater of both", .ratio, 0...1e3)
    p.property("damping", \.damping, "The fraction of the velocity lost per second", .ratio, 0...1)
    p.property(
      "angularDamping", \.angularDamping, "The fraction of the angular velocity lost per second",
      .ratio,
      0...1)
    p.property(
      "velocityFactor", \.velocityFactor,
      "The factor on the effect of forces along each axis of the world; 0 locks it", .ratio, 0...1e3
    )
    p.property(
      "angularVelocityFactor", \.angularVelocityFactor,
      "The factor on the effect of torques about each axis of the world; 0 locks it", .ratio,
      0...1e3)
    p.property(
      "isAffectedByGravity", \.isAffectedByGravity, "Whether gravity acts on the body", in: .file)
    p.property(
      "gravityFactor", \.gravityFactor, "The factor on the gravity that acts on the body", .ratio,
      -1e3...1e3, in: .file)
    p.property("gravityState", \.gravityState, "How gravity acts on the body", in: .state)
    p.property("allowsResting", \.allowsResting, "Whether the body may fall asleep at rest")
    p.property(
      "linearRestingThreshold", \.linearRestingThreshold,
      "The speed below which the body is at rest", .metersPerSecond, 0...1e6)
    p.property(
      "angularRestingThreshold", \.angularRestingThreshold,
      "The angular speed below which the body is at rest", .radiansPerSecond, 0...1e6)
    p.property(
      "categoryBitMask", \.categoryBitMask,
      "The category of the body; 2 for a static body, otherwise 1", .mask)
    p.property(
      "collisionBitMask", \.collisionBitMask,
      "The categories of bodies that the body collides with; both must agree", .mask)
    p.property(
      "contactTestBitMask", \.contactTestBitMask,
      "The categories of bodies whose contacts are reported; one of both is enough", .mask)
    p.property(
      "isSensor", \.isSensor,
      "Whether the body only reports contacts; a pair with a sensor never collides")
    p.property(
      "isBullet", \.isBullet,
      "Whether the body is swept against dynamic bodies as well; one of a pair is enough",
      in: .file)
    p.property("rareState", \.rareState, "A bullet, or rare properties", in: .state)
    p.property(
      "frictionCombine", \.frictionCombine,
      "How two friction values are combined; of two modes, the later in this list is used")
    p.property(
      "restitutionCombine", \.restitutionCombine,
      "How two restitution values are combined; of two modes, the later in this list is used"
    )
    p.property(
      "velocity", \.velocity, "The initial velocity", .metersPerSecond, -maxSpeed...maxSpeed)
    p.property(
      "angularVelocity", \.angularVelocity, "The initial angular velocity, about the world's axes",
      .radiansPerSecond, -maxSpeed...maxSpeed)
    rareProperties(&p)
  }

  /// Declares the properties that few bodies have.
  private static func rareProperties(_ p: inout some PropertyVisitor<Self>) {
    let maxSpeed = Double(BodyLimits.maxSpeed)
    p.property(
      "isContinuous", \.isContinuous,
      "Whether the body is swept when it moves fast, so that it passes through nothing", in: .file)
    p.property(
      "modifiesContacts", \.modifiesContacts,
      "Whether the game may modify the contacts of the body before they are solved", in: .file)
    p.property(
      "collisionGroup", \.collisionGroup,
      "Bodies of the same negative group never collide, those of a positive one always do", .none,
      -2_147_483_647...2_147_483_647, in: .file)
    p.property(
      "surfaceVelocity", \.surfaceVelocity,
      "The velocity of the surface along itself, as of a conveyor belt, in the body's axes",
      .metersPerSecond, -maxSpeed...maxSpeed, in: .file)
    p.property(
      "surfaceAngularVelocity", \.surfaceAngularVelocity,
      "The angular velocity of the surface, as of a turntable, in the body's axes",
      .radiansPerSecond, -maxSpeed...maxSpeed, in: .file)
    p.property(
      "oneWay", \.oneWay, "The side from which the surface is solid; if absent, all sides",
      in: .file)
  }
}

extension BodyProperties {
  /// The mass or the density; the state has at most one of them.
  enum MassSource: Variant {
    case unit(EmptyPayload)
    case mass(Float)
    case density(Float)

    init() { self = .unit(EmptyPayload()) }

    static func cases(_ c: inout some CaseVisitor<Self>) {
      c.case("unit", Self.unit, "1 kg") { if case .unit(let p) = $0 { p } else { nil } }
      c.case("mass", Self.mass, "The mass", .kilograms) {
        if case .mass(let p) = $0 { p } else { nil }
      }
      c.case("density", Self.density, "The density", .kilogramsPerCubicMeter) {
        if case .density(let p) = $0 { p } else { nil }
      }
    }
  }

  /// How gravity acts; the state has a factor only if it is not 1.
  enum GravityState: Variant {
    case off(EmptyPayload)
    case full(EmptyPayload)
    case scaled(Float)
    case scaledOff(Float)

    init() { self = .full(EmptyPayload()) }

    static func cases(_ c: inout some CaseVisitor<Self>) {
      c.case("off", Self.off, "None") { if case .off(let p) = $0 { p } else { nil } }
      c.case("full", Self.full, "That of the world") {
        if case .full(let p) = $0 { p } else { nil }
      }
      c.case("scaled", Self.scaled, "Times a factor") {
        if case .scaled(let p) = $0 { p } else { nil }
      }
      c.case("scaledOff", Self.scaledOff, "None, with a factor for later") {
        if case .scaledOff(let p) = $0 { p } else { nil }
      }
    }
  }

  private var gravityState: GravityState {
    get {
      if gravityFactor != 1 {
        return isAffectedByGravity ? .scaled(gravityFactor) : .scaledOff(gravityFactor)
      }
      return isAffectedByGravity ? .full(EmptyPayload()) : .off(EmptyPayload())
    }
    set {
      switch newValue {
      case .off: (isAffectedByGravity, gravityFactor) = (false, 1)
      case .full: (isAffectedByGravity, gravityFactor) = (true, 1)
      case .scaled(let factor): (isAffectedByGravity, gravityFactor) = (true, factor)
      case .scaledOff(let factor): (isAffectedByGravity, gravityFactor) = (false, factor)
      }
    }
  }

  private var massSource: MassSource {
    get { density.map { .density($0) } ?? mass.map { .mass($0) } ?? MassSource() }
    set {
      (mass, density) = (nil, nil)
      switch newValue {
      case .unit: break
      case .mass(let value): mass = value
      case .density(let value): density = value
      }
    }
  }

  /// The problem with the combination of the properties, or nil.
  public var problem: String? {
    if mass != nil && density != nil {
      return "both mass and density are given; one is accepted, and null resets the other"
    }
    return nil
  }

  /// A moment of inertia that no distribution of mass has, because the others are too small.
  ///
  /// Such a body is simulated, but its free rotation is not that of a real one. Thin plates have a
  /// moment that equals the sum of the others; a thousandth more is rounding.
  public var warnings: [PropertyWarning] {
    guard let m = momentOfInertia else { return [] }
    let sums = [(m.x, m.y + m.z), (m.y, m.z + m.x), (m.z, m.x + m.y)]
    guard let axis = sums.firstIndex(where: { $0.0 > 1.001 * $0.1 }) else { return [] }
    let warning = PropertyWarning(
      "\(axis)",
      "the moment of inertia is more than the sum of the other two, which no body can have; three "
        + "moments of which none is above the sum of the others are accepted")
    return [warning.inside("momentOfInertia")]
  }

  /// The reason why a body of this shape and kind cannot have these properties, or nil.
  func error(
    _ shape: Shape, _ kind: BodyKind, _ colliders: [ColliderProperties]
  ) -> PhysicsError? {
    if let error = PhysicsError(invalidPropertyOf: self) { return error }
    if let problem { return .invalidProperty("density", problem: problem) }
    if let problem = oneWay?.problem { return .invalidProperty("oneWay", problem: problem) }
    if kind == .dynamic, let given = mass, let densities = ColliderDensities(colliders, shape),
      let problem = densities.problem(mass: given)
    {
      return .invalidProperty("mass", problem: problem)
    }
    let mass = mass(shape, kind, colliders)
    let (least, most) = (Float(Self.massRange.lowerBound), Float(Self.massRange.upperBound))
    if mass >= least && mass <= most { return nil }
    return .invalidProperty(
      "density", problem: "it gives a mass of \(mass) kg; \(least)…\(most) kg is accepted")
  }

  /// The mass in kilograms of a body of this shape and kind.
  func mass(_ shape: Shape, _ kind: BodyKind, _ colliders: [ColliderProperties]) -> Float {
    if kind == .dynamic, mass == nil, let densities = ColliderDensities(colliders, shape) {
      return densities.mass(others: density)
    }
    if let density, kind == .dynamic { return shape.massProperties(density: density).mass }
    return mass ?? Self.defaultMass
  }
}
