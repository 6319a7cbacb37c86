import CaromMaths

/// A line segment in the space of a mesh, prepared for intersection with many boxes and triangles.
struct Segment {
  let origin: Vector3
  let translation: Vector3
  private let inverse: Vector3
  /// The dominant axis of the segment, and the other two, ordered to preserve the winding.
  private let kx: Int
  private let ky: Int
  private let kz: Int
  private let shear: Vector3

  /// Prepares a segment; nil if it has no length or is not finite.
  init?(origin: Vector3, translation: Vector3) {
    guard origin.isFinite, translation.isFinite, translation != .zero else { return nil }
    self.origin = origin
    self.translation = translation
    inverse = Vector3(1 / translation.x, 1 / translation.y, 1 / translation.z)
    let m = translation.magnitudes
    kz = m.x >= m.y && m.x >= m.z ? 0 : (m.y >= m.z ? 1 : 2)
    let next = (kz + 1) % 3
    let last = (kz + 2) % 3
    (kx, ky) = translation[kz] < 0 ? (last, next) : (next, last)
    let along = translation[kz]
    shear = Vector3(translation[kx] / along, translation[ky] / along, 1 / along)
  }

  /// Returns the fraction at which the segment enters a box, or nil if it misses or enters after
  /// `limit`.
  ///
  /// Conservative: the exit distance is enlarged slightly, so a box that contains a hit is never
  /// missed.
  ///
  /// - Source: T. Ize, "Robust BVH Ray Traversal", JCGT 2013.
  func entry(into box: AABB, limit: Float) -> Float? {
    var (near, far) = (Float(0), limit)
    for axis in 0..<3 {
      let (low, high) = (box.min[axis], box.max[axis])
      if translation[axis] == 0 {
        if origin[axis] < low || origin[axis] > high { return nil }
        continue
      }
      let a = (low - origin[axis]) * inverse[axis]
      let b = (high - origin[axis]) * inverse[axis]
      near = max(near, min(a, b) * 0.999_999_4)
      far = min(far, max(a, b) * 1.000_000_6)
    }
    return near <= far ? near : nil
  }

  /// The intersection of a segment and a triangle.
  struct Intersection {
    /// The position on the segment, 0 to 1.
    var fraction: Float
    /// The barycentric weights of the corners; their sum is one.
    var weights: Vector3
  }

  /// Returns the intersection with a triangle, from either side, or nil.
  ///
  /// Watertight: a segment through a shared edge intersects at least one of the two triangles.
  ///
  /// - Source: S. Woop, C. Benthin, I. Wald, "Watertight Ray/Triangle Intersection", JCGT 2013.
  func intersection(_ a: Vector3, _ b: Vector3, _ c: Vector3) -> Intersection? {
    let (a, b, c) = (a - origin, b - origin, c - origin)
    let (ax, ay) = (a[kx] - shear.x * a[kz], a[ky] - shear.y * a[kz])
    let (bx, by) = (b[kx] - shear.x * b[kz], b[ky] - shear.y * b[kz])
    let (cx, cy) = (c[kx] - shear.x * c[kz], c[ky] - shear.y * c[kz])
    var u = cx * by - cy * bx
    var v = ax * cy - ay * cx
    var w = bx * ay - by * ax
    if u == 0 || v == 0 || w == 0 {
      // On an edge within Float precision, so the edge functions are computed again in Double.
      u = Float(Double(cx) * Double(by) - Double(cy) * Double(bx))
      v = Float(Double(ax) * Double(cy) - Double(ay) * Double(cx))
      w = Float(Double(bx) * Double(ay) - Double(by) * Double(ax))
    }
    if (u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0) { return nil }
    let sum = u + v + w
    guard sum != 0 else { return nil }
    let weights = Vector3(u, v, w) / sum
    let fraction = weights.dot(Vector3(a[kz], b[kz], c[kz])) * shear.z
    guard fraction >= 0, fraction <= 1, weights.isFinite else { return nil }
    return Intersection(fraction: fraction, weights: weights)
  }
}
