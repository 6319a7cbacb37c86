public import CaromMaths

/// A box around the local origin, its faces along the local axes.
public struct BoxShape: Hashable, Sendable, BitwiseCopyable {
  /// Half the size along each local axis, in metres.
  public var halfExtents: Vector3

  /// Makes a box from half its size along each axis.
  @inlinable public init(halfExtents: Vector3) { self.halfExtents = halfExtents }

  /// Makes a box from its whole size along each axis.
  @inlinable public init(size: Vector3) { self.halfExtents = size * 0.5 }

  /// A sentence that says what is wrong with the dimensions, or nil when nothing is.
  public var problem: String? {
    ShapeLimits.problem("half extent along x", halfExtents.x)
      ?? ShapeLimits.problem("half extent along y", halfExtents.y)
      ?? ShapeLimits.problem("half extent along z", halfExtents.z)
  }

  /// The volume, in cubic metres.
  public var volume: Float { 8 * halfExtents.x * halfExtents.y * halfExtents.z }

  /// The mass properties for a density in kg/m³.
  ///
  ///     m = 8·hx·hy·hz·ρ        Ixx = m/3·(hy² + hz²), and so on
  public func massProperties(density: Float) -> MassProperties {
    let mass = volume * density
    let s = halfExtents * halfExtents
    let moments = Vector3(s.y + s.z, s.z + s.x, s.x + s.y) * (mass / 3)
    return MassProperties(mass: mass, centerOfMass: .zero, inertia: Matrix3(diagonal: moments))
  }

  /// The smallest box along the axes around the shape placed at `placement`.
  @inlinable public func bounds(at placement: Transform) -> AABB {
    let r = Matrix3(placement.orientation)
    let h = halfExtents
    let half = r.x.magnitudes * h.x + r.y.magnitudes * h.y + r.z.magnitudes * h.z
    return AABB(center: placement.position, halfExtents: half)
  }

  /// Where the ray from `origin` along `translation`, in local space, enters the box.
  ///
  /// - Source: T. Kay and J. Kajiya, "Ray Tracing Complex Scenes", 1986 (slabs).
  func rayCast(origin: Vector3, translation: Vector3) -> RayHit? {
    let away = origin.magnitudes - halfExtents
    if away.x <= 0 && away.y <= 0 && away.z <= 0 { return .inside(origin) }
    var enter: Float = 0
    var leave: Float = 1
    var normal = Vector3.zero
    for axis in 0..<3 {
      let (o, d, h) = (origin[axis], translation[axis], halfExtents[axis])
      if d == 0 {
        if abs(o) > h { return nil }
        continue
      }
      let side: Float = d > 0 ? -1 : 1
      let near = (side * h - o) / d
      let far = (-side * h - o) / d
      if near > enter || (near == enter && normal == .zero) {
        enter = near
        normal = .zero
        normal[axis] = side
      }
      leave = min(leave, far)
      if enter > leave { return nil }
    }
    guard normal != .zero else { return nil }
    return RayHit(fraction: enter, point: origin + translation * enter, normal: normal)
  }
}
