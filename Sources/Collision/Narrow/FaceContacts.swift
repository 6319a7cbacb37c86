import CaromMaths

// Contacts of a flat face (a box's side or a cylinder's cap) with whatever part of another convex
// solid looks at it: a face, a line or a single point, written as a polygon of corners.

/// A convex solid placed in the space where a contact is worked out.
struct PlacedCore {
  var core: ConvexCore
  /// The solid's axes as columns.
  var axes: Matrix3
  /// The solid's origin.
  var center: Vector3

  /// How far the solid reaches from its centre along the unit direction `n`.
  @inline(__always) func supportExtent(_ n: Vector3) -> Float {
    core.supportExtent(Vector3(n.dot(axes.x), n.dot(axes.y), n.dot(axes.z)))
  }

  /// The solid's axis 0, 1 or 2.
  @inline(__always) func axis(_ index: Int) -> Vector3 {
    index == 0 ? axes.x : (index == 1 ? axes.y : axes.z)
  }
}

/// A flat face: its middle, two directions in it, and the outward normal, all of unit length.
struct FaceFrame {
  var middle: Vector3
  var u: Vector3
  var v: Vector3
  var normal: Vector3

  @inline(__always) func vertex(_ p: Vector3, _ index: Int) -> ClipVertex {
    let d: Vector3 = p - middle
    return ClipVertex(
      x: d.dot(u), y: d.dot(v), height: d.dot(normal),
      feature: UInt16(truncatingIfNeeded: index), edge: UInt16(truncatingIfNeeded: index))
  }
}

/// Below this sine of the angle between a cylinder's axis and the other's normal, its side line or
/// its cap counts as lying flat: about a degree and a half.
let flatSine: Float = 0.025

/// The corners of an eight-sided cap of unit radius: (cosine, sine) of every eighth of a turn.
private let diagonal: Float = 0.707_106_77

@inline(__always)
private func octagon(_ index: Int) -> (Float, Float) {
  switch index & 7 {
  case 0: (1, 0)
  case 1: (diagonal, diagonal)
  case 2: (0, 1)
  case 3: (-diagonal, diagonal)
  case 4: (-1, 0)
  case 5: (-diagonal, -diagonal)
  case 6: (0, -1)
  default: (diagonal, -diagonal)
  }
}

/// The directions across a cylinder's axis that its eight corners count from.
///
/// The first lies along `toward` as far as that can be told, so that the deepest point of the rim
/// is a corner. A cap that lies nearly flat keeps corners fixed to the cylinder, or a stack of coins
/// would lose its warm start while it sways; the rim is then deeper than its deepest corner by at
/// most 0.01·(1 − cos 22.5°), less than a thousandth of the radius.
@inline(__always)
private func capDirections(_ solid: PlacedCore, _ toward: Vector3) -> (Vector3, Vector3) {
  let axis: Vector3 = solid.axes.y
  let slope: Vector3 = toward - axis * toward.dot(axis)
  let tilt: Float = slope.length
  if tilt < 0.01 { return (solid.axes.x, solid.axes.z) }
  let first: Vector3 = slope / tilt
  return (first, first.cross(axis))
}

/// Writes the part of `solid` that reaches farthest along `n`, and returns how many corners it has.
///
/// A box gives its face, a cylinder its cap or the line on its side, a capsule its segment.
func writeSupportFace(
  _ solid: PlacedCore, _ n: Vector3, _ face: FaceFrame, _ out: UnsafeMutablePointer<ClipVertex>
) -> Int {
  let h: Vector3 = solid.core.half
  let base: Vector3 = solid.center + n * solid.core.radius
  switch solid.core.form {
  case .point:
    out[0] = face.vertex(base, 0)
    return 1
  case .segment:
    out[0] = face.vertex(base - solid.axes.y * h.y, 0)
    out[1] = face.vertex(base + solid.axes.y * h.y, 1)
    return 2
  case .box:
    let local = Vector3(n.dot(solid.axes.x), n.dot(solid.axes.y), n.dot(solid.axes.z))
    let k: Int = dominantAxis(local)
    let side: Float = local[k] < 0 ? -1 : 1
    let (i, j) = ((k + 1) % 3, (k + 2) % 3)
    let middle: Vector3 = base + solid.axis(k) * (side * h[k])
    let (u, v) = (solid.axis(i) * h[i], solid.axis(j) * h[j])
    let from: Int = k * 8 + (side < 0 ? 4 : 0)
    out[0] = face.vertex(middle - u - v, from)
    out[1] = face.vertex(middle + u - v, from + 1)
    out[2] = face.vertex(middle + u + v, from + 2)
    out[3] = face.vertex(middle - u + v, from + 3)
    return 4
  case .cylinder:
    let along: Float = n.dot(solid.axes.y)
    let (first, second) = capDirections(solid, n)
    if abs(along) > 0.7 {
      let side: Float = along < 0 ? -1 : 1
      let middle: Vector3 = base + solid.axes.y * (side * h.y)
      for index in 0..<8 {
        let (cosine, sine) = octagon(index)
        let rim: Vector3 = first * (h.x * cosine) + second * (h.x * sine)
        out[index] = face.vertex(middle + rim, index + (side < 0 ? 8 : 0))
      }
      return 8
    }
    let line: Vector3 = base + first * h.x
    out[0] = face.vertex(line - solid.axes.y * h.y, 0)
    out[1] = face.vertex(line + solid.axes.y * h.y, 1)
    return 2
  case .cone:
    let (first, second) = capDirections(solid, n)
    let along: Float = n.dot(solid.axes.y)
    if let side = coneCap(solid, along) {
      let radius: Float = side < 0 ? h.x : h.z
      let middle: Vector3 = base + solid.axes.y * (side * h.y)
      for index in 0..<8 {
        let (cosine, sine) = octagon(index)
        let rim: Vector3 = first * (radius * cosine) + second * (radius * sine)
        out[index] = face.vertex(middle + rim, index + (side < 0 ? 8 : 0))
      }
      return 8
    }
    out[0] = face.vertex(base + first * h.x - solid.axes.y * h.y, 0)
    out[1] = face.vertex(base + first * h.z + solid.axes.y * h.y, 1)
    return 2
  case .hull:
    return writeHullSupportFace(solid, n, face, out)
  }
}

/// The side of the cap of a cone that looks along a direction, −1 or 1, or nil when its side does.
///
/// `along` is the part of the unit direction along the cone's axis.
private func coneCap(_ solid: PlacedCore, _ along: Float) -> Float? {
  let h: Vector3 = solid.core.half
  let side: Float = along < 0 ? -1 : 1
  if (along < 0 ? h.x : h.z) <= 0 { return nil }
  let slope: Float = (h.z - h.x) / (2 * h.y)
  let across: Float = max(0, 1 - along * along).squareRoot()
  let facing: Float = (across - slope * along) / (1 + slope * slope).squareRoot()
  return abs(along) > facing ? side : nil
}

/// The contact of the face of `solid` on its axis `axis`, on the side `side`, with `other`.
///
/// The normal is the face's own. `flag` is added to the features; the kind is left to the caller.
func faceContacts(
  _ solid: PlacedCore, axis: Int, side: Float, _ other: PlacedCore, margin: Float, flag: UInt32
) -> Manifold {
  let h: Vector3 = solid.core.half
  let normal: Vector3 = solid.axis(axis) * side
  let isCap: Bool = solid.core.form == .cylinder || solid.core.form == .cone
  let capRadius: Float = solid.core.form == .cone && side > 0 ? h.z : h.x
  var frame = FaceFrame(
    middle: solid.center + normal * (h[axis] + solid.core.radius),
    u: solid.axis((axis + 1) % 3), v: solid.axis((axis + 2) % 3), normal: normal)
  var m = Manifold(normal: normal, kind: .faceA)
  let capacity: Int = clipCapacity + supportFaceCapacity(other, normal * -1)
  withUnsafeTemporaryAllocation(of: ClipVertex.self, capacity: 2 * capacity) { scratch in
    guard let first = scratch.baseAddress else { return }
    let second: UnsafeMutablePointer<ClipVertex> = first + capacity
    var count: Int
    if isCap {
      // Turn the cap's own corners to where the other solid is deepest.
      let supportDirection: Vector3 = normal * -1
      let tilted: Vector3 = deepestDirection(other, supportDirection)
      (frame.u, frame.v) = capDirections(solid, tilted)
      count = writeSupportFace(other, supportDirection, frame, second)
      count = cutToDisc(second, count, first, capRadius, capacity)
    } else {
      let (hu, hv) = (h[(axis + 1) % 3], h[(axis + 2) % 3])
      count = writeSupportFace(other, normal * -1, frame, first)
      count = cutToRectangle(first, count, second, hu, hv, capacity)
    }
    var remaining: Int = 0
    for k in 0..<count where first[k].height <= margin {
      first[remaining] = first[k]
      remaining += 1
    }
    let size: Float = isCap ? capRadius : min(h[(axis + 1) % 3], h[(axis + 2) % 3])
    remaining = reduceToFour(first, remaining, slack: min(0.01 * size, 1e-3))
    for k in 0..<remaining {
      let vertex: ClipVertex = first[k]
      let position: Vector3 =
        frame.middle + frame.u * vertex.x + frame.v * vertex.y + normal * (0.5 * vertex.height)
      m.append(
        ManifoldPoint(
          position: position, separation: vertex.height, feature: flag | UInt32(vertex.feature)))
    }
  }
  return m
}

/// The direction across a cap in which the part of `other` that looks at it is deepest.
private func deepestDirection(_ other: PlacedCore, _ supportDirection: Vector3) -> Vector3 {
  switch other.core.form {
  case .point, .segment: return supportDirection
  case .box:
    let local = Vector3(
      supportDirection.dot(other.axes.x), supportDirection.dot(other.axes.y),
      supportDirection.dot(other.axes.z))
    let k: Int = dominantAxis(local)
    return other.axis(k) * (local[k] < 0 ? -1 : 1)
  case .cylinder:
    let along: Float = supportDirection.dot(other.axes.y)
    return abs(along) > 0.7 ? other.axes.y * (along < 0 ? -1 : 1) : supportDirection
  case .cone:
    return coneCap(other, supportDirection.dot(other.axes.y)).map { other.axes.y * $0 }
      ?? supportDirection
  case .hull:
    let local = Vector3(
      supportDirection.dot(other.axes.x), supportDirection.dot(other.axes.y),
      supportDirection.dot(other.axes.z))
    let hull = other.core.polyhedron
    return other.axes * hull.pointee.normal(hull.pointee.face(along: local))
  }
}

/// Cuts a polygon, a line or a point to a rectangle around the origin, in position in `points`.
private func cutToRectangle(
  _ points: UnsafeMutablePointer<ClipVertex>, _ count: Int,
  _ spare: UnsafeMutablePointer<ClipVertex>, _ hu: Float, _ hv: Float, _ capacity: Int
) -> Int {
  if count <= 2 {
    var remaining: Int = cutLine(points, count, 1, 0, hu, 0)
    remaining = cutLine(points, remaining, -1, 0, hu, 1)
    remaining = cutLine(points, remaining, 0, 1, hv, 2)
    return cutLine(points, remaining, 0, -1, hv, 3)
  }
  var remaining: Int = clip(points, count, spare, 1, 0, hu, 0, capacity: capacity)
  remaining = clip(spare, remaining, points, -1, 0, hu, 1, capacity: capacity)
  remaining = clip(points, remaining, spare, 0, 1, hv, 2, capacity: capacity)
  return clip(spare, remaining, points, 0, -1, hv, 3, capacity: capacity)
}

/// Cuts a line of two points, or a point, with a half-plane, in position.
///
/// An end that is cut keeps its feature: a line has only two.
func cutLine(
  _ p: UnsafeMutablePointer<ClipVertex>, _ count: Int, _ nx: Float, _ ny: Float, _ limit: Float,
  _ plane: UInt16
) -> Int {
  if count == 0 { return 0 }
  let first: Float = p[0].x * nx + p[0].y * ny - limit
  if count == 1 { return first <= 0 ? 1 : 0 }
  let second: Float = p[1].x * nx + p[1].y * ny - limit
  if first > 0 && second > 0 { return 0 }
  if first > 0 {
    p[0] = between(p[0], p[1], first / (first - second), feature: p[0].feature)
  } else if second > 0 {
    p[1] = between(p[0], p[1], first / (first - second), feature: p[1].feature)
  }
  return 2
}

@inline(__always)
private func between(_ a: ClipVertex, _ b: ClipVertex, _ share: Float, feature: UInt16)
  -> ClipVertex
{
  ClipVertex(
    x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share,
    height: a.height + (b.height - a.height) * share, feature: feature, edge: a.edge)
}

/// Cuts a polygon, a line or a point to a disc around the origin; returns the count in `out`.
///
/// What is left is spanned by the corners inside the disc, the crossings of edges with its rim, and
/// those of eight points of the rim that lie inside the polygon.
private func cutToDisc(
  _ p: UnsafeMutablePointer<ClipVertex>, _ count: Int, _ out: UnsafeMutablePointer<ClipVertex>,
  _ radius: Float, _ capacity: Int
) -> Int {
  var written: Int = 0
  // A corner on the rim stays in whichever way rounding pushes it.
  let r2: Float = radius * radius * 1.0001
  for i in 0..<count where p[i].x * p[i].x + p[i].y * p[i].y <= r2 {
    out[written] = p[i]
    written += 1
  }
  if count < 2 { return written }
  let edges: Int = count == 2 ? 1 : count
  for i in 0..<edges {
    let (a, b) = (p[i], p[(i + 1) % count])
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    // |a + t·d|² = r²
    let dd: Float = dx * dx + dy * dy
    let ad: Float = a.x * dx + a.y * dy
    let discriminant: Float = ad * ad - dd * (a.x * a.x + a.y * a.y - r2)
    if dd == 0 || discriminant <= 0 { continue }
    let root: Float = discriminant.squareRoot()
    for (index, t) in [(-ad - root) / dd, (-ad + root) / dd].enumerated().lazy
    where t > 0 && t < 1 && written < capacity {
      let feature = UInt16(truncatingIfNeeded: 64 + 2 * i + index)
      out[written] = between(a, b, t, feature: feature)
      written += 1
    }
  }
  if count < 3 { return written }
  for index in 0..<8 where written < capacity {
    let (cosine, sine) = octagon(index)
    let (x, y) = (cosine * radius, sine * radius)
    if let height = heightOver(p, count, x, y) {
      let feature = UInt16(truncatingIfNeeded: 128 + index)
      out[written] = ClipVertex(x: x, y: y, height: height, feature: feature, edge: 0)
      written += 1
    }
  }
  return written
}

/// The height of a polygon's plane over (x, y), or nil when that lies outside the polygon.
private func heightOver(
  _ p: UnsafeMutablePointer<ClipVertex>, _ count: Int, _ x: Float, _ y: Float
) -> Float? {
  var sign: Float = 0
  for i in 0..<count {
    let (a, b) = (p[i], p[(i + 1) % count])
    let cross: Float = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)
    if cross == 0 { continue }
    if sign * cross < 0 { return nil }
    sign = cross
  }
  // The plane through three corners that are far apart.
  let (a, b, c) = (p[0], p[count / 3], p[2 * count / 3])
  let area: Float = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  if area == 0 { return nil }
  let toB: Float = ((x - a.x) * (c.y - a.y) - (y - a.y) * (c.x - a.x)) / area
  let toC: Float = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / area
  return a.height + (b.height - a.height) * toB + (c.height - a.height) * toC
}
