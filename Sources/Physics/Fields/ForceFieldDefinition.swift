public import CaromMaths

/// What a force field does to the bodies that it acts on.
public enum ForceFieldKind: UInt32, CaseIterable, Sendable {
  /// Accelerates along the field's direction, by its strength in metres a second squared.
  case linearGravity = 0
  /// Accelerates towards the field's centre, by its strength in metres a second squared.
  case radialGravity = 1
  /// Slows down by a force against the velocity: strength, in newton-seconds a metre, times speed.
  case drag = 2
  /// Accelerates round the axis through the centre along the direction, by the right-hand rule.
  case vortex = 3
  /// Pulls towards the centre with a force of strength, in newtons a metre, times the distance.
  case spring = 4
  /// Accelerates by smooth noise of zero mean, strength in metres a second squared.
  case noise = 5
  /// As noise, times the speed of the body; strength in 1/s, so what rests stays at rest.
  case turbulence = 6
}

/// On which side of its region's surface a field acts.
public enum ForceFieldScope: UInt32, CaseIterable, Sendable {
  /// Within the region.
  case inside = 0
  /// Everywhere but in the region.
  case outside = 1
}

/// Everything that a force field is; ``ForceField`` has the same properties live.
///
/// Names and defaults are those of SceneKit's physics field. A field acts on dynamic bodies whose
/// centre of mass is in its region and whose category is in its mask. Its effect at a distance d from
/// its centre is that at 1 m times
///
///     max(d, minimumDistance) ^ −falloffExponent
///
/// where a vortex measures d from its axis. A body asks for its fields once a step; position enters
/// as in the leapfrog scheme, so that springs and orbits keep their energy, and drag as its exact
/// solution. Fields do not turn bodies.
public struct ForceFieldDefinition: Hashable, Sendable {
  /// What the field does.
  public var kind: ForceFieldKind
  /// Where the field's centre is and how its region, direction and noise are turned.
  public var transform: Transform = .identity
  /// The factor on the field's effect; negative turns it round.
  public var strength: Float = 1
  /// The power by which the effect falls with distance: 0 constant, 2 inverse square.
  public var falloffExponent: Float = 0
  /// The distance in metres, above 0, within which the effect does not grow any more.
  public var minimumDistance: Float = 1e-6
  /// The region's half sizes along the field's axes in metres, each above 0; infinite by default.
  public var halfExtents = Vector3(repeating: .infinity)
  /// Whether the region is an ellipsoid with those half axes rather than a box.
  public var isEllipsoidal = false
  /// Whether the field acts inside or outside its region.
  public var scope: ForceFieldScope = .inside
  /// Whether no other field acts where this one does; of several, the one made first wins.
  ///
  /// The world's gravity is no field and stays.
  public var isExclusive = false
  /// The direction of a linear gravity or a vortex's axis, in the field's axes; any length but 0.
  public var direction = Vector3(0, -1, 0)
  /// The categories of bodies on which the field acts.
  public var categoryMask: UInt32 = .max
  /// Whether the field acts at all.
  public var isEnabled = true
  /// How smooth noise is, 0 to 1: each finer octave of three has 1 − smoothness of the last.
  public var smoothness: Float = 1
  /// The size of the coarsest features of noise, in metres, above 0.
  public var noiseScale: Float = 1
  /// How often in a second noise changes entirely, 0 or more; 0 is a pattern that stands still.
  public var animationSpeed: Float = 0
  /// What the noise is made from; equal seeds give equal noise.
  public var seed: UInt32 = 0

  /// Makes a field of unlimited region and strength 1 at the origin.
  public init(_ kind: ForceFieldKind) { self.kind = kind }

  /// A sentence that says what is wrong with the definition, or nil when nothing is.
  public var problem: String? { error.map { "\($0)" } }

  /// Why a world would refuse this definition, or nil when it would not.
  public var error: PhysicsError? {
    func bad(_ name: String, _ problem: String) -> PhysicsError {
      .invalidProperty(name, problem: problem)
    }
    let squared = transform.orientation.dot(transform.orientation)
    if !BodyChecks.isInWorld(transform.position) || !(squared > 1e-12 && squared.isFinite) {
      return bad(
        "transform",
        "it must be within \(BodyChecks.farthest) m, with an orientation of a length above 0")
    }
    if !strength.isFinite { return bad("strength", "it must be finite") }
    if !falloffExponent.isFinite || abs(falloffExponent) > 16 {
      return bad("falloffExponent", "\(falloffExponent) is outside -16...16")
    }
    if !(minimumDistance > 0 && minimumDistance.isFinite) {
      return bad("minimumDistance", "it must be above 0 and finite")
    }
    if !(halfExtents.x > 0 && halfExtents.y > 0 && halfExtents.z > 0) {
      return bad("halfExtents", "each must be above 0; infinity is allowed")
    }
    if direction.normalized == nil { return bad("direction", "it needs a length above 0") }
    if !(0...1).contains(smoothness) { return bad("smoothness", "\(smoothness) is outside 0...1") }
    if !(noiseScale > 0 && noiseScale.isFinite) {
      return bad("noiseScale", "it must be above 0 and finite")
    }
    if !(0...1e3).contains(animationSpeed) {
      return bad("animationSpeed", "\(animationSpeed) is outside 0...1000")
    }
    return nil
  }
}
