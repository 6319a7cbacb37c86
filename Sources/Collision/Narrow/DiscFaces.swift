import CaromMaths

// The round flat faces of cylinders and cones, as polygons of eight vertices.

/// The sine of the angle, about 1.5°, below which a solid's side line or cap lies flat on a
/// surface.
let flatSine: Float = 0.025

private let diagonal: Float = 0.707_106_77

/// The cosine and the sine of an eighth of a turn times `index`.
@inline(__always)
func octagon(_ index: Int) -> (cosine: Float, sine: Float) {
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

/// Two perpendicular directions across a solid's y axis; the first vertex of its disc lies along
/// the first.
///
/// The first direction is that of `toward`, so that the deepest point of the rim is a vertex. If
/// the disc lies nearly flat, the directions are fixed to the solid instead: its vertices then keep
/// their places from step to step, so stacked coins keep their warm start while the stack sways. In
/// this case the deepest point of the rim is not a vertex, and lies deeper than all vertices by at
/// most 0.01·(1 − cos 22.5°) of the radius, which is less than a thousandth.
@inline(__always)
func discDirections(_ solid: PlacedCore, _ toward: Vector3) -> (Vector3, Vector3) {
  let axis: Vector3 = solid.axes.y
  let slope: Vector3 = toward - axis * toward.dot(axis)
  let tilt: Float = slope.length
  if tilt < 0.01 { return (solid.axes.x, solid.axes.z) }
  let first: Vector3 = slope / tilt
  return (first, first.cross(axis))
}

/// Writes the eight vertices of the disc at the top (`side` 1) or bottom (−1) of a solid; returns
/// 8.
///
/// `base` is the solid's center, offset by its radius.
func writeDisc(
  _ solid: PlacedCore, _ base: Vector3, _ radius: Float, side: Float,
  _ directions: (Vector3, Vector3), _ face: FaceFrame, _ out: UnsafeMutablePointer<ClipVertex>
) -> Int {
  let middle: Vector3 = base + solid.axes.y * (side * solid.core.half.y)
  for index in 0..<8 {
    let (cosine, sine) = octagon(index)
    let rim: Vector3 = directions.0 * (radius * cosine) + directions.1 * (radius * sine)
    out[index] = face.vertex(middle + rim, index + (side < 0 ? 8 : 0))
  }
  return 8
}

/// The point nearest to `p` at most `radius` away from the local y axis.
func clampAcrossY(_ p: Vector3, _ radius: Float) -> Vector3 {
  let across: Float = (p.x * p.x + p.z * p.z).squareRoot()
  if across <= radius { return p }
  return Vector3(p.x * (radius / across), p.y, p.z * (radius / across))
}
