public import CaromMaths

/// A segment along the local y axis, with a radius around it.
public struct CapsuleShape: Hashable, Sendable, BitwiseCopyable {
  /// The radius around the segment, in meters.
  public var radius: Float
  /// Half the length of the segment, without the hemispheres, in meters.
  public var halfLength: Float

  /// Creates a capsule from its radius and half the length of its segment, in meters.
  @inlinable public init(radius: Float, halfLength: Float) {
    self.radius = radius
    self.halfLength = halfLength
  }

  /// A sentence that describes an invalid dimension, or nil for a valid shape.
  public var problem: String? {
    ShapeLimits.problem("radius", radius) ?? ShapeLimits.problem("half length", halfLength)
  }

  /// The volume, in cubic meters.
  public var volume: Float {
    Float.pi * radius * radius * (2 * halfLength + 4 / 3 * radius)
  }

  /// The mass properties for a density in kg/m³.
  ///
  /// A cylinder of mass c and two hemispheres of mass s together, whose centers of mass are 3/8·r
  /// beyond the ends of the segment of half length h:
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

  /// The tightest axis-aligned box around the shape placed at `placement`.
  @inlinable public func bounds(at placement: Transform) -> AABB {
    let extent = placement.orientation.rotate(Vector3(0, halfLength, 0)).magnitudes
    return AABB(center: placement.position, halfExtents: extent + Vector3(repeating: radius))
  }

  /// Returns where the ray from `origin` along `translation`, in local space, enters the capsule.
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

extension CapsuleShape: ParametricShape {
  static var stateCode: UInt32 { 3 }
  static var parameterCount: Int { 3 }
  var parameters: [Float] { [radius, halfLength, 0] }
  init(parameters p: [Float]) { self.init(radius: p[0], halfLength: p[1]) }
  var shape: Shape { .capsule(self) }

  var outerRadius: Float { radius + halfLength }
  var innerRadius: Float { radius }
  var rotationRadius: Float { halfLength }
  var rolling: RollingSurface { RollingSurface(radius: radius, isAboutY: false) }
  var core: ConvexCore {
    ConvexCore(form: .segment, half: Vector3(0, halfLength, 0), radius: radius)
  }

  func scaled(by scale: ShapeScale) throws(ShapeError) -> Shape? {
    try scale.requireUniform("a capsule")
    let s = scale.magnitudes.x
    return .capsule(CapsuleShape(radius: radius * s, halfLength: halfLength * s))
  }

  func addWireframe(to sink: inout some WireframeSink) {
    let (r, h) = (radius, halfLength)
    let (x, z) = (Vector3(r, 0, 0), Vector3(0, 0, r))
    for end in [-h, h] {
      let center = Vector3(0, end, 0)
      let up = Vector3(0, end < 0 ? -r : r, 0)
      sink.circle(center, x, z)
      sink.arc(center, x, up, segments: 12)
      sink.arc(center, z, up, segments: 12)
    }
    for (a, b) in [(r, 0), (-r, 0), (0, r), (0, -r)] {
      sink.line(Vector3(a, -h, b), Vector3(a, h, b))
    }
  }
}

/// The form `segment`: the core of a capsule.
extension CapsuleShape: CoreGeometry {
  @inline(__always) static func support(_ core: ConvexCore, _ d: Double3) -> Double3 {
    let y = Double(core.half.y)
    return Double3(0, d.y < 0 ? -y : y, 0)
  }

  @inline(__always)
  static func supportExtent(_ core: ConvexCore, _ n: Vector3, from base: Float) -> Float {
    base + core.radius + core.half.y * abs(n.y)
  }

  static func thickness(_ core: ConvexCore) -> Float { .infinity }
  static func inset(_ core: ConvexCore, by depth: Float) -> ConvexCore { core }
  static func clamp(_ core: ConvexCore, _ p: Vector3) -> Vector3 {
    p.maximum(-core.half).minimum(core.half)
  }
  static var triangleAxes: TriangleAxes { .edgesAcrossY }

  static func writeSupportFace(
    _ solid: PlacedCore, _ n: Vector3, _ face: FaceFrame, _ out: UnsafeMutablePointer<ClipVertex>
  ) -> Int {
    let base: Vector3 = solid.center + n * solid.core.radius
    out[0] = face.vertex(base - solid.axes.y * solid.core.half.y, 0)
    out[1] = face.vertex(base + solid.axes.y * solid.core.half.y, 1)
    return 2
  }

  static func supportFeature(_ solid: PlacedCore, _ n: Vector3) -> SupportFeature {
    let base: Vector3 = solid.center + n * solid.core.radius
    let halfAxis: Vector3 = solid.axes.y * solid.core.half.y
    let along: Float = n.dot(solid.axes.y)
    if abs(along) < flatSine {
      return SupportFeature(from: base - halfAxis, to: base + halfAxis, isRound: true)
    }
    let end: Vector3 = along < 0 ? base - halfAxis : base + halfAxis
    return SupportFeature(from: end, to: end, isRound: true)
  }
}
