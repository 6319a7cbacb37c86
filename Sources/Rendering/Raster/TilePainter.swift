import CaromMaths
import CaromSceneGraph

/// The linear colours of one tile, four pixels of a row together.
struct TileColors {
  let r: UnsafeMutablePointer<F4>
  let g: UnsafeMutablePointer<F4>
  let b: UnsafeMutablePointer<F4>
  /// How much of a mirrored picture is seen; without meaning in other pictures.
  let seen: UnsafeMutablePointer<F4>
}

/// The background: a straight line between two colours, or a panorama.
struct Backdrop {
  private var top: F4
  private var step: F4
  private var sky = ShadeTexture(nil)
  private var rays: SkyRays

  init(_ background: RenderFrame.Background, _ view: ViewTransform) {
    step = F4(repeating: 0)
    rays = view.rays
    switch background {
    case .color(let c): top = F4(c, 1)
    case .gradient(let upper, let lower):
      top = F4(upper, 1)
      step = F4(lower - upper, 0) * F4(repeating: 1 / Float(view.height))
    case .panorama(let texture, let tint):
      top = F4(tint, 1)
      var sampler = RenderFrame.Sampler(texture)
      sampler.wrapS = .repeat
      sky = ShadeTexture(sampler)
    }
  }

  /// The colours of four pixels.
  @inline(__always) func color(_ pixelX: Int32, _ pixelY: Int32) -> Lanes3 {
    let plain = Lanes3(repeating: top + step * F4(repeating: Float(pixelY) + 0.5))
    if sky.levels == nil { return plain }
    let c = sky.panorama(rays.directions(pixelX, pixelY), spread: rays.spread, live: 15)
    return plain * Lanes3(c.r, c.g, c.b)
  }
}

extension ShadeScene {
  /// Gives every pixel of a tile its colour from the triangle that is seen there.
  func paint(_ tile: TileVisibility, _ backdrop: Backdrop, into out: TileColors, rows: Int) {
    let none = U4(repeating: 0)
    var row = 0
    while row < rows {
      let pixelY: Int32 = tile.y &+ Int32(truncatingIfNeeded: row)
      var group = row &* Tile.groups
      let end = group &+ Tile.groups
      var pixelX = tile.x
      while group < end {
        let ids: U4 = tile.ids[group]
        let same: I4 = equal(ids, U4(repeating: ids.x))
        if ids.x != 0 && signBits(same) == 15 {
          let c = shade(triangles + Int(ids.x &- 1), pixelX, pixelY, live: 15)
          out.r[group] = c.r
          out.g[group] = c.g
          out.b[group] = c.b
          group = group &+ 1
          pixelX = pixelX &+ 4
          continue
        }
        let behind = backdrop.color(pixelX, pixelY)
        var (r, g, b) = (behind.x, behind.y, behind.z)
        var left: UInt32 = ~signBits(equal(ids, none)) & 15
        while left != 0 {
          let first = ids[left.trailingZeroBitCount]
          let mine: I4 = equal(ids, U4(repeating: first))
          let live: UInt32 = signBits(mine)
          let t = triangles + Int(first &- 1)
          let c = shade(t, pixelX, pixelY, live: live)
          r = select(mine, c.r, r)
          g = select(mine, c.g, g)
          b = select(mine, c.b, b)
          left &= ~live
        }
        out.r[group] = r
        out.g[group] = g
        out.b[group] = b
        group = group &+ 1
        pixelX = pixelX &+ 4
      }
      row = row &+ 1
    }
  }

  /// Says of every pixel of a tile how much of it is seen in a mirror.
  func fade(_ tile: TileVisibility, _ fade: MirrorFade, into out: TileColors, rows: Int) {
    let background = F4(repeating: fade.background)
    for row in 0..<rows {
      for column in 0..<Tile.groups {
        let group = row &* Tile.groups &+ column
        let ids: U4 = tile.ids[group]
        var seen = background
        var left: UInt32 = ~signBits(equal(ids, U4(repeating: 0))) & 15
        while left != 0 {
          let first = ids[left.trailingZeroBitCount]
          let mine: I4 = equal(ids, U4(repeating: first))
          let place = place(
            triangles + Int(first &- 1), tile.x &+ Int32(truncatingIfNeeded: column &* 4),
            tile.y &+ Int32(truncatingIfNeeded: row))
          seen = select(mine, fade.at(place), seen)
          left &= ~signBits(mine)
        }
        out.seen[group] = seen
      }
    }
  }

  /// Lays a transparent triangle over a tile that is painted.
  func blend(
    _ t: UnsafePointer<RasterTriangle>, over tile: TileVisibility, into out: TileColors,
    fade: MirrorFade?
  ) {
    let draw = draws + Int(t.pointee.drawAndFacing &>> 1)
    let flags = draw.pointee.flags
    if flags.contains(.depthOnly) { return }
    let always = I4(repeating: flags.contains(.readsDepth) ? 0 : -1)
    let blending = draw.pointee.blending
    let writes = draw.pointee.writes
    let plane = DepthPlane(t)
    let isAlways = !flags.contains(.readsDepth)
    tile.forEachCoveredGroup(
      t, unless: { !isAlways && tile.isHidden(plane, $0, $1, $2, $3, isWritten: false) },
      { group, pixelX, pixelY, covered in
        let z: F4 = plane.depth(pixelX, pixelY)
        let visible: I4 = covered & (greater(z, tile.depth[group]) | always)
        let live = signBits(visible)
        if live == 0 { return }
        let c = shade(t, pixelX, pixelY, live: live)
        let r: F4 = blending.join(c.r, c.a, out.r[group])
        let g: F4 = blending.join(c.g, c.a, out.g[group])
        let b: F4 = blending.join(c.b, c.a, out.b[group])
        out.r[group] = select(visible & I4(repeating: writes.x), r, out.r[group])
        out.g[group] = select(visible & I4(repeating: writes.y), g, out.g[group])
        out.b[group] = select(visible & I4(repeating: writes.z), b, out.b[group])
        if let fade {
          let before: F4 = out.seen[group]
          let after: F4 = before + (fade.at(place(t, pixelX, pixelY)) - before) * saturate(c.a)
          out.seen[group] = select(visible, after, before)
        }
      })
  }
}

extension Blending {
  /// One channel of a surface with some alpha, before what is behind it.
  @inline(__always) func join(_ c: F4, _ alpha: F4, _ behind: F4) -> F4 {
    let a: F4 = saturate(alpha)
    let over: F4 = c * a
    switch self {
    case .alpha: return behind + (c - behind) * a
    case .add: return behind + over
    case .subtract: return vmax(behind - over, F4(repeating: 0))
    case .multiply: return behind + (behind * c - behind) * a
    case .screen:
      let s: F4 = saturate(over)
      return behind + s - saturate(behind) * s
    case .replace: return c
    }
  }

  init(_ mode: BlendMode) {
    switch mode {
    case .alpha: self = .alpha
    case .add: self = .add
    case .subtract: self = .subtract
    case .multiply: self = .multiply
    case .screen: self = .screen
    case .replace: self = .replace
    }
  }
}

extension TileColors {
  /// Copies linear light, `columns` by `rows` pixels, and marks where any of it is seen.
  func copy(into picture: MirrorPicture, left: Int, top: Int, columns: Int, rows: Int) {
    let shift = MirrorPicture.markShift
    let marks = picture.marks + (top >> shift) * picture.markStride + (left >> shift)
    for row in 0..<MirrorPicture.markCount(rows) {
      (marks + row * picture.markStride)
        .update(repeating: 0, count: MirrorPicture.markCount(columns))
    }
    for row in 0..<rows {
      let out = picture.pixels + ((top + row) * picture.stride + left)
      let mark = marks + (row >> shift) * picture.markStride
      for column in stride(from: 0, to: columns, by: 4) {
        let group = row * Tile.groups + column >> 2
        let p = Color4(r: r[group], g: g[group], b: b[group], a: seen[group]).transposed
        (out + column).initialize(to: p.a)
        if column + 1 < columns { (out + (column + 1)).initialize(to: p.b) }
        if column + 2 < columns { (out + (column + 2)).initialize(to: p.c) }
        if column + 3 < columns { (out + (column + 3)).initialize(to: p.d) }
        if signBits(greater(seen[group], F4(repeating: 0))) != 0 { mark[column >> shift] = 1 }
      }
    }
  }

  /// Turns linear light into bytes.
  ///
  /// A pass of its own: between the calls that shade it would keep these from overlapping.
  func resolve(into out: TileBytes, rows: Int) {
    for group in 0..<(rows &* Tile.groups) {
      out.write(Lanes3(r[group], g[group], b[group]), group)
    }
  }
}

/// The bytes of one tile's pixels.
struct TileBytes {
  /// Red, green, blue and alpha of the first pixel.
  let first: UnsafeMutablePointer<UInt8>
  /// From a row to the next.
  let stride: Int
  /// How many pixels of a row are in the picture.
  let columns: Int
  let steps: UnsafePointer<UInt64>
  let tone: ToneMap

  /// Turns linear light into bytes.
  @inline(__always) func write(_ color: Lanes3, _ group: Int) {
    let column = (group & (Tile.groups &- 1)) &* 4
    let left = columns &- column
    if left <= 0 { return }
    var c = color
    if tone.isThere { c = Lanes3(tone.map(c.x), tone.map(c.y), tone.map(c.z)) }
    let pixels: U4 = SRGB.pixels(c.x, c.y, c.z, steps)
    let at = UnsafeMutableRawPointer(first) + (group / Tile.groups &* stride &+ column &* 4)
    if left >= 4 {
      at.storeBytes(of: pixels, as: U4.self)
    } else {
      withUnsafeBytes(of: pixels) {
        at.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(at), byteCount: left * 4)
      }
    }
  }
}
