import CaromMaths

/// One hit test: a way in the world, its options and what it has met.
struct HitSearch {
  let start: Vector3
  let end: Vector3
  let options: HitTestOptions
  /// Asked for nodes that the options let through.
  let isIncluded: ((Node) -> Bool)?
  private(set) var found: [Found] = []
  /// The share of the way that is of interest still.
  private var limit: Float = 1

  /// A triangle or a box that was met.
  struct Found {
    let node: Node
    let local: Segment
    let transform: Matrix4
    let tree: TriangleBVH?
    let triangle: Int
    let crossing: Segment.Crossing
    /// For a box, which way its side looks.
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

  private var isOver: Bool { options.searchMode == .any && !found.isEmpty }

  /// Tests a node and, unless the options say otherwise, all below, in the order of the tree.
  mutating func search(_ node: Node) {
    if isOver || (options.ignoreHiddenNodes && node.storage.isHidden) { return }
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
      let way = Segment(
        origin: inverse.apply(point: start), translation: inverse.apply(vector: end - start))
    else { return }
    if options.boundingBoxOnly { return testBox(node, node.presentationBounds, way, transform) }
    guard let mesh = node.presentation.mesh, way.enters(mesh.bounds, limit: limit) != nil else {
      return
    }
    // What a morpher or a skinner bends is another surface every tick.
    let tree = mesh === geometry.mesh ? geometry.hitTestBVH : TriangleBVH(mesh)
    let culls = options.backFaceCulling
    let isTwoSided = mesh.elements.indices.map {
      !culls || geometry.material(ofElement: $0)?.isDoubleSided ?? false
    }
    let mode = options.searchMode
    var (found, limit) = (found, limit)
    tree.visit(way, limit: limit) { triangle, crossing in
      let (element, face) = tree.face(triangle)
      if !isTwoSided[element], tree.isFromBehind(element, face, way) { return limit }
      let hit = Found(
        node: node, local: way, transform: transform, tree: tree, triangle: triangle,
        crossing: crossing, normal: .zero)
      switch mode {
      case .all: found.append(hit)
      case .any:
        found = [hit]
        return -1
      case .closest:
        // Of triangles that are met at the same place, the first of the mesh counts.
        if let best = found.last, best.crossing.fraction == crossing.fraction,
          best.node !== node || best.triangle < triangle
        {
          return limit
        }
        found = [hit]
        limit = crossing.fraction
      }
      return limit
    }
    self.found = found
    self.limit = limit
  }

  private mutating func testBox(_ node: Node, _ box: AABB, _ way: Segment, _ transform: Matrix4) {
    guard !box.isEmpty, let near = way.enters(box, limit: limit) else { return }
    if options.searchMode == .closest, let best = found.last, best.crossing.fraction <= near {
      return
    }
    let hit = Found(
      node: node, local: way, transform: transform, tree: nil, triangle: -1,
      crossing: Segment.Crossing(fraction: near, weights: .zero),
      normal: box.contains(way.origin)
        ? .zero : Self.side(of: box, way.origin + way.translation * near))
    if options.searchMode == .all { found.append(hit) } else { found = [hit] }
    if options.searchMode == .closest { limit = near }
  }

  /// Which way the side of a box looks that a point on its surface is nearest to.
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

  /// What was met, from near to far; at the same place, in the order of the tree.
  var results: [HitTestResult] {
    guard options.searchMode == .all else { return found.map(\.result) }
    let sorted = found.enumerated().sorted { a, b in
      let (x, y) = (a.element.crossing.fraction, b.element.crossing.fraction)
      if x != y { return x < y }
      if a.element.node === b.element.node { return a.element.triangle < b.element.triangle }
      return a.offset < b.offset
    }.map(\.element)
    var results: [HitTestResult] = []
    for (i, hit) in sorted.enumerated() {
      // A way through an edge meets the triangles on both sides: they count once.
      let isTwin = sorted[..<i].reversed().prefix(8).contains { hit.sharesEdge(with: $0) }
      if !isTwin { results.append(hit.result) }
    }
    return results
  }
}

extension TriangleBVH {
  /// True when a way meets the back of a triangle.
  fileprivate func isFromBehind(_ element: Int, _ face: Int, _ way: Segment) -> Bool {
    let (a, b, c) = mesh.elements[element].triangle(face * 3)
    let p = mesh.positions
    return (p[b] - p[a]).cross(p[c] - p[a]).dot(way.translation) > 0
  }
}

extension HitSearch.Found {
  /// True when both were met at the same place of an edge, from the same side.
  fileprivate func sharesEdge(with other: HitSearch.Found) -> Bool {
    guard let tree, other.node === node, crossing.weights.least == 0,
      other.crossing.weights.least == 0,
      abs(crossing.fraction - other.crossing.fraction) <= 1e-6
    else { return false }
    let (a, b) = (tree.face(triangle), tree.face(other.triangle))
    return a.element == b.element
      && tree.isFromBehind(a.element, a.face, local) == tree.isFromBehind(b.element, b.face, local)
  }

  /// The result with all its fields.
  var result: HitTestResult {
    var (element, face, texcoords) = (-1, -1, [Vector2]())
    var bone: Node?
    var (place, direction) = (local.origin + local.translation * crossing.fraction, normal)
    if let tree {
      (element, face) = tree.face(triangle)
      let mesh = tree.mesh
      let (a, b, c) = mesh.elements[element].triangle(face * 3)
      let w = crossing.weights
      let p = mesh.positions
      // By the corners, which is exact however far away the way began.
      place = p[a] * w.x + p[b] * w.y + p[c] * w.z
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
      node: node, geometryIndex: element, faceIndex: face, fraction: crossing.fraction,
      localCoordinates: place, worldCoordinates: transform.apply(point: place),
      localNormal: direction,
      worldNormal: (toWorld * direction).normalized(or: direction), modelTransform: transform,
      boneNode: bone, texcoords: texcoords)
  }
}
