import CaromCollision
public import CaromMaths
public import CaromProperties

/// The filter and the material of one collider of a body; what is nil is that of the body.
///
/// A compound body has one collider for each leaf of its shape. Its colliders can belong to
/// different categories and slide and bounce differently: a truck with icy skids, or a gate whose
/// posts stop what its bar lets through. Bodies whose colliders are all alike are faster to pair.
public struct ColliderProperties: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "The filter and the material of a part of a body"

  /// The coefficient of friction.
  public var friction: Float?
  /// The share of the approach speed that a bounce returns, 0 to 1.
  public var restitution: Float?
  /// The resistance of round shapes to rolling.
  public var rollingFriction: Float?
  /// How the friction of a pair is computed from that of both colliders.
  public var frictionCombine: CombineMode?
  /// How the restitution of a pair is computed from that of both colliders.
  public var restitutionCombine: CombineMode?
  /// The category of the collider, as bits.
  public var categoryBitMask: UInt32?
  /// The categories of colliders that the collider collides with; both must agree.
  public var collisionBitMask: UInt32?
  /// The categories of colliders whose contacts are reported; one of a pair is enough.
  public var contactTestBitMask: UInt32?

  /// The density in kg/m³.
  ///
  /// The colliders without one have the density of the body; without that, they share what is left
  /// of its mass, and without both they have ``defaultDensity``.
  public var density: Float?
  /// The velocity of the surface along itself, in the body's axes, in meters per second.
  public var surfaceVelocity: Vector3?
  /// The angular velocity of the surface about the body's origin, in the body's axes, in rad/s.
  public var surfaceAngularVelocity: Vector3?

  /// The density in kg/m³ of colliders without one, if others have one and the body has neither a
  /// mass nor a density: that of water.
  public static let defaultDensity: Float = 1000

  /// Makes the properties of a collider that has all of its body's.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "friction", \.friction, "The coefficient of friction, if not that of the body", .ratio,
      0...1e3)
    p.property(
      "restitution", \.restitution,
      "The share of speed that a bounce returns, if not that of the body", .ratio, 0...1)
    p.property(
      "rollingFriction", \.rollingFriction,
      "The resistance of round shapes to rolling, if not that of the body", .ratio, 0...1e3)
    p.property(
      "frictionCombine", \.frictionCombine,
      "How the friction of a pair follows from both, if not as for the body")
    p.property(
      "restitutionCombine", \.restitutionCombine,
      "How the restitution of a pair follows from both, if not as for the body")
    p.property(
      "categoryBitMask", \.categoryBitMask, "The category, if not that of the body", .mask)
    p.property(
      "collisionBitMask", \.collisionBitMask,
      "The categories that the part collides with, if not those of the body", .mask)
    p.property(
      "contactTestBitMask", \.contactTestBitMask,
      "The categories whose contacts are reported, if not those of the body", .mask, in: .file)
    p.property("rareState", \.rareState, "What few parts have", in: .state)
    p.property(
      "density", \.density, "The density, if not that of the body", .kilogramsPerCubicMeter,
      1e-6...1e9, in: .file)
    let maxSpeed = Double(BodyLimits.maxSpeed)
    p.property(
      "surfaceVelocity", \.surfaceVelocity,
      "The velocity of the surface along itself, if not that of the body", .metersPerSecond,
      -maxSpeed...maxSpeed, in: .file)
    p.property(
      "surfaceAngularVelocity", \.surfaceAngularVelocity,
      "The angular velocity of the surface, if not that of the body", .radiansPerSecond,
      -maxSpeed...maxSpeed, in: .file)
  }

  /// These properties, and those of `outer` where they are nil.
  public func over(_ outer: ColliderProperties) -> ColliderProperties {
    var merged = self
    merged.friction = friction ?? outer.friction
    merged.restitution = restitution ?? outer.restitution
    merged.rollingFriction = rollingFriction ?? outer.rollingFriction
    merged.frictionCombine = frictionCombine ?? outer.frictionCombine
    merged.restitutionCombine = restitutionCombine ?? outer.restitutionCombine
    merged.categoryBitMask = categoryBitMask ?? outer.categoryBitMask
    merged.collisionBitMask = collisionBitMask ?? outer.collisionBitMask
    merged.contactTestBitMask = contactTestBitMask ?? outer.contactTestBitMask
    merged.density = density ?? outer.density
    merged.surfaceVelocity = surfaceVelocity ?? outer.surfaceVelocity
    merged.surfaceAngularVelocity = surfaceAngularVelocity ?? outer.surfaceAngularVelocity
    return merged
  }

  /// The properties of a list for `count` colliders, or none if all have those of the body.
  static func normalized(_ list: [ColliderProperties], count: Int) -> [ColliderProperties] {
    let plain = ColliderProperties()
    if list.allSatisfy({ $0 == plain }) { return [] }
    return list + Array(repeating: plain, count: max(0, count - list.count))
  }

  /// Why the colliders of a shape cannot have these properties, or nil.
  static func error(_ list: [ColliderProperties], _ shape: Shape) -> PhysicsError? {
    if list.count > shape.leafCount {
      return .invalidProperty(
        "colliderProperties",
        problem: "there are \(list.count) for \(shape.leafCount) leaves of the shape")
    }
    for properties in list {
      if let error = PhysicsError(invalidPropertyOf: properties) { return error }
    }
    return nil
  }
}
