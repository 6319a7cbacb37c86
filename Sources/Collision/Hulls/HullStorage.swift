import CaromMaths

/// The immutable data of a convex polyhedron, shared by all shapes that have it.
///
/// One block of memory that is written in `init` and only read afterwards, so that threads can
/// share it.
final class HullStorage: @unchecked Sendable {
  /// The flat rows; valid as long as the storage.
  let view: UnsafePointer<Polyhedron>
  /// The faces that the storage was created from.
  let faces: HullFaces
  let mass: PolyhedronMass
  let bounds: AABB
  /// The distance from the local origin to the farthest vertex.
  let outerRadius: Float
  /// The radius of the largest sphere around the local origin inside; negative when the origin is
  /// outside.
  let originRadius: Float
  private let memory: UnsafeMutableRawPointer

  /// Lays out a closed polyhedron; a polyhedron with numbers that are not finite must not be
  /// collided.
  init(_ faces: HullFaces) {
    self.faces = faces
    mass = PolyhedronMass(faces)
    bounds = faces.vertices.reduce(.empty) { $0.union($1) }
    outerRadius = faces.vertices.reduce(0) { max($0, $1.length) }
    let edgeCount = faces.loops.reduce(0) { $0 + $1.count } / 2
    let layout = HullLayout(
      vertices: faces.vertices.count, faces: faces.loops.count, edges: edgeCount)
    memory = .allocate(byteCount: layout.byteCount, alignment: 16)
    var p = layout.polyhedron(in: memory)
    Self.fill(&p, faces, center: mass.center)
    var inside = Float.infinity
    for index in 0..<p.faceCount { inside = min(inside, p.planes[index].w) }
    originRadius = inside
    let header = memory.bindMemory(to: Polyhedron.self, capacity: 1)
    header.initialize(to: p)
    view = UnsafePointer(header)
  }

  deinit { memory.deallocate() }

  private static func fill(_ p: inout Polyhedron, _ faces: HullFaces, center: Double3) {
    for (index, v) in faces.vertices.enumerated() { p.points[index] = F4(v.x, v.y, v.z, 0) }
    for (index, loop) in faces.loops.enumerated() {
      let plane = HullFaces.Plane(loop.map { Double3(faces.vertices[$0]) })
      let n = plane.normal.single
      // The plane touches the vertex that is farthest out, regardless of its face.
      var offset = -Float.infinity
      for v in faces.vertices { offset = max(offset, Float(Double3(n).dot(Double3(v)))) }
      p.planes[index] = F4(n.x, n.y, n.z, offset)
    }
    joinHalfEdges(&p, faces)
    for (index, loop) in faces.loops.enumerated() {
      p.faces[index].isFacet = isFacet(p.planes[index], loop, faces.vertices)
    }
    p.center = center.single
    var inside = Float.infinity
    for index in 0..<p.faceCount {
      let plane = p.planes[index]
      inside = min(inside, plane.w - Vector3(plane.x, plane.y, plane.z).dot(p.center))
    }
    // Slightly less, to allow for rounding.
    p.innerRadius = max(0, inside * 0.9999)
    p.fillRows()
  }

  /// Whether a vertex outside a face is within a twentieth of the size of the solid of its plane.
  private static func isFacet(_ plane: F4, _ loop: [Int], _ vertices: [Vector3]) -> Bool {
    let n = Vector3(plane.x, plane.y, plane.z)
    let size = vertices.reduce(AABB.empty) { $0.union($1) }.halfExtents.length
    return vertices.indices.contains {
      plane.w - n.dot(vertices[$0]) < 0.05 * size && !loop.contains($0)
    }
  }

  private static func joinHalfEdges(_ p: inout Polyhedron, _ faces: HullFaces) {
    struct Ends: Hashable {
      var from: Int
      var to: Int
    }
    var halfEdgeIndex: [Ends: Int] = [:]
    var next = 0
    for (face, loop) in faces.loops.enumerated() {
      p.faces[face] = HullFace(
        first: UInt16(truncatingIfNeeded: next), count: UInt16(truncatingIfNeeded: loop.count))
      for (i, from) in loop.enumerated() {
        halfEdgeIndex[Ends(from: from, to: loop[(i + 1) % loop.count])] = next
        p.halfEdges[next] = HalfEdge(
          origin: UInt16(truncatingIfNeeded: from), face: UInt16(truncatingIfNeeded: face),
          twin: 0, edge: 0)
        next += 1
      }
    }
    var edge = 0
    for (face, loop) in faces.loops.enumerated() {
      for (i, from) in loop.enumerated() {
        let to = loop[(i + 1) % loop.count]
        let own = Int(p.faces[face].first) + i
        guard let twin = halfEdgeIndex[Ends(from: to, to: from)] else {
          preconditionFailure("A polyhedron's faces must close around it")
        }
        p.halfEdges[own].twin = UInt16(truncatingIfNeeded: twin)
        guard own < twin else { continue }
        let number = UInt16(truncatingIfNeeded: edge)
        p.halfEdges[own].edge = number
        p.halfEdges[twin].edge = number
        p.edges[edge] = HullEdge(
          tail: UInt16(truncatingIfNeeded: from), head: UInt16(truncatingIfNeeded: to),
          left: UInt16(truncatingIfNeeded: face), right: p.halfEdges[twin].face)
        edge += 1
      }
    }
  }
}

/// The layout of a polyhedron's rows in one block of memory.
struct HullLayout {
  var vertices: Int
  var faces: Int
  var edges: Int

  private var rowCount: Int {
    vertices + faces + 3 * Polyhedron.blocks(vertices) + 4 * Polyhedron.blocks(faces)
      + Polyhedron.EdgeRow.count * Polyhedron.blocks(edges)
  }
  private static var headerSize: Int { (MemoryLayout<Polyhedron>.size + 15) & ~15 }

  /// The required size in bytes, with an alignment of 16.
  var byteCount: Int {
    Self.headerSize + rowCount * 16 + edges * 24 + faces * MemoryLayout<HullFace>.stride
  }

  /// A polyhedron whose rows follow its header in memory; the rows are uninitialized.
  func polyhedron(in memory: UnsafeMutableRawPointer) -> Polyhedron {
    let rows = (memory + Self.headerSize).bindMemory(to: F4.self, capacity: rowCount)
    let planes = rows + vertices
    let vertexRows = planes + faces
    let faceRows = vertexRows + 3 * Polyhedron.blocks(vertices)
    let edgeRows = faceRows + 4 * Polyhedron.blocks(faces)
    let tail = UnsafeMutableRawPointer(rows + rowCount)
    let edges = tail.bindMemory(to: HullEdge.self, capacity: self.edges)
    let halfEdges = (tail + self.edges * 8).bindMemory(
      to: HalfEdge.self, capacity: 2 * self.edges)
    let faces = (tail + self.edges * 24).bindMemory(to: HullFace.self, capacity: self.faces)
    return Polyhedron(
      vertexCount: vertices, faceCount: self.faces, edgeCount: self.edges, center: Vector3(),
      innerRadius: 0, points: rows, planes: planes, vertexRows: vertexRows, faceRows: faceRows,
      edgeRows: edgeRows, edges: edges, faces: faces, halfEdges: halfEdges)
  }
}

extension Polyhedron {
  /// Fills the blocks of rows from the single vertices, planes and edges.
  func fillRows() {
    for block in 0..<Self.blocks(vertexCount) {
      for lane in 0..<4 {
        let p: F4 = points[pick(block, lane, vertexCount)]
        put(vertexRows + 3 * block, lane, p.x, p.y, p.z)
      }
    }
    for block in 0..<Self.blocks(faceCount) {
      for lane in 0..<4 {
        let p: F4 = planes[pick(block, lane, faceCount)]
        put(faceRows + 4 * block, lane, p.x, p.y, p.z)
        faceRows[4 * block + 3][lane] = p.w
      }
    }
    for block in 0..<Self.blocks(edgeCount) {
      let rows = edgeRows + EdgeRow.count * block
      for lane in 0..<4 {
        let e = edges[pick(block, lane, edgeCount)]
        let (a, b) = (normal(Int(e.left)), normal(Int(e.right)))
        let (tail, head) = (point(Int(e.tail)), point(Int(e.head)))
        let length: Float = (head - tail).length
        let along: Vector3 = (head - tail) / length
        put(rows + EdgeRow.left, lane, a.x, a.y, a.z)
        put(rows + EdgeRow.right, lane, b.x, b.y, b.z)
        put(rows + EdgeRow.direction, lane, along.x, along.y, along.z)
        put(rows + EdgeRow.tail, lane, tail.x, tail.y, tail.z)
        rows[EdgeRow.length][lane] = length
        rows[EdgeRow.cosine][lane] = a.dot(b)
      }
    }
  }

  private func pick(_ block: Int, _ lane: Int, _ count: Int) -> Int {
    let index = 4 * block + lane
    return index < count ? index : 0
  }

  private func put(
    _ rows: UnsafeMutablePointer<F4>, _ lane: Int, _ x: Float, _ y: Float, _ z: Float
  ) {
    rows[0][lane] = x
    rows[1][lane] = y
    rows[2][lane] = z
  }
}
