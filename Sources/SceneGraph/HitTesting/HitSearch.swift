import CaromMaths

/// A running hit test: a segment in the world, its options and the hits so far.
struct HitSearch {
  let start: Vector3
  let end: Vector3
  let options: HitTestOptions
  /// An additional filter for nodes that pass the options.
  let isIncluded: ((Node) -> Bool)?
  private(set) var found: [Found] = []
  /// The fraction of the segment up to which hits are accepted.
  private var limit: Float = 1

  /// A hit on a triangle or on a bounding box.
  struct Found {
    let node: Node
    let local: Segment
    let transform: Matrix4
    let tree: HitTestMesh?
    let triangle: Int
    let intersection: Segment.Intersection
    /// The normal of the side that was hit, for a bounding box.
    let normal: Vector3
  }

  init(
    from start: Vector3, to end: Vector3, _ options: HitTestOptions,
    isIncluded: ((Node) -> Bool)? = nil
  ) {
    self.start = start
    self.end = end
    self.options = options
    self.isIncluded = isIncluded
  }

  private var isFinished: Bool { options.searchMode == .any && !found.isEmpty }

  /// Tests a node and, unless the options exclude them, its descendants, in depth-first order.
  mutating func search(_ node: Node) {
    if isFinished || (options.ignoreHiddenNodes && node.storage.isHidden) { return }
    if let geometry = node.storage.geometry,
      node.storage.categoryBitMask & options.categoryBitMask != 0, isIncluded?(node) ?? true
    {
      test(node, geometry)
    }
    if options.ignoreChildNodes { return }
    for child in node.childNodes { search(child) }
  }

  private mutating func test(_ node: Node, _ geometry: Geometry) {
    let transform = node.presentationWorldTransform
    guard let inverse = transform.affineInverse,
      let segment = Segment(
        origin: inverse.apply(point: start), translation: inverse.apply(vector: end - start))
    else { return }
    if options.boundingBoxOnly { return testBox(node, node.presentationBounds, segment, transform) }
    guard let mesh = node.presentation.mesh, segment.entry(into: mesh.bounds, limit: limit) != nil
    else {
      return
    }
    // A deformed mesh changes every tick, so its tree cannot be cached.
    let tree = mesh === geometry.mesh ? geometry.hitTestMesh : HitTestMesh(mesh, hasTree: false)
    let culls = options.backFaceCulling
    let isTwoSided = mesh.elements.indices.map {
      !culls || geometry.material(ofElement: $0)?.isDoubleSided ?? false
    }
    let mode = options.searchMode
    var (found, limit) = (found, limit)
    tree.visit(segment, limit: limit) { triangle, intersection in
      let (element, face) = tree.face(triangle)
      if !isTwoSided[element], tree.isFromBehind(element, face, segment) { return limit }
      let hit = Found(
        node: node, local: segment, transform: transform, tree: tree, triangle: triangle,
        intersection: intersection, normal: .zero)
      switch mode {
      case .all: found.append(hit)
      case .any:
        found = [hit]
        return -1
      case .closest:
        // If hits on one node have the same distance, the hit on the first triangle of the mesh is
        // used.
        if let best = found.last, best.intersection.fraction == intersection.fraction,
          best.node !== node || best.triangle < triangle
        {
          return limit
        }
        found = [hit]
        limit = intersection.fraction
      }
      return limit
    }
    self.found = found
    self.limit = limit
  }

  private mutating func testBox(_ node: Node, _ box: AABB, _ segment: Segment, _ transform: Matrix4)
  {
    guard !box.isEmpty, let near = segment.entry(into: box, limit: limit) else { return }
    if options.searchMode == .closest, let best = found.last, best.intersection.fraction <= near {
      return
    }
    let hit = Found(
      node: node, local: segment, transform: transform, tree: nil, triangle: -1,
      intersection: Segment.Intersection(fraction: near, weights: .zero),
      normal: box.contains(segment.origin)
        ? .zero : Self.side(of: box, segment.origin + segment.translation * near))
    if options.searchMode == .all { found.append(hit) } else { found = [hit] }
    if options.searchMode == .closest { limit = near }
  }

  /// Returns the normal of the side of a box that is nearest to a point on its surface.
  private static func side(of box: AABB, _ p: Vector3) -> Vector3 {
    var (best, normal) = (Float.infinity, Vector3.unitY)
    for axis in 0..<3 {
      let direction = Vector3(axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0)
      for (gap, side) in [
        (abs(p[axis] - box.min[axis]), -direction), (abs(p[axis] - box.max[axis]), direction),
      ] where gap < best {
        (best, normal) = (gap, side)
      }
    }
    return normal
  }

  /// The results, sorted by distance; ties are in tree order.
  var results: [HitTestResult] {
    guard options.searchMode == .all else { return found.map(\.result) }
    let sorted = found.enumerated().sorted { a, b in
      let (x, y) = (a.element.intersection.fraction, b.element.intersection.fraction)
      if x != y { return x < y }
      if a.element.node === b.element.node { return a.element.triangle < b.element.triangle }
      return a.offset < b.offset
    }.map(\.element)
    var results: [HitTestResult] = []
    for (i, hit) in sorted.enumerated() {
      // A segment through a shared edge hits both triangles; only the first is reported.
      let isDuplicate = sorted[..<i].reversed().prefix(8).contains { hit.sharesEdge(with: $0) }
      if !isDuplicate { results.append(hit.result) }
    }
    return results
  }
}

extension HitTestMesh {
  /// Whether a segment hits the back of a triangle.
  fileprivate func isFromBehind(_ element: Int, _ face: Int, _ segment: Segment) -> Bool {
    let (a, b, c) = mesh.elements[element].triangle(face * 3)
    let p = mesh.positions
    return (p[b] - p[a]).cross(p[c] - p[a]).dot(segment.translation) > 0
  }
}

extension HitSearch.Found {
  /// Whether both hits are at the same point of a shared edge, from the same side.
  fileprivate func sharesEdge(with other: HitSearch.Found) -> Bool {
    guard let tree, other.node === node, intersection.weights.least == 0,
      other.intersection.weights.least == 0,
      abs(intersection.fraction - other.intersection.fraction) <= 1e-6
    else { return false }
    let (a, b) = (tree.face(triangle), tree.face(other.triangle))
    return a.element == b.element
      && tree.isFromBehind(a.element, a.face, local) == tree.isFromBehind(b.element, b.face, local)
  }

  /// The public result of the hit.
  var result: HitTestResult {
    var (element, face, texcoords) = (-1, -1, [Vector2]())
    var bone: Node?
    var (position, direction) = (local.origin + local.translation * intersection.fraction, normal)
    if let tree {
      (element, face) = tree.face(triangle)
      let mesh = tree.mesh
      let (a, b, c) = mesh.elements[element].triangle(face * 3)
      let w = intersection.weights
      let p = mesh.positions
      // Interpolated between the corners, which is exact for any distance of the start point.
      position = p[a] * w.x + p[b] * w.y + p[c] * w.z
      let flat = (p[b] - p[a]).cross(p[c] - p[a]).normalized(or: .unitY)
      let n = mesh.normals
      direction = (n[a] * w.x + n[b] * w.y + n[c] * w.z).normalized(or: flat)
      bone = node.bone(at: [(a, w.x), (b, w.y), (c, w.z)])
      let t = mesh.texcoords
      texcoords = [t[a] * w.x + t[b] * w.y + t[c] * w.z]
      let other = mesh.texcoords2
      if !other.isEmpty { texcoords.append(other[a] * w.x + other[b] * w.y + other[c] * w.z) }
    }
    let toWorld = transform.linear.inverse.transpose
    return HitTestResult(
      node: node, geometryIndex: element, faceIndex: face, fraction: intersection.fraction,
      localCoordinates: position, worldCoordinates: transform.apply(point: position),
      localNormal: direction,
      worldNormal: (toWorld * direction).normalized(or: direction), modelTransform: transform,
      boneNode: bone, texcoords: texcoords)
  }
}
