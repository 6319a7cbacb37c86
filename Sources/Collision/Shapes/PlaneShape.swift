public import CaromMaths

/// The half-space below the local xz plane: an infinite floor whose surface faces along local +y.
///
/// Not for dynamic bodies: its volume is infinite.
public struct PlaneShape: Hashable, Sendable, BitwiseCopyable {
  /// Creates the half-space below the local xz plane.
  @inlinable public init() {}

  /// The half extent of bounds in directions in which the shape is infinite, in meters.
  ///
  /// Finite, so that areas and unions of boxes are finite.
  public static let boundsExtent: Float = 1e6

  /// A box around the shape placed at `placement`, with infinite sides limited to ``boundsExtent``.
  ///
  /// Tight only for a surface along the axes; a tilted one has the greatest box.
  public func bounds(at placement: Transform) -> AABB {
    let normal = placement.orientation.rotate(.unitY)
    var box = AABB(center: .zero, halfExtents: Vector3(repeating: PlaneShape.boundsExtent))
    for axis in 0..<3 {
      if normal[axis] >= 1 { box.max[axis] = placement.position[axis] }
      if normal[axis] <= -1 { box.min[axis] = placement.position[axis] }
    }
    return box
  }

  /// Returns where the ray from `origin` along `translation`, in local space, enters the
  /// half-space.
  func rayCast(origin: Vector3, translation: Vector3) -> RayHit? {
    if origin.y <= 0 { return .inside(origin) }
    guard translation.y < 0 else { return nil }
    let fraction = -origin.y / translation.y
    guard fraction <= 1 else { return nil }
    return RayHit(fraction: fraction, point: origin + translation * fraction, normal: .unitY)
  }

  /// Adds a grid of ten by ten meters around the origin.
  static func addWireframe(to sink: inout some WireframeSink) {
    for i in -5...5 {
      sink.line(Vector3(Float(i), 0, -5), Vector3(Float(i), 0, 5))
      sink.line(Vector3(-5, 0, Float(i)), Vector3(5, 0, Float(i)))
    }
  }
}
