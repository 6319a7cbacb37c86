/// Which bodies a body meets, as three sets of bits.
///
/// - Two bodies push each other iff **both** agree: `a.collision & b.category != 0` and
///   `b.collision & a.category != 0`.
/// - A contact is reported iff **either** asks: `a.contactTest & b.category != 0` or
///   `b.contactTest & a.category != 0`, whether or not the two push each other.
public struct CollisionFilter: Hashable, Sendable, BitwiseCopyable {
  /// What the body is.
  public var category: UInt32
  /// What the body is pushed by.
  public var collision: UInt32
  /// What the body reports contacts with.
  public var contactTest: UInt32

  /// Makes a filter; by default of category 1, colliding with everything, reporting nothing.
  public init(category: UInt32 = 1, collision: UInt32 = .max, contactTest: UInt32 = 0) {
    self.category = category
    self.collision = collision
    self.contactTest = contactTest
  }

  /// True when both agree to push each other.
  public func collides(with other: CollisionFilter) -> Bool {
    collision & other.category != 0 && other.collision & category != 0
  }

  /// True when either asks for contacts to be reported.
  public func reports(with other: CollisionFilter) -> Bool {
    contactTest & other.category != 0 || other.contactTest & category != 0
  }
}
