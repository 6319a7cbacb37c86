public import CaromMaths

/// A ball around the local origin.
public struct SphereShape: Hashable, Sendable, BitwiseCopyable {
  /// The radius, in metres.
  public var radius: Float

  /// Makes a ball of `radius` metres.
  @inlinable public init(radius: Float) { self.radius = radius }

  /// A sentence that says what is wrong with the dimensions, or nil when nothing is.
  public var problem: String? { ShapeLimits.problem("radius", radius) }

  /// The volume, in cubic metres.
  public var volume: Float { 4 / 3 * Float.pi * radius * radius * radius }

  /// The mass properties for a density in kg/m³.
  ///
  ///     m = 4/3·π·r³·ρ        I = 2/5·m·r²
  public func massProperties(density: Float) -> MassProperties {
    let mass = volume * density
    let moment = 0.4 * mass * radius * radius
    return MassProperties(
      mass: mass, centerOfMass: .zero, inertia: Matrix3(diagonal: Vector3(repeating: moment)))
  }

  /// The smallest box around the shape placed at `placement`.
  @inlinable public func bounds(at placement: Transform) -> AABB {
    AABB(center: placement.position, halfExtents: Vector3(repeating: radius))
  }

  /// Where the ray from `start` along `translation` enters the ball around `center`, in world space.
  ///
  /// The roots of |o + t·d|² = r², from the point of the ray closest to the centre, which loses no
  /// digits far away. ``WideTree`` makes the same operations for four balls at once.
  func rayCast(origin start: Vector3, translation: Vector3, at center: Vector3) -> RayHit? {
    let origin = start - center
    let outside = origin.lengthSquared - radius * radius
    if outside <= 0 { return .inside(start) }
    let a = translation.lengthSquared
    guard a > 0 else { return nil }
    let nearest = -origin.dot(translation) / a
    guard nearest > 0 else { return nil }
    let offset = origin + translation * nearest
    let halfChordSquared = radius * radius - offset.lengthSquared
    guard halfChordSquared >= 0 else { return nil }
    let fraction = max(0, nearest - (halfChordSquared / a).squareRoot())
    guard fraction <= 1 else { return nil }
    return RayHit(onSphere: center, origin: start, translation: translation, fraction: fraction)
  }
}
