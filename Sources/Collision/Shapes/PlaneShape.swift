public import CaromMaths

/// Everything below the local xz plane: an endless floor whose surface faces along local +y.
///
/// Only for bodies that do not move by forces: it has no finite volume.
public struct PlaneShape: Hashable, Sendable, BitwiseCopyable {
  /// Makes the half-space below the local xz plane.
  @inlinable public init() {}

  /// How far bounds reach where the shape has no end, in metres.
  ///
  /// Finite, so that areas and unions of boxes stay numbers.
  public static let boundsExtent: Float = 1e6

  /// A box around the shape placed at `placement`, cut off at ``boundsExtent``.
  ///
  /// Tight only for a surface along the axes; for a tilted one it spans everything.
  public func bounds(at placement: Transform) -> AABB {
    let normal = placement.orientation.rotate(.unitY)
    var box = AABB(center: .zero, halfExtents: Vector3(repeating: PlaneShape.boundsExtent))
    for axis in 0..<3 {
      if normal[axis] >= 1 { box.max[axis] = placement.position[axis] }
      if normal[axis] <= -1 { box.min[axis] = placement.position[axis] }
    }
    return box
  }

  /// Where the ray from `origin` along `translation`, in local space, enters the solid half.
  func rayCast(origin: Vector3, translation: Vector3) -> RayHit? {
    if origin.y <= 0 { return .inside(origin) }
    guard translation.y < 0 else { return nil }
    let fraction = -origin.y / translation.y
    guard fraction <= 1 else { return nil }
    return RayHit(fraction: fraction, point: origin + translation * fraction, normal: .unitY)
  }
}
