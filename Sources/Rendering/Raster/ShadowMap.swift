import CaromMaths

/// A shadow map: the depths seen from a light, and percentage-closer filtering of them.
struct ShadowMap: BitwiseCopyable {
  /// Depths row by row, 0 (far) to 1 (near).
  var depths: UnsafeMutablePointer<Float>
  /// The side in texels, a multiple of the tile side.
  var size: Int32
  /// The columns of the matrix from world space to the light's clip space.
  var x: F4
  var y: F4
  var z: F4
  var w: F4
  /// The width of a texel in meters: per meter of distance, and constant.
  var texelPerDistance: Float
  var texel: Float
  /// The side of the filter kernel in texels: two or four.
  var taps: Int32
  /// The fraction of light that the shadow removes, 0 to 1.
  var darkness: Float
  /// The bias along the normal and towards the light, in texels.
  var normalBias: Float
  var lightBias: Float
  /// Whether casters shadow points beyond the far plane, as in maps that are fitted to a view.
  var shadowsBeyondFar: Bool
  /// The end of a map that follows the view.
  var fade: DistanceFade

  /// The fraction of light that reaches four points of a surface; one outside of the map.
  ///
  /// The lookup is biased along the normal by half of the filter kernel plus half a texel, and by a
  /// texel towards the light, both times the light's bias. This prevents self-shadowing where the
  /// map is coarser than the surface: on a plane lit at an elevation e, depths of texels at a
  /// distance s differ by s · cot e, and a bias of d along the normal is d / sin e along the light.
  @inline(never) func visibility(
    _ position: Vector3W, _ normal: Vector3W, _ toLight: Vector3W
  ) -> F4 {
    let distance: F4 = row(position, x.w, y.w, z.w, w.w)
    let width: F4 =
      distance * F4(repeating: texelPerDistance) + F4(repeating: texel)
    let p =
      position + normal * (width * F4(repeating: normalBias))
      + toLight * (width * F4(repeating: lightBias))
    let pw: F4 = row(p, x.w, y.w, z.w, w.w)
    let inverse: F4 = F4(repeating: 1) / pw
    let half = F4(repeating: Float(size) * 0.5)
    var depth: F4 = row(p, x.z, y.z, z.z, w.z) * inverse
    if shadowsBeyondFar { depth = vmax(depth, F4(repeating: 0)) }
    let px: F4 = row(p, x.x, y.x, z.x, w.x) * inverse * half + half
    let py: F4 = half - row(p, x.y, y.y, z.y, w.y) * inverse * half
    // The first texel of the kernel; coordinates far outside are clamped.
    let halfWidth = F4(repeating: Float(taps) * 0.5 - 0.5)
    let limit = F4(repeating: Float(size) + 8)
    let cx: F4 = vmin(vmax(px - F4(repeating: 0.5), F4(repeating: -8)), limit)
    let cy: F4 = vmin(vmax(py - F4(repeating: 0.5), F4(repeating: -8)), limit)
    let fx: F4 = cx - vfloor(cx)
    let fy: F4 = cy - vfloor(cy)
    let first: F4 = vfloor(halfWidth)
    let ix: I4 = integers(vfloor(cx) - first)
    let iy: I4 = integers(vfloor(cy) - first)
    // When all four kernels lie inside, no texel needs bounds checks.
    let last = I4(repeating: size &- taps)
    let isInside: Bool = signBits(ix | iy | (last &- ix) | (last &- iy)) == 0
    let lit: F4 =
      isInside ? filterInside(ix, iy, fx, fy, depth) : filterClamped(ix, iy, fx, fy, depth)
    let span = Float((taps &- 1) &* (taps &- 1))
    let fraction: F4 = lit * F4(repeating: 1 / span)
    // There are no depths behind the light and beyond the far plane. Points before the near plane
    // and beside the map are nearer than its depths.
    let isKnown: I4 = greater(pw, F4(repeating: 1e-6)) & ~greater(F4(repeating: 0), depth)
    let visible: F4 = select(isKnown, fraction, F4(repeating: 1))
    return F4(repeating: 1) - (F4(repeating: 1) - visible) * F4(repeating: darkness)
  }

  /// The weighted sum of lit texels, where all kernels lie inside the map.
  @inline(__always) private func filterInside(
    _ ix: I4, _ iy: I4, _ fx: F4, _ fy: F4, _ depth: F4
  ) -> F4 {
    let side = Int(size)
    var p0 = depths + (Int(iy.x) &* side &+ Int(ix.x))
    var p1 = depths + (Int(iy.y) &* side &+ Int(ix.y))
    var p2 = depths + (Int(iy.z) &* side &+ Int(ix.z))
    var p3 = depths + (Int(iy.w) &* side &+ Int(ix.w))
    var lit = F4(repeating: 0)
    var j: Int32 = 0
    while j < taps {
      let wy: F4 = weight(j, fy)
      var i = 0
      while i < Int(taps) {
        let wx: F4 = weight(Int32(truncatingIfNeeded: i), fx)
        let nearest = F4(p0[i], p1[i], p2[i], p3[i])
        let isLit: I4 = ~greater(nearest, depth)
        lit = lit + select(isLit, wx * wy, F4(repeating: 0))
        i = i &+ 1
      }
      p0 += side
      p1 += side
      p2 += side
      p3 += side
      j = j &+ 1
    }
    return lit
  }

  /// The weighted sum of lit texels, with bounds checks.
  @inline(never) private func filterClamped(
    _ ix: I4, _ iy: I4, _ fx: F4, _ fy: F4, _ depth: F4
  ) -> F4 {
    var lit = F4(repeating: 0)
    var j: Int32 = 0
    while j < taps {
      let wy: F4 = weight(j, fy)
      var i: Int32 = 0
      while i < taps {
        let wx: F4 = weight(i, fx)
        let nearest = F4(
          at(ix.x &+ i, iy.x &+ j), at(ix.y &+ i, iy.y &+ j), at(ix.z &+ i, iy.z &+ j),
          at(ix.w &+ i, iy.w &+ j))
        let isLit: I4 = ~greater(nearest, depth)
        lit = lit + select(isLit, wx * wy, F4(repeating: 0))
        i = i &+ 1
      }
      j = j &+ 1
    }
    return lit
  }

  /// A row of the matrix times a point.
  @inline(__always) private func row(
    _ p: Vector3W, _ a: Float, _ b: Float, _ c: Float, _ d: Float
  ) -> F4 {
    p.x * F4(repeating: a) + p.y * F4(repeating: b) + p.z * F4(repeating: c) + F4(repeating: d)
  }

  /// The weight of a texel: fractional at both ends of the kernel, one between.
  @inline(__always) private func weight(_ i: Int32, _ fraction: F4) -> F4 {
    if i == 0 { return F4(repeating: 1) - fraction }
    return i == taps &- 1 ? fraction : F4(repeating: 1)
  }

  /// The depth of a texel; zero, which shadows nothing, outside of the map.
  @inline(__always) private func at(_ x: Int32, _ y: Int32) -> Float {
    if x < 0 || y < 0 || x >= size || y >= size { return 0 }
    return depths[Int(y) &* Int(size) &+ Int(x)]
  }
}

extension ShadowMap {
  /// A lane mask of the points within the square of an orthographic map.
  @inline(__always) func contains(_ position: Vector3W) -> I4 {
    let across: F4 = row(position, x.x, y.x, z.x, w.x)
    let up: F4 = row(position, x.y, y.y, z.y, w.y)
    let zero = F4(repeating: 0)
    let farthest: F4 = vmax(vmax(across, zero - across), vmax(up, zero - up))
    return greater(F4(repeating: 1), farthest)
  }

  init(
    depths: UnsafeMutablePointer<Float>, view: RenderFrame.View, _ transform: ViewTransform,
    size: Int, light: RenderFrame.Light, fade: DistanceFade?
  ) {
    self.depths = depths
    self.size = Int32(size)
    (x, y, z, w) = (transform.x, transform.y, transform.z, transform.w)
    switch view.projection {
    case .perspective(let angle), .horizontalPerspective(let angle):
      texelPerDistance = 2 * Portable.tan(angle * 0.5) / Float(size)
      texel = 0
    case .orthographic(let half):
      texelPerDistance = 0
      texel = 2 * half / Float(size)
    case .custom(let given):
      // No light has a custom projection; the texel size follows from its height.
      texelPerDistance = given.z.w == 0 || given.y.y == 0 ? 0 : 2 / (given.y.y * Float(size))
      texel = given.z.w != 0 || given.y.y == 0 ? 0 : 2 / (given.y.y * Float(size))
    }
    taps = light.shadowRadius > 1 ? 4 : 2
    darkness = min(max(light.shadowOpacity, 0), 1)
    lightBias = light.shadowBias.isFinite ? min(max(light.shadowBias, 0), 100) : 1
    normalBias = lightBias * (Float(taps) + 1) * 0.5
    shadowsBeyondFar = fade != nil
    self.fade = fade ?? .never
  }
}
