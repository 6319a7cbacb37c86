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

/// A vertex of the difference A − B, with its barycentric weight in the closest point.
private struct SimplexVertex {
  var difference = Double3()
  var onA = Double3()
  var onB = Double3()
  var weight: Double = 0
}

/// Up to four vertices whose convex hull is closest to the origin.
private struct Simplex {
  var a = SimplexVertex()
  var b = SimplexVertex()
  var c = SimplexVertex()
  var d = SimplexVertex()
  var count: Int = 0

  /// The point of the hull that is closest to the origin.
  var closest: Double3 {
    var v: Double3 = a.difference * a.weight
    if count > 1 { v = v + b.difference * b.weight }
    if count > 2 { v = v + c.difference * c.weight }
    if count > 3 { v = v + d.difference * d.weight }
    return v
  }

  func holds(_ w: Double3) -> Bool {
    (count > 0 && a.difference == w) || (count > 1 && b.difference == w)
      || (count > 2 && c.difference == w) || (count > 3 && d.difference == w)
  }

  mutating func add(_ corner: SimplexVertex) {
    switch count {
    case 0: a = corner
    case 1: b = corner
    case 2: c = corner
    default: d = corner
    }
    count += 1
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
  var simplex = Simplex()
  var v: Double3 = -start
  if v.lengthSquared == 0 { v = -frame.center }
  if v.lengthSquared == 0 { v = Double3(1, 0, 0) }
  simplex.add(supportVertex(a, b, frame, v))
  simplex.a.weight = 1
  v = simplex.a.difference
  var size: Double = v.lengthSquared
  var isApart: Bool = false
  var rounds: Int = 0
  while rounds < 64 {
    let squared: Double = v.lengthSquared
    if squared <= 1e-24 * size { return overlap(simplex) }
    let next: SimplexVertex = supportVertex(a, b, frame, v)
    let w: Double3 = next.difference
    size = max(size, w.lengthSquared)
    let along: Double = v.dot(w)
    if squared - along <= 1e-10 * squared || simplex.holds(w) { break }
    // The plane through w perpendicular to v separates the forms, by more than rounding.
    if along > 0 && along * along > 1e-24 * squared * size { isApart = true }
    let before: Simplex = simplex
    simplex.add(next)
    reduce(&simplex, isApart: isApart)
    if simplex.count == 4 { return overlap(simplex) }
    let closer: Double3 = simplex.closest
    if closer.lengthSquared >= squared {
      simplex = before
      break
    }
    v = closer
    rounds += 1
  }
  let (pointA, pointB) = witnesses(simplex)
  return CoreDistance(
    distance: v.lengthSquared.squareRoot(), pointA: pointA, pointB: pointB)
}

/// The vertex of A − B that is farthest along −`v`.
@inline(__always)
private func supportVertex<A: SupportMapping, B: SupportMapping>(
  _ a: A, _ b: B, _ frame: CoreFrame, _ v: Double3
) -> SimplexVertex {
  let onA: Double3 = a.support(-v)
  let onB: Double3 = frame.apply(b.support(frame.unrotate(v)))
  return SimplexVertex(difference: onA - onB, onA: onA, onB: onB, weight: 0)
}

private func overlap(_ simplex: Simplex) -> CoreDistance {
  let (pointA, pointB) = witnesses(simplex)
  return CoreDistance(distance: 0, pointA: pointA, pointB: pointB)
}

private func witnesses(_ s: Simplex) -> (Double3, Double3) {
  var onA: Double3 = s.a.onA * s.a.weight
  var onB: Double3 = s.a.onB * s.a.weight
  if s.count > 1 {
    onA = onA + s.b.onA * s.b.weight
    onB = onB + s.b.onB * s.b.weight
  }
  if s.count > 2 {
    onA = onA + s.c.onA * s.c.weight
    onB = onB + s.c.onB * s.c.weight
  }
  if s.count > 3 {
    onA = onA + s.d.onA * s.d.weight
    onB = onB + s.d.onB * s.d.weight
  }
  return (onA, onB)
}

/// Removes the vertices that the closest point does not need and sets the weights of the others.
///
/// `isApart` says that the origin is known to be outside.
private func reduce(_ s: inout Simplex, isApart: Bool) {
  switch s.count {
  case 2: s = onSegment(s.a, s.b)
  case 3: s = onTriangle(s.a, s.b, s.c)
  case 4: s = onTetrahedron(s.a, s.b, s.c, s.d, isApart: isApart)
  default: s.a.weight = 1
  }
}

@inline(__always)
private func makeSimplex(_ a: SimplexVertex, _ weightA: Double) -> Simplex {
  var s = Simplex()
  s.a = a
  s.a.weight = weightA
  s.count = 1
  return s
}

@inline(__always)
private func makeSimplex(
  _ a: SimplexVertex, _ weightA: Double, _ b: SimplexVertex, _ weightB: Double
) -> Simplex {
  var s = makeSimplex(a, weightA)
  s.b = b
  s.b.weight = weightB
  s.count = 2
  return s
}

private func onSegment(_ a: SimplexVertex, _ b: SimplexVertex) -> Simplex {
  let ab: Double3 = b.difference - a.difference
  let t: Double = -a.difference.dot(ab)
  if t <= 0 { return makeSimplex(a, 1) }
  let length: Double = ab.lengthSquared
  if t >= length { return makeSimplex(b, 1) }
  let weight: Double = t / length
  return makeSimplex(a, 1 - weight, b, weight)
}

private func onTriangle(_ a: SimplexVertex, _ b: SimplexVertex, _ c: SimplexVertex) -> Simplex {
  let (pa, pb, pc) = (a.difference, b.difference, c.difference)
  let ab: Double3 = pb - pa
  let ac: Double3 = pc - pa
  let d1: Double = -ab.dot(pa)
  let d2: Double = -ac.dot(pa)
  if d1 <= 0 && d2 <= 0 { return makeSimplex(a, 1) }
  let d3: Double = -ab.dot(pb)
  let d4: Double = -ac.dot(pb)
  if d3 >= 0 && d4 <= d3 { return makeSimplex(b, 1) }
  let vc: Double = d1 * d4 - d3 * d2
  if vc <= 0 && d1 >= 0 && d3 <= 0 {
    let t: Double = d1 / (d1 - d3)
    return makeSimplex(a, 1 - t, b, t)
  }
  let d5: Double = -ab.dot(pc)
  let d6: Double = -ac.dot(pc)
  if d6 >= 0 && d5 <= d6 { return makeSimplex(c, 1) }
  let vb: Double = d5 * d2 - d1 * d6
  if vb <= 0 && d2 >= 0 && d6 <= 0 {
    let t: Double = d2 / (d2 - d6)
    return makeSimplex(a, 1 - t, c, t)
  }
  let va: Double = d3 * d6 - d5 * d4
  if va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0 {
    let t: Double = (d4 - d3) / ((d4 - d3) + (d5 - d6))
    return makeSimplex(b, 1 - t, c, t)
  }
  let total: Double = va + vb + vc
  if total <= 0 { return onSegment(a, b) }
  var s = makeSimplex(a, va / total, b, vb / total)
  s.c = c
  s.c.weight = vc / total
  s.count = 3
  return s
}

private func onTetrahedron(
  _ a: SimplexVertex, _ b: SimplexVertex, _ c: SimplexVertex, _ d: SimplexVertex, isApart: Bool
) -> Simplex {
  var best = Simplex()
  var least: Double = .infinity
  considerFace(a, b, c, d, &best, &least, always: false)
  considerFace(a, c, d, b, &best, &least, always: false)
  considerFace(a, d, b, c, &best, &least, always: false)
  considerFace(b, d, c, a, &best, &least, always: false)
  if best.count > 0 { return best }
  if isApart {
    // Vertices close together on a curved edge: rounding hides on which sides of the faces the
    // origin is.
    considerFace(a, b, c, d, &best, &least, always: true)
    considerFace(a, c, d, b, &best, &least, always: true)
    considerFace(a, d, b, c, &best, &least, always: true)
    considerFace(b, d, c, a, &best, &least, always: true)
    return best
  }
  // Inside: any weights that add up to one are valid, as the distance is zero.
  var s = Simplex()
  s.a = a
  s.b = b
  s.c = c
  s.d = d
  s.a.weight = 0.25
  s.b.weight = 0.25
  s.c.weight = 0.25
  s.d.weight = 0.25
  s.count = 4
  return s
}

/// Uses the closest point on face abc when the origin and vertex d are on opposite sides of it, or
/// `always`.
private func considerFace(
  _ a: SimplexVertex, _ b: SimplexVertex, _ c: SimplexVertex, _ d: SimplexVertex,
  _ best: inout Simplex, _ least: inout Double, always: Bool
) {
  if !always {
    let normal: Double3 = (b.difference - a.difference).cross(c.difference - a.difference)
    let origin: Double = -normal.dot(a.difference)
    let other: Double = normal.dot(d.difference - a.difference)
    // A flat tetrahedron has no inside: all its faces are tested.
    let flat: Bool =
      other * other <= 1e-24 * normal.lengthSquared * (d.difference - a.difference).lengthSquared
    if origin * other > 0 && !flat { return }
  }
  let s: Simplex = onTriangle(a, b, c)
  let squared: Double = s.closest.lengthSquared
  if squared < least {
    least = squared
    best = s
  }
}
