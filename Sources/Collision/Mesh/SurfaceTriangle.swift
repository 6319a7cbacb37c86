import CaromMaths

/// A triangle of a mesh or height field, as contacts and casts see it.
///
/// Its front is where the corners run counter-clockwise.
struct SurfaceTriangle {
  var a: Vector3
  var b: Vector3
  var c: Vector3
  /// The numbers of the corners; neighbours have corners of the same number.
  var cornerA: Int32
  var cornerB: Int32
  var cornerC: Int32
  /// The number of the triangle within its surface.
  var id: Int32

  /// At right angles to the triangle, towards its front, as long as twice its area.
  @inline(__always) var cross: Vector3 { (b - a).cross(c - a) }

  @inline(__always) func has(_ corner: Int32) -> Bool {
    cornerA == corner || cornerB == corner || cornerC == corner
  }
}

/// Where the point of a triangle lies that is nearest to something.
enum TriangleRegion: UInt8 {
  case face, cornerA, cornerB, cornerC, edgeAB, edgeBC, edgeCA
}

/// The point of a triangle that is nearest to the origin.
struct NearestPoint {
  var point: Vector3
  var region: TriangleRegion
}

/// The point of the triangle `a`, `b`, `c` that is nearest to the origin.
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

/// What finds the triangles of a surface by a box.
///
/// Triangles are found in ascending order of their numbers whatever the box, so that what is worked
/// out from them in turn does not depend on how many were looked at in vain.
protocol TriangleSearch {
  /// Calls `visit` with each triangle whose own box overlaps `box`, ascending; false stops.
  func visit(_ box: AABB, _ visit: (_ id: Int32) -> Bool)
}

/// What meshes and height fields have in common.
protocol TriangleSurface: TriangleSearch {
  /// The triangle of a number that ``visit(_:_:)`` gave.
  func triangle(_ id: Int32) -> SurfaceTriangle
  /// Calls `visit` with triangles whose boxes a moving box meets before `limit`, nearest first as far
  /// as can be told cheaply, until `limit` falls below where the rest begins.
  ///
  /// The box goes from `origin` to `origin + translation` and reaches `half` from its middle; `visit`
  /// returns the new limit.
  func sweep(
    origin: Vector3, translation: Vector3, half: Vector3, limit: Float,
    _ visit: (_ id: Int32, _ limit: Float) -> Float)
}
