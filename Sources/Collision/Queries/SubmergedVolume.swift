public import CaromMaths

/// The part of a volume below a plane: its volume and its centroid.
public struct SubmergedVolume: Hashable, Sendable {
  /// The volume in cubic meters.
  public private(set) var volume: Float = 0
  /// The volume times the centroid.
  private var moment = Vector3.zero

  /// The centroid in the world; zero without volume.
  public var centroid: Vector3 { volume > 0 ? moment / volume : .zero }

  /// Creates nothing.
  public init() {}

  init(volume: Float, centroid: Vector3) {
    (self.volume, moment) = (volume, centroid * volume)
  }

  /// Adds another volume; overlaps count twice.
  public mutating func add(_ other: SubmergedVolume) {
    volume += other.volume
    moment += other.moment
  }

  /// Adds the tetrahedron of a triangle and the origin, below 0 where the origin is outside.
  fileprivate mutating func addTetrahedron(_ a: Vector3, _ b: Vector3, _ c: Vector3) {
    let part: Float = a.dot(b.cross(c)) / 6
    volume += part
    moment += (a + b + c) * (part / 4)
  }

  /// Adds the part of a triangle with heights below 0, as tetrahedra with the origin in the plane
  /// of height 0.
  fileprivate mutating func addClipped(
    _ a: Vector3, _ b: Vector3, _ c: Vector3, _ up: Vector3
  ) {
    let (ha, hb, hc): (Float, Float, Float) = (a.dot(up), b.dot(up), c.dot(up))
    let below = (ha < 0 ? 1 : 0) + (hb < 0 ? 1 : 0) + (hc < 0 ? 1 : 0)
    if below == 0 { return }
    if below == 3 { return addTetrahedron(a, b, c) }
    // Turned so that the corner that differs from the others comes first.
    let isLow = below == 1
    if (hb < 0) == isLow && (ha < 0) != isLow { return addClipped(b, c, a, up) }
    if (hc < 0) == isLow && (ha < 0) != isLow { return addClipped(c, a, b, up) }
    let ab = a + (b - a) * (ha / (ha - hb))
    let ac = a + (c - a) * (ha / (ha - hc))
    if isLow { return addTetrahedron(a, ab, ac) }
    addTetrahedron(ab, b, c)
    addTetrahedron(ab, c, ac)
  }

  /// The volume relative to a point of the plane, moved to the world.
  fileprivate func moved(by origin: Vector3) -> SubmergedVolume {
    volume > 0 ? SubmergedVolume(volume: volume, centroid: centroid + origin) : SubmergedVolume()
  }
}

extension Shape {
  /// The part of the shape, placed at `placement`, below the plane of the points p with
  /// `p·up = height`; `up` is of unit length.
  ///
  /// Exact for spheres, boxes, pyramids and hulls. Other solids are sampled by 16 × 16 rays along
  /// `up` and scaled to their exact volume: within 1 % of the volume of the shape. Planes and
  /// surfaces have no volume.
  public func submergedVolume(
    at placement: Transform, below height: Float, along up: Vector3
  ) -> SubmergedVolume {
    let whole = SubmergedVolume(
      volume: volume, centroid: placement.apply(massProperties(density: 1).centerOfMass))
    if case .compound(let compound) = self {
      return compound.children.reduce(into: SubmergedVolume()) { sum, child in
        sum.add(
          child.shape.submergedVolume(
            at: placement * child.placement, below: height, along: up))
      }
    }
    guard isBounded else { return SubmergedVolume() }
    let top: Float = supportExtent(along: up, at: placement)
    let bottom: Float = -supportExtent(along: up * -1, at: placement)
    if top <= height { return whole }
    if bottom >= height { return SubmergedVolume() }
    switch self {
    case .sphere(let sphere):
      return sphere.submergedVolume(placement.position, below: height, along: up)
    case .box(let box):
      let half = box.halfExtents
      return clipped(placement, height, up) { visit in
        BoxFaces.forEachTriangle { visit($0 * half, $1 * half, $2 * half) }
      }
    case .pyramid, .hull:
      guard let polyhedron = core?.polyhedron else { return SubmergedVolume() }
      return clipped(placement, height, up) { polyhedron.pointee.forEachTriangle($0) }
    case .capsule, .cylinder, .cone, .taperedCapsule, .roundedBox:
      return sampled(placement, height, up, bottom: bottom, whole: whole.volume)
    case .plane, .mesh, .heightField, .compound: return SubmergedVolume()
    }
  }

  /// The volume under the faces of a polyhedron, by the divergence theorem; the plane itself adds
  /// nothing, because the tetrahedra start from a point on it.
  private func clipped(
    _ placement: Transform, _ height: Float, _ up: Vector3,
    _ triangles: ((Vector3, Vector3, Vector3) -> Void) -> Void
  ) -> SubmergedVolume {
    let center = placement.position
    // The point of the plane above or below the shape.
    let origin = center + up * (height - center.dot(up))
    let local = Transform(position: center - origin, orientation: placement.orientation)
    var found = SubmergedVolume()
    triangles { a, b, c in
      found.addClipped(local.apply(a), local.apply(b), local.apply(c), up)
    }
    return found.moved(by: origin)
  }

  private func sampled(
    _ placement: Transform, _ height: Float, _ up: Vector3, bottom: Float, whole: Float
  ) -> SubmergedVolume {
    let side = up.perpendicular
    let other = up.cross(side)
    let center = placement.position
    let reach: Float = outerRadius * 1.01
    let count = 16
    let cell: Float = 2 * reach / Float(count)
    var (found, all) = (SubmergedVolume(), Float(0))
    for row in 0..<count {
      for column in 0..<count {
        let x: Float = (Float(row) + 0.5) * cell - reach
        let y: Float = (Float(column) + 0.5) * cell - reach
        let foot = center + side * x + other * y - up * reach
        guard
          let low = rayCast(origin: foot, translation: up * (2 * reach), at: placement),
          let high = rayCast(
            origin: foot + up * (2 * reach), translation: up * (-2 * reach), at: placement)
        else { continue }
        let (from, to) = (low.point.dot(up), high.point.dot(up))
        all += max(0, to - from)
        let end: Float = min(to, height)
        guard end > from else { continue }
        let middle = low.point + up * (0.5 * (end - from))
        found.add(SubmergedVolume(volume: end - from, centroid: middle))
      }
    }
    guard all > 0, found.volume > 0 else { return SubmergedVolume() }
    return SubmergedVolume(volume: found.volume * (whole / all), centroid: found.centroid)
  }
}

extension SphereShape {
  /// A spherical cap: V = π·h²·(3r − h)/3, its centroid 3·(2r − h)²/(4·(3r − h)) from the center.
  fileprivate func submergedVolume(
    _ center: Vector3, below height: Float, along up: Vector3
  ) -> SubmergedVolume {
    let depth: Float = max(0, min(height - center.dot(up) + radius, 2 * radius))
    let rest: Float = 3 * radius - depth
    let volume: Float = Float.pi * depth * depth * rest / 3
    let arm: Float = 3 * (2 * radius - depth) * (2 * radius - depth) / (4 * rest)
    return SubmergedVolume(volume: volume, centroid: center - up * arm)
  }
}

/// The faces of the box from −1 to 1.
private enum BoxFaces {
  /// Calls `visit` with two triangles of each face, counterclockwise from outside.
  static func forEachTriangle(_ visit: (Vector3, Vector3, Vector3) -> Void) {
    for axis in 0..<3 {
      for sign: Float in [-1, 1] {
        func corner(_ u: Float, _ v: Float) -> Vector3 {
          var point = Vector3.zero
          point[axis] = sign
          point[(axis + 1) % 3] = u
          point[(axis + 2) % 3] = v * sign
          return point
        }
        visit(corner(-1, -1), corner(1, -1), corner(1, 1))
        visit(corner(-1, -1), corner(1, 1), corner(-1, 1))
      }
    }
  }
}

extension Polyhedron {
  /// Calls `visit` with the triangles of all faces, counterclockwise from outside.
  fileprivate func forEachTriangle(_ visit: (Vector3, Vector3, Vector3) -> Void) {
    for index in 0..<faceCount {
      let face = faces[index]
      func corner(_ i: Int) -> Vector3 { point(Int(halfEdges[Int(face.first) + i].origin)) }
      for i in 2..<max(2, Int(face.count)) { visit(corner(0), corner(i - 1), corner(i)) }
    }
  }
}
