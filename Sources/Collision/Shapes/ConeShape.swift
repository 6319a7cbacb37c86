public import CaromMaths

/// A cone or truncated cone around the local y axis: the convex hull of two horizontal discs.
///
/// The origin is at half the height, and the side is truly round. Either radius may be zero, which
/// makes an apex. With equal radii it is a cylinder, which ``CylinderShape`` computes faster.
public struct ConeShape: Hashable, Sendable, BitwiseCopyable {
  /// The radius at the top, in meters; 0 for an apex.
  public var topRadius: Float
  /// The radius at the bottom, in meters; 0 for an apex.
  public var bottomRadius: Float
  /// Half the height, in meters.
  public var halfHeight: Float

  /// Creates a cone from its radii and half its height, in meters; by default with an apex at the
  /// top.
  @inlinable public init(topRadius: Float = 0, bottomRadius: Float, halfHeight: Float) {
    self.topRadius = topRadius
    self.bottomRadius = bottomRadius
    self.halfHeight = halfHeight
  }

  /// A sentence that describes an invalid dimension, or nil for a valid shape.
  public var problem: String? {
    if let problem = ShapeLimits.problem("half height", halfHeight) { return problem }
    for (name, value) in [("top radius", topRadius), ("bottom radius", bottomRadius)]
    where !(value >= 0 && value <= ShapeLimits.maxSize) {
      let found = value.isNaN ? "not a number" : "\(value) m"
      return "\(name) is \(found); it must be from 0 m to \(ShapeLimits.maxSize) m"
    }
    return ShapeLimits.problem("greater radius", max(topRadius, bottomRadius))
  }

  /// The volume, in cubic meters.
  public var volume: Float {
    let squares = topRadius * topRadius + topRadius * bottomRadius + bottomRadius * bottomRadius
    return Float.pi * 2 / 3 * halfHeight * squares
  }

  /// The mass properties for a density in kg/m³.
  ///
  /// With the radius R at the bottom, r at the top and the height H, relative to the middle of the
  /// bottom:
  ///
  ///     m = π·H/3·(R² + R·r + r²)·ρ        y = H/4·(R² + 2·R·r + 3·r²)/(R² + R·r + r²)
  ///     Iyy = π·H/10·(R⁴ + R³·r + R²·r² + R·r³ + r⁴)·ρ
  ///     Ixx = Izz = Iyy/2 + π·H³·(R²/30 + R·r/10 + r²/5)·ρ
  public func massProperties(density: Float) -> MassProperties {
    let (b, t, h) = (Double(bottomRadius), Double(topRadius), 2 * Double(halfHeight))
    let squares: Double = b * b + b * t + t * t
    let mass: Double = Double.pi * h / 3 * squares * Double(density)
    guard mass > 0 else { return .zero }
    let rise: Double = h / 4 * (b * b + 2 * b * t + 3 * t * t) / squares
    let fourths: Double = b * b * b * b + b * b * b * t + b * b * t * t + b * t * t * t
    let along: Double = Double.pi * h / 10 * (fourths + t * t * t * t) * Double(density)
    let spread: Double = b * b / 30 + b * t / 10 + t * t / 5
    let base: Double = along / 2 + Double.pi * h * h * h * spread * Double(density)
    let across = Float(base - mass * rise * rise)
    return MassProperties(
      mass: Float(mass), centerOfMass: Vector3(0, Float(rise - h / 2), 0),
      inertia: Matrix3(diagonal: Vector3(across, Float(along), across)))
  }

  /// The tightest axis-aligned box around the shape placed at `placement`.
  @inlinable public func bounds(at placement: Transform) -> AABB {
    let axis = placement.orientation.rotate(.unitY)
    let disc = Vector3(
      max(0, 1 - axis.x * axis.x).squareRoot(), max(0, 1 - axis.y * axis.y).squareRoot(),
      max(0, 1 - axis.z * axis.z).squareRoot())
    let top = AABB(
      center: placement.position + axis * halfHeight, halfExtents: disc * topRadius)
    let bottom = AABB(
      center: placement.position - axis * halfHeight, halfExtents: disc * bottomRadius)
    return top.union(bottom)
  }

  /// The distance from the origin to the farthest point.
  var outerRadius: Float {
    let radius = max(topRadius, bottomRadius)
    return (radius * radius + halfHeight * halfHeight).squareRoot()
  }

  var rolling: RollingSurface {
    RollingSurface(
      radius: 0.5 * (topRadius + bottomRadius), isAboutY: false, isUneven: true)
  }

  /// The radius of the largest sphere around the origin inside.
  var innerRadius: Float {
    let lean: Float = topRadius - bottomRadius
    let slant: Float = (lean * lean + 4 * halfHeight * halfHeight).squareRoot()
    return min(halfHeight, (topRadius + bottomRadius) * halfHeight / slant)
  }

  /// The change of the radius per meter of height.
  var slope: Float { (topRadius - bottomRadius) / (2 * halfHeight) }

  /// The radius at a height above the origin.
  func radius(at y: Float) -> Float { 0.5 * (topRadius + bottomRadius) + slope * y }

  /// Returns where the ray from `origin` along `translation`, in local space, enters the cone.
  func rayCast(origin: Vector3, translation: Vector3) -> RayHit? {
    let o = Double3(origin)
    let d = Double3(translation)
    let h = Double(halfHeight)
    let (m, c) = (Double(slope), 0.5 * (Double(topRadius) + Double(bottomRadius)))
    let radius: Double = m * o.y + c
    if abs(o.y) <= h && radius >= 0 && o.x * o.x + o.z * o.z <= radius * radius {
      return .inside(origin)
    }
    var best: Double = .infinity
    var normal = Vector3.zero
    if abs(o.y) > h && o.y * d.y < 0 {
      let side: Double = o.y > 0 ? 1 : -1
      let t: Double = (side * h - o.y) / d.y
      let (x, z) = (o.x + d.x * t, o.z + d.z * t)
      let rim: Double = m * side * h + c
      if x * x + z * z <= rim * rim { (best, normal) = (t, Vector3(0, Float(side), 0)) }
    }
    // On the side x² + z² = (m·y + c)²: a·t² + 2·b·t + k = 0.
    let a: Double = d.x * d.x + d.z * d.z - m * m * d.y * d.y
    let b: Double = o.x * d.x + o.z * d.z - m * d.y * radius
    let k: Double = o.x * o.x + o.z * o.z - radius * radius
    let discriminant: Double = b * b - a * k
    if discriminant >= 0 {
      // The roots in the form without cancellation.
      let q: Double = b < 0 ? -b + discriminant.squareRoot() : -b - discriminant.squareRoot()
      for t in [a == 0 ? .infinity : q / a, q == 0 ? .infinity : k / q] where t >= 0 && t < best {
        let y: Double = o.y + d.y * t
        let here: Double = m * y + c
        guard abs(y) <= h && here >= 0 else { continue }
        let (x, z) = (o.x + d.x * t, o.z + d.z * t)
        // Only where the ray enters.
        guard x * d.x + z * d.z - m * here * d.y <= 0 else { continue }
        best = t
        normal = Vector3(Float(x), Float(-m * here), Float(z)).normalized(or: .unitY)
      }
    }
    guard best <= 1 else { return nil }
    return RayHit(
      fraction: Float(best), point: origin + translation * Float(best), normal: normal)
  }
}

extension ConeShape: ParametricShape {
  static var stateCode: UInt32 { 6 }
  static var parameterCount: Int { 3 }
  var parameters: [Float] { [topRadius, bottomRadius, halfHeight] }
  init(parameters p: [Float]) {
    self.init(topRadius: p[0], bottomRadius: p[1], halfHeight: p[2])
  }
  var shape: Shape { .cone(self) }

  var core: ConvexCore {
    ConvexCore(form: .cone, half: Vector3(bottomRadius, halfHeight, topRadius), radius: 0)
  }

  func scaled(by scale: ShapeScale) throws(ShapeError) -> Shape? {
    try scale.requireUniformAcrossY("a cone")
    let m = scale.magnitudes
    let isUpright = scale.factors.y > 0
    let (top, bottom) = isUpright ? (topRadius, bottomRadius) : (bottomRadius, topRadius)
    return .cone(
      ConeShape(topRadius: top * m.x, bottomRadius: bottom * m.x, halfHeight: halfHeight * m.y))
  }

  func addWireframe(to sink: inout some WireframeSink) {
    sink.frustum(bottom: bottomRadius, top: topRadius, halfHeight: halfHeight)
  }
}

/// The form `cone`.
extension ConeShape: CoreGeometry {
  @inline(__always) static func support(_ core: ConvexCore, _ d: Double3) -> Double3 {
    let h = Double3(core.half)
    let across: Double = (d.x * d.x + d.z * d.z).squareRoot()
    let isTop: Bool = h.y * d.y + h.z * across >= h.x * across - h.y * d.y
    let y: Double = isTop ? h.y : -h.y
    if across <= 1e-15 * abs(d.y) || across == 0 { return Double3(0, y, 0) }
    let scale: Double = (isTop ? h.z : h.x) / across
    return Double3(d.x * scale, y, d.z * scale)
  }

  @inline(__always)
  static func supportExtent(_ core: ConvexCore, _ n: Vector3, from base: Float) -> Float {
    let h: Vector3 = core.half
    let across: Float = (n.x * n.x + n.z * n.z).squareRoot()
    return base + max(h.z * across + h.y * n.y, h.x * across - h.y * n.y) + core.radius
  }

  static func thickness(_ core: ConvexCore) -> Float {
    let h: Vector3 = core.half
    return ConeShape(topRadius: h.z, bottomRadius: h.x, halfHeight: h.y).innerRadius
  }

  static func inset(_ core: ConvexCore, by depth: Float) -> ConvexCore {
    ConvexCore(form: .cone, half: core.half * (1 - depth / thickness(core)), radius: depth)
  }

  static func clamp(_ core: ConvexCore, _ p: Vector3) -> Vector3 {
    let h: Vector3 = core.half
    let y: Float = min(max(p.y, -h.y), h.y)
    return clampAcrossY(Vector3(p.x, y, p.z), h.x + (h.z - h.x) * (y + h.y) / (2 * h.y))
  }

  static func testFaces(_ solid: PlacedCore, isB: Bool, _ search: inout NormalSearch) {
    let number: UInt32 = isB ? 5 : 2
    let sign: Float = isB ? -1 : 1
    if solid.core.half.z > 0 { search.testNormal(number, solid.axes.y * sign) }
    if solid.core.half.x > 0 { search.testNormal(number, solid.axes.y * -sign) }
  }

  static func isFaceNormal(_ solid: PlacedCore, _ n: Vector3) -> Bool {
    let along: Float = n.dot(solid.axes.y)
    let radius: Float = along < 0 ? solid.core.half.x : solid.core.half.z
    return radius > 0 && abs(along) > 1 - 0.5 * flatSine * flatSine
  }

  static func supportFaceNormal(_ solid: PlacedCore, _ n: Vector3) -> Vector3 {
    capSide(solid.core, n.dot(solid.axes.y)).map { solid.axes.y * $0 } ?? n
  }

  static func discRadius(_ core: ConvexCore, side: Float) -> Float? {
    side > 0 ? core.half.z : core.half.x
  }

  static func boxHalfExtents(_ core: ConvexCore) -> Vector3? {
    let across: Float = core.half.greatest
    return Vector3(across, core.half.y, across)
  }

  /// The side of the cap that faces along a direction, −1 or 1, or nil when the curved side does.
  ///
  /// `along` is the component of the unit direction along the cone's axis.
  private static func capSide(_ core: ConvexCore, _ along: Float) -> Float? {
    let h: Vector3 = core.half
    let side: Float = along < 0 ? -1 : 1
    if (along < 0 ? h.x : h.z) <= 0 { return nil }
    let slope: Float = (h.z - h.x) / (2 * h.y)
    let across: Float = max(0, 1 - along * along).squareRoot()
    let facing: Float = (across - slope * along) / (1 + slope * slope).squareRoot()
    return abs(along) > facing ? side : nil
  }

  static func writeSupportFace(
    _ solid: PlacedCore, _ n: Vector3, _ face: FaceFrame, _ out: UnsafeMutablePointer<ClipVertex>
  ) -> Int {
    let h: Vector3 = solid.core.half
    let base: Vector3 = solid.center + n * solid.core.radius
    let (first, second) = discDirections(solid, n)
    if let side = capSide(solid.core, n.dot(solid.axes.y)) {
      let radius: Float = side < 0 ? h.x : h.z
      return writeDisc(solid, base, radius, side: side, (first, second), face, out)
    }
    out[0] = face.vertex(base + first * h.x - solid.axes.y * h.y, 0)
    out[1] = face.vertex(base + first * h.z + solid.axes.y * h.y, 1)
    return 2
  }

  static func supportFeature(_ solid: PlacedCore, _ n: Vector3) -> SupportFeature {
    let h: Vector3 = solid.core.half
    let axis: Vector3 = solid.axes.y
    let base: Vector3 = solid.center + n * solid.core.radius
    let outward: Vector3 = (n - axis * n.dot(axis)).normalized(or: solid.axes.x)
    let bottom: Vector3 = base + outward * h.x - axis * h.y
    let top: Vector3 = base + outward * h.z + axis * h.y
    let side: Vector3 = top - bottom
    // The side line is the feature where its own normal is `n`.
    if abs(side.dot(n)) < flatSine * side.length {
      return SupportFeature(from: bottom, to: top, isRound: true)
    }
    let rim: Vector3 = top.dot(n) > bottom.dot(n) ? top : bottom
    return SupportFeature(from: rim, to: rim, isRound: false)
  }
}
