import CaromMaths

/// A triangle of a mesh or height field, for contacts and casts.
///
/// Its front is the side from which its vertices run counterclockwise.
struct SurfaceTriangle {
  var a: Vector3
  var b: Vector3
  var c: Vector3
  /// The numbers of the vertices; neighbors share them.
  var cornerA: Int32
  var cornerB: Int32
  var cornerC: Int32
  /// The number of the triangle within its surface.
  var id: Int32

  /// The normal towards the front, with a length of twice the triangle's area.
  @inline(__always) var cross: Vector3 { (b - a).cross(c - a) }

  @inline(__always) func has(_ corner: Int32) -> Bool {
    cornerA == corner || cornerB == corner || cornerC == corner
  }
}

/// The feature of a triangle on which its closest point lies.
enum TriangleRegion: UInt8 {
  case face, cornerA, cornerB, cornerC, edgeAB, edgeBC, edgeCA
}

/// The point of a triangle closest to the origin.
struct NearestPoint {
  var point: Vector3
  var region: TriangleRegion
}

/// The point of the triangle `a`, `b`, `c` closest to the origin.
///
/// - Source: C. Ericson, "Real-Time Collision Detection", 2005, section 5.1.5.
@inline(__always)
func nearestToOrigin(_ a: Vector3, _ b: Vector3, _ c: Vector3) -> NearestPoint {
  let ab: Vector3 = b - a
  let ac: Vector3 = c - a
  let d1: Float = -ab.dot(a)
  let d2: Float = -ac.dot(a)
  if d1 <= 0 && d2 <= 0 { return NearestPoint(point: a, region: .cornerA) }
  let d3: Float = -ab.dot(b)
  let d4: Float = -ac.dot(b)
  if d3 >= 0 && d4 <= d3 { return NearestPoint(point: b, region: .cornerB) }
  let vc: Float = d1 * d4 - d3 * d2
  if vc <= 0 && d1 >= 0 && d3 <= 0 {
    return NearestPoint(point: a + ab * (d1 / (d1 - d3)), region: .edgeAB)
  }
  let d5: Float = -ab.dot(c)
  let d6: Float = -ac.dot(c)
  if d6 >= 0 && d5 <= d6 { return NearestPoint(point: c, region: .cornerC) }
  let vb: Float = d5 * d2 - d1 * d6
  if vb <= 0 && d2 >= 0 && d6 <= 0 {
    return NearestPoint(point: a + ac * (d2 / (d2 - d6)), region: .edgeCA)
  }
  let va: Float = d3 * d6 - d5 * d4
  let along: Float = d4 - d3
  let back: Float = d5 - d6
  if va <= 0 && along >= 0 && back >= 0 {
    return NearestPoint(point: b + (c - b) * (along / (along + back)), region: .edgeBC)
  }
  let scale: Float = 1 / (va + vb + vc)
  return NearestPoint(point: a + ab * (vb * scale) + ac * (vc * scale), region: .face)
}

/// A search for the triangles of a surface by a box.
///
/// Triangles are always visited in ascending order, so that results computed from them in sequence
/// do not depend on how many others were tested.
protocol TriangleSearch {
  /// Calls `visit` with each triangle whose box overlaps `box`, in ascending order, until it
  /// returns false.
  func visit(_ box: AABB, _ visit: (_ id: Int32) -> Bool)
}

/// The interface of meshes and height fields.
protocol TriangleSurface: TriangleSearch {
  /// The triangle with a number that ``visit(_:_:)`` passed.
  func triangle(_ id: Int32) -> SurfaceTriangle
  /// Calls `visit` with triangles whose boxes a moving box hits before `limit`, roughly nearest
  /// first.
  ///
  /// The box moves from `origin` to `origin + translation` and has the half extents `half`. `visit`
  /// returns the new limit.
  func sweep(
    origin: Vector3, translation: Vector3, half: Vector3, limit: Float,
    _ visit: (_ id: Int32, _ limit: Float) -> Float)
}
