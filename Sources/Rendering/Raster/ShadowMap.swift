import CaromMaths
import CaromSceneGraph

/// The depths that a light sees, and how to look a point up in them.
struct ShadowMap: BitwiseCopyable {
  /// Row by row, zero far to one near.
  var depths: UnsafeMutablePointer<Float>
  /// Texels a side, a multiple of the tile's side.
  var size: Int32
  /// Columns of the matrix from the world to the light's clip space.
  var x: F4
  var y: F4
  var z: F4
  var w: F4
  /// The width of a texel in metres, for each metre of distance and apart from it.
  var texelPerDistance: Float
  var texel: Float
  /// Texels a side over which an edge is smoothed: two or four.
  var taps: Int32
  /// How much light the shadow takes, 0 to 1.
  var darkness: Float
  /// How far off its surface, and towards the light, a point is looked up, in texels.
  var normalBias: Float
  var lightBias: Float

  /// The share of the light that reaches four points of a surface.
  ///
  /// A point is looked up off its surface, by half of the texels that an edge is smoothed over and half a
  /// texel more, and a texel towards the light; both times the light's bias. So a surface does not shadow
  /// itself where the map is coarser than it: on a plane whose light comes at a height e, texels at a
  /// distance of s differ by s · cot e, and a way of d along the normal is one of d / sin e along the light.
  @inline(never) func visibility(
    _ place: Lanes3, _ normal: Lanes3, _ toLight: Lanes3
  ) -> F4 {
    let distance: F4 = row(place, x.w, y.w, z.w, w.w)
    let width: F4 =
      distance * F4(repeating: texelPerDistance) + F4(repeating: texel)
    let p =
      place + normal * (width * F4(repeating: normalBias))
      + toLight * (width * F4(repeating: lightBias))
    let pw: F4 = row(p, x.w, y.w, z.w, w.w)
    let inverse: F4 = F4(repeating: 1) / pw
    let half = F4(repeating: Float(size) * 0.5)
    let depth: F4 = row(p, x.z, y.z, z.z, w.z) * inverse
    let px: F4 = row(p, x.x, y.x, z.x, w.x) * inverse * half + half
    let py: F4 = half - row(p, x.y, y.y, z.y, w.y) * inverse * half
    // The first of the texels around the point; numbers far outside are brought near.
    let reach = F4(repeating: Float(taps) * 0.5 - 0.5)
    let limit = F4(repeating: Float(size) + 8)
    let cx: F4 = vmin(vmax(px - F4(repeating: 0.5), F4(repeating: -8)), limit)
    let cy: F4 = vmin(vmax(py - F4(repeating: 0.5), F4(repeating: -8)), limit)
    let fx: F4 = cx - vfloor(cx)
    let fy: F4 = cy - vfloor(cy)
    let first: F4 = vfloor(reach)
    let ix: I4 = wholeNumbers(vfloor(cx) - first)
    let iy: I4 = wholeNumbers(vfloor(cy) - first)
    // All windows inside: no texel needs to be held against the edges.
    let most = I4(repeating: size &- taps)
    let isInside: Bool = signBits(ix | iy | (most &- ix) | (most &- iy)) == 0
    let lit: F4 = isInside ? inner(ix, iy, fx, fy, depth) : outer(ix, iy, fx, fy, depth)
    let span = Float((taps &- 1) &* (taps &- 1))
    let share: F4 = lit * F4(repeating: 1 / span)
    // Behind the light nothing was drawn.
    let seen: F4 = select(greater(pw, F4(repeating: 1e-6)), share, F4(repeating: 1))
    return F4(repeating: 1) - (F4(repeating: 1) - seen) * F4(repeating: darkness)
  }

  /// The sum of the weights of texels that do not shadow, where no window leaves the map.
  @inline(__always) private func inner(
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
        let open: I4 = ~greater(nearest, depth)
        lit = lit + select(open, wx * wy, F4(repeating: 0))
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

  /// The same anywhere.
  @inline(never) private func outer(
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
        let open: I4 = ~greater(nearest, depth)
        lit = lit + select(open, wx * wy, F4(repeating: 0))
        i = i &+ 1
      }
      j = j &+ 1
    }
    return lit
  }

  /// One row of the matrix times a point.
  @inline(__always) private func row(
    _ p: Lanes3, _ a: Float, _ b: Float, _ c: Float, _ d: Float
  ) -> F4 {
    p.x * F4(repeating: a) + p.y * F4(repeating: b) + p.z * F4(repeating: c) + F4(repeating: d)
  }

  /// How much a texel counts: those at the ends by how far the window reaches into them.
  @inline(__always) private func weight(_ i: Int32, _ share: F4) -> F4 {
    if i == 0 { return F4(repeating: 1) - share }
    return i == taps &- 1 ? share : F4(repeating: 1)
  }

  /// The depth of a texel; outside of the map nothing shadows.
  @inline(__always) private func at(_ x: Int32, _ y: Int32) -> Float {
    if x < 0 || y < 0 || x >= size || y >= size { return 0 }
    return depths[Int(y) &* Int(size) &+ Int(x)]
  }
}

extension ShadowMap {
  init(
    depths: UnsafeMutablePointer<Float>, view: RenderFrame.View, _ transform: ViewTransform,
    size: Int, light: RenderFrame.Light
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
      // Lights have no such view; a texel's size follows from the height all the same.
      texelPerDistance = given.z.w == 0 || given.y.y == 0 ? 0 : 2 / (given.y.y * Float(size))
      texel = given.z.w != 0 || given.y.y == 0 ? 0 : 2 / (given.y.y * Float(size))
    }
    taps = light.shadowSoftness > 1 ? 4 : 2
    darkness = min(max(light.shadowDarkness, 0), 1)
    lightBias = light.shadowBias.isFinite ? min(max(light.shadowBias, 0), 100) : 1
    normalBias = lightBias * (Float(taps) + 1) * 0.5
  }
}

extension RenderFrame.Light {
  /// What the light sees, or nil when it throws no shadows.
  var shadowView: RenderFrame.View? {
    guard castsShadow, shadowDarkness > 0, shadowNear > 0, shadowFar > shadowNear,
      let ahead = direction.normalized, position.isFinite
    else { return nil }
    var view = RenderFrame.View()
    view.position = position
    view.orientation = Quaternion(lookingAlong: ahead)
    view.zNear = shadowNear
    view.zFar = shadowFar
    switch type {
    case .spot:
      let half = Portable.acos(min(max(outerCosine, 0.02), 0.999_9))
      view.projection = .perspective(fieldOfView: half * 2)
    case .directional: view.projection = .orthographic(halfHeight: max(shadowHalfHeight, 1e-3))
    case .omni, .ambient: return nil
    }
    return view
  }
}
