public import CaromMaths
public import CaromProperties

/// A box around the local origin whose edges and corners are rounded with a radius.
///
/// The set of points within `cornerRadius` of a smaller box. Without a radius it is a box, which
/// ``BoxShape`` computes faster.
public struct RoundedBoxShape: Part, Hashable, Sendable, BitwiseCopyable {
  /// The sentence that the schema shows.
  public static let summary = "A box with rounded edges and corners"

  /// The half extents are declared as `width`, `height` and `length`.
  public static let undeclaredByDesign: Set<String> = ["halfExtents"]

  /// Half the whole size along each local axis, in meters.
  public var halfExtents = Vector3(repeating: 0.5)
  /// The radius of the edges and corners, in meters; at most the least half extent.
  public var cornerRadius: Float = 0.1

  /// Creates a rounded box of 1 m per side, with a corner radius of 0.1 m.
  public init() {}

  /// Creates a rounded box from half its whole size along each axis and its corner radius, in
  /// meters.
  public init(halfExtents: Vector3, cornerRadius: Float) {
    self.halfExtents = halfExtents
    self.cornerRadius = cornerRadius
  }

  private var width: Float {
    get { 2 * halfExtents.x }
    set { halfExtents.x = 0.5 * newValue }
  }
  private var height: Float {
    get { 2 * halfExtents.y }
    set { halfExtents.y = 0.5 * newValue }
  }
  private var length: Float {
    get { 2 * halfExtents.z }
    set { halfExtents.z = 0.5 * newValue }
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("width", \.width, "Size along X", .meters, 1e-4...1e5)
    p.property("height", \.height, "Size along Y", .meters, 1e-4...1e5)
    p.property("length", \.length, "Size along Z", .meters, 1e-4...1e5)
    p.property(
      "cornerRadius", \.cornerRadius, "Radius of the edges and corners", .meters, 1e-4...1e5)
  }

  /// A sentence that describes an invalid dimension, or nil for a valid shape.
  public var problem: String? {
    let problem =
      BoxShape(halfExtents: halfExtents).problem
      ?? ShapeLimits.problem("corner radius", cornerRadius)
    if problem != nil || cornerRadius <= halfExtents.least { return problem }
    return "corner radius is \(cornerRadius) m; "
      + "it must be at most half the shortest side, \(halfExtents.least) m"
  }

  /// Half the size of the box without its radius.
  private var inner: Vector3 { (halfExtents - Vector3(repeating: cornerRadius)).maximum(.zero) }

  // MARK: Mass

  /// The volume, in cubic meters.
  ///
  /// With the inner half extents a, b, c and the radius r, by Steiner's formula,
  ///
  ///     V = 8·a·b·c + 8·r·(a·b + b·c + c·a) + 2·π·r²·(a + b + c) + 4/3·π·r³
  public var volume: Float {
    let (h, r) = (Double3(inner), Double(cornerRadius))
    let faces: Double = h.x * h.y + h.y * h.z + h.z * h.x
    let edges: Double = h.x + h.y + h.z
    return Float(
      8 * h.x * h.y * h.z + 8 * r * faces + 2 * Double.pi * r * r * edges
        + 4 / 3 * Double.pi * r * r * r)
  }

  /// The mass properties for a density in kg/m³: the exact integrals over box, slabs, edges and
  /// corners.
  public func massProperties(density: Float) -> MassProperties {
    let h = Double3(inner)
    let (x, y, z) = (square(h.x, h.y, h.z), square(h.y, h.z, h.x), square(h.z, h.x, h.y))
    let moments = Double3(y + z, z + x, x + y) * Double(density)
    return MassProperties(
      mass: volume * density, centerOfMass: .zero, inertia: Matrix3(diagonal: moments.single))
  }

  /// ∫x² over the solid, for the inner half extents `a` along x, `b` and `c`.
  private func square(_ a: Double, _ b: Double, _ c: Double) -> Double {
    let r = Double(cornerRadius)
    let (r3, r4, r5) = (r * r * r, r * r * r * r, r * r * r * r * r)
    // The inner box, the slabs on its sides across x, and the quarter cylinders along x.
    let around: Double = 8 * a * b * c + 8 * r * a * (b + c) + 2 * Double.pi * r * r * a
    // The slabs at the ends of x.
    let outer: Double = a + r
    let ends: Double = 8 * b * c * (outer * outer * outer - a * a * a) / 3
    // The quarter cylinders along y and z: ∫(a + u)² over a quarter of a disc.
    let quarter: Double =
      a * a * Double.pi * r * r / 4 + 2 * a * r3 / 3 + Double.pi * r4 / 16
    // The octants of a sphere at the corners: ∫(a + u)² over an octant.
    let octant: Double =
      a * a * Double.pi * r3 / 6 + 2 * a * Double.pi * r4 / 16 + Double.pi * r5 / 30
    return around * a * a / 3 + ends + 8 * (b + c) * quarter + 8 * octant
  }

  // MARK: Bounds and rays

  /// The tightest axis-aligned box around the shape placed at `placement`.
  public func bounds(at placement: Transform) -> AABB {
    BoxShape(halfExtents: inner).bounds(at: placement).expanded(by: cornerRadius)
  }

  var outerRadius: Float { inner.length + cornerRadius }
  var innerRadius: Float { halfExtents.least }
  var rotationRadius: Float { inner.length }

  /// Returns where the ray from `origin` along `translation`, in local space, enters the shape.
  ///
  /// The first hit of three boxes, each as large as the whole along one axis, and of a capsule for
  /// each of the twelve edges; the union of them all is the shape.
  func rayCast(origin: Vector3, translation: Vector3) -> RayHit? {
    let whole = BoxShape(halfExtents: halfExtents)
    guard whole.rayCast(origin: origin, translation: translation) != nil else { return nil }
    let inner = inner
    var best: RayHit?
    func consider(_ hit: RayHit?) {
      if let hit, hit.fraction < best?.fraction ?? .infinity || hit.isInside { best = hit }
    }
    for axis in 0..<3 {
      var half = inner
      half[axis] = halfExtents[axis]
      if half.least > 0 {
        consider(BoxShape(halfExtents: half).rayCast(origin: origin, translation: translation))
      }
      if best?.isInside ?? false { return .inside(origin) }
    }
    for axis in 0..<3 {
      let (j, k) = ((axis + 1) % 3, (axis + 2) % 3)
      for corner in 0..<4 {
        var center = Vector3.zero
        center[j] = corner & 1 == 0 ? -inner[j] : inner[j]
        center[k] = corner & 2 == 0 ? -inner[k] : inner[k]
        let hit = edgeCast(axis, inner[axis], origin - center, translation)
        if hit?.isInside ?? false { return .inside(origin) }
        consider(hit)
      }
    }
    guard var hit = best else { return nil }
    hit.point = origin + translation * hit.fraction
    return hit
  }

  /// The hit of a ray on the capsule around an edge along an axis, in the space of its middle.
  private func edgeCast(_ axis: Int, _ halfLength: Float, _ origin: Vector3, _ translation: Vector3)
    -> RayHit?
  {
    // Axes in turn, so that the edge lies along y.
    func turned(_ v: Vector3) -> Vector3 {
      Vector3(v[(axis + 2) % 3], v[axis], v[(axis + 1) % 3])
    }
    let capsule = CapsuleShape(radius: cornerRadius, halfLength: halfLength)
    guard
      var hit = capsule.rayCast(origin: turned(origin), translation: turned(translation))
    else { return nil }
    var normal = Vector3.zero
    (normal[(axis + 2) % 3], normal[axis], normal[(axis + 1) % 3]) =
      (hit.normal.x, hit.normal.y, hit.normal.z)
    hit.normal = normal
    return hit
  }
}

extension RoundedBoxShape: ParametricShape {
  static var stateCode: UInt32 { 12 }
  static var parameterCount: Int { 4 }
  var parameters: [Float] { [halfExtents.x, halfExtents.y, halfExtents.z, cornerRadius] }
  init(parameters p: [Float]) {
    self.init(halfExtents: Vector3(p[0], p[1], p[2]), cornerRadius: p[3])
  }
  var shape: Shape { .roundedBox(self) }

  var core: ConvexCore { ConvexCore(form: .box, half: inner, radius: cornerRadius) }

  func scaled(by scale: ShapeScale) throws(ShapeError) -> Shape? {
    try scale.requireUniform("a rounded box")
    let s = scale.magnitudes.x
    return .roundedBox(
      RoundedBoxShape(halfExtents: halfExtents * s, cornerRadius: cornerRadius * s))
  }

  func addWireframe(to sink: inout some WireframeSink) {
    let (h, r) = (inner, cornerRadius)
    // The flat faces, then the arcs at the corners.
    for axis in 0..<3 {
      var half = h
      half[axis] = halfExtents[axis]
      sink.box(AABB(min: -half, max: half))
    }
    for corner in 0..<8 {
      let sign = Vector3(
        corner & 1 == 0 ? -1 : 1, corner & 2 == 0 ? -1 : 1, corner & 4 == 0 ? -1 : 1)
      let (x, y, z) = (
        Vector3(sign.x * r, 0, 0), Vector3(0, sign.y * r, 0), Vector3(0, 0, sign.z * r)
      )
      sink.arc(sign * h, x, y, segments: 6)
      sink.arc(sign * h, y, z, segments: 6)
      sink.arc(sign * h, z, x, segments: 6)
    }
  }
}
