public import CaromMaths

/// What a pair of shapes remembers from one step to the next, to start where it left off.
///
/// Part of the state of a world: it may decide which of two equally good faces carries the contact,
/// so a snapshot must hold it. Sixteen bytes without padding; all zero means nothing is known.
public struct ManifoldCache: Hashable, Sendable, BitwiseCopyable {
  /// The direction that separated the shapes, or that they overlap least along, in A's space.
  public var direction: Vector3
  /// The face or pair of edges that ``direction`` belongs to, or zero.
  public var feature: UInt32

  /// Makes an empty cache.
  @inlinable public init() {
    direction = Vector3()
    feature = 0
  }

  /// Makes a cache from its parts, as a snapshot reader does.
  @inlinable public init(direction: Vector3, feature: UInt32) {
    self.direction = direction
    self.feature = feature
  }
}
