import CaromMaths

// Contacts of a polyhedron with a sphere, in closed form and in the polyhedron's space.

/// The point of a polyhedron's surface closest to a given point.
struct ClosestPoint {
  /// Negative inside.
  var distance: Float
  var surface: Vector3
  /// The outward unit direction to the given point.
  var normal: Vector3
  /// True when the point lies on a face, not on an edge or vertex.
  var isFace: Bool
}

/// Polyhedron A against sphere B.
func hullSphere(
  _ a: UnsafePointer<Polyhedron>, _ b: SphereShape, _ center: Vector3, _ margin: Float
) -> Manifold {
  guard let found = closestPoint(a, center, within: b.radius + margin) else { return Manifold() }
  return sphereManifold(
    surface: found.surface, normal: found.normal, separation: found.distance - b.radius,
    kind: found.isFace ? .faceA : .edge)
}

/// The face whose plane the lower of two points is highest above, and that height.
@inline(__always)
func highestPlane(_ a: UnsafePointer<Polyhedron>, _ p: Vector3, _ q: Vector3)
  -> (face: Int, height: Float)
{
  let (px, py, pz) = (F4(repeating: p.x), F4(repeating: p.y), F4(repeating: p.z))
  let (qx, qy, qz) = (F4(repeating: q.x), F4(repeating: q.y), F4(repeating: q.z))
  var best = F4(repeating: -.infinity)
  var indices = SIMD4<Int32>(0, 1, 2, 3)
  var current: SIMD4<Int32> = indices
  let blocks: Int = Polyhedron.blocks(a.pointee.faceCount)
  var rows: UnsafeMutablePointer<F4> = a.pointee.faceRows
  var block: Int = 0
  while block < blocks {
    let heightP: F4 = rows[0] * px + rows[1] * py + rows[2] * pz
    let heightQ: F4 = rows[0] * qx + rows[1] * qy + rows[2] * qz
    let height: F4 = vmin(heightP, heightQ) - rows[3]
    indices = select(bits(height .> best), current, indices)
    best = vmax(height, best)
    current = current &+ SIMD4<Int32>(repeating: 4)
    rows += 4
    block &+= 1
  }
  let face = Int(indexOfGreatest(best, indices))
  return (face < a.pointee.faceCount ? face : 0, greatestLane(best))
}

/// The closest point of the surface, or nil when it is farther than `limit`.
func closestPoint(_ a: UnsafePointer<Polyhedron>, _ p: Vector3, within limit: Float)
  -> ClosestPoint?
{
  let (face, height) = highestPlane(a, p, p)
  if height > limit { return nil }
  let n: Vector3 = a.pointee.normal(face)
  if height <= 0 || isOver(a, face, p) {
    return ClosestPoint(distance: height, surface: p - n * height, normal: n, isFace: true)
  }
  // Only faces that the point is above can contain the closest point, on their inside or outline.
  var best = Vector3()
  var least: Float = .infinity
  var k: Int = 0
  while k < a.pointee.faceCount {
    let plane: F4 = a.pointee.planes[k]
    let m = Vector3(plane.x, plane.y, plane.z)
    let over: Float = m.dot(p) - plane.w
    if over > 0 && over * over < least {
      if isOver(a, k, p) {
        return over > limit
          ? nil : ClosestPoint(distance: over, surface: p - m * over, normal: m, isFace: true)
      }
      nearestOnOutline(a, k, p, &best, &least)
    }
    k &+= 1
  }
  let distance: Float = least.squareRoot()
  if distance > limit { return nil }
  let normal: Vector3 = distance > 1e-18 ? (p - best) / distance : n
  return ClosestPoint(distance: distance, surface: best, normal: normal, isFace: false)
}

/// True when the projection of a point onto a face lies inside the face.
func isOver(_ a: UnsafePointer<Polyhedron>, _ face: Int, _ p: Vector3) -> Bool {
  let n: Vector3 = a.pointee.normal(face)
  let outline: HullFace = a.pointee.faces[face]
  let first: UnsafeMutablePointer<HalfEdge> = a.pointee.halfEdges + Int(outline.first)
  let count = Int(outline.count)
  var from: Vector3 = a.pointee.point(Int(first[count &- 1].origin))
  var k: Int = 0
  while k < count {
    let to: Vector3 = a.pointee.point(Int(first[k].origin))
    if n.dot((to - from).cross(p - from)) < 0 { return false }
    from = to
    k &+= 1
  }
  return true
}

/// Updates the closest point on a face's outline if it is closer than the known one.
private func nearestOnOutline(
  _ a: UnsafePointer<Polyhedron>, _ face: Int, _ p: Vector3, _ best: inout Vector3,
  _ least: inout Float
) {
  let outline: HullFace = a.pointee.faces[face]
  let first: UnsafeMutablePointer<HalfEdge> = a.pointee.halfEdges + Int(outline.first)
  let count = Int(outline.count)
  var from: Vector3 = a.pointee.point(Int(first[count &- 1].origin))
  var k: Int = 0
  while k < count {
    let to: Vector3 = a.pointee.point(Int(first[k].origin))
    let d: Vector3 = to - from
    let t: Float = min(max((p - from).dot(d) / d.lengthSquared, 0), 1)
    let q: Vector3 = from + d * t
    let squared: Float = (p - q).lengthSquared
    if squared < least {
      least = squared
      best = q
    }
    from = to
    k &+= 1
  }
}
