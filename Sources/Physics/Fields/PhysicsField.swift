public import CaromMaths
public import CaromProperties

/// The effect of a force field on a body.
public enum ForceFieldKind: String, EnumName, Sendable {
  /// An acceleration along the field's direction; strength in meters per second squared.
  case linearGravity
  /// An acceleration towards the field's center; strength in meters per second squared.
  case radialGravity
  /// A force against the velocity; strength in newton-seconds per meter, times speed.
  case drag
  /// An acceleration around the axis through the center along the direction, by the right-hand
  /// rule.
  case vortex
  /// A force towards the center; strength in newtons per meter, times distance.
  case spring
  /// An acceleration by smooth noise of zero mean; strength in meters per second squared.
  case noise
  /// Noise multiplied by the speed of the body; strength in 1/s, so a body at rest stays at rest.
  case turbulence
  /// The buoyancy and drag of a fluid; strength is a factor on the density of
  /// ``PhysicsField/fluid``.
  case buoyancy

  /// The code in records.
  var code: UInt32 {
    switch self {
    case .linearGravity: 0
    case .radialGravity: 1
    case .drag: 2
    case .vortex: 3
    case .spring: 4
    case .noise: 5
    case .turbulence: 6
    case .buoyancy: 7
    }
  }

  /// The kind of a code, or nil.
  init?(code: UInt32) {
    switch code {
    case 0: self = .linearGravity
    case 1: self = .radialGravity
    case 2: self = .drag
    case 3: self = .vortex
    case 4: self = .spring
    case 5: self = .noise
    case 6: self = .turbulence
    case 7: self = .buoyancy
    default: return nil
    }
  }
}

/// The side of its extent's surface on which a field acts.
public enum ForceFieldScope: String, EnumName, Sendable {
  /// Within the extent.
  case insideExtent
  /// Everywhere outside the extent.
  case outsideExtent

  /// The code in records.
  var code: UInt32 { self == .insideExtent ? 0 : 1 }

  /// The scope of a code, or nil.
  init?(code: UInt32) {
    switch code {
    case 0: self = .insideExtent
    case 1: self = .outsideExtent
    default: return nil
    }
  }
}

/// A force field that acts on bodies without contact.
///
/// This is the only declaration of a field for scene files, nodes and the engine. Names and
/// defaults are those of SceneKit's physics field; its electric and magnetic fields have no
/// counterpart. A field acts on dynamic bodies whose center of mass is within its extent and whose
/// category shares a bit with its mask. A node's field moves, rotates and scales with the node and
/// is inactive while the node is hidden.
///
/// The effect at a distance d from the center is the effect at 1 m times
///
///     max(d, minimumDistance) ^ −falloffExponent
///
/// where a vortex measures d from its axis. Fields apply no torque, except for buoyancy, which acts
/// on the submerged volume of all bodies that reach into its fluid; see ``FluidProperties``.
public struct PhysicsField: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "A force field that acts on bodies without contact"

  /// The effect of the field.
  public var type = ForceFieldKind.linearGravity
  /// The factor on the effect; a negative one reverses it.
  public var strength: Float = 1
  /// The exponent of the decrease with distance: 0 constant, 2 inverse square.
  public var falloffExponent: Float = 0
  /// The distance in meters below which the effect does not increase.
  public var minimumDistance: Float = 1e-6
  /// Whether the field is active.
  public var isActive = true
  /// Whether the field disables all other fields in its region; of several such fields, the one
  /// that was created first is used.
  ///
  /// The world's gravity is not a field and always acts.
  public var isExclusive = false
  /// The side of the extent on which the field acts.
  public var scope = ForceFieldScope.insideExtent
  /// Half the size of the extent along the field's axes, in meters; nil is unlimited.
  public var halfExtent: Vector3?
  /// Whether the extent is an ellipsoid with those half axes rather than a box.
  public var usesEllipsoidalExtent = false
  /// The center, in the space of the field's node or transform.
  public var offset = Vector3.zero
  /// The direction of a linear gravity or the axis of a vortex, in the field's axes.
  public var direction = Vector3(0, -1, 0)
  /// The categories of bodies on which the field acts.
  public var categoryBitMask = UInt32.max
  /// The smoothness of noise, 0 to 1: the amplitude of each of three octaves is 1 − smoothness
  /// times that of the octave before.
  public var smoothness: Float = 1
  /// How often per second noise changes completely; 0 is a constant pattern.
  public var animationSpeed: Float = 0
  /// The size of the coarsest features of noise, in meters; not in SceneKit.
  public var noiseScale: Float = 1
  /// The seed of noise, not in SceneKit; equal seeds give equal noise.
  public var seed: UInt32 = 0
  /// The fluid of a field of buoyancy; without effect for others.
  public var fluid = FluidProperties()

  /// Creates a downward gravity of 1 m/s².
  public init() {}

  /// Creates an unlimited field of strength 1.
  public init(_ type: ForceFieldKind) { self.type = type }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("type", \.type, "The effect of the field", in: .file)
    p.property("typeState", \.typeState, "The effect of the field, and its fluid", in: .state)
    p.property("strength", \.strength, "The factor on the effect", .none, -1e6...1e6)
    p.property(
      "falloffExponent", \.falloffExponent, "The exponent of the decrease with distance", .none,
      -16...16)
    p.property(
      "minimumDistance", \.minimumDistance, "The distance below which the effect does not increase",
      .meters, 1e-6...1e6)
    p.property("isActive", \.isActive, "Whether the field is active")
    p.property(
      "isExclusive", \.isExclusive, "Whether the field disables other fields in its extent")
    p.property("scope", \.scope, "The side of the extent on which the field acts")
    p.property(
      "halfExtent", \.halfExtent, "Half the size of the extent; if absent, unlimited", .meters,
      1e-6...1e9)
    p.property(
      "usesEllipsoidalExtent", \.usesEllipsoidalExtent, "Whether the extent is an ellipsoid")
    p.property("offset", \.offset, "The center, in the node's space", .meters, -1e5...1e5)
    p.property(
      "direction", \.direction,
      "The direction of a linear gravity, the axis of a vortex, or down in a fluid, in the node's "
        + "space", .ratio,
      -1e5...1e5)
    p.property(
      "categoryBitMask", \.categoryBitMask, "The categories of bodies on which the field acts",
      .mask)
    p.property("smoothness", \.smoothness, "The smoothness of noise", .ratio, 0...1)
    p.property(
      "animationSpeed", \.animationSpeed, "How often noise changes completely", .perSecond, 0...1e3)
    p.property(
      "noiseScale", \.noiseScale, "The size of the coarsest features of noise", .meters, 1e-3...1e6)
    p.property("seed", \.seed, "The seed of noise")
    p.property("fluid", \.fluid, "The fluid of a field of buoyancy", in: .file)
  }

  /// The problem with the direction, or nil.
  public var problem: String? {
    direction.normalized == nil
      ? "the direction has no length; one of a length above 0 is accepted" : nil
  }
}
