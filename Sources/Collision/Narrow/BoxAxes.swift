import CaromMaths

/// The separating axes of two boxes in the space of box A, one in each of the first three lanes.
///
/// Axes are numbered: 1–3 are the normals of A's faces, 4–6 of B's, and 7–15 are edge i of A across
/// edge j of B, as 7 + 3·i + j.
struct BoxAxes {
  fileprivate let halfA: F4
  fileprivate let halfB: F4
  fileprivate let center: F4
  /// The parts of B's three axes along A's x, y and z.
  fileprivate let (x, y, z): (F4, F4, F4)
  /// The axes of B.
  private let axes: (F4, F4, F4)

  @inline(__always)
  init(_ pair: BoxPair) {
    let r: Matrix3 = pair.axes
    (halfA, halfB, center) = (F4(pair.halfA), F4(pair.halfB), F4(pair.center))
    axes = (F4(r.x), F4(r.y), F4(r.z))
    x = F4(r.x.x, r.y.x, r.z.x, 0)
    y = F4(r.x.y, r.y.y, r.z.y, 0)
    z = F4(r.x.z, r.y.z, r.z.z, 0)
  }

  /// The gaps along the normals of A's faces.
  @inline(__always)
  var gapsOfFacesA: F4 {
    let (a, b, c) = (magnitudes(axes.0), magnitudes(axes.1), magnitudes(axes.2))
    let projected: F4 = a * halfB.x + b * halfB.y + c * halfB.z
    return magnitudes(center) - halfA - projected
  }

  /// The gaps along the normals of B's faces.
  @inline(__always)
  var gapsOfFacesB: F4 {
    let (a, b, c) = (magnitudes(x), magnitudes(y), magnitudes(z))
    let projected: F4 = a * halfA.x + b * halfA.y + c * halfA.z
    let along: F4 = x * center.x + y * center.y + z * center.z
    return magnitudes(along) - halfB - projected
  }
}

/// The gaps along the normals of edge pairs; nearly parallel edges, which add nothing to the faces,
/// have the gap −∞.
struct BoxEdgeGaps {
  /// The gaps of A's edge along x, y or z and B's three.
  private let (x, y, z): (F4, F4, F4)

  @inline(__always)
  init(_ axes: BoxAxes) {
    let (p, h) = (axes.center, axes.halfA)
    x = gaps(axes, p.z, p.y, h.z, h.y, axes.z, axes.y, axes.x)
    y = gaps(axes, p.x, p.z, h.x, h.z, axes.x, axes.z, axes.y)
    z = gaps(axes, p.y, p.x, h.y, h.x, axes.y, axes.x, axes.z)
  }

  /// The greatest gap.
  @inline(__always)
  var greatest: Float { greatestLane(vmax(vmax(x, y), z)) }

  /// The pair of edges with the greatest gap, where the pair of the last step has a preference, by
  /// its number, 0 for none, and its gap.
  func best(previous: UInt32, slack: Float) -> (number: UInt32, separation: Float) {
    var best: (number: UInt32, separation: Float) = (0, -.infinity)
    var score: Float = -.infinity
    for edge in 0..<9 {
      let row: F4 = edge < 3 ? x : (edge < 6 ? y : z)
      let (gap, number) = (row[edge % 3], UInt32(7 + edge))
      let bonus: Float = number == previous ? slack + 0.1 * abs(gap) : 0
      if gap + bonus > score { (best, score) = ((number, gap), gap + bonus) }
    }
    return best
  }
}

/// The gaps of an edge direction i of A and the three of B.
///
/// With u and v the axes after i, and bj B's axis j, the axis is i × bj, which has the components
/// −bj.v along u and bj.u along v. The arguments are permuted so that (`pv`, `pu`) are the center
/// along v and u, `v` the columns' parts along v, `u` along u, and `i` along i.
@inline(__always)
private func gaps(
  _ axes: BoxAxes, _ pv: Float, _ pu: Float, _ hv: Float, _ hu: Float, _ v: F4, _ u: F4, _ i: F4
) -> F4 {
  let (sizeV, sizeU, s) = (magnitudes(v), magnitudes(u), magnitudes(i))
  let h: F4 = axes.halfB
  let extentA: F4 = magnitudes(u * pv - v * pu) - sizeV * hu - sizeU * hv
  let gap: F4 =
    extentA - F4(h.y, h.x, h.x, 0) * F4(s.z, s.z, s.y, 0)
    - F4(h.z, h.z, h.y, 0) * F4(s.y, s.x, s.x, 0)
  let squared: F4 = u * u + v * v
  let isParallel = squared .< F4(repeating: 1e-3)
  return select(isParallel, F4(repeating: -.infinity), gap / vsqrt(squared))
}

/// The magnitude of each lane.
@inline(__always)
private func magnitudes(_ v: F4) -> F4 {
  unsafeBitCast(unsafeBitCast(v, to: I4.self) & I4(repeating: .max), to: F4.self)
}
