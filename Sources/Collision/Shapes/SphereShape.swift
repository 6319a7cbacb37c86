public import CaromMaths

/// A sphere around the local origin.
public struct SphereShape: Hashable, Sendable, BitwiseCopyable {
  /// The radius, in meters.
  public var radius: Float

  /// Creates a sphere from its radius, in meters.
  @inlinable public init(radius: Float) { self.radius = radius }

  /// A sentence that describes an invalid dimension, or nil for a valid shape.
  public var problem: String? { ShapeLimits.problem("radius", radius) }

  /// The volume, in cubic meters.
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

  /// The tightest axis-aligned box around the shape placed at `placement`.
  @inlinable public func bounds(at placement: Transform) -> AABB {
    AABB(center: placement.position, halfExtents: Vector3(repeating: radius))
  }

  /// Returns where the ray from `start` along `translation` enters the sphere around `center`, in
  /// world space.
  func rayCast(origin start: Vector3, translation: Vector3, at center: Vector3) -> RayHit? {
    let fraction = rayFraction(origin: start, translation: translation, at: center)
    if fraction == 0 && (start - center).lengthSquared - radius * radius <= 0 {
      return .inside(start)
    }
    guard fraction <= 1 else { return nil }
    return RayHit(onSphere: center, origin: start, translation: translation, fraction: fraction)
  }

  /// The fraction at which a ray enters the sphere around `center`, in world space: 0 from inside,
  /// and infinity if it misses.
  ///
  /// The roots of |o + t·d|² = r², computed from the ray's closest point to the center, which loses
  /// no precision far away. ``WideTree`` performs the same operations for four spheres at a time.
  @inlinable package func rayFraction(
    origin start: Vector3, translation: Vector3, at center: Vector3
  ) -> Float {
    let origin = start - center
    let outside: Float = origin.lengthSquared - radius * radius
    if outside <= 0 { return 0 }
    let a: Float = translation.lengthSquared
    guard a > 0 else { return .infinity }
    let nearest: Float = -origin.dot(translation) / a
    guard nearest > 0 else { return .infinity }
    let offset = origin + translation * nearest
    let halfChordSquared: Float = radius * radius - offset.lengthSquared
    guard halfChordSquared >= 0 else { return .infinity }
    return max(0, nearest - (halfChordSquared / a).squareRoot())
  }
}

extension SphereShape: ParametricShape {
  static var stateCode: UInt32 { 1 }
  static var parameterCount: Int { 3 }
  var parameters: [Float] { [radius, 0, 0] }
  init(parameters p: [Float]) { self.init(radius: p[0]) }
  var shape: Shape { .sphere(self) }

  var outerRadius: Float { radius }
  var innerRadius: Float { radius }
  var rotationRadius: Float { 0 }
  var rolling: RollingSurface { RollingSurface(radius: radius, isAboutY: false) }
  var core: ConvexCore { ConvexCore(form: .point, half: Vector3(), radius: radius) }

  func rayCast(origin: Vector3, translation: Vector3) -> RayHit? {
    rayCast(origin: origin, translation: translation, at: .zero)
  }

  func scaled(by scale: ShapeScale) throws(ShapeError) -> Shape? {
    try scale.requireUniform("a sphere")
    return .sphere(SphereShape(radius: radius * scale.magnitudes.x))
  }

  func addWireframe(to sink: inout some WireframeSink) {
    let (x, y, z) = (Vector3(radius, 0, 0), Vector3(0, radius, 0), Vector3(0, 0, radius))
    sink.circle(.zero, x, y)
    sink.circle(.zero, y, z)
    sink.circle(.zero, z, x)
  }
}

/// The form `point`: the core of a sphere.
extension SphereShape: CoreGeometry {
  @inline(__always) static func support(_ core: ConvexCore, _ d: Double3) -> Double3 { Double3() }
  @inline(__always)
  static func supportExtent(_ core: ConvexCore, _ n: Vector3, from base: Float) -> Float {
    base + core.radius
  }
  static func thickness(_ core: ConvexCore) -> Float { .infinity }
  static func inset(_ core: ConvexCore, by depth: Float) -> ConvexCore { core }
  static func clamp(_ core: ConvexCore, _ p: Vector3) -> Vector3 { Vector3() }
  static var triangleAxes: TriangleAxes { .none }

  static func writeSupportFace(
    _ solid: PlacedCore, _ n: Vector3, _ face: FaceFrame, _ out: UnsafeMutablePointer<ClipVertex>
  ) -> Int {
    out[0] = face.vertex(solid.center + n * solid.core.radius, 0)
    return 1
  }

  static func supportFeature(_ solid: PlacedCore, _ n: Vector3) -> SupportFeature {
    let point: Vector3 = solid.center + n * solid.core.radius
    return SupportFeature(from: point, to: point, isRound: true)
  }
}
