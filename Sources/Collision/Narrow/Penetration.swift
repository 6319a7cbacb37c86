import CaromMaths

// The penetration depth of two solids: the expanding polytope algorithm in 64 bits.
//
// Sources: G. van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D Game
// Objects", GDC 2001.

/// The least translation that separates two overlapping forms, without their radii.
struct Penetration {
  /// The unit direction from A to B along which the overlap is least.
  var normal: Double3
  /// The depth of the overlap along the normal, in meters.
  var depth: Double
  /// The deepest points on both forms, in A's space.
  var pointA: Double3
  var pointB: Double3
}

/// A vertex of the difference A − B.
private struct PolytopeVertex {
  var difference: Double3
  var onA: Double3
}

/// A triangle of the polytope, counterclockwise from outside.
private struct PolytopeFace {
  var a: Int32
  var b: Int32
  var c: Int32
  var isAlive: Bool
  var normal: Double3
  /// The distance of the plane from the origin; infinite for a degenerate triangle.
  var distance: Double
}

private let vertexCapacity: Int = 68
private let faceCapacity: Int = 360
private let edgeCapacity: Int = 136

/// The least overlap of two forms, accurate to about a hundred-thousandth of their size.
///
/// `start` is a direction from A to B, such as that of the last step; it may be zero. The polytope
/// expands inside A − B from a tetrahedron. The tetrahedron need not contain the origin, as the
/// face with the least distance, which may be negative, expands first. Returns nil only for forms
/// without volume.
func penetration(_ a: ConvexCore, _ b: ConvexCore, _ frame: CoreFrame, start: Double3)
  -> Penetration?
{
  withUnsafeTemporaryAllocation(of: PolytopeVertex.self, capacity: vertexCapacity) { vertices in
    withUnsafeTemporaryAllocation(of: PolytopeFace.self, capacity: faceCapacity) { faces in
      withUnsafeTemporaryAllocation(of: SIMD2<Int32>.self, capacity: edgeCapacity) { edges in
        guard let c = vertices.baseAddress, let f = faces.baseAddress, let e = edges.baseAddress
        else { return nil }
        var polytope = Polytope(a: a, b: b, frame: frame, vertices: c, faces: f, edges: e)
        guard polytope.makeTetrahedron(start) else { return nil }
        return polytope.expand()
      }
    }
  }
}

private struct Polytope {
  let a: ConvexCore
  let b: ConvexCore
  let frame: CoreFrame
  let vertices: UnsafeMutablePointer<PolytopeVertex>
  let faces: UnsafeMutablePointer<PolytopeFace>
  let edges: UnsafeMutablePointer<SIMD2<Int32>>
  var vertexCount: Int = 0
  var faceCount: Int = 0
  var edgeCount: Int = 0
  var size: Double = 0

  /// The vertex of A − B farthest along `d`.
  func supportVertex(_ d: Double3) -> PolytopeVertex {
    let onA: Double3 = a.support(d)
    let onB: Double3 = frame.apply(b.support(frame.unrotate(-d)))
    return PolytopeVertex(difference: onA - onB, onA: onA)
  }

  mutating func add(_ vertex: PolytopeVertex) -> Int32 {
    vertices[vertexCount] = vertex
    vertexCount += 1
    return Int32(truncatingIfNeeded: vertexCount - 1)
  }

  // MARK: The first tetrahedron

  /// Creates the first tetrahedron; returns false when A − B is flat.
  mutating func makeTetrahedron(_ start: Double3) -> Bool {
    let along: Double3 = unit(start) ?? unit(frame.center) ?? Double3(0, 1, 0)
    let (p, q) = (supportVertex(along), supportVertex(-along))
    let line: Double3 = q.difference - p.difference
    size = max(1e-9, line.lengthSquared.squareRoot())
    guard let axis = unit(line) else { return false }
    let side: Double3 = unit(axis.cross(smallestAxis(axis))) ?? Double3(1, 0, 0)
    let other: Double3 = axis.cross(side)
    var best: PolytopeVertex = p
    var greatest: Double = 0
    for d in [side, -side, other, -other].lazy {
      let c: PolytopeVertex = supportVertex(d)
      let away: Double = (c.difference - p.difference).cross(axis).lengthSquared
      if away > greatest { (best, greatest) = (c, away) }
    }
    guard greatest > 1e-18 * size * size,
      let normal = unit(line.cross(best.difference - p.difference))
    else { return false }
    size = max(size, greatest.squareRoot())
    let (above, below) = (supportVertex(normal), supportVertex(-normal))
    let heightAbove: Double = normal.dot(above.difference - p.difference)
    let heightBelow: Double = -normal.dot(below.difference - p.difference)
    let isAbove: Bool = heightAbove >= heightBelow
    guard max(heightAbove, heightBelow) > 1e-9 * size else { return false }
    let (i, j, k) = (add(p), add(q), add(best))
    let l = add(isAbove ? above : below)
    // The faces' normals point away from the fourth vertex.
    if isAbove {
      make(i, k, j)
      make(i, j, l)
      make(j, k, l)
      make(k, i, l)
    } else {
      make(i, j, k)
      make(j, i, l)
      make(k, j, l)
      make(i, k, l)
    }
    return true
  }

  private func unit(_ v: Double3) -> Double3? {
    let squared: Double = v.lengthSquared
    return squared > 1e-60 ? v * (1 / squared.squareRoot()) : nil
  }

  private func smallestAxis(_ v: Double3) -> Double3 {
    let (x, y, z) = (abs(v.x), abs(v.y), abs(v.z))
    return x <= y && x <= z ? Double3(1, 0, 0) : (y <= z ? Double3(0, 1, 0) : Double3(0, 0, 1))
  }

  private mutating func make(_ i: Int32, _ j: Int32, _ k: Int32) {
    let p: Double3 = vertices[Int(i)].difference
    let normal: Double3 = (vertices[Int(j)].difference - p).cross(vertices[Int(k)].difference - p)
    let length: Double = normal.lengthSquared.squareRoot()
    var face = PolytopeFace(a: i, b: j, c: k, isAlive: true, normal: normal, distance: .infinity)
    if length > 1e-14 * size * size {
      face.normal = normal * (1 / length)
      face.distance = face.normal.dot(p)
    }
    faces[faceCount] = face
    faceCount += 1
  }

  // MARK: Expansion

  mutating func expand() -> Penetration {
    var best: Int = nearest()
    while true {
      let n: Double3 = faces[best].normal
      let next: PolytopeVertex = supportVertex(n)
      let support: Double = n.dot(next.difference)
      let gain: Double = support - faces[best].distance
      if gain <= 1e-5 * size + 1e-3 * abs(support) || vertexCount + 1 > vertexCapacity - 4 {
        return result(best, depth: support)
      }
      if !removeVisibleFaces(next.difference) { return result(best, depth: support) }
      let tip = add(next)
      var k: Int = 0
      while k < edgeCount {
        make(edges[k].x, edges[k].y, tip)
        k += 1
      }
      let grown: Int = nearest()
      if faces[grown].distance == .infinity { return result(best, depth: support) }
      best = grown
    }
  }

  private func nearest() -> Int {
    var best: Int = 0
    var least: Double = .infinity
    var k: Int = 0
    while k < faceCount {
      if faces[k].isAlive && faces[k].distance < least {
        least = faces[k].distance
        best = k
      }
      k += 1
    }
    return best
  }

  /// Removes the faces that are visible from `p`; returns false without a change when memory is
  /// exhausted.
  private mutating func removeVisibleFaces(_ p: Double3) -> Bool {
    edgeCount = 0
    let slack: Double = 1e-12 * size
    var remaining: Int = 0
    var seen: Int = 0
    var k: Int = 0
    // Nothing may change before the capacity has been checked.
    while k < faceCount {
      if isSeen(k, p, slack) { seen += 1 }
      k += 1
    }
    // Connected faces leave seen + 2 edges; rounding may disconnect them, with three edges each.
    if seen == 0 || 3 * seen > edgeCapacity || faceCount + 2 * seen > faceCapacity { return false }
    k = 0
    while k < faceCount {
      let f: PolytopeFace = faces[k]
      if isSeen(k, p, slack) {
        toggleEdge(f.a, f.b)
        toggleEdge(f.b, f.c)
        toggleEdge(f.c, f.a)
      } else {
        faces[remaining] = f
        remaining += 1
      }
      k += 1
    }
    faceCount = remaining
    return edgeCount > 0
  }

  @inline(__always) private func isSeen(_ k: Int, _ p: Double3, _ slack: Double) -> Bool {
    let f: PolytopeFace = faces[k]
    // A degenerate triangle is visible from nowhere, so it stays.
    return f.distance < .infinity && f.normal.dot(p) - f.distance > slack
  }

  /// Adds an edge to the outline, or removes the same edge in the opposite direction.
  private mutating func toggleEdge(_ from: Int32, _ to: Int32) {
    var k: Int = 0
    while k < edgeCount {
      if edges[k].x == to && edges[k].y == from {
        edgeCount -= 1
        edges[k] = edges[edgeCount]
        return
      }
      k += 1
    }
    edges[edgeCount] = SIMD2(from, to)
    edgeCount += 1
  }

  // MARK: The result

  /// The least overlap through a face, and the points whose difference is closest to the origin
  /// there.
  ///
  /// A flat side of A − B consists of several triangles; the one below the origin holds the deepest
  /// points.
  private func result(_ index: Int, depth: Double) -> Penetration {
    let n: Double3 = faces[index].normal
    let limit: Double = faces[index].distance + 1e-4 * size
    let foot: Double3 = n * faces[index].distance
    var onA: Double3 = vertices[Int(faces[index].a)].onA
    var least: Double = .infinity
    var k: Int = 0
    while k < faceCount {
      let f: PolytopeFace = faces[k]
      k += 1
      if f.distance > limit || f.normal.dot(n) < 0.999 { continue }
      let (p, q, r) = (vertices[Int(f.a)], vertices[Int(f.b)], vertices[Int(f.c)])
      // Barycentric weights by area.
      let whole: Double3 = (q.difference - p.difference).cross(r.difference - p.difference)
      let area: Double = whole.lengthSquared
      if area <= 0 { continue }
      var s: Double = (foot - p.difference).cross(r.difference - p.difference).dot(whole) / area
      var t: Double = (q.difference - p.difference).cross(foot - p.difference).dot(whole) / area
      let outside: Double = max(max(-s, -t), max(s + t - 1, 0))
      if outside >= least { continue }
      least = outside
      s = min(max(s, 0), 1)
      t = min(max(t, 0), 1 - s)
      onA = p.onA * (1 - s - t) + q.onA * s + r.onA * t
    }
    return Penetration(normal: n, depth: depth, pointA: onA, pointB: onA - n * depth)
  }
}
