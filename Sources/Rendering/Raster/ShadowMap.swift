import CaromMaths

/// A shadow map: the depths seen from a light, and percentage-closer filtering of them.
struct ShadowMap: BitwiseCopyable {
  /// Depths row by row, 0 (far) to 1 (near).
  var depths: UnsafeMutablePointer<Float>
  /// The side in texels, a multiple of the tile side.
  var size: Int32
  /// The rows of the matrix from world space to the light's clip space.
  private var across: MatrixRow
  private var up: MatrixRow
  private var ahead: MatrixRow
  private var away: MatrixRow
  /// Whether the last row is that of parallel rays, which makes every distance one.
  private var isParallel: Bool
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
  @inline(__always) static func visibility(
    _ map: UnsafePointer<ShadowMap>, _ position: Vector3W, _ normal: Vector3W, _ toLight: Vector3W
  ) -> F4 {
    map.pointee.isParallel
      ? parallelVisibility(map, position, normal, toLight)
      : perspectiveVisibility(map, position, normal, toLight)
  }

  // By pointer, because a method would copy the map.

  @inline(never) private static func parallelVisibility(
    _ map: UnsafePointer<ShadowMap>, _ position: Vector3W, _ normal: Vector3W, _ toLight: Vector3W
  ) -> F4 {
    map.pointee.visibility(position, normal, toLight, isParallel: true)
  }

  @inline(never) private static func perspectiveVisibility(
    _ map: UnsafePointer<ShadowMap>, _ position: Vector3W, _ normal: Vector3W, _ toLight: Vector3W
  ) -> F4 {
    map.pointee.visibility(position, normal, toLight, isParallel: false)
  }

  @inline(__always) private func visibility(
    _ position: Vector3W, _ normal: Vector3W, _ toLight: Vector3W, isParallel: Bool
  ) -> F4 {
    let one = F4(repeating: 1)
    let distance: F4 = isParallel ? one : away.times(position)
    let width: F4 =
      distance * F4(repeating: texelPerDistance) + F4(repeating: texel)
    let p =
      position + normal * (width * F4(repeating: normalBias))
      + toLight * (width * F4(repeating: lightBias))
    let pw: F4 = isParallel ? one : away.times(p)
    let inverse: F4 = isParallel ? one : one / pw
    let half = F4(repeating: Float(size) * 0.5)
    var depth: F4 = ahead.times(p)
    var pixelsX: F4 = across.times(p)
    var pixelsY: F4 = up.times(p)
    if !isParallel {
      depth = depth * inverse
      pixelsX = pixelsX * inverse
      pixelsY = pixelsY * inverse
    }
    if shadowsBeyondFar { depth = vmax(depth, F4(repeating: 0)) }
    let px: F4 = pixelsX * half + half
    let py: F4 = half - pixelsY * half
    // The first texel of the kernel; coordinates far outside are clamped.
    let limit = F4(repeating: Float(size) + 8)
    let cx: F4 = vmin(vmax(px - F4(repeating: 0.5), F4(repeating: -8)), limit)
    let cy: F4 = vmin(vmax(py - F4(repeating: 0.5), F4(repeating: -8)), limit)
    let (floorX, floorY): (F4, F4) = (vfloor(cx), vfloor(cy))
    let fx: F4 = cx - floorX
    let fy: F4 = cy - floorY
    let first = F4(repeating: taps > 2 ? 1 : 0)
    let ix: I4 = integers(floorX - first)
    let iy: I4 = integers(floorY - first)
    // When all four kernels lie inside, no texel needs bounds checks.
    let last = I4(repeating: size &- taps)
    let isInside: Bool = signBits(ix | iy | (last &- ix) | (last &- iy)) == 0
    let lit: F4
    if !isInside {
      lit = filterClamped(ix, iy, fx, fy, depth)
    } else if taps == 2 {
      lit = filter2(ix, iy, fx, fy, depth)
    } else {
      lit = filter4(ix, iy, fx, fy, depth)
    }
    let span = Float((taps &- 1) &* (taps &- 1))
    let fraction: F4 = lit * F4(repeating: 1 / span)
    // There are no depths behind the light and beyond the far plane. Points before the near plane
    // and beside the map are nearer than its depths.
    var isKnown: I4 = ~greater(F4(repeating: 0), depth)
    if !isParallel { isKnown = isKnown & greater(pw, F4(repeating: 1e-6)) }
    let visible: F4 = select(isKnown, fraction, one)
    return one - (one - visible) * F4(repeating: darkness)
  }

  /// The addresses of the first texels of four kernels that lie inside the map.
  @inline(__always) private func kernels(_ ix: I4, _ iy: I4) -> Kernels {
    let side = Int(size)
    return (
      depths + (Int(iy.x) &* side &+ Int(ix.x)), depths + (Int(iy.y) &* side &+ Int(ix.y)),
      depths + (Int(iy.z) &* side &+ Int(ix.z)), depths + (Int(iy.w) &* side &+ Int(ix.w))
    )
  }

  private typealias Kernels = (
    UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>,
    UnsafeMutablePointer<Float>
  )

  /// A weight where the nearest depth of a texel does not shadow a point, zero elsewhere.
  @inline(__always) private func weight(_ weight: F4, _ nearest: F4, _ depth: F4) -> F4 {
    select(greater(nearest, depth), F4(repeating: 0), weight)
  }

  /// The weighted sum of two by two lit texels inside the map.
  @inline(__always) private func filter2(
    _ ix: I4, _ iy: I4, _ fx: F4, _ fy: F4, _ depth: F4
  ) -> F4 {
    let (p0, p1, p2, p3) = kernels(ix, iy)
    let side = Int(size)
    let (rx, ry): (F4, F4) = (F4(repeating: 1) - fx, F4(repeating: 1) - fy)
    var lit: F4 = weight(rx * ry, F4(p0[0], p1[0], p2[0], p3[0]), depth)
    lit = lit + weight(fx * ry, F4(p0[1], p1[1], p2[1], p3[1]), depth)
    let below = F4(p0[side], p1[side], p2[side], p3[side])
    lit = lit + weight(rx * fy, below, depth)
    let last = F4(
      p0[side &+ 1], p1[side &+ 1], p2[side &+ 1], p3[side &+ 1])
    return lit + weight(fx * fy, last, depth)
  }

  /// The weighted sum of four by four lit texels inside the map.
  @inline(__always) private func filter4(
    _ ix: I4, _ iy: I4, _ fx: F4, _ fy: F4, _ depth: F4
  ) -> F4 {
    let (p0, p1, p2, p3) = kernels(ix, iy)
    let side = Int(size)
    /// Adds a row of texels; the inner ones have the weight of the row.
    func add(_ row: Int, _ lit: F4, _ left: F4, _ inner: F4, _ right: F4) -> F4 {
      let offset = row &* side
      let texels = F4x4(
        a: texels(p0 + offset), b: texels(p1 + offset), c: texels(p2 + offset),
        d: texels(p3 + offset)
      ).transposed
      var sum: F4 = lit + weight(left, texels.r, depth)
      sum = sum + weight(inner, texels.g, depth)
      sum = sum + weight(inner, texels.b, depth)
      return sum + weight(right, texels.a, depth)
    }
    let one = F4(repeating: 1)
    let (rx, ry): (F4, F4) = (one - fx, one - fy)
    var lit = add(0, F4(repeating: 0), rx * ry, ry, fx * ry)
    lit = add(1, lit, rx, one, fx)
    lit = add(2, lit, rx, one, fx)
    return add(3, lit, rx * fy, fy, fx * fy)
  }

  /// Four texels of a row.
  @inline(__always) private func texels(_ first: UnsafeMutablePointer<Float>) -> F4 {
    UnsafeRawPointer(first).loadUnaligned(as: F4.self)
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
    let (x, y): (F4, F4) = (across.times(position), up.times(position))
    let zero = F4(repeating: 0)
    let farthest: F4 = vmax(vmax(x, zero - x), vmax(y, zero - y))
    return greater(F4(repeating: 1), farthest)
  }

  init(
    depths: UnsafeMutablePointer<Float>, view: RenderFrame.View, _ transform: ViewTransform,
    size: Int, light: RenderFrame.Light, fade: DistanceFade?
  ) {
    self.depths = depths
    self.size = Int32(size)
    let (x, y, z, w) = (transform.x, transform.y, transform.z, transform.w)
    across = MatrixRow(x.x, y.x, z.x, w.x)
    up = MatrixRow(x.y, y.y, z.y, w.y)
    ahead = MatrixRow(x.z, y.z, z.z, w.z)
    away = MatrixRow(x.w, y.w, z.w, w.w)
    isParallel = x.w == 0 && y.w == 0 && z.w == 0 && w.w == 1
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

/// A row of a matrix, with each number in all lanes, as loads of these are free.
private struct MatrixRow: BitwiseCopyable {
  private let x: F4
  private let y: F4
  private let z: F4
  private let w: F4

  init(_ x: Float, _ y: Float, _ z: Float, _ w: Float) {
    (self.x, self.y) = (F4(repeating: x), F4(repeating: y))
    (self.z, self.w) = (F4(repeating: z), F4(repeating: w))
  }

  /// The row times four points.
  @inline(__always) func times(_ p: Vector3W) -> F4 { p.x * x + p.y * y + p.z * z + w }
}
