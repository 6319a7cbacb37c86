public import CaromMaths
public import CaromProperties

/// What moves a body.
public enum PhysicsBodyType: String, EnumName, Sendable {
  /// The simulation: forces, gravity and contacts.
  case dynamic
  /// Nothing: it stays where its node is put.
  case `static`
  /// Its node: it pushes what is in the way, and nothing pushes it.
  case kinematic
}

/// How the friction or restitution of two bodies becomes that of the pair.
///
/// Where two bodies differ, the one later in the list decides.
public enum CombineRule: String, EnumName, Sendable {
  /// The product.
  case multiply
  /// The mean.
  case average
  /// The lesser.
  case minimum
  /// The greater.
  case maximum
}

/// What a body is made of and how it moves; the declared part of ``PhysicsBody``.
public struct BodyState: Part {
  /// What the schema says of it.
  public static let summary = "What makes a node a body of the simulation"

  /// What moves it.
  public var type = PhysicsBodyType.dynamic
  /// Its solid shape; nil takes the node's geometry, or without one, what is below the node.
  public var shape: PhysicsShape?
  /// In kilograms; nil is 1 for a dynamic body.
  public var mass: Float?
  /// Resistance to turning about its own axes, in kg·m²; nil takes that of the shape.
  public var momentOfInertia: Vector3?
  /// Moves the centre of mass, along its own axes, in metres.
  public var centerOfMassOffset = Vector3.zero
  /// Resistance to sliding; multiplied with that of the other body.
  public var friction: Float = 0.5
  /// Share of the speed that a bounce gives back; multiplied with that of the other body.
  public var restitution: Float = 0.5
  /// Resistance to rolling.
  public var rollingFriction: Float = 0
  /// Share of the velocity lost in a second.
  public var damping: Float = 0.1
  /// Share of the angular velocity lost in a second.
  public var angularDamping: Float = 0.1
  /// How much forces and impulses count along each axis of the world; 0 locks it.
  public var velocityFactor = Vector3.one
  /// How much torques count about each axis of the world; 0 locks it.
  public var angularVelocityFactor = Vector3.one
  /// True when gravity pulls it.
  public var isAffectedByGravity = true
  /// True when it may fall asleep at rest.
  public var allowsResting = true
  /// The speed below which it is at rest, in metres a second.
  public var linearRestingThreshold: Float = 0.1
  /// The angular speed below which it is at rest, in radians a second.
  public var angularRestingThreshold: Float = 0.1
  /// What it is; nil is 2 for a static body and 1 for others.
  public var categoryBitMask: UInt32?
  /// What it is pushed by; both bodies must agree.
  public var collisionBitMask = UInt32.max
  /// What it reports contacts with; one of both is enough.
  public var contactTestBitMask: UInt32 = 0
  /// True when it only reports and pushes nothing.
  public var isSensor = false
  /// True when it may not pass moving bodies either, however fast it is; costs more.
  public var isBullet = false
  /// How friction joins that of the other body.
  public var frictionCombine = CombineRule.multiply
  /// How restitution joins that of the other body.
  public var restitutionCombine = CombineRule.multiply
  /// What it starts with, in metres a second.
  public var velocity = Vector3.zero
  /// What it starts with, in radians a second about the axes of the world.
  public var angularVelocity = Vector3.zero

  /// Makes the state of a dynamic body.
  public init() {}

  /// The category that counts.
  var category: UInt32 { categoryBitMask ?? (type == .static ? 2 : 1) }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("type", \.type, "What moves it")
    p.property("shape", \.shape, "Its solid shape, if not that of its geometry")
    p.property("mass", \.mass, "Its mass; 1 for a dynamic body", .kilograms, 1e-6...1e9)
    p.property(
      "momentOfInertia", \.momentOfInertia, "Resistance to turning about its axes",
      .kilogramSquareMetres, 1e-9...1e12)
    p.property(
      "centerOfMassOffset", \.centerOfMassOffset, "Moves the centre of mass", .metres, -1e4...1e4)
    p.property("friction", \.friction, "Resistance to sliding", .ratio, 0...100)
    p.property("restitution", \.restitution, "Share of speed a bounce gives back", .ratio, 0...1)
    p.property("rollingFriction", \.rollingFriction, "Resistance to rolling", .ratio, 0...100)
    p.property("damping", \.damping, "Share of velocity lost in a second", .ratio, 0...1)
    p.property(
      "angularDamping", \.angularDamping, "Share of angular velocity lost in a second", .ratio,
      0...1)
    p.property(
      "velocityFactor", \.velocityFactor, "How much forces count along each axis; 0 locks it",
      .ratio, 0...1e3)
    p.property(
      "angularVelocityFactor", \.angularVelocityFactor,
      "How much torques count about each axis; 0 locks it", .ratio, 0...1e3)
    p.property("isAffectedByGravity", \.isAffectedByGravity, "Whether gravity pulls it")
    p.property("allowsResting", \.allowsResting, "Whether it may fall asleep at rest")
    p.property(
      "linearRestingThreshold", \.linearRestingThreshold, "The speed below which it rests",
      .metresPerSecond, 0...1e3)
    p.property(
      "angularRestingThreshold", \.angularRestingThreshold,
      "The angular speed below which it rests", .radiansPerSecond, 0...1e3)
    p.property(
      "categoryBitMask", \.categoryBitMask, "What it is; 2 for a static body, else 1", .mask)
    p.property("collisionBitMask", \.collisionBitMask, "What it is pushed by", .mask)
    p.property(
      "contactTestBitMask", \.contactTestBitMask, "What it reports contacts with", .mask)
    p.property("isSensor", \.isSensor, "Whether it only reports and pushes nothing")
    p.property("isBullet", \.isBullet, "Whether it may not pass moving bodies either")
    p.property("frictionCombine", \.frictionCombine, "How friction joins that of the other")
    p.property(
      "restitutionCombine", \.restitutionCombine, "How restitution joins that of the other")
    p.property(
      "velocity", \.velocity, "What it starts with", .metresPerSecond, -1e5...1e5)
    p.property(
      "angularVelocity", \.angularVelocity, "What it starts with, about the world's axes",
      .radiansPerSecond, -1e5...1e5)
  }
}
