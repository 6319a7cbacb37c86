public import CaromMaths

/// The state that the contact of a pair carries from step to step.
///
/// It is part of a world's state, because it may select one of two equally good faces, so snapshots
/// include it. 16 bytes without padding; all zero when empty.
public struct ManifoldCache: Hashable, Sendable, BitwiseCopyable {
  /// The direction in A's space that separated the shapes, or along which they overlap least.
  public var direction: Vector3
  /// The face or pair of edges that ``direction`` belongs to, or zero.
  public var feature: UInt32

  /// Creates an empty cache.
  @inlinable public init() {
    direction = Vector3()
    feature = 0
  }

  /// Creates a cache from its parts, as snapshots do.
  @inlinable public init(direction: Vector3, feature: UInt32) {
    self.direction = direction
    self.feature = feature
  }
}
