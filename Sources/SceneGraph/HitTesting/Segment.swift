import CaromMaths

/// A straight way in the space of a mesh, prepared for many boxes and triangles.
struct Segment {
  let origin: Vector3
  let translation: Vector3
  private let inverse: Vector3
  /// The axis along which it goes farthest, and the other two, so that the three keep their turn.
  private let kx: Int
  private let ky: Int
  private let kz: Int
  private let shear: Vector3

  /// Prepares a way; nil when it goes nowhere.
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

  /// The share of the way before a box, or nil when it is missed or farther than `limit`.
  ///
  /// Never misses a box that holds a hit: the far side counts as a little farther away.
  ///
  /// - Source: T. Ize, "Robust BVH Ray Traversal", JCGT 2013.
  func enters(_ box: AABB, limit: Float) -> Float? {
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

  /// What a way and a triangle have in common.
  struct Crossing {
    /// The share of the way before it.
    var fraction: Float
    /// How much each corner counts at the place; together one.
    var weights: Vector3
  }

  /// Where the way crosses a triangle, from either side; nil where it misses.
  ///
  /// A way through the edge of two triangles crosses one of them at least.
  ///
  /// - Source: S. Woop, C. Benthin, I. Wald, "Watertight Ray/Triangle Intersection", JCGT 2013.
  func crosses(_ a: Vector3, _ b: Vector3, _ c: Vector3) -> Crossing? {
    let (a, b, c) = (a - origin, b - origin, c - origin)
    let (ax, ay) = (a[kx] - shear.x * a[kz], a[ky] - shear.y * a[kz])
    let (bx, by) = (b[kx] - shear.x * b[kz], b[ky] - shear.y * b[kz])
    let (cx, cy) = (c[kx] - shear.x * c[kz], c[ky] - shear.y * c[kz])
    var u = cx * by - cy * bx
    var v = ax * cy - ay * cx
    var w = bx * ay - by * ax
    if u == 0 || v == 0 || w == 0 {
      // On an edge, as far as Float can tell.
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
    return Crossing(fraction: fraction, weights: weights)
  }
}
