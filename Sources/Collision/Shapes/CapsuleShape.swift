public import CaromMaths

/// A segment along the local y axis, thickened by a radius.
public struct CapsuleShape: Hashable, Sendable, BitwiseCopyable {
  /// The radius around the segment, in metres.
  public var radius: Float
  /// Half the length of the segment, without the round ends, in metres.
  public var halfLength: Float

  /// Makes a capsule from its radius and half the length of its segment.
  @inlinable public init(radius: Float, halfLength: Float) {
    self.radius = radius
    self.halfLength = halfLength
  }

  /// A sentence that says what is wrong with the dimensions, or nil when nothing is.
  public var problem: String? {
    ShapeLimits.problem("radius", radius) ?? ShapeLimits.problem("half length", halfLength)
  }

  /// The volume, in cubic metres.
  public var volume: Float {
    Float.pi * radius * radius * (2 * halfLength + 4 / 3 * radius)
  }

  /// The mass properties for a density in kg/m³.
  ///
  /// A cylinder of mass c and two half balls of mass s together, whose own centres lie 3/8·r beyond
  /// the ends of the segment of half length h:
  ///
  ///     Iyy = c·r²/2 + 2/5·s·r²
  ///     Ixx = Izz = c·(r²/4 + h²/3) + s·(2/5·r² + h² + 3/4·h·r)
  public func massProperties(density: Float) -> MassProperties {
    let (r, h) = (radius, halfLength)
    let c = Float.pi * r * r * 2 * h * density
    let s = 4 / 3 * Float.pi * r * r * r * density
    let along = (0.5 * c + 0.4 * s) * r * r
    let across = c * (0.25 * r * r + h * h / 3) + s * (0.4 * r * r + h * h + 0.75 * h * r)
    return MassProperties(
      mass: c + s, centerOfMass: .zero,
      inertia: Matrix3(diagonal: Vector3(across, along, across)))
  }

  /// The smallest box around the shape placed at `placement`.
  @inlinable public func bounds(at placement: Transform) -> AABB {
    let extent = placement.orientation.rotate(Vector3(0, halfLength, 0)).magnitudes
    return AABB(center: placement.position, halfExtents: extent + Vector3(repeating: radius))
  }

  /// Where the ray from `origin` along `translation`, in local space, enters the capsule.
  func rayCast(origin: Vector3, translation: Vector3) -> RayHit? {
    let nearestY = min(max(origin.y, -halfLength), halfLength)
    let toOrigin = origin - Vector3(0, nearestY, 0)
    if toOrigin.lengthSquared <= radius * radius { return .inside(origin) }
    let side = CylinderShape(radius: radius, halfHeight: halfLength)
      .sideCast(origin: origin, translation: translation)
    if let side { return side }
    var best: RayHit?
    for end in [-halfLength, halfLength] {
      let center = Vector3(0, end, 0)
      let ball = SphereShape(radius: radius)
      guard let hit = ball.rayCast(origin: origin, translation: translation, at: center) else {
        continue
      }
      if best.map({ hit.fraction < $0.fraction }) ?? true { best = hit }
    }
    return best
  }
}
