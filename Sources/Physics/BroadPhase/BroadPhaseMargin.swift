import CaromMaths

/// The enlargement of the bounding boxes in the trees of the broad phase.
///
/// A box in a tree is larger than its collider, so that a small motion does not change the tree and
/// contacts begin before the shapes touch. A larger box changes less often, but keeps more contacts
/// that never touch.
enum BroadPhaseMargin {
  /// The distance by which the box of a moving body exceeds the contact distance, in meters.
  static func ofMovingBody(outerRadius: Float) -> Float { min(0.05, 0.08 * outerRadius) }

  /// The box of a collider that is added, or whose body was placed.
  static func box(_ tight: AABB, isStatic: Bool, speculativeDistance: Float) -> AABB {
    isStatic ? tight : tight.expanded(by: speculativeDistance)
  }
}
