public import CaromMaths

/// How a ``CharacterMover`` is built and what it can do.
///
/// SI units and radians.
public struct CharacterSettings: Hashable, Sendable, BitwiseCopyable {
  /// The radius of the capsule, in metres.
  public var radius: Float = 0.3
  /// The height of the capsule with both round ends, in metres, at least twice the radius.
  public var height: Float = 1.8
  /// The direction in which the character stands; any length but 0.
  public var up = Vector3.unitY
  /// The steepest ground on which the character stands, in radians from level, below a right angle.
  public var slopeLimit: Float = .pi / 4
  /// The highest step that the character takes without a jump, in metres, 0 or more.
  ///
  /// It is also how far down the character keeps to the ground when it walks off a step.
  public var stepHeight: Float = 0.35
  /// The mass with which the character weighs on dynamic ground, in kilograms, 0 or more.
  public var mass: Float = 80
  /// The greatest force with which it pushes dynamic bodies out of its way, in newtons, 0 or more.
  public var pushForce: Float = 400
  /// How fast the character can change its horizontal velocity in the air, in metres a second squared.
  public var airAcceleration: Float = 10
  /// Whether the world's gravity pulls the character.
  public var isAffectedByGravity = true
  /// What stops the character: bodies whose masks agree with this filter, sensors never.
  public var filter = CollisionFilter()
  /// The body that stands for the character in the world and does not stop it, or nil.
  ///
  /// Others see a character only by a body: give it a kinematic capsule and move that along.
  public var ownBody: BodyHandle?

  /// Makes settings for a person of 1.8 m.
  public init() {}

  /// Why a mover would refuse these settings, or nil when it would not.
  public var error: PhysicsError? {
    func bad(_ name: String, _ problem: String) -> PhysicsError {
      .invalidProperty(name, problem: problem)
    }
    if !(radius > 0.001 && radius < 1e3) {
      return bad("radius", "\(radius) is outside 0.001...1000")
    }
    if !(height >= 2 * radius && height < 1e4) {
      return bad("height", "\(height) is not between twice the radius and 10000")
    }
    if up.normalized == nil { return bad("up", "it needs a length above 0") }
    if !(slopeLimit >= 0 && slopeLimit < 0.5 * .pi) {
      return bad("slopeLimit", "\(slopeLimit) is not from 0 to below a right angle")
    }
    for (name, value) in [
      ("stepHeight", stepHeight), ("mass", mass), ("pushForce", pushForce),
      ("airAcceleration", airAcceleration),
    ] where !(0...BodyChecks.most).contains(value) {
      return bad(name, "\(value) is outside 0...\(BodyChecks.most)")
    }
    return nil
  }
}
