import CaromMaths
import CaromSceneGraph

/// The linear colors of one tile, in groups of four pixels of a row.
struct TileColors {
  let r: UnsafeMutablePointer<F4>
  let g: UnsafeMutablePointer<F4>
  let b: UnsafeMutablePointer<F4>
  /// The visibility of a reflection; undefined for other targets.
  let reflectionWeight: UnsafeMutablePointer<F4>
}

extension ShadingContext {
  /// Shades each pixel of a tile once, by the triangle that is visible there.
  ///
  /// Blocks of 8 × 8 pixels show few triangles, and few texels of textures and shadow maps.
  func shadeTile(
    _ tile: TileVisibility, _ background: BackgroundUniforms, into out: TileColors, rows: Int
  ) {
    var top = 0
    while top < rows {
      let bottom = min(top &+ 8, rows)
      var column = 0
      while column < Tile.groups {
        var row = top
        while row < bottom {
          shadeGroup(row, column, tile, background, into: out)
          shadeGroup(row, column &+ 1, tile, background, into: out)
          row = row &+ 1
        }
        column = column &+ 2
      }
      top = bottom
    }
  }

  /// Shades four pixels of a row.
  @inline(__always) private func shadeGroup(
    _ row: Int, _ column: Int, _ tile: TileVisibility, _ background: BackgroundUniforms,
    into out: TileColors
  ) {
    let group = row &* Tile.groups &+ column
    let pixelX: Int32 = tile.x &+ Int32(truncatingIfNeeded: column &* 4)
    let pixelY: Int32 = tile.y &+ Int32(truncatingIfNeeded: row)
    let ids: U4 = tile.ids[group]
    let same: I4 = equal(ids, U4(repeating: ids.x))
    if ids.x != 0 && signBits(same) == 15 {
      let c = shade(triangles + Int(ids.x &- 1), pixelX, pixelY, live: 15)
      out.r[group] = c.r
      out.g[group] = c.g
      out.b[group] = c.b
      return
    }
    let backdrop = background.color(pixelX, pixelY)
    var (r, g, b) = (backdrop.x, backdrop.y, backdrop.z)
    var left: UInt32 = ~signBits(equal(ids, U4(repeating: 0))) & 15
    while left != 0 {
      let (c, lanes) = shadeDraw(
        ofLane: left.trailingZeroBitCount, ids, left: left, pixelX, pixelY)
      r = select(lanes, c.r, r)
      g = select(lanes, c.g, g)
      b = select(lanes, c.b, b)
      left &= ~signBits(lanes)
    }
    out.r[group] = r
    out.g[group] = g
    out.b[group] = b
  }

  /// Computes the falloff of a reflection for every pixel of a tile.
  func computeFalloff(
    _ tile: TileVisibility, _ falloff: ReflectionFalloff, into out: TileColors, rows: Int
  ) {
    let background = F4(repeating: falloff.background)
    for row in 0..<rows {
      for column in 0..<Tile.groups {
        let group = row &* Tile.groups &+ column
        let ids: U4 = tile.ids[group]
        var reflectionWeight = background
        var left: UInt32 = ~signBits(equal(ids, U4(repeating: 0))) & 15
        while left != 0 {
          let first = ids[left.trailingZeroBitCount]
          let mask: I4 = equal(ids, U4(repeating: first))
          let position = worldPosition(
            triangles + Int(first &- 1), tile.x &+ Int32(truncatingIfNeeded: column &* 4),
            tile.y &+ Int32(truncatingIfNeeded: row))
          reflectionWeight = select(mask, falloff.at(position), reflectionWeight)
          left &= ~signBits(mask)
        }
        out.reflectionWeight[group] = reflectionWeight
      }
    }
  }

  /// Blends a transparent triangle over a shaded tile.
  func blend(
    _ t: UnsafePointer<RasterTriangle>, over tile: TileVisibility, into out: TileColors,
    falloff: ReflectionFalloff?
  ) {
    let draw = draws + Int(t.pointee.drawAndFacing &>> 1)
    let flags = draw.pointee.flags
    if flags.contains(.depthOnly) { return }
    let always = I4(repeating: flags.contains(.readsDepth) ? 0 : -1)
    let blending = draw.pointee.blending
    let colorWriteMask = draw.pointee.colorWriteMask
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
        let r: F4 = blending.blend(c.r, c.a, out.r[group])
        let g: F4 = blending.blend(c.g, c.a, out.g[group])
        let b: F4 = blending.blend(c.b, c.a, out.b[group])
        out.r[group] = select(visible & I4(repeating: colorWriteMask.x), r, out.r[group])
        out.g[group] = select(visible & I4(repeating: colorWriteMask.y), g, out.g[group])
        out.b[group] = select(visible & I4(repeating: colorWriteMask.z), b, out.b[group])
        if let falloff {
          let before: F4 = out.reflectionWeight[group]
          let after: F4 =
            before + (falloff.at(worldPosition(t, pixelX, pixelY)) - before) * saturate(c.a)
          out.reflectionWeight[group] = select(visible, after, before)
        }
      })
  }
}

extension TileColors {
  /// Copies linear light, `columns` by `rows` pixels, and marks squares with a visible reflection.
  func copy(into target: ReflectionTarget, left: Int, top: Int, columns: Int, rows: Int) {
    let shift = ReflectionTarget.markShift
    let marks = target.marks + (top >> shift) * target.markStride + (left >> shift)
    for row in 0..<ReflectionTarget.markCount(rows) {
      (marks + row * target.markStride)
        .update(repeating: 0, count: ReflectionTarget.markCount(columns))
    }
    for row in 0..<rows {
      let out = target.pixels + ((top + row) * target.stride + left)
      let mark = marks + (row >> shift) * target.markStride
      for column in stride(from: 0, to: columns, by: 4) {
        let group = row * Tile.groups + column >> 2
        let p = Color4(r: r[group], g: g[group], b: b[group], a: reflectionWeight[group]).transposed
        (out + column).initialize(to: p.a)
        if column + 1 < columns { (out + (column + 1)).initialize(to: p.b) }
        if column + 2 < columns { (out + (column + 2)).initialize(to: p.c) }
        if column + 3 < columns { (out + (column + 3)).initialize(to: p.d) }
        if signBits(greater(reflectionWeight[group], F4(repeating: 0))) != 0 {
          mark[column >> shift] = 1
        }
      }
    }
  }

  /// Tone maps and encodes linear light as bytes.
  ///
  /// In a separate pass, because it would prevent the shading calls from overlapping. Pixels that
  /// repeat the last four, as those of backgrounds do, are encoded once.
  func resolve(into out: TileBytes, rows: Int) {
    var last = Vector3W(r[0], g[0], b[0])
    var pixels = out.encoded(last)
    var group = 0
    while group < rows &* Tile.groups {
      let color = Vector3W(r[group], g[group], b[group])
      let isSame: I4 = hasSameBits(color.x, last.x) & hasSameBits(color.y, last.y)
      if signBits(isSame & hasSameBits(color.z, last.z)) != 15 {
        last = color
        pixels = out.encoded(color)
      }
      out.store(pixels, group)
      group = group &+ 1
    }
  }

  /// A lane mask of the lanes with the same bits.
  @inline(__always) private func hasSameBits(_ a: F4, _ b: F4) -> I4 {
    equal(unsafeBitCast(a, to: U4.self), unsafeBitCast(b, to: U4.self))
  }
}
