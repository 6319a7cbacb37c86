public import CaromMaths

/// Reported when two bodies begin to touch, still touch, or no longer touch.
///
/// A pair of bodies reports exactly one ``Kind/begin``, then one ``Kind/update`` for every step in
/// which it still touches and is awake, then exactly one ``Kind/end``. The end is also reported if
/// a body is disabled or destroyed, or if its masks change. The parts of a compound body are
/// treated as one body: a pair begins with the first of the colliders whose masks report it. A pair
/// with a sensor, or whose masks do not let it collide, reports the same events with ``isSensed``.
///
/// Events are collected during the step and read after it, so a reader can make any change:
/// destroy, create, move or disable bodies, change masks and shapes. Contacts that this ends are
/// reported by the next step. Impacts are reported separately; see ``HitEvent``.
public struct ContactEvent: Hashable, Sendable, BitwiseCopyable {
  /// The phase of a contact that an event reports.
  public enum Kind: UInt32, Sendable, BitwiseCopyable {
    /// The pair no longer touches; sorted first, so that a pair that ends and begins again does so
    /// in order.
    case end = 0
    /// The pair begins to touch.
    case begin = 1
    /// The pair still touches.
    case update = 2
  }

  /// The phase of the contact.
  public let kind: Kind
  /// The body that was created first.
  public let bodyA: BodyHandle
  /// The body that was created last.
  public let bodyB: BodyHandle
  /// The user tag of body A, valid also if the body has been destroyed.
  public let tagA: UInt64
  /// The user tag of body B, valid also if the body has been destroyed.
  public let tagB: UInt64
  /// The deepest point of the contact, in the world; for an end, the last known.
  public let point: Vector3
  /// The unit normal from A to B at that point; for an end, the last known.
  public let normal: Vector3
  /// The speed at which the bodies approached each other before a begin, in meters per second;
  /// otherwise 0.
  ///
  /// The relative velocity of the points before the step, along the normal; use it for sounds and
  /// damage. Negative if the bodies were separating, for example if a body is placed where it
  /// overlaps another.
  public let approachSpeed: Float
  /// Whether the bodies only sense each other and exchange no impulses.
  public let isSensed: Bool
  /// The sum of all normal impulses of the step in newton-seconds; 0 for sensed pairs.
  public let impulse: Float
  /// The penetration depth in meters; 0 or less if the bodies do not overlap.
  public let penetration: Float
  /// The index of the leaf of A's shape at the deepest point, 0 if it is no compound; nil for an
  /// end.
  public internal(set) var leafA: Int?
  /// The index of the leaf of B's shape at the deepest point, 0 if it is no compound; nil for an
  /// end.
  public internal(set) var leafB: Int?
  /// The serial numbers of both bodies, which order the events.
  let order: UInt64
}

/// Reported when a body falls asleep or wakes.
public struct SleepEvent: Hashable, Sendable, BitwiseCopyable {
  /// The body.
  public let body: BodyHandle
  /// Whether the body fell asleep; false if it woke.
  public let isAsleep: Bool
}
