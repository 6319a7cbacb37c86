/// Cuts a triangle at the near plane, the guard band and the plane of a mirror.
///
/// - Source: I. Sutherland, G. Hodgman, "Reentrant Polygon Clipping", CACM 17(1), 1974.
struct Clipper {
  /// A triangle cut by six planes has at most nine corners.
  ///
  /// Slivers that lie in two of the planes may get more by rounding; what is beyond the room is left out.
  private static let room = 12
  /// Two lists of corners.
  static let capacity = 2 * room

  /// Cuts the three vertices at `polygon` and leaves the corners of what remains there.
  ///
  /// Returns their number, zero or three to twelve. `polygon` has room for ``capacity`` vertices.
  static func cut(_ polygon: UnsafeMutablePointer<ClipVertex>, _ view: ViewTransform) -> Int {
    let other = polygon + room
    var (from, to) = (polygon, other)
    var count = 3
    for plane in 0..<(view.isMirrored ? 6 : 5) {
      count = cut(from, count, into: to, plane: plane, view)
      if count < 3 { return 0 }
      swap(&from, &to)
    }
    if from != polygon { polygon.update(from: from, count: count) }
    return count
  }

  /// The distance from a plane, positive inside; only the sign and ratios count.
  private static func distance(
    _ vertex: ClipVertex, _ plane: Int, _ view: ViewTransform
  ) -> Float {
    let c: F4 = vertex.clip
    return switch plane {
    case 0: c.w - c.z
    case 1: c.w * view.guardX + c.x
    case 2: c.w * view.guardX - c.x
    case 3: c.w * view.guardY + c.y
    case 4: c.w * view.guardY - c.y
    default: view.height(vertex.world.place)
    }
  }

  private static func cut(
    _ from: UnsafeMutablePointer<ClipVertex>, _ count: Int,
    into to: UnsafeMutablePointer<ClipVertex>, plane: Int, _ view: ViewTransform
  ) -> Int {
    var out = 0
    for i in 0..<count where out <= room - 2 {
      let j = i + 1 == count ? 0 : i + 1
      let di = distance(from[i], plane, view)
      let dj = distance(from[j], plane, view)
      if di >= 0 {
        (to + out).initialize(to: from[i])
        out += 1
      }
      if (di >= 0) != (dj >= 0) {
        // Always from the inner end to the outer, so that the neighbour across the edge, which
        // runs it the other way, gets the same point to the bit.
        let (inner, outer) = di >= 0 ? (i, j) : (j, i)
        let (d, e) = di >= 0 ? (di, dj) : (dj, di)
        (to + out).initialize(to: between(from[inner], from[outer], d / (d - e)))
        out += 1
      }
    }
    return out
  }

  private static func between(_ a: ClipVertex, _ b: ClipVertex, _ t: Float) -> ClipVertex {
    let s = F4(repeating: t)
    let (v, w) = (a.world, b.world)
    return ClipVertex(
      world: RasterVertex(
        place: v.place + (w.place - v.place) * s, normal: v.normal + (w.normal - v.normal) * s,
        tangent: v.tangent + (w.tangent - v.tangent) * s,
        second: v.second + (w.second - v.second) * s,
        color: v.color + (w.color - v.color) * s),
      clip: a.clip + (b.clip - a.clip) * s)
  }
}

/// A vertex that is cut.
struct ClipVertex: BitwiseCopyable {
  var world: RasterVertex
  /// Before the division: x, y to ±w on the picture, z from 0 far to w near.
  var clip: F4
}
