public import CaromMaths

// Contacts of spheres, in closed form. The sphere is shape B, and `center` is its center in the
// local space of shape A. All results are computed in that space, so precision does not depend on
// the distance from the world's origin.

/// The single point between a sphere and the closest point of another surface.
@inline(__always)
func sphereManifold(
  surface: Vector3, normal: Vector3, separation: Float, kind: Manifold.Kind
) -> Manifold {
  let middle = surface + normal * (0.5 * separation)
  let point = ManifoldPoint(position: middle, separation: separation, feature: 0)
  return Manifold(normal: normal, kind: kind, point: point)
}

/// The direction and the distance between the centers of two spheres in contact.
@frozen public struct SphereContact: Hashable, Sendable, BitwiseCopyable {
  /// The unit direction from A to B; the fourth lane is zero.
  public var normal: SIMD4<Float>
  /// The distance between the centers along the normal, in meters.
  public var distance: Float

  /// Computes the contact of spheres whose centers are `offset` apart.
  ///
  /// Nil when the centers are farther apart than `maxDistance`, which is the sum of the radii and
  /// of the margin. The fourth lane of `offset` must be zero. Spheres with the same center separate
  /// along y.
  @inlinable @inline(__always)
  public init?(offset: SIMD4<Float>, maxDistance: Float) {
    // By components: functions that are inlined elsewhere cannot use the operators of the package.
    let squared: Float = offset.x * offset.x + offset.y * offset.y + offset.z * offset.z
    if squared > maxDistance * maxDistance { return nil }
    distance = squared.squareRoot()
    normal =
      distance > 0
      ? SIMD4(offset.x / distance, offset.y / distance, offset.z / distance, 0)
      : SIMD4(0, 1, 0, 0)
  }
}

extension SphereContact {
  /// The contact at the impact of two spheres that move relative to each other by `motion`, or at
  /// their closest approach if they miss; unchanged if they do not approach.
  ///
  /// The distance is that along the normal. With the offset d, the motion v and the sum R of the
  /// radii, the spheres touch at the smaller root of |d + t·v| = R:
  ///
  ///     t = (d² − R²) / (−d·v + √((d·v)² − v²·(d² − R²)))
  @inlinable @inline(__always)
  public func predicted(offset: Vector3, motion: Vector3, radii: Float) -> SphereContact {
    let along: Float = offset.dot(motion)
    let squared: Float = motion.lengthSquared
    let gap: Float = (distance - radii) * (distance + radii)
    guard along < 0, gap > 0 else { return self }
    let root: Float = along * along - squared * gap
    let time: Float = root > 0 ? gap / (root.squareRoot() - along) : -along / squared
    let apart: Vector3 = offset + motion * min(time, 1)
    let n: Vector3 = apart.normalized(or: Vector3(normal.x, normal.y, normal.z))
    var contact = self
    contact.normal = SIMD4(n.x, n.y, n.z, 0)
    contact.distance = n.dot(offset)
    return contact
  }
}

/// Sphere A at the origin against sphere B.
func sphereSphere(_ a: SphereShape, _ b: SphereShape, _ center: Vector3, _ margin: Float)
  -> Manifold
{
  let offset = SIMD4(center.x, center.y, center.z, 0)
  let found = SphereContact(offset: offset, maxDistance: a.radius + b.radius + margin)
  guard let found else { return Manifold() }
  let separation: Float = found.distance - a.radius - b.radius
  if separation > margin { return Manifold() }
  let normal = Vector3(found.normal.x, found.normal.y, found.normal.z)
  return sphereManifold(
    surface: normal * a.radius, normal: normal, separation: separation, kind: .round)
}

/// Plane A against sphere B.
func planeSphere(_ b: SphereShape, _ center: Vector3, _ margin: Float) -> Manifold {
  let separation: Float = center.y - b.radius
  if separation > margin { return Manifold() }
  let surface = Vector3(center.x, 0, center.z)
  return sphereManifold(
    surface: surface, normal: Vector3(0, 1, 0), separation: separation, kind: .faceA)
}

/// Box A against sphere B.
///
/// Outside, the closest point is the center clamped to the box. A center inside separates through
/// the nearest face; x before y before z in a tie.
func boxSphere(_ a: BoxShape, _ b: SphereShape, _ center: Vector3, _ margin: Float) -> Manifold {
  let h: Vector3 = a.halfExtents
  let low = Vector3() - h
  let closest: Vector3 = center.maximum(low).minimum(h)
  let gap: Vector3 = center - closest
  let squared: Float = gap.lengthSquared
  let maxDistance: Float = b.radius + margin
  if squared > maxDistance * maxDistance { return Manifold() }
  let outsideX: Int = gap.x != 0 ? 1 : 0
  let outsideY: Int = gap.y != 0 ? 1 : 0
  let outsideZ: Int = gap.z != 0 ? 1 : 0
  let outside: Int = outsideX + outsideY + outsideZ
  if outside > 0 {
    // With one component no square root is needed, and the face's normal is exact.
    let distance: Float = outside == 1 ? abs(gap.x + gap.y + gap.z) : squared.squareRoot()
    if distance > 1e-18 {
      let kind: Manifold.Kind = outside == 1 ? .faceA : .edge
      return sphereManifold(
        surface: closest, normal: gap / distance, separation: distance - b.radius, kind: kind)
    }
  }
  let depth: Vector3 = h - center.magnitudes
  var normal = Vector3()
  var surface: Vector3 = center
  var least: Float = depth.x
  if depth.x <= depth.y && depth.x <= depth.z {
    normal.x = center.x < 0 ? -1 : 1
    surface.x = normal.x * h.x
  } else if depth.y <= depth.z {
    least = depth.y
    normal.y = center.y < 0 ? -1 : 1
    surface.y = normal.y * h.y
  } else {
    least = depth.z
    normal.z = center.z < 0 ? -1 : 1
    surface.z = normal.z * h.z
  }
  return sphereManifold(
    surface: surface, normal: normal, separation: -least - b.radius, kind: .faceA)
}

/// Capsule A against sphere B.
func capsuleSphere(_ a: CapsuleShape, _ b: SphereShape, _ center: Vector3, _ margin: Float)
  -> Manifold
{
  let y: Float = min(max(center.y, -a.halfLength), a.halfLength)
  let onAxis = Vector3(0, y, 0)
  let gap: Vector3 = center - onAxis
  let distance: Float = gap.length
  let separation: Float = distance - a.radius - b.radius
  if separation > margin { return Manifold() }
  // A center on the axis has no direction; all directions perpendicular to the axis are equal.
  let normal: Vector3 = distance > 0 ? gap / distance : Vector3(1, 0, 0)
  return sphereManifold(
    surface: onAxis + normal * a.radius, normal: normal, separation: separation, kind: .round)
}

/// Cylinder A against sphere B.
func cylinderSphere(_ a: CylinderShape, _ b: SphereShape, _ center: Vector3, _ margin: Float)
  -> Manifold
{
  let across: Float = (center.x * center.x + center.z * center.z).squareRoot()
  let cap: Float = center.y < 0 ? -1 : 1
  let outward: Vector3 =
    across > 0 ? Vector3(center.x / across, 0, center.z / across) : Vector3(1, 0, 0)
  let overSide: Float = across - a.radius
  let overCap: Float = abs(center.y) - a.halfHeight
  if overSide > 0 && overCap > 0 {
    let distance: Float = (overSide * overSide + overCap * overCap).squareRoot()
    let separation: Float = distance - b.radius
    if separation > margin || distance == 0 { return Manifold() }
    let rim: Vector3 = outward * a.radius + Vector3(0, cap * a.halfHeight, 0)
    let normal: Vector3 = (outward * overSide + Vector3(0, cap * overCap, 0)) / distance
    return sphereManifold(surface: rim, normal: normal, separation: separation, kind: .edge)
  }
  if overSide > overCap {
    let separation: Float = overSide - b.radius
    if separation > margin { return Manifold() }
    let surface: Vector3 = outward * a.radius + Vector3(0, center.y, 0)
    return sphereManifold(
      surface: surface, normal: outward, separation: separation, kind: .round)
  }
  let separation: Float = overCap - b.radius
  if separation > margin { return Manifold() }
  return sphereManifold(
    surface: Vector3(center.x, cap * a.halfHeight, center.z), normal: Vector3(0, cap, 0),
    separation: separation, kind: .faceA)
}
