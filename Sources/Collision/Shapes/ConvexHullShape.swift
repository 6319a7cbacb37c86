public import CaromMaths

/// The convex hull of a set of points.
///
/// Copies of a hull share its data, which is immutable; a copy costs nothing.
public struct ConvexHullShape: Sendable {
  let storage: HullStorage

  /// The maximum number of vertices of a hull.
  public static let maxVertexCount = 256

  /// Creates the hull of points in local space, in meters.
  ///
  /// Points inside, duplicates, and points on an edge or a face are dropped. Points in one plane to
  /// a millionth of the extent form one polygon. When the hull would have more vertices than
  /// `vertexLimit`, the farthest points are used and the hull is slightly smaller than that of all
  /// points. The same points in the same order always produce the same hull.
  /// - Parameters:
  ///   - points: At least four, not all in one plane, at most 1,048,576.
  ///   - vertexLimit: The maximum number of vertices, 4 to ``maxVertexCount``.
  /// - Throws: A ``ShapeError`` that describes the invalid points.
  /// - Complexity: Proportional to the number of points times the number of vertices.
  public init(_ points: [Vector3], vertexLimit: Int = ConvexHullShape.maxVertexCount)
    throws(ShapeError)
  {
    if points.count < 4 {
      throw ShapeError("a hull needs at least 4 points; there are \(points.count)")
    }
    if points.count > 1 << 20 {
      throw ShapeError("a hull takes at most 1048576 points; there are \(points.count)")
    }
    for (index, point) in points.enumerated() where !point.isFinite {
      throw ShapeError("point \(index) is \(point); every component must be finite")
    }
    let limit = max(4, min(vertexLimit, Self.maxVertexCount))
    let hull = try QuickHull(points, limit: limit)
    let size = points.reduce(AABB.empty) { $0.union($1) }.size.greatest
    let faces = HullFaces(hull, of: points, tolerance: 1e-6 * Double(size))
    storage = HullStorage(faces)
    if let problem { throw ShapeError(problem) }
  }

  init(storage: HullStorage) { self.storage = storage }

  /// Creates a hull from the vertices and faces of another, as snapshots do.
  ///
  /// - Parameters:
  ///   - vertices: The vertices, in meters.
  ///   - faces: The vertices of each face as indices, counterclockwise from outside.
  /// - Throws: A ``ShapeError`` when the faces are not the surface of a convex solid.
  public init(vertices: [Vector3], faces: [[Int]]) throws(ShapeError) {
    if let problem = HullFaces.problem(vertices, faces) { throw ShapeError(problem) }
    storage = HullStorage(HullFaces(vertices: vertices, loops: faces))
    if let problem { throw ShapeError(problem) }
  }

  /// A sentence that describes an invalid dimension, or nil for a valid shape.
  public var problem: String? {
    let size = storage.bounds.size
    if let problem = ShapeLimits.problem("extent of the hull", size.greatest) { return problem }
    if storage.outerRadius > ShapeLimits.maxSize {
      return "the hull reaches \(storage.outerRadius) m from its origin; "
        + "at most \(ShapeLimits.maxSize) m are accepted"
    }
    let thickness = storage.thickness
    let needed = max(ShapeLimits.minSize, 1e-4 * size.greatest)
    if !(thickness >= needed) {
      return "the hull is only \(thickness) m thick; "
        + "it must be at least \(needed) m, so that it has an inside"
    }
    return nil
  }

  /// The identity of the shared data; equal for copies of a hull.
  public var identity: ObjectIdentifier { ObjectIdentifier(storage) }

  /// The vertices, in the order of the points that the hull was created from, in meters.
  public var vertices: [Vector3] { storage.faces.vertices }

  /// The vertices of each face as indices into ``vertices``, counterclockwise from outside.
  public var faces: [[Int]] { storage.faces.loops }

  /// The number of edges.
  public var edgeCount: Int { storage.view.pointee.edgeCount }

  /// The outward unit normal of a face.
  public func normal(ofFace index: Int) -> Vector3 {
    precondition(index >= 0 && index < storage.faces.loops.count, "There is no such face")
    return storage.view.pointee.normal(index)
  }

  /// The volume, in cubic meters.
  public var volume: Float { Float(storage.mass.volume) }

  /// The mass properties for a density in kg/m³, by exact integrals over the polyhedron.
  public func massProperties(density: Float) -> MassProperties {
    storage.mass.properties(density: density)
  }

  /// The tightest axis-aligned box around the shape placed at `placement`.
  public func bounds(at placement: Transform) -> AABB {
    storage.view.pointee.bounds(at: placement)
  }

  /// The distance from the origin to the farthest point along a unit direction, in meters.
  public func supportExtent(along n: Vector3) -> Float { storage.view.pointee.supportExtent(n) }

  /// Returns where the ray from `origin` along `translation`, in local space, enters the hull.
  func rayCast(origin: Vector3, translation: Vector3) -> RayHit? {
    storage.view.pointee.rayCast(origin: origin, translation: translation)
  }
}

extension ConvexHullShape: Hashable {
  /// True when vertices and faces are equal, in the same order.
  public static func == (a: ConvexHullShape, b: ConvexHullShape) -> Bool {
    a.storage === b.storage
      || (a.vertices == b.vertices && a.faces == b.faces)
  }

  /// Combines the vertices into a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(vertices) }
}

extension HullStorage {
  /// The least distance between a face and the vertex farthest from it.
  var thickness: Float {
    let p = view.pointee
    var least = Float.infinity
    for face in 0..<p.faceCount {
      let n = p.normal(face)
      least = min(least, p.planes[face].w + p.supportExtent(n * -1))
    }
    return least
  }
}

extension HullFaces {
  /// The reason why faces do not bound a convex solid, or nil when they do.
  static func problem(_ vertices: [Vector3], _ loops: [[Int]]) -> String? {
    if vertices.count < 4 || vertices.count > ConvexHullShape.maxVertexCount {
      return "a hull has 4 to \(ConvexHullShape.maxVertexCount) vertices, "
        + "not \(vertices.count)"
    }
    if vertices.contains(where: { !$0.isFinite }) { return "a vertex is not finite" }
    for loop in loops where loop.contains(where: { $0 < 0 || $0 >= vertices.count }) {
      return "a face names a vertex that does not exist"
    }
    if !isClosed(loops) { return "the faces do not close around a solid" }
    let size = vertices.reduce(AABB.empty) { $0.union($1) }.size.greatest
    for loop in loops {
      let plane = Plane(loop.map { Double3(vertices[$0]) })
      for v in vertices where plane.height(Double3(v)) > 1e-5 * Double(size) {
        return "a vertex lies outside the plane of a face"
      }
    }
    return nil
  }
}

extension Polyhedron {
  /// The tightest axis-aligned box around the solid placed at `placement`.
  func bounds(at placement: Transform) -> AABB {
    let r = Matrix3(placement.orientation).transpose
    let top = Vector3(supportExtent(r.x), supportExtent(r.y), supportExtent(r.z))
    let low = Vector3(-supportExtent(r.x * -1), -supportExtent(r.y * -1), -supportExtent(r.z * -1))
    return AABB(min: placement.position + low, max: placement.position + top)
  }

  /// Returns where a ray in local space enters, by the slab method over all planes.
  ///
  /// - Source: E. Haines, "Fast Ray–Convex Polyhedron Intersection", Graphics Gems II, 1991.
  func rayCast(origin: Vector3, translation: Vector3) -> RayHit? {
    var enter: Float = 0
    var leave: Float = 1
    var entered = -1
    var isInside = true
    for face in 0..<faceCount {
      let n = normal(face)
      let height: Float = n.dot(origin) - planes[face].w
      let slope: Float = n.dot(translation)
      if height > 0 { isInside = false }
      if slope == 0 {
        if height > 0 { return nil }
        continue
      }
      let share: Float = -height / slope
      if slope < 0 {
        if share > enter || (share == enter && entered < 0) { (enter, entered) = (share, face) }
      } else {
        leave = min(leave, share)
      }
      if enter > leave { return nil }
    }
    if isInside { return .inside(origin) }
    guard entered >= 0 else { return nil }
    return RayHit(fraction: enter, point: origin + translation * enter, normal: normal(entered))
  }
}

extension ConvexHullShape: ConvexShape {
  var outerRadius: Float { storage.outerRadius }
  var innerRadius: Float { storage.view.pointee.innerRadius }
  var innerCenter: Vector3 { storage.view.pointee.center }
  var core: ConvexCore { ConvexCore(storage.view) }
  var corners: [Vector3]? { vertices }

  func scaled(by scale: ShapeScale) throws(ShapeError) -> Shape? {
    .hull(try ConvexHullShape(vertices.map { $0 * scale.factors }))
  }

  func addWireframe(to sink: inout some WireframeSink) {
    // Each edge belongs to two faces, once in each direction.
    for face in faces {
      for i in face.indices {
        let (a, b) = (face[i], face[(i + 1) % face.count])
        if a < b { sink.line(vertices[a], vertices[b]) }
      }
    }
  }
}

extension ConvexCore {
  /// The core of a hull or a pyramid.
  init(_ hull: UnsafePointer<Polyhedron>) {
    self.init(form: .hull, half: Vector3(), radius: 0)
    self.hull = hull
  }
}

/// The form `hull`: a convex polyhedron.
extension ConvexHullShape: CoreGeometry {
  @inline(__always) static func support(_ core: ConvexCore, _ d: Double3) -> Double3 {
    // In 32 bits a tiny direction would become zero.
    let size: Double = max(abs(d.x), max(abs(d.y), abs(d.z)))
    let along: Vector3 = size > 0 ? (d * (1 / size)).single : Vector3(1, 0, 0)
    let p = core.polyhedron
    let v = Double3(p.pointee.point(p.pointee.support(along)))
    if core.scale == 1 { return v }
    let c = Double3(p.pointee.center)
    return c + (v - c) * Double(core.scale)
  }

  @inline(__always)
  static func supportExtent(_ core: ConvexCore, _ n: Vector3, from base: Float) -> Float {
    let p = core.polyhedron
    let extent: Float = p.pointee.supportExtent(n)
    if core.scale == 1 { return base + extent + core.radius }
    let c: Float = p.pointee.center.dot(n)
    return base + (c + (extent - c) * core.scale) + core.radius
  }

  static func thickness(_ core: ConvexCore) -> Float { core.polyhedron.pointee.innerRadius }

  static func halfHeight(_ core: ConvexCore) -> Float { thickness(core) }
  static func span(_ core: ConvexCore) -> Float { thickness(core) }

  static func inset(_ core: ConvexCore, by depth: Float) -> ConvexCore {
    var inner = core
    inner.scale = 1 - depth / thickness(core)
    inner.radius = depth
    return inner
  }

  static func clamp(_ core: ConvexCore, _ p: Vector3) -> Vector3 {
    core.polyhedron.pointee.clamped(p)
  }

  static func boxHalfExtents(_ core: ConvexCore) -> Vector3? { nil }
  static var triangleAxes: TriangleAxes { .hullFaces }

  static func testFaces(_ solid: PlacedCore, isB: Bool, _ search: inout NormalSearch) {
    let hull = solid.core.polyhedron
    let number: UInt32 = isB ? NormalSearch.hullFaceB : NormalSearch.hullFaceA
    // A gap is at most that of the spheres inside, so faces that do not face the other solid are
    // skipped.
    let (offset, depth) = search.innerBalls
    for index in 0..<hull.pointee.faceCount {
      let outward: Vector3 = solid.axes * hull.pointee.normal(index)
      let n: Vector3 = isB ? outward * -1 : outward
      if n.dot(offset) - depth < search.face.gap { continue }
      search.testNormal(number + UInt32(index), n)
    }
  }

  static func isFaceNormal(_ solid: PlacedCore, _ n: Vector3) -> Bool {
    let local: Vector3 = solid.local(n)
    let hull = solid.core.polyhedron
    let face: Vector3 = hull.pointee.normal(hull.pointee.face(along: local))
    return face.dot(local) > 1 - 0.5 * flatSine * flatSine
  }

  static func supportFaceNormal(_ solid: PlacedCore, _ n: Vector3) -> Vector3 {
    let hull = solid.core.polyhedron
    return solid.axes * hull.pointee.normal(hull.pointee.face(along: solid.local(n)))
  }

  static func supportFaceCapacity(_ solid: PlacedCore, _ n: Vector3) -> Int {
    let hull = solid.core.polyhedron
    return Int(hull.pointee.faces[hull.pointee.face(along: solid.local(n))].count)
  }

  static func writeSupportFace(
    _ solid: PlacedCore, _ n: Vector3, _ face: FaceFrame, _ out: UnsafeMutablePointer<ClipVertex>
  ) -> Int {
    let hull = solid.core.polyhedron
    let found: HullFace = hull.pointee.faces[hull.pointee.face(along: solid.local(n))]
    let offset: Vector3 = solid.center + n * solid.core.radius
    let count = Int(found.count)
    for i in 0..<count {
      let vertex = Int(hull.pointee.halfEdges[Int(found.first) + i].origin)
      out[i] = face.vertex(offset + solid.axes * hull.pointee.point(vertex), 0)
      out[i].feature = hullCornerFeature &+ UInt16(truncatingIfNeeded: vertex)
      out[i].edge = hullEdgeFeature &+ UInt16(truncatingIfNeeded: i)
    }
    return count
  }

  static func supportFeature(_ solid: PlacedCore, _ n: Vector3) -> SupportFeature {
    let hull = solid.core.polyhedron
    let local: Vector3 = solid.local(n)
    let vertex: Int = hull.pointee.support(local)
    let corner: Vector3 = hull.pointee.point(vertex)
    var best: Float = -flatSine
    var other: Vector3 = corner
    for index in 0..<hull.pointee.edgeCount {
      let e: HullEdge = hull.pointee.edges[index]
      guard Int(e.tail) == vertex || Int(e.head) == vertex else { continue }
      let end: Vector3 = hull.pointee.point(Int(e.tail) == vertex ? Int(e.head) : Int(e.tail))
      let edge: Vector3 = end - corner
      let slope: Float = edge.dot(local) / edge.length
      if slope > best { (best, other) = (slope, end) }
    }
    let base: Vector3 = solid.center + n * solid.core.radius
    return SupportFeature(
      from: base + solid.axes * corner, to: base + solid.axes * other, isRound: false)
  }
}
