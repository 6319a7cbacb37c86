import CaromMaths

/// Clips a triangle to the near plane, the guard band and the plane of a planar reflection.
///
/// - Source: I. Sutherland, G. Hodgman, "Reentrant Polygon Clipping", CACM 17(1), 1974.
struct Clipper {
  /// The capacity of a corner list.
  ///
  /// A triangle clipped by six planes has at most nine corners. Rounding can add corners to slivers
  /// that lie in two of the planes; corners beyond the capacity are dropped.
  private static let maximumCorners = 12
  /// The capacity of the vertex buffer passed to ``clip(_:_:)``: two lists of corners.
  static let capacity = 2 * maximumCorners

  /// Clips the triangle in the first three vertices of `polygon` in place.
  ///
  /// Returns the number of remaining corners, zero or three to twelve. `polygon` has capacity for
  /// ``capacity`` vertices.
  static func clip(_ polygon: UnsafeMutablePointer<ClipSpaceVertex>, _ view: ViewTransform) -> Int {
    let other = polygon + maximumCorners
    var (from, to) = (polygon, other)
    var count = 3
    for plane in 0..<(view.isReflected ? 6 : 5) {
      count = clip(from, count, into: to, plane: plane, view)
      if count < 3 { return 0 }
      swap(&from, &to)
    }
    if from != polygon { polygon.update(from: from, count: count) }
    return count
  }

  /// The signed distance from a plane, positive inside; only signs and ratios are meaningful.
  private static func distance(
    _ vertex: ClipSpaceVertex, _ plane: Int, _ view: ViewTransform
  ) -> Float {
    let c: F4 = vertex.clip
    return switch plane {
    case 0: c.w - c.z
    case 1: c.w * view.guardX + c.x
    case 2: c.w * view.guardX - c.x
    case 3: c.w * view.guardY + c.y
    case 4: c.w * view.guardY - c.y
    default: view.distanceToReflectionPlane(vertex.world.position)
    }
  }

  private static func clip(
    _ from: UnsafeMutablePointer<ClipSpaceVertex>, _ count: Int,
    into to: UnsafeMutablePointer<ClipSpaceVertex>, plane: Int, _ view: ViewTransform
  ) -> Int {
    var out = 0
    for i in 0..<count where out <= maximumCorners - 2 {
      let j = i + 1 == count ? 0 : i + 1
      let di = distance(from[i], plane, view)
      let dj = distance(from[j], plane, view)
      if di >= 0 {
        (to + out).initialize(to: from[i])
        out += 1
      }
      if (di >= 0) != (dj >= 0) {
        // Interpolated from the inner end to the outer end, so that the triangle on the other side
        // of the edge computes the same bits.
        let (inner, outer) = di >= 0 ? (i, j) : (j, i)
        let (d, e) = di >= 0 ? (di, dj) : (dj, di)
        (to + out).initialize(to: interpolate(from[inner], from[outer], d / (d - e)))
        out += 1
      }
    }
    return out
  }

  private static func interpolate(_ a: ClipSpaceVertex, _ b: ClipSpaceVertex, _ t: Float)
    -> ClipSpaceVertex
  {
    let s = F4(repeating: t)
    let (v, w) = (a.world, b.world)
    return ClipSpaceVertex(
      world: RasterVertex(
        position: v.position + (w.position - v.position) * s,
        normal: v.normal + (w.normal - v.normal) * s,
        tangent: v.tangent + (w.tangent - v.tangent) * s,
        texCoord1: v.texCoord1 + (w.texCoord1 - v.texCoord1) * s,
        color: v.color + (w.color - v.color) * s),
      clip: a.clip + (b.clip - a.clip) * s)
  }
}

/// A vertex during clipping.
struct ClipSpaceVertex: BitwiseCopyable {
  var world: RasterVertex
  /// Clip-space coordinates before the division: x and y within ±w, z from 0 (far) to w (near).
  var clip: F4
}
