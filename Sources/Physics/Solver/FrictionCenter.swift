import CaromMaths

/// Where the friction of four contacts acts, and the lever of their twist friction.
///
/// Friction acts where the load is. At the mean of all points, an edge that rolls with another one
/// close above the ground would be held against turning, as a whole face is. So the weight of a
/// point is its share of the greatest load in the last substep. The points of a face share the load
/// in many ways, and on meshes points come and go; so a point that is as deep as the deepest has
/// the weight 1 whatever its load, down to 0 at half a millimeter above it, which is about as much
/// as contacts yield.
struct FrictionCenter {
  /// The mean of the points, relative to A's center of mass along the tangents.
  let arm1: F4
  let arm2: F4
  /// The mean distance of the load from it.
  private(set) var lever = F4()
  /// Whether at least three points of a face carry the load, so that pressure is between them.
  private(set) var isFace = SIMDMask<I4>(repeating: false)

  /// The mean distance of a uniform pressure from the center of a face, in units of that of its
  /// corners: 0.5 for a plank, 0.54 for a square, 0.67 for a disc.
  ///
  /// Four points on the rim of a disc are the corners of a square too, so that one value serves
  /// all: a disc spins for 1.2 times its time, a square for 0.97 and a plank for 0.9.
  private static var faceLever: F4 { F4(repeating: 0.55) }

  /// The center of `count` points, a constant: 1, 2 or 4.
  ///
  /// A point alone has exactly the weight 1.
  @inline(__always)
  init(_ p: UnsafeMutablePointer<PointRow>, count: Int) {
    guard count > 1 else {
      (arm1, arm2) = (p.pointee.along1, p.pointee.along2)
      return
    }
    var least = vmin(p[0].base, p[1].base)
    var most = vmax(p[0].impulse, p[1].impulse)
    if count == 4 {
      least = vmin(least, vmin(p[2].base, p[3].base))
      most = vmax(most, vmax(p[2].impulse, p[3].impulse))
    }
    let perLoad: F4 = keep(1 / most, where: most .> F4(repeating: 1e-20))
    let w0 = Self.weight(p, least, perLoad)
    let w1 = Self.weight(p + 1, least, perLoad)
    var total: F4 = w0 + w1
    var sum1: F4 = w0 * p[0].along1 + w1 * p[1].along1
    var sum2: F4 = w0 * p[0].along2 + w1 * p[1].along2
    guard count == 4 else {
      let share: F4 = 1 / total
      (arm1, arm2) = (sum1 * share, sum2 * share)
      lever = (w0 * distance(p) + w1 * distance(p + 1)) * share
      return
    }
    let w2 = Self.weight(p + 2, least, perLoad)
    let w3 = Self.weight(p + 3, least, perLoad)
    total = total + w2 + w3
    sum1 = sum1 + w2 * p[2].along1 + w3 * p[3].along1
    sum2 = sum2 + w2 * p[2].along2 + w3 * p[3].along2
    let share: F4 = 1 / total
    (arm1, arm2) = (sum1 * share, sum2 * share)
    let near: F4 = w0 * distance(p) + w1 * distance(p + 1)
    let mean: F4 = (near + w2 * distance(p + 2) + w3 * distance(p + 3)) * share
    isFace = total .> F4(repeating: 2.5)
    lever = select(isFace, mean * Self.faceLever, mean)
  }

  @inline(__always)
  private static func weight(
    _ p: UnsafeMutablePointer<PointRow>, _ least: F4, _ perLoad: F4
  ) -> F4 {
    vmax(p.pointee.impulse * perLoad, 1 - (p.pointee.base - least) * 2000)
  }

  /// The distance of a point from the center.
  @inline(__always)
  private func distance(_ p: UnsafeMutablePointer<PointRow>) -> F4 {
    let (d1, d2) = (p.pointee.along1 - arm1, p.pointee.along2 - arm2)
    return vsqrt(d1 * d1 + d2 * d2)
  }
}
