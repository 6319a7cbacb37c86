import CaromMaths

/// The sine of the tolerance within which directions belong to an edge: about one degree.
private let edgeTolerance: Float = 0.02

/// The edge or vertex of a triangle that is farthest along a direction.
struct TriangleFeature {
  /// The number of the triangle.
  var id: Int32
  /// The triangle's normal and the direction, both of unit length.
  var face: Vector3
  var direction: Vector3
  var from: Vector3
  var to: Vector3
  var first: Int32
  var second: Int32
  var isCorner: Bool

  init(_ t: SurfaceTriangle, _ face: Vector3, _ n: Vector3) {
    id = t.id
    self.face = face
    direction = n
    let (a, b, c) = (n.dot(t.a), n.dot(t.b), n.dot(t.c))
    // The two vertices farthest along the direction, the farthest first.
    var top = (t.a, t.cornerA, a)
    var next = (t.b, t.cornerB, b)
    if b > a { swap(&top, &next) }
    if c > top.2 {
      next = top
      top = (t.c, t.cornerC, c)
    } else if c > next.2 {
      next = (t.c, t.cornerC, c)
    }
    (from, first) = (top.0, top.1)
    (to, second) = (next.0, next.1)
    isCorner = top.2 - next.2 > flatSine * (to - from).length
    if isCorner { (to, second) = (from, first) }
  }

  /// The position of a neighbor relative to the feature.
  struct Neighbor {
    /// The neighbor extends farther along the direction, or rises in front of the triangle, so
    /// that the feature is not exposed.
    var isAhead: Bool
    /// The neighbor lies behind the triangle's plane.
    var isBehind: Bool
  }

  /// The position of another triangle relative to the feature, or nil when it does not share the
  /// feature.
  @inline(__always)
  func neighbor(_ other: SurfaceTriangle) -> Neighbor? {
    if other.id == id || !other.has(first) || !other.has(second) { return nil }
    var found = Neighbor(isAhead: false, isBehind: true)
    classify(other.a, other.cornerA, &found)
    classify(other.b, other.cornerB, &found)
    classify(other.c, other.cornerC, &found)
    return found
  }

  private func classify(_ p: Vector3, _ corner: Int32, _ found: inout Neighbor) {
    if corner == first || corner == second { return }
    var w: Vector3 = p - from
    if !isCorner {
      let d: Vector3 = to - from
      w -= d * (w.dot(d) / d.lengthSquared)
    }
    let limit: Float = edgeTolerance * w.length
    let rise: Float = face.dot(w)
    if direction.dot(w) > limit || rise > limit { found.isAhead = true }
    if rise > -limit { found.isBehind = false }
  }
}
