import CaromMaths

/// The placement of solid B in the space of solid A, in 64 bits.
struct CoreFrame {
  var x: Double3
  var y: Double3
  var z: Double3
  var center: Double3

  init(_ r: Matrix3, _ center: Vector3) {
    x = Double3(r.x)
    y = Double3(r.y)
    z = Double3(r.z)
    self.center = Double3(center)
  }

  @inline(__always) func apply(_ p: Double3) -> Double3 { x * p.x + y * p.y + z * p.z + center }
  @inline(__always) func unrotate(_ d: Double3) -> Double3 {
    Double3(x.dot(d), y.dot(d), z.dot(d))
  }
}

/// The closest points of two forms, without their radii.
struct CoreDistance {
  /// The distance in meters; zero when the forms overlap.
  var distance: Double
  /// The closest point of A, in A's space.
  var pointA: Double3
  /// The closest point of B, in A's space.
  var pointB: Double3
}

/// A vertex of the difference A − B.
private struct SimplexVertex: BitwiseCopyable {
  var difference = Double3()
  var onA = Double3()
  var onB = Double3()
}

/// Vertices of a simplex in a new order, with their barycentric weights in its closest point.
private struct SimplexPart: BitwiseCopyable {
  var count: Int
  var i: Int
  var j: Int = 0
  var k: Int = 0
  var weightI: Double
  var weightJ: Double = 0
  var weightK: Double = 0

  @inline(__always)
  init(_ i: Int) { (count, self.i, weightI) = (1, i, 1) }

  @inline(__always)
  init(_ i: Int, _ weightI: Double, _ j: Int, _ weightJ: Double) {
    (count, self.i, self.weightI, self.j, self.weightJ) = (2, i, weightI, j, weightJ)
  }

  @inline(__always)
  init(_ i: Int, _ weightI: Double, _ j: Int, _ weightJ: Double, _ k: Int, _ weightK: Double) {
    (count, self.i, self.weightI, self.j, self.weightJ) = (3, i, weightI, j, weightJ)
    (self.k, self.weightK) = (k, weightK)
  }

  /// The same weights of the first vertices, where ``Simplex/keep(_:)`` puts those of the part.
  @inline(__always)
  var first: SimplexPart {
    var part = self
    (part.i, part.j, part.k) = (0, 1, 2)
    return part
  }

  /// The sum of the weighted vectors of the vertices.
  @inline(__always)
  func sum(_ of: (Int) -> Double3) -> Double3 {
    var v: Double3 = of(i) * weightI
    if count > 1 { v = v + of(j) * weightJ }
    if count > 2 { v = v + of(k) * weightK }
    return v
  }
}

/// Up to four vertices whose convex hull is closest to the origin.
private struct Simplex {
  let vertices: UnsafeMutablePointer<SimplexVertex>
  var count: Int = 0

  @inline(__always)
  func holds(_ w: Double3) -> Bool {
    for index in 0..<count where vertices[index].difference == w { return true }
    return false
  }

  /// Keeps the vertices of a part, in its order.
  @inline(__always)
  mutating func keep(_ part: SimplexPart) {
    let (first, second, third) = (vertices[part.i], vertices[part.j], vertices[part.k])
    vertices[0] = first
    if part.count > 1 { vertices[1] = second }
    if part.count > 2 { vertices[2] = third }
    count = part.count
  }

  /// The part that contains the closest point; nil if the origin is inside a tetrahedron.
  ///
  /// `isApart` says that the origin is known to be outside.
  @inline(__always)
  func closestPart(isApart: Bool) -> SimplexPart? {
    switch count {
    case 2: onSegment(0, 1)
    case 3: onTriangle(0, 1, 2)
    case 4: onTetrahedron(isApart: isApart)
    default: SimplexPart(0)
    }
  }
}

/// The distance between two forms, by the Gilbert–Johnson–Keerthi iteration in 64 bits.
///
/// Ends when no vertex can reduce the distance by one part in 10¹⁰, and after 64 iterations at
/// most. `start` is a direction from A to B, such as that of the last step; it only affects speed,
/// and may be zero.
///
/// - Source: E. Gilbert, D. Johnson, S. Keerthi, "A Fast Procedure for Computing the Distance
///   Between Complex Objects in Three-Dimensional Space", 1988; C. Ericson, "Real-Time Collision
///   Detection", 2005, section 5.1 (closest points of triangles and tetrahedra).
func coreDistance<A: SupportMapping, B: SupportMapping>(
  _ a: A, _ b: B, _ frame: CoreFrame, start: Double3
) -> CoreDistance {
  withUnsafeTemporaryAllocation(of: SimplexVertex.self, capacity: 4) { memory in
    guard let vertices = memory.baseAddress else {
      return CoreDistance(distance: 0, pointA: Double3(), pointB: Double3())
    }
    return coreDistance(a, b, frame, start: start, Simplex(vertices: vertices))
  }
}

@inline(__always)
private func coreDistance<A: SupportMapping, B: SupportMapping>(
  _ a: A, _ b: B, _ frame: CoreFrame, start: Double3, _ empty: Simplex
) -> CoreDistance {
  var simplex = empty
  let vertices = simplex.vertices
  var v: Double3 = -start
  if v.lengthSquared == 0 { v = -frame.center }
  if v.lengthSquared == 0 { v = Double3(1, 0, 0) }
  vertices[0] = supportVertex(a, b, frame, v)
  simplex.count = 1
  var part = SimplexPart(0)
  v = vertices[0].difference
  var size: Double = v.lengthSquared
  var isApart: Bool = false
  var rounds: Int = 0
  while rounds < 64 {
    let squared: Double = v.lengthSquared
    if squared <= 1e-24 * size { return coreDistance(simplex, part, 0) }
    let next: SimplexVertex = supportVertex(a, b, frame, v)
    let w: Double3 = next.difference
    size = max(size, w.lengthSquared)
    let along: Double = v.dot(w)
    if squared - along <= 1e-10 * squared || simplex.holds(w) { break }
    // The plane through w perpendicular to v separates the forms, by more than rounding.
    if along > 0 && along * along > 1e-24 * squared * size { isApart = true }
    vertices[simplex.count] = next
    simplex.count += 1
    guard let found = simplex.closestPart(isApart: isApart) else {
      return overlap(vertices)
    }
    let closer: Double3 = found.sum { vertices[$0].difference }
    if closer.lengthSquared >= squared { break }
    simplex.keep(found)
    part = found.first
    v = closer
    rounds += 1
  }
  return coreDistance(simplex, part, v.lengthSquared.squareRoot())
}

/// The vertex of A − B that is farthest along −`v`.
@inline(__always)
private func supportVertex<A: SupportMapping, B: SupportMapping>(
  _ a: A, _ b: B, _ frame: CoreFrame, _ v: Double3
) -> SimplexVertex {
  let onA: Double3 = a.support(-v)
  let onB: Double3 = frame.apply(b.support(frame.unrotate(v)))
  return SimplexVertex(difference: onA - onB, onA: onA, onB: onB)
}

/// The closest points of a part that comes first in its simplex.
private func coreDistance(
  _ simplex: Simplex, _ part: SimplexPart, _ distance: Double
) -> CoreDistance {
  let vertices = simplex.vertices
  return CoreDistance(
    distance: distance, pointA: part.sum { vertices[$0].onA },
    pointB: part.sum { vertices[$0].onB })
}

/// The distance of forms whose difference contains the origin in a tetrahedron.
///
/// Any weights that add up to one are valid, as the distance is zero.
private func overlap(_ v: UnsafeMutablePointer<SimplexVertex>) -> CoreDistance {
  let pointA: Double3 = v[0].onA * 0.25 + v[1].onA * 0.25 + v[2].onA * 0.25 + v[3].onA * 0.25
  let pointB: Double3 = v[0].onB * 0.25 + v[1].onB * 0.25 + v[2].onB * 0.25 + v[3].onB * 0.25
  return CoreDistance(distance: 0, pointA: pointA, pointB: pointB)
}

// MARK: The closest part

extension Simplex {
  @inline(__always)
  fileprivate func onSegment(_ a: Int, _ b: Int) -> SimplexPart {
    let from: Double3 = vertices[a].difference
    let ab: Double3 = vertices[b].difference - from
    let t: Double = -from.dot(ab)
    if t <= 0 { return SimplexPart(a) }
    let length: Double = ab.lengthSquared
    if t >= length { return SimplexPart(b) }
    let weight: Double = t / length
    return SimplexPart(a, 1 - weight, b, weight)
  }

  @inline(__always)
  fileprivate func onTriangle(_ a: Int, _ b: Int, _ c: Int) -> SimplexPart {
    let pa: Double3 = vertices[a].difference
    let pb: Double3 = vertices[b].difference
    let pc: Double3 = vertices[c].difference
    let ab: Double3 = pb - pa
    let ac: Double3 = pc - pa
    let d1: Double = -ab.dot(pa)
    let d2: Double = -ac.dot(pa)
    if d1 <= 0 && d2 <= 0 { return SimplexPart(a) }
    let d3: Double = -ab.dot(pb)
    let d4: Double = -ac.dot(pb)
    if d3 >= 0 && d4 <= d3 { return SimplexPart(b) }
    let vc: Double = d1 * d4 - d3 * d2
    if vc <= 0 && d1 >= 0 && d3 <= 0 {
      let t: Double = d1 / (d1 - d3)
      return SimplexPart(a, 1 - t, b, t)
    }
    let d5: Double = -ab.dot(pc)
    let d6: Double = -ac.dot(pc)
    if d6 >= 0 && d5 <= d6 { return SimplexPart(c) }
    let vb: Double = d5 * d2 - d1 * d6
    if vb <= 0 && d2 >= 0 && d6 <= 0 {
      let t: Double = d2 / (d2 - d6)
      return SimplexPart(a, 1 - t, c, t)
    }
    let va: Double = d3 * d6 - d5 * d4
    if va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0 {
      let t: Double = (d4 - d3) / ((d4 - d3) + (d5 - d6))
      return SimplexPart(b, 1 - t, c, t)
    }
    let total: Double = va + vb + vc
    if total <= 0 { return onSegment(a, b) }
    return SimplexPart(a, va / total, b, vb / total, c, vc / total)
  }

  fileprivate func onTetrahedron(isApart: Bool) -> SimplexPart? {
    var best = SimplexPart(0)
    var least: Double = .infinity
    considerFace(0, 1, 2, 3, &best, &least, always: false)
    considerFace(0, 2, 3, 1, &best, &least, always: false)
    considerFace(0, 3, 1, 2, &best, &least, always: false)
    considerFace(1, 3, 2, 0, &best, &least, always: false)
    if least < .infinity { return best }
    if !isApart { return nil }
    // Vertices close together on a curved edge: rounding hides on which sides of the faces the
    // origin is.
    considerFace(0, 1, 2, 3, &best, &least, always: true)
    considerFace(0, 2, 3, 1, &best, &least, always: true)
    considerFace(0, 3, 1, 2, &best, &least, always: true)
    considerFace(1, 3, 2, 0, &best, &least, always: true)
    return best
  }

  /// Uses the closest point on face abc when the origin and vertex d are on opposite sides of it,
  /// or `always`.
  private func considerFace(
    _ a: Int, _ b: Int, _ c: Int, _ d: Int, _ best: inout SimplexPart, _ least: inout Double,
    always: Bool
  ) {
    if !always {
      let from: Double3 = vertices[a].difference
      let normal: Double3 =
        (vertices[b].difference - from).cross(vertices[c].difference - from)
      let origin: Double = -normal.dot(from)
      let away: Double3 = vertices[d].difference - from
      let other: Double = normal.dot(away)
      // A flat tetrahedron has no inside: all its faces are tested.
      let flat: Bool = other * other <= 1e-24 * normal.lengthSquared * away.lengthSquared
      if origin * other > 0 && !flat { return }
    }
    let part: SimplexPart = onTriangle(a, b, c)
    let squared: Double = part.sum { vertices[$0].difference }.lengthSquared
    if squared < least { (best, least) = (part, squared) }
  }
}
