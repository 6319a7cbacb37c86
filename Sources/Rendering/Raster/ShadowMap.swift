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

  /// The share of the light that reaches four points of a surface.
  ///
  /// A point is looked up a texel and a half off its surface and a texel towards the light, so that
  /// a surface does not shadow itself where the map is coarser than it.
  @inline(never) func visibility(
    _ place: Lanes3, _ normal: Lanes3, _ toLight: Lanes3
  ) -> F4 {
    let distance: F4 = row(place, x.w, y.w, z.w, w.w)
    let width: F4 =
      distance * F4(repeating: texelPerDistance) + F4(repeating: texel)
    let p = place + normal * (width * F4(repeating: 1.5)) + toLight * width
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

/// Draws the depths that a light sees, tile by tile.
struct ShadowJob: @unchecked Sendable {
  // Unchecked because of the pointers: each tile writes its own texels, and all else is only read.

  private let triangles: UnsafeMutablePointer<RasterTriangle>
  private let binStarts: UnsafeMutablePointer<Int32>
  private let binned: UnsafeMutablePointer<UInt32>
  private let depths: UnsafeMutablePointer<Float>
  private let columns: Int
  private let scratch: TileScratch
  let tileCount: Int

  init(
    geometry: GeometryStage, depths: UnsafeMutablePointer<Float>, size: Int, scratch: TileScratch
  ) {
    self.scratch = scratch
    triangles = geometry.triangles.base
    binStarts = geometry.binStarts.base
    binned = geometry.binned.base
    self.depths = depths
    columns = size / Tile.side
    tileCount = columns * columns
  }

  /// Draws one tile.
  func run(_ tile: Int) {
    scratch.use { run(tile, $0, $1) }
  }

  private func run(
    _ tile: Int, _ depth: UnsafeMutablePointer<F4>, _ ids: UnsafeMutablePointer<U4>
  ) {
    let left = tile % columns * Tile.side
    let top = tile / columns * Tile.side
    let visibility = TileVisibility(
      depth: depth, ids: ids,
      blocks: BlockDepths(depth + TileScratch.firstBlockFloat, ids + TileScratch.firstBlockNumber),
      x: Int32(truncatingIfNeeded: left), y: Int32(truncatingIfNeeded: top))
    visibility.clearDepth()
    var i = Int(binStarts[tile])
    let end = Int(binStarts[tile + 1])
    while i < end {
      visibility.enterDepth(triangles + Int(binned[i]))
      i = i &+ 1
    }
    for row in 0..<Tile.side {
      let out = depths + (top + row) * columns * Tile.side + left
      for group in 0..<Tile.groups {
        UnsafeMutableRawPointer(out + group * 4)
          .storeBytes(of: depth[row * Tile.groups + group], as: F4.self)
      }
    }
  }
}

/// How many texels all shadow maps of a frame have, as a file may ask for any number of them.
package enum ShadowMemory {
  /// The texels of four maps of the greatest size: 256 MiB.
  package static let limit = 4 * 4_096 * 4_096

  /// The side of the next map in texels: a multiple of 64, at most 4,096.
  ///
  /// It is what the light wants, or half of it, and half again, until the map fits beside those
  /// `used` texels; nil when none does, and then the light throws no shadows.
  package static func side(wanted: Int, used: Int) -> Int? {
    var side = min(max((wanted + 63) / 64 * 64, 64), 4_096)
    while used + side * side > limit {
      if side == 64 { return nil }
      side = max(side / 128 * 64, 64)
    }
    return side
  }
}

/// The shadow maps of a frame; keeps its memory from frame to frame.
struct ShadowStage {
  private var geometry = GeometryStage()
  private var depths = FlatBuffer<Float>()
  private var maps = FlatBuffer<ShadowMap>()
  /// The map of each light that throws shadows, in the order of the lights; good until the next frame.
  private(set) var mapOfLight: [UnsafePointer<ShadowMap>?] = []

  func free() {
    geometry.free()
    depths.free()
    maps.free()
  }

  /// A map to draw: the light's number, its view, and its side in texels.
  private struct Plan {
    var light: Int
    var view: RenderFrame.View
    var size: Int
    var start: Int
  }

  /// Draws the maps of all lights that throw shadows; `share` runs tiles in any order.
  mutating func draw(
    _ frame: RenderFrame, _ scratch: TileScratch, world: inout WorldStage,
    share: GeometryStage.Share
  ) {
    mapOfLight = Array(repeating: nil, count: frame.lights.count)
    maps.removeAll()
    depths.removeAll()
    var plans: [Plan] = []
    for (i, light) in frame.lights.enumerated() {
      guard let view = light.shadowView else { continue }
      let wanted = light.shadowMapSize > 0 ? light.shadowMapSize : 1_024
      guard let size = ShadowMemory.side(wanted: wanted, used: depths.count) else { break }
      plans.append(Plan(light: i, view: view, size: size, start: depths.extend(by: size * size)))
    }
    for plan in plans {
      let transform = ViewTransform(plan.view, width: plan.size, height: plan.size)
      geometry.prepareShadows(
        frame, transform, category: frame.lights[plan.light].category, world: &world,
        share: share)
      let target = depths.base + plan.start
      let job = ShadowJob(
        geometry: geometry, depths: target, size: plan.size, scratch: scratch)
      share(job.tileCount) { job.run($0) }
      maps.append(
        ShadowMap(
          depths: target, view: plan.view, transform, size: plan.size,
          light: frame.lights[plan.light]))
    }
    for (i, plan) in plans.enumerated() { mapOfLight[plan.light] = UnsafePointer(maps.base + i) }
  }
}

extension ShadowMap {
  fileprivate init(
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
  }
}

extension RenderFrame.Light {
  /// What the light sees, or nil when it throws no shadows.
  fileprivate var shadowView: RenderFrame.View? {
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
