import CaromMaths

/// A layer of transparent fragments of one draw in a tile with four samples per pixel, before
/// compositing.
///
/// Two triangles of a draw that share a pixel form one layer there. Composited one after the other
/// by their coverage, they would let the background show through along every shared edge.
struct TransparencyLayer {
  /// Sums of color, alpha and coverage; color and alpha are weighted by coverage.
  private let r: UnsafeMutablePointer<F4>
  private let g: UnsafeMutablePointer<F4>
  private let b: UnsafeMutablePointer<F4>
  private let a: UnsafeMutablePointer<F4>
  private let coverage: UnsafeMutablePointer<F4>
  /// The number of tile-sized arrays.
  static let arrayCount = 5

  /// Lays an empty layer out in memory.
  init(_ floats: UnsafeMutablePointer<F4>) {
    (r, g) = (floats, floats + Tile.groupCount)
    (b, a) = (floats + 2 * Tile.groupCount, floats + 3 * Tile.groupCount)
    coverage = floats + 4 * Tile.groupCount
    floats.initialize(
      repeating: F4(repeating: 0), count: TransparencyLayer.arrayCount * Tile.groupCount)
  }

  /// Adds the colors of a triangle to four pixels, weighted by coverage.
  ///
  /// Where the coverage would exceed one, the triangle overlaps another of the draw, which is
  /// composited first.
  @inline(__always) func add(
    _ c: Color4, _ weight: F4, at group: Int, of draw: UnsafeMutablePointer<DrawUniforms>,
    into out: TileColors
  ) {
    let zero = F4(repeating: 0)
    // Uncovered lanes may be NaN, which multiplication by zero does not remove.
    let isSeen: I4 = greater(weight, zero)
    let over: I4 = isSeen & greater(coverage[group] + weight, F4(repeating: 1))
    if signBits(over) != 0 { composite(group, over, draw, into: out) }
    r[group] = r[group] + select(isSeen, c.r * weight, zero)
    g[group] = g[group] + select(isSeen, c.g * weight, zero)
    b[group] = b[group] + select(isSeen, c.b * weight, zero)
    a[group] = a[group] + select(isSeen, saturate(c.a) * weight, zero)
    coverage[group] = coverage[group] + weight
  }

  /// Composites the layer over the tile in a rectangle of groups and rows.
  func composite(
    columns: ClosedRange<Int>, rows: ClosedRange<Int>, of draw: UnsafeMutablePointer<DrawUniforms>,
    into out: TileColors
  ) {
    for row in rows {
      for column in columns {
        let group = row &* Tile.groups &+ column
        let hasCoverage: I4 = greater(coverage[group], F4(repeating: 0))
        if signBits(hasCoverage) != 0 { composite(group, hasCoverage, draw, into: out) }
      }
    }
  }

  /// Composites the lanes of a mask and clears them.
  @inline(never) private func composite(
    _ group: Int, _ lanes: I4, _ draw: UnsafeMutablePointer<DrawUniforms>, into out: TileColors
  ) {
    let zero = F4(repeating: 0)
    let weight: F4 = coverage[group]
    // The fragments of a layer have one color and one alpha in each pixel.
    let inverse: F4 = F4(repeating: 1) / vmax(weight, F4(repeating: 0.125))
    let isReplaced = draw.pointee.blending == .replace
    let alpha: F4 = isReplaced ? weight : a[group]
    let mode = isReplaced ? BlendFunction.alpha : draw.pointee.blending
    let colorWriteMask = draw.pointee.colorWriteMask
    func compositeChannel(
      _ channel: UnsafeMutablePointer<F4>, _ sum: UnsafeMutablePointer<F4>, _ isWritten: Int32
    ) {
      let blended: F4 = mode.blend(sum[group] * inverse, alpha, channel[group])
      channel[group] = select(lanes & I4(repeating: isWritten), blended, channel[group])
      sum[group] = select(lanes, zero, sum[group])
    }
    compositeChannel(out.r, r, colorWriteMask.x)
    compositeChannel(out.g, g, colorWriteMask.y)
    compositeChannel(out.b, b, colorWriteMask.z)
    a[group] = select(lanes, zero, a[group])
    coverage[group] = select(lanes, zero, weight)
  }
}

extension ShadingContext {
  /// Blends the transparent triangles of a list over a shaded tile, draw by draw.
  func blend(
    _ list: UnsafeBufferPointer<UInt32>, over samples: TileSamples, _ layer: TransparencyLayer,
    into out: TileColors
  ) {
    var i = 0
    while i < list.count {
      let number = triangles[Int(list[i])].drawAndFacing &>> 1
      let draw = draws + Int(number)
      // The bounds of the draw in the tile, in groups and rows.
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
        layer.composite(columns: left...right, rows: top...bottom, of: draw, into: out)
      }
    }
  }

  /// Adds a transparent triangle to a layer, weighted by its coverage of each pixel.
  private func add(
    _ t: UnsafePointer<RasterTriangle>, _ draw: UnsafeMutablePointer<DrawUniforms>,
    over samples: TileSamples, to layer: TransparencyLayer, into out: TileColors
  ) {
    if draw.pointee.flags.contains(.depthOnly) { return }
    let always = I4(repeating: draw.pointee.flags.contains(.readsDepth) ? 0 : -1)
    samples.addCoverage(t, always: always)
    let firstX: Int32 = max(Int32(t.pointee.minX), samples.a.x) & ~3
    let lastX: Int32 = min(Int32(t.pointee.maxX), samples.a.x &+ 63)
    let firstY: Int32 = max(Int32(t.pointee.minY), samples.a.y)
    let lastY: Int32 = min(Int32(t.pointee.maxY), samples.a.y &+ 63)
    let zero = F4(repeating: 0)
    for pixelY in stride(from: firstY, through: lastY, by: 1) {
      for pixelX in stride(from: firstX, through: lastX, by: 4) {
        let group =
          Int(pixelY &- samples.a.y) &* Tile.groups &+ Int((pixelX &- samples.a.x) &>> 2)
        let weight: F4 = samples.coverage[group]
        let live = signBits(greater(weight, zero))
        if live == 0 { continue }
        samples.coverage[group] = zero
        let c = shade(t, pixelX, pixelY, live: live)
        layer.add(c, weight, at: group, of: draw, into: out)
      }
    }
  }
}
