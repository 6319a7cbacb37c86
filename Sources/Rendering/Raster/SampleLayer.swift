/// What a transparent draw lays over a tile with four samples a pixel, until it joins what is behind it.
///
/// Two triangles of a draw that share a pixel are one layer there: joined one after the other, each for
/// its share, they would let what is behind show through along every edge that they share.
struct SampleLayer {
  /// The sums of colours and of alpha, each times how much of the pixel it covers, and of these.
  private let r: UnsafeMutablePointer<F4>
  private let g: UnsafeMutablePointer<F4>
  private let b: UnsafeMutablePointer<F4>
  private let a: UnsafeMutablePointer<F4>
  private let cover: UnsafeMutablePointer<F4>
  /// How many arrays of a tile's size it takes.
  static let arrayCount = 5

  /// Lays an empty layer out in memory.
  init(_ floats: UnsafeMutablePointer<F4>) {
    (r, g) = (floats, floats + Tile.groupCount)
    (b, a) = (floats + 2 * Tile.groupCount, floats + 3 * Tile.groupCount)
    cover = floats + 4 * Tile.groupCount
    floats.initialize(
      repeating: F4(repeating: 0), count: SampleLayer.arrayCount * Tile.groupCount)
  }

  /// Adds a triangle's colours to four pixels, by how much of them it covers.
  ///
  /// Where pixels would be more than full, the triangle lies over another one of the draw, which joins
  /// what is behind it first.
  @inline(__always) func add(
    _ c: Color4, _ share: F4, at group: Int, of draw: UnsafeMutablePointer<ShadeDraw>,
    into out: TileColors
  ) {
    let zero = F4(repeating: 0)
    // Lanes that nothing covers may hold what is no number, which no share takes away.
    let isSeen: I4 = greater(share, zero)
    let over: I4 = isSeen & greater(cover[group] + share, F4(repeating: 1))
    if signBits(over) != 0 { join(group, over, draw, into: out) }
    r[group] = r[group] + select(isSeen, c.r * share, zero)
    g[group] = g[group] + select(isSeen, c.g * share, zero)
    b[group] = b[group] + select(isSeen, c.b * share, zero)
    a[group] = a[group] + select(isSeen, saturate(c.a) * share, zero)
    cover[group] = cover[group] + share
  }

  /// Joins what has been added to what is behind it, in some columns and rows of the tile.
  func join(
    columns: ClosedRange<Int>, rows: ClosedRange<Int>, of draw: UnsafeMutablePointer<ShadeDraw>,
    into out: TileColors
  ) {
    for row in rows {
      for column in columns {
        let group = row &* Tile.groups &+ column
        let isThere: I4 = greater(cover[group], F4(repeating: 0))
        if signBits(isThere) != 0 { join(group, isThere, draw, into: out) }
      }
    }
  }

  /// Joins the lanes of a mask, and empties them.
  @inline(never) private func join(
    _ group: Int, _ lanes: I4, _ draw: UnsafeMutablePointer<ShadeDraw>, into out: TileColors
  ) {
    let zero = F4(repeating: 0)
    let share: F4 = cover[group]
    // All of a layer's triangles together have one colour in a pixel, and one alpha for all that is
    // covered of it.
    let inverse: F4 = F4(repeating: 1) / vmax(share, F4(repeating: 0.125))
    let isReplaced = draw.pointee.blending == .replace
    let alpha: F4 = isReplaced ? share : a[group]
    let mode = isReplaced ? Blending.alpha : draw.pointee.blending
    let writes = draw.pointee.writes
    func lay(
      _ part: UnsafeMutablePointer<F4>, _ sum: UnsafeMutablePointer<F4>, _ isWritten: Int32
    ) {
      let joined: F4 = mode.join(sum[group] * inverse, alpha, part[group])
      part[group] = select(lanes & I4(repeating: isWritten), joined, part[group])
      sum[group] = select(lanes, zero, sum[group])
    }
    lay(out.r, r, writes.x)
    lay(out.g, g, writes.y)
    lay(out.b, b, writes.z)
    a[group] = select(lanes, zero, a[group])
    cover[group] = select(lanes, zero, share)
  }
}

extension ShadeScene {
  /// Lays the transparent triangles of a list over a tile that is painted, draw by draw.
  func blend(
    _ list: UnsafeBufferPointer<UInt32>, over samples: TileSamples, _ layer: SampleLayer,
    into out: TileColors
  ) {
    var i = 0
    while i < list.count {
      let number = triangles[Int(list[i])].drawAndFacing &>> 1
      let draw = draws + Int(number)
      // The part of the tile that the draw may touch, in groups and rows.
      var (left, right, top, bottom) = (Tile.groups, -1, Tile.side, -1)
      while i < list.count, triangles[Int(list[i])].drawAndFacing &>> 1 == number {
        let t = triangles + Int(list[i])
        let (x, y) = (Int(samples.a.x), Int(samples.a.y))
        left = min(left, max(Int(t.pointee.minX) &- x, 0) &>> 2)
        right = max(right, min(Int(t.pointee.maxX) &- x, Tile.side - 1) &>> 2)
        top = min(top, max(Int(t.pointee.minY) &- y, 0))
        bottom = max(bottom, min(Int(t.pointee.maxY) &- y, Tile.side - 1))
        add(t, draw, over: samples, to: layer, into: out)
        i += 1
      }
      if left <= right && top <= bottom {
        layer.join(columns: left...right, rows: top...bottom, of: draw, into: out)
      }
    }
  }

  /// Adds a transparent triangle to a layer, by how much of each pixel it covers.
  private func add(
    _ t: UnsafePointer<RasterTriangle>, _ draw: UnsafeMutablePointer<ShadeDraw>,
    over samples: TileSamples, to layer: SampleLayer, into out: TileColors
  ) {
    if draw.pointee.flags.contains(.depthOnly) { return }
    let always = I4(repeating: draw.pointee.flags.contains(.readsDepth) ? 0 : -1)
    samples.addCover(t, always: always)
    let firstX: Int32 = max(Int32(t.pointee.minX), samples.a.x) & ~3
    let lastX: Int32 = min(Int32(t.pointee.maxX), samples.a.x &+ 63)
    let firstY: Int32 = max(Int32(t.pointee.minY), samples.a.y)
    let lastY: Int32 = min(Int32(t.pointee.maxY), samples.a.y &+ 63)
    let zero = F4(repeating: 0)
    for pixelY in stride(from: firstY, through: lastY, by: 1) {
      for pixelX in stride(from: firstX, through: lastX, by: 4) {
        let group =
          Int(pixelY &- samples.a.y) &* Tile.groups &+ Int((pixelX &- samples.a.x) &>> 2)
        let share: F4 = samples.cover[group]
        let live = signBits(greater(share, zero))
        if live == 0 { continue }
        samples.cover[group] = zero
        let c = shade(t, pixelX, pixelY, live: live)
        layer.add(c, share, at: group, of: draw, into: out)
      }
    }
  }
}
