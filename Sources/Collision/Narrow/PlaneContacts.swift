import CaromMaths

// Contacts of a half-space, shape A, with everything that has a finite size, in closed form.
// `frame` places B in the plane's space, where the surface is y = 0.

/// Adds the point under `corner` when it lies within the margin.
@inline(__always)
func appendPlanePoint(_ m: inout Manifold, _ corner: Vector3, _ margin: Float, _ feature: UInt32) {
  if corner.y > margin || m.count == 4 { return }
  let middle = Vector3(corner.x, 0.5 * corner.y, corner.z)
  m.append(ManifoldPoint(position: middle, separation: corner.y, feature: feature))
}

/// Plane A against box B: the corners of the face that looks down the most.
///
/// That face holds the lowest corner, and the lowest edge when the box stands on one.
func planeBox(_ b: BoxShape, _ frame: Transform, _ margin: Float) -> Manifold {
  let r = Matrix3(frame.orientation)
  let h: Vector3 = b.halfExtents
  var m = Manifold(normal: Vector3(0, 1, 0), kind: .faceA)
  let (ux, uy, uz) = (abs(r.x.y), abs(r.y.y), abs(r.z.y))
  let axis: Int = ux >= uy && ux >= uz ? 0 : (uy >= uz ? 1 : 2)
  let down: UInt32 = (axis == 0 ? r.x.y : (axis == 1 ? r.y.y : r.z.y)) > 0 ? 0 : 1
  let (u, v) = ((axis + 1) % 3, (axis + 2) % 3)
  for corner: UInt32 in 0..<4 {
    // Round the face, with each corner named by its three signs.
    let bitU: UInt32 = (corner ^ (corner >> 1)) & 1
    let bitV: UInt32 = corner >> 1
    let bits: UInt32 = down << UInt32(axis) | bitU << UInt32(u) | bitV << UInt32(v)
    let local = Vector3(
      bits & 1 == 0 ? -h.x : h.x, bits & 2 == 0 ? -h.y : h.y, bits & 4 == 0 ? -h.z : h.z)
    let world: Vector3 = r * local + frame.position
    appendPlanePoint(&m, world, margin, bits + 1)
  }
  return m
}

/// Plane A against capsule B: both ends.
func planeCapsule(_ b: CapsuleShape, _ frame: Transform, _ margin: Float) -> Manifold {
  let halfAxis: Vector3 = frame.orientation.rotate(Vector3(0, b.halfLength, 0))
  let drop = Vector3(0, b.radius, 0)
  var m = Manifold(normal: Vector3(0, 1, 0), kind: .faceA)
  appendPlanePoint(&m, frame.position - halfAxis - drop, margin, 1)
  appendPlanePoint(&m, frame.position + halfAxis - drop, margin, 2)
  return m
}

/// Plane A against cylinder B: four points on the lower rim, or the two ends of the lower side.
///
/// The first point is the lowest of all, exactly, and the others lie a quarter turn apart. Where the
/// cylinder stands nearly upright the lowest point is not well defined, so the four are fixed to
/// the cylinder instead and keep their features while it rests.
func planeCylinder(_ b: CylinderShape, _ frame: Transform, _ margin: Float) -> Manifold {
  let r = Matrix3(frame.orientation)
  let axis: Vector3 = r.y
  var m = Manifold(normal: Vector3(0, 1, 0), kind: .faceA)
  let low: Float = axis.y > 0 ? -1 : 1
  let base: UInt32 = axis.y > 0 ? 1 : 9
  let lower: Vector3 = frame.position + axis * (low * b.halfHeight)
  // The fall line within the cap: −up without its part along the axis.
  let tilt: Float = max(0, 1 - axis.y * axis.y).squareRoot()
  if tilt < 1e-3 {
    let (u, v) = (r.x * b.radius, r.z * b.radius)
    appendPlanePoint(&m, lower + u, margin, base)
    appendPlanePoint(&m, lower + v, margin, base + 1)
    appendPlanePoint(&m, lower - u, margin, base + 2)
    appendPlanePoint(&m, lower - v, margin, base + 3)
    return m
  }
  let fall: Vector3 = (axis * axis.y - Vector3(0, 1, 0)).normalized(or: Vector3(1, 0, 0))
  let down: Vector3 = fall * b.radius
  let across: Vector3 = axis.cross(fall) * b.radius
  let upper: Vector3 = frame.position - axis * (low * b.halfHeight)
  let upperBase: UInt32 = axis.y > 0 ? 9 : 1
  appendPlanePoint(&m, lower + down, margin, base + 4)
  appendPlanePoint(&m, upper + down, margin, upperBase + 4)
  appendPlanePoint(&m, lower + across, margin, base + 5)
  appendPlanePoint(&m, lower - across, margin, base + 6)
  appendPlanePoint(&m, lower - down, margin, base + 7)
  return m
}
