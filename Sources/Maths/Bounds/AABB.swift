/// An axis-aligned bounding box, from its lower to its upper corner.
///
/// A box whose lower corner exceeds the upper one in any component is empty; start a union with
/// ``empty``.
public struct AABB: Hashable, Sendable, BitwiseCopyable {
  /// The lower corner.
  public var min: Vector3
  /// The upper corner.
  public var max: Vector3

  /// Creates a box from its corners.
  @inlinable public init(min: Vector3, max: Vector3) {
    self.min = min
    self.max = max
  }

  /// Creates a box from its center and half its size along each axis.
  @inlinable public init(center: Vector3, halfExtents: Vector3) {
    self.init(min: center - halfExtents, max: center + halfExtents)
  }

  /// The empty box: its union with a point is that point.
  @inlinable public static var empty: AABB {
    AABB(
      min: Vector3(repeating: .infinity), max: Vector3(repeating: -.infinity))
  }

  /// True when the box contains no point.
  @inlinable public var isEmpty: Bool { !(min.x <= max.x && min.y <= max.y && min.z <= max.z) }
  /// The center; meaningless for an empty box.
  @inlinable public var center: Vector3 { (min + max) * 0.5 }
  /// Half the size along each axis.
  @inlinable public var halfExtents: Vector3 { (max - min) * 0.5 }
  /// The size along each axis.
  @inlinable public var size: Vector3 { max - min }

  /// The area of the six faces, which is the cost of a node in a bounding volume hierarchy.
  @inlinable public var area: Float {
    let s = size
    return 2 * (s.x * s.y + s.y * s.z + s.z * s.x)
  }

  /// The smallest box that contains both boxes.
  @inlinable public func union(_ other: AABB) -> AABB {
    AABB(min: min.minimum(other.min), max: max.maximum(other.max))
  }
  /// The smallest box that contains this one and a point.
  @inlinable public func union(_ point: Vector3) -> AABB {
    AABB(min: min.minimum(point), max: max.maximum(point))
  }
  /// The box grown by `margin` meters on every side.
  @inlinable public func expanded(by margin: Float) -> AABB {
    let m = Vector3(repeating: margin)
    return AABB(min: min - m, max: max + m)
  }
  /// True when the boxes have at least one point in common.
  @inlinable public func overlaps(_ other: AABB) -> Bool {
    min.x <= other.max.x && other.min.x <= max.x && min.y <= other.max.y && other.min.y <= max.y
      && min.z <= other.max.z && other.min.z <= max.z
  }
  /// True when this box contains `other` entirely.
  @inlinable public func contains(_ other: AABB) -> Bool {
    min.x <= other.min.x && min.y <= other.min.y && min.z <= other.min.z && other.max.x <= max.x
      && other.max.y <= max.y && other.max.z <= max.z
  }
  /// True when the point is inside or on a face.
  @inlinable public func contains(_ point: Vector3) -> Bool {
    min.x <= point.x && min.y <= point.y && min.z <= point.z && point.x <= max.x
      && point.y <= max.y && point.z <= max.z
  }

  /// The smallest box around this one transformed by an affine matrix; an empty box stays empty.
  ///
  /// - Source: J. Arvo, "Transforming Axis-Aligned Bounding Boxes", Graphics Gems, 1990.
  @inlinable public func transformed(by m: Matrix4) -> AABB {
    guard !isEmpty else { return .empty }
    let c = m.apply(point: center)
    let h = halfExtents
    let half = m.x.xyz.magnitudes * h.x + m.y.xyz.magnitudes * h.y + m.z.xyz.magnitudes * h.z
    return AABB(center: c, halfExtents: half)
  }
}
