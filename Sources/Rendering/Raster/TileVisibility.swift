import CaromMaths

/// The visibility buffer of one tile: the nearest triangle and its depth for each pixel.
struct TileVisibility {
  /// Reversed depths in groups of four pixels of a row; zero is the far plane.
  let depth: UnsafeMutablePointer<F4>
  /// Triangle indices plus one; zero is the background.
  let ids: UnsafeMutablePointer<U4>
  /// Lower bounds of the depths of blocks.
  let blocks: HierarchicalDepth
  /// The position of the tile's top left pixel.
  let x: Int32
  let y: Int32
  /// The sample's offset from the pixel center in units of 1/256 pixel.
  var offsetX: Int32 = 0
  var offsetY: Int32 = 0

  /// Resets every pixel to the background at the far plane.
  func clear() {
    clearDepth()
    ids.initialize(repeating: U4(repeating: 0), count: Tile.groupCount)
  }

  /// Resets every depth to the far plane.
  func clearDepth() {
    depth.initialize(repeating: F4(repeating: 0), count: Tile.groupCount)
    blocks.clear()
  }
}

extension TileVisibility {
  /// Calls `body` with each group of four pixels that a triangle covers and a mask of the covered
  /// lanes.
  ///
  /// The tile is traversed in blocks of 8 × 8 pixels. Blocks outside of the triangle are skipped,
  /// and so are those for which `isHidden` returns true, given the block's index, first pixel and
  /// last row.
  @inline(__always) func forEachCoveredGroup(
    _ t: UnsafePointer<RasterTriangle>,
    unless isHidden: (_ block: Int, _ pixelX: Int32, _ pixelY: Int32, _ lastY: Int32) -> Bool,
    _ body: (_ group: Int, _ pixelX: Int32, _ pixelY: Int32, _ covered: I4) -> Void
  ) {
    let firstX: Int32 = max(Int32(t.pointee.minX), x) & ~7
    let lastX: Int32 = min(Int32(t.pointee.maxX), x &+ 63)
    let firstY: Int32 = max(Int32(t.pointee.minY), y)
    let lastY: Int32 = min(Int32(t.pointee.maxY), y &+ 63)
    if firstX > lastX || firstY > lastY { return }
    let edges = TileEdges(
      t, firstX: firstX, firstY: firstY, lastX: lastX | 7, lastY: lastY | 7, offsetX, offsetY)
    if !edges.mayCover { return }
    let (sx, sy) = (edges.stepX, edges.stepY)
    // The offset from the first pixel of a block to the pixel where each edge function is greatest.
    let acrossX: I4 = (sx &<< I4(repeating: 3)) &- sx
    let acrossY: I4 = (sy &<< I4(repeating: 3)) &- sy
    let lowX: I4 = acrossX & (acrossX &>> I4(repeating: 31))
    let lowY: I4 = acrossY & (acrossY &>> I4(repeating: 31))
    let maximumOffset: I4 = (acrossX &- lowX) &+ (acrossY &- lowY)
    let (right0, right1, right2) = (ramp(sx.x), ramp(sx.y), ramp(sx.z))
    let next: I4 = sx &<< I4(repeating: 2)
    let (next0, next1, next2) = (
      I4(repeating: next.x), I4(repeating: next.y), I4(repeating: next.z)
    )
    let (down0, down1, down2) = (I4(repeating: sy.x), I4(repeating: sy.y), I4(repeating: sy.z))
    var rowCorner: I4 = edges.start
    var top = firstY
    while top <= lastY {
      let bottom = min(top | 7, lastY)
      var corner: I4 = rowCorner
      var pixelX = firstX
      while pixelX <= lastX {
        if signBits(corner &+ maximumOffset) == 0 {
          let block = Int((top &- y) &>> 3 &* 8 &+ (pixelX &- x) &>> 3)
          if !isHidden(block, pixelX, top, bottom) {
            var group = Int(top &- y) &* Tile.groups &+ Int((pixelX &- x) &>> 2)
            var pixelY = top
            // Negated edge functions are negative inside, so the sign of their conjunction is the
            // coverage.
            var c0: I4 = I4(repeating: ~corner.x) &- right0
            var c1: I4 = I4(repeating: ~corner.y) &- right1
            var c2: I4 = I4(repeating: ~corner.z) &- right2
            while pixelY <= bottom {
              let left: I4 = c0 & c1 & c2
              if signBits(left) != 0 {
                body(group, pixelX, pixelY, left &>> I4(repeating: 31))
              }
              let right: I4 = (c0 &- next0) & (c1 &- next1) & (c2 &- next2)
              if signBits(right) != 0 {
                body(group &+ 1, pixelX &+ 4, pixelY, right &>> I4(repeating: 31))
              }
              c0 = c0 &- down0
              c1 = c1 &- down1
              c2 = c2 &- down2
              group = group &+ Tile.groups
              pixelY = pixelY &+ 1
            }
          }
        }
        corner = corner &+ (sx &<< I4(repeating: 3))
        pixelX = pixelX &+ 8
      }
      rowCorner = rowCorner &+ sy &* I4(repeating: bottom &+ 1 &- top)
      top = bottom &+ 1
    }
  }

  /// 0, 1, 2 and 3 times per step.
  @inline(__always) private func ramp(_ step: Int32) -> I4 {
    let s = I4(repeating: step)
    return (s & I4(0, -1, 0, -1)) &+ ((s &+ s) & I4(0, 0, -1, -1))
  }

  /// Rasterizes an opaque triangle with a depth test.
  func rasterize(
    _ t: UnsafePointer<RasterTriangle>, id: UInt32, readsDepth: Bool, writesDepth: Bool
  ) {
    if !(readsDepth && writesDepth) {
      return rasterizeGeneral(t, id: id, readsDepth: readsDepth, writesDepth: writesDepth)
    }
    let plane = DepthPlane(t, offsetX, offsetY)
    let idLanes = U4(repeating: id)
    let (depth, ids) = (depth, ids)
    forEachCoveredGroup(
      t, unless: { isHidden(plane, $0, $1, $2, $3, isWritten: true) },
      { group, pixelX, pixelY, covered in
        let z: F4 = plane.depth(pixelX, pixelY)
        let before: F4 = depth[group]
        // Uncovered lanes are at the far plane; at equal depths, the first triangle is used.
        let after: F4 = vmax(covered.masking(z), before)
        // Depths are not negative, so their bit patterns have the order of their values.
        let gap: I4 = unsafeBitCast(before, to: I4.self) &- unsafeBitCast(after, to: I4.self)
        let wins: U4 = unsafeBitCast(gap &>> I4(repeating: 31), to: U4.self)
        let id: U4 = ids[group]
        depth[group] = after
        ids[group] = id ^ ((id ^ idLanes) & wins)
      })
  }

  /// Rasterizes a triangle without depth test or without depth writes.
  private func rasterizeGeneral(
    _ t: UnsafePointer<RasterTriangle>, id: UInt32, readsDepth: Bool, writesDepth: Bool
  ) {
    let plane = DepthPlane(t, offsetX, offsetY)
    let idLanes = U4(repeating: id)
    let passes = I4(repeating: readsDepth ? 0 : -1)
    let depthMask = I4(repeating: writesDepth ? -1 : 0)
    forEachCoveredGroup(
      t,
      unless: { block, _, _, _ in
        if writesDepth { blocks.invalidate(block) }
        return false
      },
      { group, pixelX, pixelY, covered in
        let z: F4 = plane.depth(pixelX, pixelY)
        let before: F4 = depth[group]
        let wins: I4 = covered & (greater(z, before) | passes)
        // Depths beyond the far plane are clamped to it.
        depth[group] = select(wins & depthMask, vmax(z, F4(repeating: 0)), before)
        ids[group] = select(wins, idLanes, ids[group])
      })
  }

  /// Rasterizes the depths of a triangle for a shadow map.
  func rasterizeDepth(_ t: UnsafePointer<RasterTriangle>) {
    let plane = DepthPlane(t)
    forEachCoveredGroup(
      t, unless: { isHidden(plane, $0, $1, $2, $3, isWritten: true) },
      { group, pixelX, pixelY, covered in
        let z: F4 = plane.depth(pixelX, pixelY)
        let before: F4 = depth[group]
        depth[group] = vmax(covered.masking(z), before)
      })
  }

  /// Returns whether a whole block is nearer than a triangle, or as near.
  ///
  /// `isWritten` specifies whether the caller writes depths if the block is not hidden.
  @inline(__always) func isHidden(
    _ plane: DepthPlane, _ block: Int, _ pixelX: Int32, _ pixelY: Int32, _ lastY: Int32,
    isWritten: Bool
  ) -> Bool {
    let minimum = blocks.minimum(block, depth)
    if minimum > 0 && plane.maximum(pixelX, pixelY, lastY) <= minimum { return true }
    if isWritten { blocks.noteWritten(block) }
    return false
  }
}

extension TileVisibility {
  /// Rasterizes an opaque triangle that is alpha-masked or writes depth only.
  ///
  /// The alpha mask is evaluated at the pixel center for all samples.
  @inline(never) func rasterizeExtended(
    _ t: UnsafePointer<RasterTriangle>, id: UInt32, _ flags: ShadingFlags, _ scene: ShadingContext
  ) {
    let plane = DepthPlane(t, offsetX, offsetY)
    let (reads, writes) = (flags.contains(.readsDepth), flags.contains(.writesDepth))
    let passes = I4(repeating: reads ? 0 : -1)
    let depthMask = I4(repeating: writes ? -1 : 0)
    let (isShown, hasHoles) = (!flags.contains(.depthOnly), flags.contains(.alphaMasked))
    forEachCoveredGroup(
      t,
      unless: { block, pixelX, pixelY, lastY in
        if reads { return isHidden(plane, block, pixelX, pixelY, lastY, isWritten: writes) }
        if writes { blocks.invalidate(block) }
        return false
      },
      { group, pixelX, pixelY, covered in
        let z: F4 = plane.depth(pixelX, pixelY)
        let before: F4 = depth[group]
        var wins: I4 = covered & (greater(z, before) | passes)
        let live = signBits(wins)
        if live == 0 { return }
        if hasHoles { wins = wins & scene.alphaMask(t, pixelX, pixelY, live: live) }
        // Depths beyond the far plane are clamped to it.
        depth[group] = select(wins & depthMask, vmax(z, F4(repeating: 0)), before)
        if isShown { ids[group] = select(wins, U4(repeating: id), ids[group]) }
      })
  }
}

/// The depth plane of a triangle.
struct DepthPlane {
  private let originX: Float
  private let originY: Float
  private let z: Float
  private let zx: F4
  private let zy: Float

  /// Makes the plane at pixel centers, or at an offset from them in units of 1/256 pixel.
  @inline(__always) init(
    _ t: UnsafePointer<RasterTriangle>, _ offsetX: Int32 = 0, _ offsetY: Int32 = 0
  ) {
    originX = t.pointee.originX - Float(offsetX) * (1 / 256)
    originY = t.pointee.originY - Float(offsetY) * (1 / 256)
    z = t.pointee.z
    zx = F4(repeating: t.pointee.zx)
    zy = t.pointee.zy
  }

  /// The depths of four pixels; the same bits in every tile.
  @inline(__always) func depth(_ pixelX: Int32, _ pixelY: Int32) -> F4 {
    let dy: Float = Float(pixelY) + 0.5 - originY
    let dx: F4 = F4(repeating: Float(pixelX) - originX) + F4(0.5, 1.5, 2.5, 3.5)
    return dx * zx + F4(repeating: z + zy * dy)
  }

  /// The maximum of ``depth(_:_:)`` over eight columns from a pixel, down to a row.
  ///
  /// Rounding to nearest is monotonic, so no depth inside exceeds that of the nearest corner, to
  /// the bit.
  @inline(__always) func maximum(_ pixelX: Int32, _ pixelY: Int32, _ lastY: Int32) -> Float {
    let right: Float = (Float(pixelX &+ 4) - originX) + 3.5
    let left: Float = (Float(pixelX) - originX) + 0.5
    let dx: Float = zx.x > 0 ? right : left
    let dy: Float = Float(zy > 0 ? lastY : pixelY) + 0.5 - originY
    return dx * zx.x + (z + zy * dy)
  }
}

extension I4 {
  /// Lanes of a vector where the mask is set, zero elsewhere.
  @inline(__always) fileprivate func masking(_ v: F4) -> F4 {
    unsafeBitCast(unsafeBitCast(v, to: I4.self) & self, to: F4.self)
  }
}
