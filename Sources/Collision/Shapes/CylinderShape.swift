public import CaromMaths

/// A cylinder around the local y axis, with flat caps.
public struct CylinderShape: Hashable, Sendable, BitwiseCopyable {
  /// The radius, in metres.
  public var radius: Float
  /// Half the height between the caps, in metres.
  public var halfHeight: Float

  /// Makes a cylinder from its radius and half its height.
  @inlinable public init(radius: Float, halfHeight: Float) {
    self.radius = radius
    self.halfHeight = halfHeight
  }

  /// A sentence that says what is wrong with the dimensions, or nil when nothing is.
  public var problem: String? {
    ShapeLimits.problem("radius", radius) ?? ShapeLimits.problem("half height", halfHeight)
  }

  /// The volume, in cubic metres.
  public var volume: Float { 2 * Float.pi * radius * radius * halfHeight }

  /// The mass properties for a density in kg/m³.
  ///
  ///     m = 2·π·r²·h·ρ        Iyy = m·r²/2        Ixx = Izz = m·(r²/4 + h²/3)
  public func massProperties(density: Float) -> MassProperties {
    let mass = volume * density
    let r2 = radius * radius
    let along = 0.5 * mass * r2
    let across = mass * (0.25 * r2 + halfHeight * halfHeight / 3)
    return MassProperties(
      mass: mass, centerOfMass: .zero,
      inertia: Matrix3(diagonal: Vector3(across, along, across)))
  }

  /// The smallest box around the shape placed at `placement`.
  ///
  /// A disc of radius r whose normal has the component a along an axis reaches r·√(1 − a²) there.
  @inlinable public func bounds(at placement: Transform) -> AABB {
    let axis = placement.orientation.rotate(.unitY)
    let disc = Vector3(
      max(0, 1 - axis.x * axis.x).squareRoot(), max(0, 1 - axis.y * axis.y).squareRoot(),
      max(0, 1 - axis.z * axis.z).squareRoot())
    return AABB(
      center: placement.position, halfExtents: axis.magnitudes * halfHeight + disc * radius)
  }

  /// Where the ray from `origin` along `translation`, in local space, enters the cylinder.
  func rayCast(origin: Vector3, translation: Vector3) -> RayHit? {
    let across = origin.x * origin.x + origin.z * origin.z
    if across <= radius * radius && abs(origin.y) <= halfHeight { return .inside(origin) }
    if abs(origin.y) > halfHeight && origin.y * translation.y < 0 {
      let side: Float = origin.y > 0 ? 1 : -1
      let fraction = (side * halfHeight - origin.y) / translation.y
      if fraction > 1 { return nil }
      let point = origin + translation * fraction
      if point.x * point.x + point.z * point.z <= radius * radius {
        return RayHit(fraction: fraction, point: point, normal: Vector3(0, side, 0))
      }
    }
    return sideCast(origin: origin, translation: translation)
  }

  /// Where a ray from outside enters through the side, between the caps.
  func sideCast(origin: Vector3, translation: Vector3) -> RayHit? {
    let a = translation.x * translation.x + translation.z * translation.z
    guard a > 0 else { return nil }
    let across = origin.x * origin.x + origin.z * origin.z
    guard across >= radius * radius else { return nil }
    let nearest = -(origin.x * translation.x + origin.z * translation.z) / a
    guard nearest > 0 else { return nil }
    let (x, z) = (origin.x + translation.x * nearest, origin.z + translation.z * nearest)
    let halfChordSquared = radius * radius - (x * x + z * z)
    guard halfChordSquared >= 0 else { return nil }
    let fraction = max(0, nearest - (halfChordSquared / a).squareRoot())
    guard fraction <= 1 else { return nil }
    let point = origin + translation * fraction
    guard abs(point.y) <= halfHeight else { return nil }
    let normal = Vector3(point.x, 0, point.z).normalized(or: .unitX)
    return RayHit(fraction: fraction, point: point, normal: normal)
  }
}
