import CaromMaths

/// The transform from world space to the screen, for one view and size.
struct ViewTransform: BitwiseCopyable {
  /// The columns of the matrix from world to clip space.
  let x: F4
  let y: F4
  let z: F4
  let w: F4
  /// The eye's position with w = 1, or in orthographic views the direction to it with w = 0.
  let eye: F4
  /// The view rays of the pixels.
  let rays: ViewRays
  let width: Int
  let height: Int
  /// The guard band beyond which triangles are clipped, as a multiple of w.
  let guardX: Float
  let guardY: Float
  /// The plane that reflects the view, as a unit normal and a distance; zero without reflection.
  ///
  /// Geometry behind it is clipped.
  let reflectionPlane: F4
  let isReflected: Bool
  /// The maximum offset of a sample from the pixel center, in units of 1/256 pixel.
  let maxSampleOffset: Int32

  /// The guard band in pixels from the image center.
  ///
  /// In images up to 8,192 per side, clipped corners stay below 2²² units of 1/256 pixel, so that
  /// edge functions inside a tile fit 32 bits.
  private static let guardBand: Float = 12_000

  init(
    _ view: RenderFrame.View, width: Int, height: Int, reflectionPlane plane: F4? = nil,
    maxSampleOffset: Int32 = 0
  ) {
    self.maxSampleOffset = maxSampleOffset
    reflectionPlane = plane ?? F4(repeating: 0)
    isReflected = plane != nil
    let reflection = PlanarReflectionTransform(reflectionPlane)
    self.width = width
    self.height = height
    let aspect = Float(width) / Float(height)
    let (near, far) = (view.zNear, view.zFar)
    let depth = 1 / (far - near)
    // Reversed depth, one at the near plane and zero at the far plane: floats are densest at zero,
    // where perspective compresses depth.
    let projection: Matrix4
    // Half the height of the image at a distance of one meter. Orthographic views use a default
    // angle for panoramas, which have no size.
    var slope: Float = 0.577
    switch view.projection {
    case .custom(let given):
      if given.y.y != 0 { slope = 1 / abs(given.y.y) }
      projection = Matrix4(
        given.x.reversedDepth, given.y.reversedDepth, given.z.reversedDepth, given.w.reversedDepth)
      // Without perspective, w is constant.
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
    rays = ViewRays(
      first: reflection.apply(F4(corner, 0)), right: reflection.apply(F4(right, 0)),
      down: reflection.apply(F4(down, 0)), spread: pixel / (2 * .pi))
    let position = Transform(position: view.position, orientation: view.orientation)
    let m = projection * Matrix4(position.inverse)
    let columns = (F4(m.x), F4(m.y), F4(m.z), F4(m.w))
    x = reflection.column(columns, F4(1, 0, 0, 0))
    y = reflection.column(columns, F4(0, 1, 0, 0))
    z = reflection.column(columns, F4(0, 0, 1, 0))
    w = reflection.column(columns, F4(0, 0, 0, 1))
    guardX = ViewTransform.guardBand / (Float(width) * 0.5)
    guardY = ViewTransform.guardBand / (Float(height) * 0.5)
  }

  /// Returns whether both map points to the same screen positions, to the bit.
  func hasSameBits(as other: ViewTransform) -> Bool {
    (width, height) == (other.width, other.height)
      && haveSameBits((x, y, z, w), (other.x, other.y, other.z, other.w))
  }

  /// Transforms a point to clip space; its fourth component is ignored.
  @inline(__always) func clip(_ p: F4) -> F4 {
    x * F4(repeating: p.x) + y * F4(repeating: p.y) + z * F4(repeating: p.z) + w
  }

  /// The signed distance of a point from the reflection plane; its fourth component is ignored.
  @inline(__always) func distanceToReflectionPlane(_ position: F4) -> Float {
    let s: F4 = position * reflectionPlane
    return s.x + s.y + s.z + reflectionPlane.w
  }

  /// Computes the outcode of a point in clip space.
  @inline(__always) func outcode(_ c: F4) -> ClipOutcode {
    let w = F4(repeating: c.w)
    let below: I4 = greater(w * F4(-1, -1, 0, 0), c)
    // NaN is treated as outside.
    let above: I4 = ~unsafeBitCast(c .<= w, to: I4.self)
    let far: I4 = greater(vmax(c, F4(repeating: 0) - c), w * F4(guardX, guardY, 1, 1))
    let guarded: UInt32 = signBits(far) & 3 == 0 ? 0 : 64
    let o: UInt32 = signBits(below) & 7 | (signBits(above) & 7) &<< 3 | guarded
    return ClipOutcode(rawValue: UInt8(truncatingIfNeeded: o))
  }
}

/// The reflection of points (w = 1) and directions (w = 0) in a plane.
private struct PlanarReflectionTransform {
  let plane: F4

  init(_ plane: F4) { self.plane = plane }

  func apply(_ p: F4) -> F4 {
    let s: F4 = p * plane
    let distance: Float = s.x + s.y + s.z + s.w
    return p - F4(plane.x, plane.y, plane.z, 0) * F4(repeating: 2 * distance)
  }

  /// A column of the product of a matrix and this reflection: the matrix times the reflected axis.
  func column(_ m: (F4, F4, F4, F4), _ axis: F4) -> F4 {
    let p = apply(axis)
    let xy: F4 = m.0 * F4(repeating: p.x) + m.1 * F4(repeating: p.y)
    return xy + m.2 * F4(repeating: p.z) + m.3 * F4(repeating: p.w)
  }
}

/// The set of clip planes that a point is outside of.
struct ClipOutcode: OptionSet, BitwiseCopyable {
  let rawValue: UInt8
  /// Behind the reflection plane.
  static let behindReflectionPlane = ClipOutcode(rawValue: 128)
  /// The frustum planes and the reflection plane: a triangle entirely outside of one is culled.
  static let frustum = ClipOutcode(rawValue: 63 | 128)
  /// The planes that triangles are clipped to.
  static let cut = ClipOutcode(rawValue: 32 | 64 | 128)
}

extension Vector4 {
  /// The column of a projection with reversed depth: from w (near) to 0 (far).
  fileprivate var reversedDepth: Vector4 { Vector4(x, y, w - z, w) }
}

extension SIMD4<Float> {
  /// Converts a vector.
  @inline(__always) init(_ v: Vector4) { self.init(v.x, v.y, v.z, v.w) }
  /// Converts a vector, with a fourth component.
  @inline(__always) init(_ v: Vector3, _ w: Float) { self.init(v.x, v.y, v.z, w) }
}
