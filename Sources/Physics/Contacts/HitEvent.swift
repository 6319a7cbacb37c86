public import CaromMaths

/// Reported when two bodies hit each other; use it for sounds, sparks and damage.
///
/// A pair reports a hit when two points approached each other faster than
/// ``WorldSettings/hitSpeed`` and an impulse passed between them: when the pair begins to touch,
/// and again while it touches, as when the other end of a plank comes down. Bodies that rest, slide
/// or roll on each other report none. Only pairs that collide and whose masks report contacts
/// report hits; see ``CollisionFilter/contactTest``.
///
/// - Source: hit events beside begin and end events, as in E. Catto, Box2D 3.0, 2024.
public struct HitEvent: Hashable, Sendable, BitwiseCopyable {
  /// The body that was created first.
  public let bodyA: BodyHandle
  /// The body that was created last.
  public let bodyB: BodyHandle
  /// The user tag of body A.
  public let tagA: UInt64
  /// The user tag of body B.
  public let tagB: UInt64
  /// The point of the hardest impact, in the world.
  public let point: Vector3
  /// The unit normal from A to B there.
  public let normal: Vector3
  /// The speed at which the bodies approached each other there before the step, in meters per
  /// second.
  public let approachSpeed: Float
  /// The sum of all normal impulses of the pair in the step, in newton-seconds.
  public let impulse: Float
  /// The serial numbers of both bodies, which order the events.
  let order: UInt64
}
