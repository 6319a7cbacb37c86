public import CaromMaths

/// What happened between two bodies in the last step, as data.
///
/// One pair of bodies gives exactly one ``Kind/begin``, then one ``Kind/update`` for every step in
/// which it still touches and is awake, then exactly one ``Kind/end``: also when a body is disabled,
/// destroyed, or its masks change. Parts of a compound body count as one. A pair of which one is a
/// sensor, or whose masks let it pass, gives the same events in the same list, with ``isSensed``.
///
/// The list is written after the step, so whoever reads it may change anything: destroy, create, move
/// or disable bodies, change masks and shapes. What that ends is reported by the next step. Blows are
/// reported beside it, see ``HitEvent``.
public struct ContactEvent: Hashable, Sendable, BitwiseCopyable {
  /// What happened.
  public enum Kind: UInt32, Sendable, BitwiseCopyable {
    /// The pair does not touch any more; first, so that a pair that ends and begins does so in order.
    case end = 0
    /// The pair touches now and did not before.
    case begin = 1
    /// The pair still touches.
    case update = 2
  }

  /// What happened.
  public let kind: Kind
  /// The body that was created first.
  public let bodyA: BodyHandle
  /// The body that was created last.
  public let bodyB: BodyHandle
  /// The owner's number of body A, valid also when the body is gone.
  public let tagA: UInt64
  /// The owner's number of body B, valid also when the body is gone.
  public let tagB: UInt64
  /// The deepest point of the contact, in the world; for an end, the last known.
  public let point: Vector3
  /// The direction of unit length from A to B at that point; for an end, the last known.
  public let normal: Vector3
  /// How fast the two came together at that point before a begin, in metres a second; else 0.
  ///
  /// The velocities when the step began, along the normal: what sounds and damage should use. Negative
  /// when they were parting already, as when a body is put where it overlaps another.
  public let approachSpeed: Float
  /// Whether the two only sense each other: no impulse ever passes between them.
  public let isSensed: Bool
  /// The sum of all normal impulses of the step in newton-seconds; 0 for pairs without response.
  public let impulse: Float
  /// How deep the bodies overlap in metres; 0 or less when they do not.
  public let penetration: Float
  /// The serial numbers of both bodies, by which events are ordered.
  let order: UInt64
}

/// A body that fell asleep or woke in the last step.
public struct SleepEvent: Hashable, Sendable, BitwiseCopyable {
  /// The body.
  public let body: BodyHandle
  /// True when it fell asleep, false when it woke.
  public let isAsleep: Bool
}
