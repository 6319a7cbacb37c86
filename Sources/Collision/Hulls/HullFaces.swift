import CaromMaths

/// A polyhedron as polygonal faces over vertices, from which hull storage is built.
struct HullFaces {
  /// The vertices of the solid.
  var vertices: [Vector3]
  /// The vertices of each face, counterclockwise from outside, as indices into ``vertices``.
  var loops: [[Int]]

  init(vertices: [Vector3], loops: [[Int]]) {
    self.vertices = vertices
    self.loops = loops
  }

  /// Merges the triangles of a hull that lie in one plane, to `tolerance` meters.
  ///
  /// Vertices that are left between two faces only lie on their common edge and are removed. If the
  /// merged faces do not close around the solid, the triangles are used unchanged.
  init(_ hull: QuickHull, of points: [Vector3], tolerance: Double) {
    let triangles = hull.triangles.filter(\.isAlive).map {
      [Int($0.corners.0), Int($0.corners.1), Int($0.corners.2)]
    }
    var loops = Self.joined(triangles, points, tolerance)
    if loops.isEmpty { loops = triangles }
    // Only vertices in use, in the order of the points.
    let used = Set(loops.joined()).sorted()
    var newIndex: [Int: Int] = [:]
    for (index, vertex) in used.enumerated() { newIndex[vertex] = index }
    vertices = used.map { points[$0] }
    self.loops = loops.map { $0.map { newIndex[$0] ?? 0 } }
  }

  private static func joined(_ triangles: [[Int]], _ points: [Vector3], _ tolerance: Double)
    -> [[Int]]
  {
    var owner: [Edge: Int] = [:]
    for (index, t) in triangles.enumerated() {
      for i in 0..<3 { owner[Edge(t[i], t[(i + 1) % 3])] = index }
    }
    let planes = triangles.map { Plane($0.map { Double3(points[$0]) }) }
    // The largest triangles first: their planes are the most accurate.
    let order = triangles.indices.sorted { (-planes[$0].area, $0) < (-planes[$1].area, $1) }
    var face = [Int](repeating: -1, count: triangles.count)
    var loops: [[Int]] = []
    for seed in order where face[seed] < 0 {
      let number = loops.count
      var members = [seed]
      face[seed] = number
      var next = 0
      while next < members.count {
        let t = triangles[members[next]]
        next += 1
        for i in 0..<3 {
          guard let other = owner[Edge(t[(i + 1) % 3], t[i])], face[other] < 0 else { continue }
          let isFlat = triangles[other].allSatisfy {
            abs(planes[seed].height(Double3(points[$0]))) <= tolerance
          }
          if isFlat {
            face[other] = number
            members.append(other)
          }
        }
      }
      guard let loop = outline(of: members, triangles, owner, face, number) else { return [] }
      loops.append(loop)
    }
    let straight = withoutStraightCorners(loops)
    return isClosed(straight) ? straight : []
  }

  /// The single loop around a face, or nil when there is none or more than one.
  private static func outline(
    of members: [Int], _ triangles: [[Int]], _ owner: [Edge: Int], _ face: [Int], _ number: Int
  ) -> [Int]? {
    var next: [Int: Int] = [:]
    var first = -1
    for member in members {
      let t = triangles[member]
      for i in 0..<3 {
        let (a, b) = (t[i], t[(i + 1) % 3])
        guard let other = owner[Edge(b, a)] else { return nil }
        if face[other] == number { continue }
        if next.updateValue(b, forKey: a) != nil { return nil }
        if first < 0 { first = a }
      }
    }
    var loop: [Int] = []
    var at = first
    repeat {
      loop.append(at)
      guard let following = next[at], loop.count <= next.count else { return nil }
      at = following
    } while at != first
    return loop.count == next.count ? loop : nil
  }

  private static func withoutStraightCorners(_ loops: [[Int]]) -> [[Int]] {
    var degree: [Int: Int] = [:]
    for vertex in loops.joined() { degree[vertex, default: 0] += 1 }
    return loops.map { $0.filter { degree[$0, default: 0] > 2 } }
  }

  /// True when every edge separates two faces and the surface has the topology of a sphere.
  static func isClosed(_ loops: [[Int]]) -> Bool {
    var edges: Set<Edge> = []
    for loop in loops {
      if loop.count < 3 { return false }
      for (i, a) in loop.enumerated()
      where !edges.insert(Edge(a, loop[(i + 1) % loop.count])).inserted { return false }
    }
    // The order of a set does not affect whether all elements pass.
    let isClosed = edges.allSatisfy { edges.contains(Edge($0.to, $0.from)) }
    let euler = Set(loops.joined()).count - edges.count / 2 + loops.count
    return isClosed && euler == 2
  }

  private struct Edge: Hashable {
    var from: Int
    var to: Int
    init(_ from: Int, _ to: Int) { (self.from, self.to) = (from, to) }
  }

  /// The plane of a polygon, computed by Newell's method.
  struct Plane {
    var normal: Double3
    var offset: Double
    var area: Double

    init(_ loop: [Double3]) {
      var sum = Double3()
      for (i, p) in loop.enumerated() {
        sum = sum + (p - loop[0]).cross(loop[(i + 1) % loop.count] - loop[0])
      }
      let length = sum.lengthSquared.squareRoot()
      normal = length > 0 ? sum * (1 / length) : Double3(0, 1, 0)
      area = 0.5 * length
      var middle = 0.0
      for p in loop { middle += normal.dot(p) }
      offset = middle / Double(loop.count)
    }

    func height(_ p: Double3) -> Double { normal.dot(p) - offset }
  }
}
