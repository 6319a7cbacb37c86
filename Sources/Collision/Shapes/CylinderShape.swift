public import CaromMaths

/// A cylinder around the local y axis, with flat caps.
public struct CylinderShape: Hashable, Sendable, BitwiseCopyable {
  /// The radius, in meters.
  public var radius: Float
  /// Half the height, in meters.
  public var halfHeight: Float

  /// Creates a cylinder from its radius and half its height, in meters.
  @inlinable public init(radius: Float, halfHeight: Float) {
    self.radius = radius
    self.halfHeight = halfHeight
  }

  /// A sentence that describes an invalid dimension, or nil for a valid shape.
  public var problem: String? {
    ShapeLimits.problem("radius", radius) ?? ShapeLimits.problem("half height", halfHeight)
  }

  /// The volume, in cubic meters.
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

  /// The tightest axis-aligned box around the shape placed at `placement`.
  ///
  /// A disc of radius r whose normal has the component a along an axis extends r·√(1 − a²) along
  /// it.
  @inlinable public func bounds(at placement: Transform) -> AABB {
    let axis = placement.orientation.rotate(.unitY)
    let disc = Vector3(
      max(0, 1 - axis.x * axis.x).squareRoot(), max(0, 1 - axis.y * axis.y).squareRoot(),
      max(0, 1 - axis.z * axis.z).squareRoot())
    return AABB(
      center: placement.position, halfExtents: axis.magnitudes * halfHeight + disc * radius)
  }

  /// Returns where the ray from `origin` along `translation`, in local space, enters the cylinder.
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

  /// Returns where a ray from outside enters through the curved side.
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

extension CylinderShape: ParametricShape {
  static var stateCode: UInt32 { 4 }
  static var parameterCount: Int { 3 }
  var parameters: [Float] { [radius, halfHeight, 0] }
  init(parameters p: [Float]) { self.init(radius: p[0], halfHeight: p[1]) }
  var shape: Shape { .cylinder(self) }

  var outerRadius: Float { (radius * radius + halfHeight * halfHeight).squareRoot() }
  var innerRadius: Float { min(radius, halfHeight) }
  var rolling: RollingSurface { RollingSurface(radius: radius, isAboutY: true) }
  var core: ConvexCore {
    ConvexCore(form: .cylinder, half: Vector3(radius, halfHeight, radius), radius: 0)
  }

  func scaled(by scale: ShapeScale) throws(ShapeError) -> Shape? {
    try scale.requireUniformAcrossY("a cylinder")
    let m = scale.magnitudes
    return .cylinder(CylinderShape(radius: radius * m.x, halfHeight: halfHeight * m.y))
  }

  func addWireframe(to sink: inout some WireframeSink) {
    sink.frustum(bottom: radius, top: radius, halfHeight: halfHeight)
  }
}

/// The form `cylinder`.
extension CylinderShape: CoreGeometry {
  @inline(__always) static func support(_ core: ConvexCore, _ d: Double3) -> Double3 {
    let h = Double3(core.half)
    let y: Double = d.y < 0 ? -h.y : h.y
    let across: Double = d.x * d.x + d.z * d.z
    // Along the axis, all points of the cap are equally far, so the middle is used.
    if across <= 1e-30 * d.y * d.y || across == 0 { return Double3(0, y, 0) }
    let scale: Double = h.x / across.squareRoot()
    return Double3(d.x * scale, y, d.z * scale)
  }

  @inline(__always)
  static func supportExtent(_ core: ConvexCore, _ n: Vector3, from base: Float) -> Float {
    let across: Float = (n.x * n.x + n.z * n.z).squareRoot()
    return base + core.half.x * across + core.half.y * abs(n.y) + core.radius
  }

  static func thickness(_ core: ConvexCore) -> Float { core.half.least }

  static func inset(_ core: ConvexCore, by depth: Float) -> ConvexCore {
    ConvexCore(form: .cylinder, half: core.half - Vector3(repeating: depth), radius: depth)
  }

  static func clamp(_ core: ConvexCore, _ p: Vector3) -> Vector3 {
    let y: Float = min(max(p.y, -core.half.y), core.half.y)
    return clampAcrossY(Vector3(p.x, y, p.z), core.half.x)
  }

  static func testFaces(_ solid: PlacedCore, isB: Bool, _ search: inout NormalSearch) {
    search.testBothDirections(isB ? 5 : 2, solid.axes.y)
  }

  static func isFaceNormal(_ solid: PlacedCore, _ n: Vector3) -> Bool {
    abs(n.dot(solid.axes.y)) > 1 - 0.5 * flatSine * flatSine
  }

  static func supportFaceNormal(_ solid: PlacedCore, _ n: Vector3) -> Vector3 {
    let along: Float = n.dot(solid.axes.y)
    return abs(along) > 0.7 ? solid.axes.y * (along < 0 ? -1 : 1) : n
  }

  static func discRadius(_ core: ConvexCore, side: Float) -> Float? { core.half.x }

  static func writeSupportFace(
    _ solid: PlacedCore, _ n: Vector3, _ face: FaceFrame, _ out: UnsafeMutablePointer<ClipVertex>
  ) -> Int {
    let h: Vector3 = solid.core.half
    let base: Vector3 = solid.center + n * solid.core.radius
    let along: Float = n.dot(solid.axes.y)
    let (first, second) = discDirections(solid, n)
    if abs(along) > 0.7 {
      return writeDisc(solid, base, h.x, side: along < 0 ? -1 : 1, (first, second), face, out)
    }
    let line: Vector3 = base + first * h.x
    out[0] = face.vertex(line - solid.axes.y * h.y, 0)
    out[1] = face.vertex(line + solid.axes.y * h.y, 1)
    return 2
  }

  static func supportFeature(_ solid: PlacedCore, _ n: Vector3) -> SupportFeature {
    let axis: Vector3 = solid.axes.y
    let along: Float = n.dot(axis)
    let outward: Vector3 = (n - axis * along).normalized(or: solid.axes.x)
    let side: Vector3 = solid.center + n * solid.core.radius + outward * solid.core.half.x
    let halfAxis: Vector3 = axis * solid.core.half.y
    if abs(along) < flatSine {
      return SupportFeature(from: side - halfAxis, to: side + halfAxis, isRound: true)
    }
    let rim: Vector3 = along < 0 ? side - halfAxis : side + halfAxis
    return SupportFeature(from: rim, to: rim, isRound: false)
  }
}
