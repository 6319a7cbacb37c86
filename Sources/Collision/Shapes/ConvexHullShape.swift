public import CaromMaths

/// The smallest convex solid around a set of points.
///
/// Shapes made from the same hull share its data, which never changes; copying one costs nothing.
public struct ConvexHullShape: Sendable {
  let storage: HullStorage

  /// The most vertices that a hull may have.
  public static let greatestVertexCount = 256

  /// Makes the hull of points in local space, in metres.
  ///
  /// Points inside, twice in one place, or on an edge or face are dropped; what lies in one plane to a
  /// millionth of the extent becomes one polygon. When the hull would have more vertices than
  /// `vertexLimit`, the farthest are kept, and the hull is a little smaller than the points ask for.
  /// The same points in the same order always give the same hull.
  /// - Parameters:
  ///   - points: At least four, not all in one plane, at most 1,048,576.
  ///   - vertexLimit: The most vertices to keep, 4 to ``greatestVertexCount``.
  /// - Throws: what is wrong with the points.
  /// - Complexity: About the number of points times the number of vertices of the hull.
  public init(_ points: [Vector3], vertexLimit: Int = ConvexHullShape.greatestVertexCount)
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
    let limit = max(4, min(vertexLimit, Self.greatestVertexCount))
    let hull = try QuickHull(points, limit: limit)
    let size = points.reduce(AABB.empty) { $0.union($1) }.size.greatest
    let faces = HullFaces(hull, of: points, tolerance: 1e-6 * Double(size))
    storage = HullStorage(faces)
    if let problem { throw ShapeError(problem) }
  }

  init(storage: HullStorage) { self.storage = storage }

  /// Makes a hull from vertices and faces that were read from one, as a snapshot does.
  ///
  /// - Parameters:
  ///   - vertices: The corners, in metres.
  ///   - faces: The corners of each face by their index, counterclockwise from outside.
  /// - Throws: what keeps the faces from being the surface of a convex solid.
  public init(vertices: [Vector3], faces: [[Int]]) throws(ShapeError) {
    if let problem = HullFaces.problem(vertices, faces) { throw ShapeError(problem) }
    storage = HullStorage(HullFaces(vertices: vertices, loops: faces))
    if let problem { throw ShapeError(problem) }
  }

  /// A sentence that says what is wrong with the dimensions, or nil when nothing is.
  public var problem: String? {
    let size = storage.bounds.size
    if let problem = ShapeLimits.problem("extent of the hull", size.greatest) { return problem }
    if storage.outerRadius > ShapeLimits.greatest {
      return "the hull reaches \(storage.outerRadius) m from its origin; "
        + "at most \(ShapeLimits.greatest) m are accepted"
    }
    let thickness = storage.thickness
    let needed = max(ShapeLimits.least, 1e-4 * size.greatest)
    if !(thickness >= needed) {
      return "the hull is only \(thickness) m thick; "
        + "it must be at least \(needed) m, so that it has an inside"
    }
    return nil
  }

  /// What shapes that share their data have in common.
  public var identity: ObjectIdentifier { ObjectIdentifier(storage) }

  /// The corners, in the order of the points that they were made from, in metres.
  public var vertices: [Vector3] { storage.faces.vertices }

  /// The corners of each face by their index in ``vertices``, counterclockwise from outside.
  public var faces: [[Int]] { storage.faces.loops }

  /// How many edges there are between two faces.
  public var edgeCount: Int { storage.view.pointee.edgeCount }

  /// The outward unit normal of a face.
  public func normal(ofFace index: Int) -> Vector3 {
    precondition(index >= 0 && index < storage.faces.loops.count, "There is no such face")
    return storage.view.pointee.normal(index)
  }

  /// The volume, in cubic metres.
  public var volume: Float { Float(storage.mass.volume) }

  /// The mass properties for a density in kg/m³: the exact integrals over the polyhedron.
  public func massProperties(density: Float) -> MassProperties {
    storage.mass.properties(density: density)
  }

  /// The smallest box along the axes around the shape placed at `placement`.
  public func bounds(at placement: Transform) -> AABB {
    storage.view.pointee.bounds(at: placement)
  }

  /// How far the hull reaches from its origin along a unit direction of local space, in metres.
  public func supportExtent(along n: Vector3) -> Float { storage.view.pointee.supportExtent(n) }

  /// Where the ray from `origin` along `translation`, in local space, enters the hull.
  func rayCast(origin: Vector3, translation: Vector3) -> RayHit? {
    storage.view.pointee.rayCast(origin: origin, translation: translation)
  }
}

extension ConvexHullShape: Hashable {
  /// True when vertices and faces are the same, in the same order.
  public static func == (a: ConvexHullShape, b: ConvexHullShape) -> Bool {
    a.storage === b.storage
      || (a.vertices == b.vertices && a.faces == b.faces)
  }

  /// Feeds the vertices.
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
  /// What keeps faces from closing around a convex solid, or nil.
  static func problem(_ vertices: [Vector3], _ loops: [[Int]]) -> String? {
    if vertices.count < 4 || vertices.count > ConvexHullShape.greatestVertexCount {
      return "a hull has 4 to \(ConvexHullShape.greatestVertexCount) vertices, "
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
  /// The smallest box around the solid placed at `placement`.
  func bounds(at placement: Transform) -> AABB {
    let r = Matrix3(placement.orientation).transpose
    let top = Vector3(supportExtent(r.x), supportExtent(r.y), supportExtent(r.z))
    let low = Vector3(-supportExtent(r.x * -1), -supportExtent(r.y * -1), -supportExtent(r.z * -1))
    return AABB(min: placement.position + low, max: placement.position + top)
  }

  /// Where a ray in local space enters: the slab method over all planes.
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
