import CaromMaths

/// The map from the world to the picture, for one frame and size.
struct ViewTransform: BitwiseCopyable {
  /// Columns of the matrix from world to clip space.
  let x: F4
  let y: F4
  let z: F4
  let w: F4
  /// The eye as a point, or in orthographic views the direction to it with zero in the fourth.
  let eye: F4
  /// The directions that the pixels look in.
  let rays: SkyRays
  let width: Int
  let height: Int
  /// How far beyond the picture triangles may reach before they are clipped, as a multiple of w.
  let guardX: Float
  let guardY: Float
  /// The plane that mirrors the view, as a unit normal and a distance; zero where none does.
  ///
  /// What lies behind it is cut away.
  let mirror: F4
  let isMirrored: Bool
  /// How far from a pixel's centre it is looked at, in units of 1/256 pixel.
  let reach: Int32

  /// Pixels from the centre at which triangles are clipped.
  ///
  /// With pictures up to 8,192 a side, corners stay below 2²² units of 1/256 pixel, so that edge
  /// functions inside one tile fit 32 bits.
  private static let guardBand: Float = 12_000

  init(_ view: RenderFrame.View, width: Int, height: Int, mirror plane: F4? = nil, reach: Int32 = 0)
  {
    self.reach = reach
    mirror = plane ?? F4(repeating: 0)
    isMirrored = plane != nil
    let reflection = MirrorMap(mirror)
    self.width = width
    self.height = height
    let aspect = Float(width) / Float(height)
    let (near, far) = (view.zNear, view.zFar)
    let depth = 1 / (far - near)
    // Depth runs from one at the near plane to zero at the far one: floats are densest at zero,
    // where perspective crowds everything.
    let projection: Matrix4
    // Half the height of the picture at one metre; a panorama has no size, so an orthographic view
    // gets the usual angle.
    var slope: Float = 0.577
    switch view.projection {
    case .custom(let given):
      if given.y.y != 0 { slope = 1 / abs(given.y.y) }
      projection = Matrix4(
        given.x.nearestLast, given.y.nearestLast, given.z.nearestLast, given.w.nearestLast)
      // Without perspective w is the same at every distance.
      let back = view.orientation.rotate(.unitZ)
      eye = reflection.apply(given.z.w == 0 ? F4(back, 0) : F4(view.position, 1))
    case .perspective(let angle), .horizontalPerspective(let angle):
      slope = Portable.tan(angle * 0.5)
      if case .horizontalPerspective = view.projection { slope /= aspect }
      let scale = 1 / slope
      projection = Matrix4(
        Vector4(scale / aspect, 0, 0, 0), Vector4(0, scale, 0, 0),
        Vector4(0, 0, near * depth, -1), Vector4(0, 0, near * far * depth, 0))
      eye = reflection.apply(F4(view.position, 1))
    case .orthographic(let halfHeight):
      let scale = 1 / halfHeight
      projection = Matrix4(
        Vector4(scale / aspect, 0, 0, 0), Vector4(0, scale, 0, 0), Vector4(0, 0, depth, 0),
        Vector4(0, 0, far * depth, 1))
      let back = view.orientation.rotate(.unitZ)
      eye = reflection.apply(F4(back, 0))
    }
    let pixel = 2 * slope / Float(height)
    let right = view.orientation.rotate(.unitX) * pixel
    let down = view.orientation.rotate(.unitY) * -pixel
    let ahead = view.orientation.rotate(Vector3(0, 0, -1))
    let corner = ahead - right * (Float(width) * 0.5 - 0.5) - down * (Float(height) * 0.5 - 0.5)
    rays = SkyRays(
      first: reflection.apply(F4(corner, 0)), right: reflection.apply(F4(right, 0)),
      down: reflection.apply(F4(down, 0)), spread: pixel / (2 * .pi))
    let place = Transform(position: view.position, orientation: view.orientation)
    let m = projection * Matrix4(place.inverse)
    let columns = (F4(m.x), F4(m.y), F4(m.z), F4(m.w))
    x = reflection.column(columns, F4(1, 0, 0, 0))
    y = reflection.column(columns, F4(0, 1, 0, 0))
    z = reflection.column(columns, F4(0, 0, 1, 0))
    w = reflection.column(columns, F4(0, 0, 0, 1))
    guardX = ViewTransform.guardBand / (Float(width) * 0.5)
    guardY = ViewTransform.guardBand / (Float(height) * 0.5)
  }

  /// True when points get the same places on pictures of one size, to the bit.
  func hasSameBits(as other: ViewTransform) -> Bool {
    (width, height) == (other.width, other.height)
      && haveSameBits((x, y, z, w), (other.x, other.y, other.z, other.w))
  }

  /// The place in clip space of a point whose fourth component does not count.
  @inline(__always) func clip(_ p: F4) -> F4 {
    x * F4(repeating: p.x) + y * F4(repeating: p.y) + z * F4(repeating: p.z) + w
  }

  /// How far a place is before the plane that mirrors the view; its fourth component does not count.
  @inline(__always) func height(_ place: F4) -> Float {
    let s: F4 = place * mirror
    return s.x + s.y + s.z + mirror.w
  }

  /// Which planes a point lies outside of.
  @inline(__always) func outside(_ c: F4) -> Outside {
    let w = F4(repeating: c.w)
    let below: I4 = greater(w * F4(-1, -1, 0, 0), c)
    // Not a number counts as outside.
    let above: I4 = ~unsafeBitCast(c .<= w, to: I4.self)
    let far: I4 = greater(vmax(c, F4(repeating: 0) - c), w * F4(guardX, guardY, 1, 1))
    let guarded: UInt32 = signBits(far) & 3 == 0 ? 0 : 64
    let o: UInt32 = signBits(below) & 7 | (signBits(above) & 7) &<< 3 | guarded
    return Outside(rawValue: UInt8(truncatingIfNeeded: o))
  }
}

/// The mirror image of points (fourth component one) and directions (zero) in a plane.
private struct MirrorMap {
  let plane: F4

  init(_ plane: F4) { self.plane = plane }

  func apply(_ p: F4) -> F4 {
    let s: F4 = p * plane
    let distance: Float = s.x + s.y + s.z + s.w
    return p - F4(plane.x, plane.y, plane.z, 0) * F4(repeating: 2 * distance)
  }

  /// A column of the product of a matrix and this map: the matrix times the image of an axis.
  func column(_ m: (F4, F4, F4, F4), _ axis: F4) -> F4 {
    let p = apply(axis)
    let xy: F4 = m.0 * F4(repeating: p.x) + m.1 * F4(repeating: p.y)
    return xy + m.2 * F4(repeating: p.z) + m.3 * F4(repeating: p.w)
  }
}

/// Planes that a point lies outside of.
struct Outside: OptionSet, BitwiseCopyable {
  let rawValue: UInt8
  /// Behind the plane that mirrors the view.
  static let behindMirror = Outside(rawValue: 128)
  /// The six sides of what the camera sees, and the back of a mirror: a triangle wholly outside of
  /// one is not drawn.
  static let frustum = Outside(rawValue: 63 | 128)
  /// The planes that triangles are cut at.
  static let cut = Outside(rawValue: 32 | 64 | 128)
}

extension Vector4 {
  /// The column of a projection whose depth runs the other way: from w near to 0 far.
  fileprivate var nearestLast: Vector4 { Vector4(x, y, w - z, w) }
}

extension SIMD4<Float> {
  /// The same components.
  @inline(__always) init(_ v: Vector4) { self.init(v.x, v.y, v.z, v.w) }
  /// The same components and a fourth.
  @inline(__always) init(_ v: Vector3, _ w: Float) { self.init(v.x, v.y, v.z, w) }
}
