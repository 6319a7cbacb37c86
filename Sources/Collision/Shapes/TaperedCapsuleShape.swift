public import CaromMaths
public import CaromProperties

/// The convex hull of two spheres of different radius, one above the other along the local y axis.
///
/// The origin is at half the height. With equal radii it is a capsule, which ``CapsuleShape``
/// computes faster. Also called a round cone.
public struct TaperedCapsuleShape: Part, Hashable, Sendable, BitwiseCopyable {
  /// The sentence that the schema shows.
  public static let summary = "The convex solid around two spheres, one above the other"

  /// The radius of the upper sphere, in meters.
  public var topRadius: Float = 0.25
  /// The radius of the lower sphere, in meters.
  public var bottomRadius: Float = 0.5
  /// The whole height with both ends, in meters; more than twice the greater radius.
  public var height: Float = 2

  /// Creates a tapered capsule of 2 m height, with radii of 0.25 m at the top and 0.5 m at the
  /// bottom.
  public init() {}

  /// Creates a tapered capsule from its radii and its whole height, in meters.
  public init(topRadius: Float, bottomRadius: Float, height: Float) {
    self.topRadius = topRadius
    self.bottomRadius = bottomRadius
    self.height = height
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("topRadius", \.topRadius, "Radius of the upper end", .meters, 1e-4...1e5)
    p.property("bottomRadius", \.bottomRadius, "Radius of the lower end", .meters, 1e-4...1e5)
    p.property("height", \.height, "Size along Y with both ends", .meters, 1e-4...1e5)
  }

  /// A sentence that describes an invalid dimension, or nil for a valid shape.
  public var problem: String? {
    let problem =
      ShapeLimits.problem("top radius", topRadius)
      ?? ShapeLimits.problem("bottom radius", bottomRadius) ?? ShapeLimits.problem("height", height)
    if problem != nil || height > 2.0001 * max(topRadius, bottomRadius) { return problem }
    return "height is \(height) m; "
      + "it must be more than twice the greater radius of \(max(topRadius, bottomRadius)) m"
  }

  /// The height of the center of the upper sphere above the origin, in meters.
  public var topCenter: Float { 0.5 * height - topRadius }
  /// The height of the center of the lower sphere above the origin, in meters; usually negative.
  public var bottomCenter: Float { bottomRadius - 0.5 * height }

  /// The sine of the angle between the side and the axis; positive when the lower sphere is larger.
  ///
  /// The side touches a sphere of radius r in a circle `sine·r` above the sphere's center.
  private var sine: Double {
    (Double(bottomRadius) - Double(topRadius)) / (Double(topCenter) - Double(bottomCenter))
  }

  // MARK: Mass

  /// The lower and the upper part of a sphere, and the truncated cone between the two.
  private var mass: RevolvedMass {
    let (r, t) = (Double(bottomRadius), Double(topRadius))
    let (low, high) = (Double(bottomCenter), Double(topCenter))
    let cosine: Double = max(0, 1 - sine * sine).squareRoot()
    let (from, to) = (low + sine * r, high + sine * t)
    var mass = RevolvedMass()
    mass.addSphere(radius: r, center: low, from: low - r, to: from)
    mass.addFrustum(from: from, radius: r * cosine, to: to, radius: t * cosine)
    mass.addSphere(radius: t, center: high, from: to, to: high + t)
    return mass
  }

  /// The volume, in cubic meters.
  public var volume: Float { Float(mass.cubicMeters) }

  /// The mass properties for a density in kg/m³, by exact integrals over the three slices.
  public func massProperties(density: Float) -> MassProperties { mass.properties(density: density) }

  // MARK: Bounds and rays

  /// The tightest axis-aligned box around the shape placed at `placement`.
  public func bounds(at placement: Transform) -> AABB {
    let axis = placement.orientation.rotate(.unitY)
    let top = AABB(
      center: placement.position + axis * topCenter, halfExtents: Vector3(repeating: topRadius))
    let bottom = AABB(
      center: placement.position + axis * bottomCenter,
      halfExtents: Vector3(repeating: bottomRadius))
    return top.union(bottom)
  }

  var outerRadius: Float { max(topRadius + abs(topCenter), bottomRadius + abs(bottomCenter)) }

  var rolling: RollingSurface {
    RollingSurface(
      radius: 0.5 * (topRadius + bottomRadius), isAboutY: false, isUneven: true)
  }

  /// The sphere around the origin that touches the side, or an end.
  var innerRadius: Float {
    // The sphere around the origin between the two, whose radius changes linearly with the height.
    let share: Float = -bottomCenter / (topCenter - bottomCenter)
    return bottomRadius + (topRadius - bottomRadius) * min(max(share, 0), 1)
  }

  /// Returns where the ray from `origin` along `translation`, in local space, enters the shape.
  ///
  /// The first hit of the two spheres and of the side between its circles of contact.
  func rayCast(origin: Vector3, translation: Vector3) -> RayHit? {
    var best: RayHit?
    for (radius, y) in [(bottomRadius, bottomCenter), (topRadius, topCenter)] {
      let hit = SphereShape(radius: radius)
        .rayCast(origin: origin, translation: translation, at: Vector3(0, y, 0))
      guard let hit else { continue }
      if hit.isInside { return hit }
      if hit.fraction < best?.fraction ?? .infinity { best = hit }
    }
    // On the side x² + z² = (m·y + c)²: a·t² + 2·b·t + k = 0.
    let (o, d) = (Double3(origin), Double3(translation))
    let cosine: Double = max(1e-12, 1 - sine * sine).squareRoot()
    let m: Double = -sine / cosine
    let c: Double = Double(bottomRadius) / cosine - m * Double(bottomCenter)
    let low: Double = Double(bottomCenter) + sine * Double(bottomRadius)
    let high: Double = Double(topCenter) + sine * Double(topRadius)
    let radius: Double = m * o.y + c
    let across: Double = o.x * o.x + o.z * o.z
    if o.y >= low && o.y <= high && across <= radius * radius { return .inside(origin) }
    let a: Double = d.x * d.x + d.z * d.z - m * m * d.y * d.y
    let b: Double = o.x * d.x + o.z * d.z - m * d.y * radius
    let k: Double = across - radius * radius
    let discriminant: Double = b * b - a * k
    guard discriminant >= 0 else { return best }
    let q: Double = b < 0 ? -b + discriminant.squareRoot() : -b - discriminant.squareRoot()
    for t in [a == 0 ? .infinity : q / a, q == 0 ? .infinity : k / q] where t >= 0 && t <= 1 {
      let y: Double = o.y + d.y * t
      let (x, z) = (o.x + d.x * t, o.z + d.z * t)
      let here: Double = m * y + c
      // Only inwards, and only between the circles.
      guard y >= low, y <= high, here >= 0, x * d.x + z * d.z - m * here * d.y <= 0 else {
        continue
      }
      if Float(t) < best?.fraction ?? .infinity {
        best = RayHit(
          fraction: Float(t), point: origin + translation * Float(t),
          normal: Vector3(Float(x), Float(-m * here), Float(z)).normalized(or: .unitY))
      }
    }
    return best
  }
}

extension TaperedCapsuleShape: ParametricShape {
  static var stateCode: UInt32 { 11 }
  static var parameterCount: Int { 3 }
  var parameters: [Float] { [topRadius, bottomRadius, height] }
  init(parameters p: [Float]) { self.init(topRadius: p[0], bottomRadius: p[1], height: p[2]) }
  var shape: Shape { .taperedCapsule(self) }

  /// The lesser radius is the core's; the form is the hull of a point and a sphere of the rest.
  var core: ConvexCore {
    ConvexCore(
      form: .taperedSegment,
      half: Vector3(bottomCenter, topCenter, bottomRadius - topRadius),
      radius: min(topRadius, bottomRadius))
  }

  func scaled(by scale: ShapeScale) throws(ShapeError) -> Shape? {
    try scale.requireUniform("a tapered capsule")
    let s = scale.magnitudes.x
    let isUpright = scale.factors.y > 0
    let (top, bottom) = isUpright ? (topRadius, bottomRadius) : (bottomRadius, topRadius)
    return .taperedCapsule(
      TaperedCapsuleShape(topRadius: top * s, bottomRadius: bottom * s, height: height * s))
  }

  func addWireframe(to sink: inout some WireframeSink) {
    let s = Float(sine)
    let c = max(0, 1 - s * s).squareRoot()
    for (r, y, up) in [(bottomRadius, bottomCenter, Float(-1)), (topRadius, topCenter, 1)] {
      let center = Vector3(0, y, 0)
      sink.circle(center, Vector3(r, 0, 0), Vector3(0, 0, r))
      sink.arc(center, Vector3(r, 0, 0), Vector3(0, up * r, 0), segments: 12)
      sink.arc(center, Vector3(0, 0, r), Vector3(0, up * r, 0), segments: 12)
    }
    for (x, z) in [(c, 0), (-c, 0), (0, c), (0, -c)] as [(Float, Float)] {
      sink.line(
        Vector3(x * bottomRadius, bottomCenter + s * bottomRadius, z * bottomRadius),
        Vector3(x * topRadius, topCenter + s * topRadius, z * topRadius))
    }
  }
}

/// The form `taperedSegment`: the hull of a point and a sphere, one above the other.
///
/// The numbers of the core are the heights of the lower and the upper end, and the difference of
/// their radii: positive for a sphere at the lower end, negative for one at the upper end.
extension TaperedCapsuleShape: CoreGeometry {
  /// The radii of the ends of the form, without the core's radius.
  @inline(__always)
  private static func radii(_ core: ConvexCore) -> (bottom: Float, top: Float) {
    (max(core.half.z, 0), max(-core.half.z, 0))
  }

  @inline(__always) static func support(_ core: ConvexCore, _ d: Double3) -> Double3 {
    let (bottom, top) = (Double(core.half.x), Double(core.half.y))
    let radius = Double(core.half.z)
    let length: Double = d.lengthSquared.squareRoot()
    let isTop: Bool =
      top * d.y + max(-radius, 0) * length >= bottom * d.y + max(radius, 0) * length
    let end = Double3(0, isTop ? top : bottom, 0)
    let own: Double = isTop ? max(-radius, 0) : max(radius, 0)
    return length > 0 && own > 0 ? end + d * (own / length) : end
  }

  @inline(__always)
  static func supportExtent(_ core: ConvexCore, _ n: Vector3, from base: Float) -> Float {
    let (bottom, top) = radii(core)
    return base + max(core.half.y * n.y + top, core.half.x * n.y + bottom) + core.radius
  }

  static func thickness(_ core: ConvexCore) -> Float { .infinity }

  static func halfHeight(_ core: ConvexCore) -> Float { 0.5 * (core.half.y - core.half.x) }
  static func span(_ core: ConvexCore) -> Float {
    max(abs(core.half.x), abs(core.half.y)) + abs(core.half.z)
  }

  /// Unchanged while the radius is at least `depth`; then scaled about the origin.
  static func inset(_ core: ConvexCore, by depth: Float) -> ConvexCore {
    guard depth.isFinite, depth > core.radius else { return core }
    let (bottom, top) = radii(core)
    let (low, high) = (core.half.x, core.half.y)
    let share: Float = min(max(-low / (high - low), 0), 1)
    let inner: Float = core.radius + bottom + (top - bottom) * share
    let scale: Float = max(0, 1 - depth / inner)
    return ConvexCore(
      form: .taperedSegment, half: core.half * scale, radius: core.radius * scale + depth)
  }

  static func clamp(_ core: ConvexCore, _ p: Vector3) -> Vector3 {
    Vector3(0, min(max(p.y, core.half.x), core.half.y), 0)
  }

  static func boxHalfExtents(_ core: ConvexCore) -> Vector3? {
    let (bottom, top) = radii(core)
    let across: Float = max(bottom, top)
    return Vector3(across, max(abs(core.half.x) + bottom, abs(core.half.y) + top), across)
  }

  /// The lowest points of both spheres along `n`.
  private static func ends(_ solid: PlacedCore, _ n: Vector3) -> (bottom: Vector3, top: Vector3) {
    let (bottom, top) = radii(solid.core)
    let base: Vector3 = solid.center + n * solid.core.radius
    return (
      base + solid.axes.y * solid.core.half.x + n * bottom,
      base + solid.axes.y * solid.core.half.y + n * top
    )
  }

  static func writeSupportFace(
    _ solid: PlacedCore, _ n: Vector3, _ face: FaceFrame, _ out: UnsafeMutablePointer<ClipVertex>
  ) -> Int {
    let (bottom, top) = ends(solid, n)
    out[0] = face.vertex(bottom, 0)
    out[1] = face.vertex(top, 1)
    return 2
  }

  static func supportFeature(_ solid: PlacedCore, _ n: Vector3) -> SupportFeature {
    let (bottom, top) = ends(solid, n)
    let side: Vector3 = top - bottom
    if abs(side.dot(n)) < flatSine * side.length {
      return SupportFeature(from: bottom, to: top, isRound: true)
    }
    let end: Vector3 = side.dot(n) > 0 ? top : bottom
    return SupportFeature(from: end, to: end, isRound: true)
  }
}

/// The volume, center and inertia of a solid of revolution about y, from slices with a closed form.
///
/// The squared radius of a slice is a quadratic polynomial of the height, which covers cylinders,
/// cones and parts of spheres. With p(y) the squared radius,
///
///     V = π·∫p        V·ȳ = π·∫y·p        Iyy = π/2·∫p²        Ixx = Izz = Iyy/2 + π·∫y²·p
private struct RevolvedMass {
  private var volume = 0.0
  private var moment = 0.0
  private var squares = 0.0
  private var fourths = 0.0

  /// Adds the slice from `low` to `high` whose squared radius is `a + b·t + c·t²` with t = y −
  /// `origin`.
  mutating func addSlice(
    from low: Double, to high: Double, origin: Double, _ a: Double, _ b: Double, _ c: Double
  ) {
    guard high > low else { return }
    // ∫tⁿ over the slice.
    let (s, e) = (low - origin, high - origin)
    func power(_ n: Int) -> Double {
      var (p, q) = (1.0, 1.0)
      for _ in 0...n { (p, q) = (p * e, q * s) }
      return (p - q) / Double(n + 1)
    }
    let (t0, t1, t2, t3, t4) = (power(0), power(1), power(2), power(3), power(4))
    let sum0: Double = a * t0 + b * t1 + c * t2
    let sum1: Double = a * t1 + b * t2 + c * t3
    let sum2: Double = a * t2 + b * t3 + c * t4
    volume += sum0
    moment += sum1 + origin * sum0
    squares += sum2 + 2 * origin * sum1 + origin * origin * sum0
    fourths += a * a * t0 + 2 * a * b * t1 + (2 * a * c + b * b) * t2 + 2 * b * c * t3 + c * c * t4
  }

  /// Adds the part of a sphere around the height `center` from `low` to `high`.
  mutating func addSphere(radius: Double, center: Double, from low: Double, to high: Double) {
    addSlice(from: low, to: high, origin: center, radius * radius, 0, -1)
  }

  /// Adds a truncated cone.
  mutating func addFrustum(from low: Double, radius: Double, to high: Double, radius top: Double) {
    let slope: Double = (top - radius) / (high - low)
    addSlice(
      from: low, to: high, origin: low, radius * radius, 2 * radius * slope, slope * slope)
  }

  /// The volume, in cubic meters.
  var cubicMeters: Double { Double.pi * volume }

  /// The mass properties for a density in kg/m³.
  func properties(density: Float) -> MassProperties {
    guard volume > 0 else { return .zero }
    let scale: Double = Double.pi * Double(density)
    let center: Double = moment / volume
    let along: Double = 0.5 * scale * fourths
    let across: Double = 0.5 * along + scale * (squares - volume * center * center)
    return MassProperties(
      mass: Float(scale * volume), centerOfMass: Vector3(0, Float(center), 0),
      inertia: Matrix3(diagonal: Vector3(Float(across), Float(along), Float(across))))
  }
}
