public import CaromMaths

/// A box around the local origin, with its faces along the local axes.
public struct BoxShape: Hashable, Sendable, BitwiseCopyable {
  /// Half the size along each local axis, in meters.
  public var halfExtents: Vector3

  /// Creates a box from half its size along each axis, in meters.
  @inlinable public init(halfExtents: Vector3) { self.halfExtents = halfExtents }

  /// Creates a box from its whole size along each axis, in meters.
  @inlinable public init(size: Vector3) { self.halfExtents = size * 0.5 }

  /// A sentence that describes an invalid dimension, or nil for a valid shape.
  public var problem: String? {
    ShapeLimits.problem("half extent along x", halfExtents.x)
      ?? ShapeLimits.problem("half extent along y", halfExtents.y)
      ?? ShapeLimits.problem("half extent along z", halfExtents.z)
  }

  /// The volume, in cubic meters.
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

  /// The tightest axis-aligned box around the shape placed at `placement`.
  @inlinable public func bounds(at placement: Transform) -> AABB {
    let r = Matrix3(placement.orientation)
    let h = halfExtents
    let half = r.x.magnitudes * h.x + r.y.magnitudes * h.y + r.z.magnitudes * h.z
    return AABB(center: placement.position, halfExtents: half)
  }

  /// Returns where the ray from `origin` along `translation`, in local space, enters the box.
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

extension BoxShape: ParametricShape {
  static var stateCode: UInt32 { 2 }
  static var parameterCount: Int { 3 }
  var parameters: [Float] { [halfExtents.x, halfExtents.y, halfExtents.z] }
  init(parameters p: [Float]) { self.init(halfExtents: Vector3(p[0], p[1], p[2])) }
  var shape: Shape { .box(self) }

  var outerRadius: Float { halfExtents.length }
  var innerRadius: Float { halfExtents.least }
  var core: ConvexCore { ConvexCore(form: .box, half: halfExtents, radius: 0) }
  var corners: [Vector3]? {
    (0..<8).map { index in
      let h = halfExtents
      return Vector3(
        index & 1 == 0 ? -h.x : h.x, index & 2 == 0 ? -h.y : h.y, index & 4 == 0 ? -h.z : h.z)
    }
  }

  func scaled(by scale: ShapeScale) throws(ShapeError) -> Shape? {
    .box(BoxShape(halfExtents: halfExtents * scale.magnitudes))
  }

  func addWireframe(to sink: inout some WireframeSink) {
    sink.box(AABB(min: -halfExtents, max: halfExtents))
  }
}

/// The form `box`.
extension BoxShape: CoreGeometry {
  @inline(__always) static func support(_ core: ConvexCore, _ d: Double3) -> Double3 {
    let h = Double3(core.half)
    return Double3(d.x < 0 ? -h.x : h.x, d.y < 0 ? -h.y : h.y, d.z < 0 ? -h.z : h.z)
  }

  @inline(__always)
  static func supportExtent(_ core: ConvexCore, _ n: Vector3, from base: Float) -> Float {
    base + n.magnitudes.dot(core.half) + core.radius
  }

  static func thickness(_ core: ConvexCore) -> Float { core.half.least }

  static func inset(_ core: ConvexCore, by depth: Float) -> ConvexCore {
    if depth <= core.radius { return core }
    let inner: Vector3 = core.half - Vector3(repeating: depth - core.radius)
    return ConvexCore(form: .box, half: inner, radius: depth)
  }

  static func clamp(_ core: ConvexCore, _ p: Vector3) -> Vector3 {
    p.maximum(-core.half).minimum(core.half)
  }

  static var triangleAxes: TriangleAxes { .box }

  static func testFaces(_ solid: PlacedCore, isB: Bool, _ search: inout NormalSearch) {
    let first: UInt32 = isB ? 4 : 1
    for axis in 0..<3 { search.testBothDirections(first + UInt32(axis), solid.axis(axis)) }
  }

  static func isFaceNormal(_ solid: PlacedCore, _ n: Vector3) -> Bool {
    solid.local(n).magnitudes.greatest > 1 - 0.5 * flatSine * flatSine
  }

  static func supportFaceNormal(_ solid: PlacedCore, _ n: Vector3) -> Vector3 {
    let local: Vector3 = solid.local(n)
    let k: Int = dominantAxis(local)
    return solid.axis(k) * (local[k] < 0 ? -1 : 1)
  }

  static func writeSupportFace(
    _ solid: PlacedCore, _ n: Vector3, _ face: FaceFrame, _ out: UnsafeMutablePointer<ClipVertex>
  ) -> Int {
    let h: Vector3 = solid.core.half
    let base: Vector3 = solid.center + n * solid.core.radius
    let local: Vector3 = solid.local(n)
    let k: Int = dominantAxis(local)
    let side: Float = local[k] < 0 ? -1 : 1
    let (i, j) = ((k + 1) % 3, (k + 2) % 3)
    let middle: Vector3 = base + solid.axis(k) * (side * h[k])
    let (u, v) = (solid.axis(i) * h[i], solid.axis(j) * h[j])
    let from: Int = k * 8 + (side < 0 ? 4 : 0)
    out[0] = face.vertex(middle - u - v, from)
    out[1] = face.vertex(middle + u - v, from + 1)
    out[2] = face.vertex(middle + u + v, from + 2)
    out[3] = face.vertex(middle - u + v, from + 3)
    return 4
  }

  static func supportFeature(_ solid: PlacedCore, _ n: Vector3) -> SupportFeature {
    let h: Vector3 = solid.core.half
    var corner: Vector3 = solid.center + n * solid.core.radius
    var run: Int = -1
    for k in 0..<3 {
      let part: Float = n.dot(solid.axis(k))
      if abs(part) < flatSine && run < 0 {
        run = k
      } else {
        corner += solid.axis(k) * (part < 0 ? -h[k] : h[k])
      }
    }
    if run < 0 { return SupportFeature(from: corner, to: corner, isRound: false) }
    let halfEdge: Vector3 = solid.axis(run) * h[run]
    return SupportFeature(from: corner - halfEdge, to: corner + halfEdge, isRound: false)
  }
}
