/// Which bodies a body collides with and which contacts it reports, as three bit masks.
///
/// - Two bodies collide iff **both** masks match: `a.collision & b.category != 0` and
///   `b.collision & a.category != 0`.
/// - A contact is reported iff **either** mask matches: `a.contactTest & b.category != 0` or
///   `b.contactTest & a.category != 0`, whether or not the two collide.
public struct CollisionFilter: Hashable, Sendable, BitwiseCopyable {
  /// The categories of the body.
  public var category: UInt32
  /// The categories that the body collides with.
  public var collision: UInt32
  /// The categories with which contacts are reported.
  public var contactTest: UInt32

  /// Creates a filter; by default of category 1, colliding with everything, reporting nothing.
  public init(category: UInt32 = 1, collision: UInt32 = .max, contactTest: UInt32 = 0) {
    self.category = category
    self.collision = collision
    self.contactTest = contactTest
  }

  /// Whether both masks match, so that the bodies collide.
  public func collides(with other: CollisionFilter) -> Bool {
    collision & other.category != 0 && other.collision & category != 0
  }

  /// Whether either mask matches, so that contacts are reported.
  public func reports(with other: CollisionFilter) -> Bool {
    contactTest & other.category != 0 || other.contactTest & category != 0
  }
}

extension BodyProperties {
  /// The three masks; without a category bit mask the category is 1.
  public var filter: CollisionFilter {
    get {
      CollisionFilter(
        category: categoryBitMask ?? 1, collision: collisionBitMask,
        contactTest: contactTestBitMask)
    }
    set {
      categoryBitMask = newValue.category
      collisionBitMask = newValue.collision
      contactTestBitMask = newValue.contactTest
    }
  }
}
