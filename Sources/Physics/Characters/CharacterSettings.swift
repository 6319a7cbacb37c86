public import CaromMaths
public import CaromProperties

/// The size and abilities of a ``CharacterMover``.
///
/// The characters of scene files embed this declaration. Units are SI units and radians.
public struct CharacterSettings: Part, Hashable, Sendable, BitwiseCopyable {
  /// The description in the schema.
  public static let summary = "The size and abilities of a character"
  /// Set by the owner of a mover; not part of files.
  public static let undeclaredByDesign: Set<String> = ["ownBody"]

  /// The radius of the capsule, in meters.
  public var radius: Float = 0.3
  /// The height of the capsule including both caps, in meters, at least twice the radius.
  public var height: Float = 1.8
  /// The up direction of the character in the world; any length above 0.
  public var up = Vector3.unitY
  /// The maximum slope on which the character stands, in radians from level.
  public var slopeLimit: Float = .pi / 4
  /// The maximum height of a step that the character climbs without a jump, in meters.
  ///
  /// It is also the distance within which the character follows the ground down a step.
  public var stepHeight: Float = 0.35
  /// The mass whose weight acts on dynamic ground, in kilograms.
  public var mass: Float = 80
  /// The maximum force with which the character pushes dynamic bodies, in newtons.
  public var pushForce: Float = 400
  /// The maximum horizontal acceleration in the air, in meters per second squared.
  public var airAcceleration: Float = 10
  /// Whether the world's gravity acts on the character.
  public var isAffectedByGravity = true
  /// The masks of the character; bodies with matching masks stop it, sensors never do.
  public var filter = CollisionFilter()
  /// The body that represents the character in the world and does not stop it, or nil.
  ///
  /// Other bodies do not collide with the character itself. If they should, create a kinematic
  /// capsule and move it with the character.
  public var ownBody: BodyHandle?

  /// Creates the settings of a person of 1.8 m.
  public init() {}

  /// The category of the character for the masks of bodies.
  public var categoryBitMask: UInt32 {
    get { filter.category }
    set { filter.category = newValue }
  }
  /// The categories of bodies that stop the character; both masks must match.
  public var collisionBitMask: UInt32 {
    get { filter.collision }
    set { filter.collision = newValue }
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("radius", \.radius, "The radius of the capsule", .meters, 0.002...900)
    p.property("height", \.height, "The height of the capsule", .meters, 0.004...9_000)
    p.property("up", \.up, "The up direction of the character", .ratio, -1e5...1e5)
    p.degrees("slopeLimitDegrees", \.slopeLimit, "The maximum slope that it stands on", 0...89)
    p.property(
      "stepHeight", \.stepHeight, "The maximum height of a step that it climbs", .meters, 0...1e4)
    p.property(
      "mass", \.mass, "The mass whose weight acts on dynamic ground", .kilograms, 0...1e9)
    p.property(
      "pushForce", \.pushForce, "The maximum force with which it pushes bodies", .newtons, 0...1e9)
    p.property(
      "airAcceleration", \.airAcceleration, "The maximum horizontal acceleration in the air",
      .metersPerSecondSquared, 0...1e6)
    p.property("isAffectedByGravity", \.isAffectedByGravity, "Whether gravity acts on it")
    p.property("categoryBitMask", \.filter.category, "Its category for bodies", .mask)
    p.property(
      "collisionBitMask", \.filter.collision, "The categories of bodies that stop it", .mask)
  }

  /// The reason why a mover would reject these settings, or nil.
  public var error: PhysicsError? {
    if let error = PhysicsError(invalidPropertyOf: self) { return error }
    if height < 2 * radius {
      return .invalidProperty(
        "height",
        problem: "\(height) is less than twice the radius; \(2 * radius) or more is accepted"
      )
    }
    if up.normalized == nil {
      return .invalidProperty("up", problem: "it has no length; a length above 0 is accepted")
    }
    return nil
  }

  /// The problem with the settings, or nil.
  public var problem: String? { error.map { "\($0)" } }
}
