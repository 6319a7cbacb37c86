/// The visible triangle and its depth in each pixel of one tile.
struct TileVisibility {
  /// Depths, four pixels of a row together; zero is the far plane.
  let depth: UnsafeMutablePointer<F4>
  /// Numbers of triangles plus one; zero is the background.
  let ids: UnsafeMutablePointer<U4>
  /// What is known of the depths of whole blocks.
  let blocks: BlockDepths
  /// The pixel at the top left of the tile.
  let x: Int32
  let y: Int32
  /// Where in its pixel each sample lies, from the centre in units of 1/256 pixel.
  var offsetX: Int32 = 0
  var offsetY: Int32 = 0

  /// Makes every pixel the background, infinitely far away.
  func clear() {
    clearDepth()
    ids.initialize(repeating: U4(repeating: 0), count: Tile.groupCount)
  }

  /// Makes every pixel infinitely far away.
  func clearDepth() {
    depth.initialize(repeating: F4(repeating: 0), count: Tile.groupCount)
    blocks.clear()
  }
}

extension TileVisibility {
  /// Calls `body` with the group and the covered lanes wherever the triangle covers a sample.
  ///
  /// The tile is walked in blocks of eight by eight pixels. Those that the triangle does not reach are
  /// left out at once, and so are those that `isHidden` refuses, given the number of the block, its
  /// first pixel and its last row.
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
    if !edges.isReachable { return }
    let (sx, sy) = (edges.stepX, edges.stepY)
    // What is added from the first pixel of a block to that where an edge is farthest inside.
    let acrossX: I4 = (sx &<< I4(repeating: 3)) &- sx
    let acrossY: I4 = (sy &<< I4(repeating: 3)) &- sy
    let lowX: I4 = acrossX & (acrossX &>> I4(repeating: 31))
    let lowY: I4 = acrossY & (acrossY &>> I4(repeating: 31))
    let inmost: I4 = (acrossX &- lowX) &+ (acrossY &- lowY)
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
        if signBits(corner &+ inmost) == 0 {
          let block = Int((top &- y) &>> 3 &* 8 &+ (pixelX &- x) &>> 3)
          if !isHidden(block, pixelX, top, bottom) {
            var group = Int(top &- y) &* Tile.groups &+ Int((pixelX &- x) &>> 2)
            var pixelY = top
            // Edges less than zero inside: then the sign of all of them together is that of the pixel.
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

  /// 0, 1, 2 and 3 times a step.
  @inline(__always) private func ramp(_ step: Int32) -> I4 {
    let s = I4(repeating: step)
    return (s & I4(0, -1, 0, -1)) &+ ((s &+ s) & I4(0, 0, -1, -1))
  }

  /// Enters a solid triangle where it is nearer than what is there.
  func enter(
    _ t: UnsafePointer<RasterTriangle>, id: UInt32, readsDepth: Bool, writesDepth: Bool
  ) {
    if !(readsDepth && writesDepth) {
      return enterSpecial(t, id: id, readsDepth: readsDepth, writesDepth: writesDepth)
    }
    let plane = DepthPlane(t, offsetX, offsetY)
    let number = U4(repeating: id)
    let (depth, ids) = (depth, ids)
    forEachCoveredGroup(
      t, unless: { isHidden(plane, $0, $1, $2, $3, isWritten: true) },
      { group, pixelX, pixelY, covered in
        let z: F4 = plane.depth(pixelX, pixelY)
        let before: F4 = depth[group]
        // What is not covered is infinitely far; the nearer stays, and the first of two as near.
        let after: F4 = vmax(covered.masking(z), before)
        // No depth is below zero, so their bits are in the order of their numbers.
        let gap: I4 = unsafeBitCast(before, to: I4.self) &- unsafeBitCast(after, to: I4.self)
        let wins: U4 = unsafeBitCast(gap &>> I4(repeating: 31), to: U4.self)
        let id: U4 = ids[group]
        depth[group] = after
        ids[group] = id ^ ((id ^ number) & wins)
      })
  }

  /// Enters a triangle that does not look at depth, or leaves none.
  private func enterSpecial(
    _ t: UnsafePointer<RasterTriangle>, id: UInt32, readsDepth: Bool, writesDepth: Bool
  ) {
    let plane = DepthPlane(t, offsetX, offsetY)
    let number = U4(repeating: id)
    let always = I4(repeating: readsDepth ? 0 : -1)
    let keeps = I4(repeating: writesDepth ? -1 : 0)
    forEachCoveredGroup(
      t,
      unless: { block, _, _, _ in
        if writesDepth { blocks.forget(block) }
        return false
      },
      { group, pixelX, pixelY, covered in
        let z: F4 = plane.depth(pixelX, pixelY)
        let before: F4 = depth[group]
        let wins: I4 = covered & (greater(z, before) | always)
        // Beyond the far plane is as far as it.
        depth[group] = select(wins & keeps, vmax(z, F4(repeating: 0)), before)
        ids[group] = select(wins, number, ids[group])
      })
  }

  /// Enters the depths of a triangle where they are nearer than what is there.
  func enterDepth(_ t: UnsafePointer<RasterTriangle>) {
    let plane = DepthPlane(t)
    forEachCoveredGroup(
      t, unless: { isHidden(plane, $0, $1, $2, $3, isWritten: true) },
      { group, pixelX, pixelY, covered in
        let z: F4 = plane.depth(pixelX, pixelY)
        let before: F4 = depth[group]
        depth[group] = vmax(covered.masking(z), before)
      })
  }

  /// True when all of a block is nearer than a triangle there, or as near.
  ///
  /// With `isWritten` the caller goes on to write depths where it is not.
  @inline(__always) func isHidden(
    _ plane: DepthPlane, _ block: Int, _ pixelX: Int32, _ pixelY: Int32, _ lastY: Int32,
    isWritten: Bool
  ) -> Bool {
    let least = blocks.least(block, depth)
    if least > 0 && plane.greatest(pixelX, pixelY, lastY) <= least { return true }
    if isWritten { blocks.noteWritten(block) }
    return false
  }
}

extension TileVisibility {
  /// Enters a solid triangle that has holes, or changes no colour and then only its depth.
  ///
  /// Whether a pixel lies in a hole is asked at its centre, of all of its samples.
  @inline(never) func enterRarely(
    _ t: UnsafePointer<RasterTriangle>, id: UInt32, _ flags: ShadeFlags, _ scene: ShadeScene
  ) {
    let plane = DepthPlane(t, offsetX, offsetY)
    let (reads, writes) = (flags.contains(.readsDepth), flags.contains(.writesDepth))
    let always = I4(repeating: reads ? 0 : -1)
    let keeps = I4(repeating: writes ? -1 : 0)
    let (isShown, hasHoles) = (!flags.contains(.depthOnly), flags.contains(.masked))
    forEachCoveredGroup(
      t,
      unless: { block, pixelX, pixelY, lastY in
        if reads { return isHidden(plane, block, pixelX, pixelY, lastY, isWritten: writes) }
        if writes { blocks.forget(block) }
        return false
      },
      { group, pixelX, pixelY, covered in
        let z: F4 = plane.depth(pixelX, pixelY)
        let before: F4 = depth[group]
        var wins: I4 = covered & (greater(z, before) | always)
        let live = signBits(wins)
        if live == 0 { return }
        if hasHoles { wins = wins & scene.mask(t, pixelX, pixelY, live: live) }
        // Beyond the far plane is as far as it.
        depth[group] = select(wins & keeps, vmax(z, F4(repeating: 0)), before)
        if isShown { ids[group] = select(wins, U4(repeating: id), ids[group]) }
      })
  }
}

/// The depths of a triangle.
struct DepthPlane {
  private let originX: Float
  private let originY: Float
  private let z: Float
  private let zx: F4
  private let zy: Float

  /// The depths at the centres of pixels, or so many units of 1/256 pixel away from them.
  @inline(__always) init(
    _ t: UnsafePointer<RasterTriangle>, _ offsetX: Int32 = 0, _ offsetY: Int32 = 0
  ) {
    originX = t.pointee.originX - Float(offsetX) * (1 / 256)
    originY = t.pointee.originY - Float(offsetY) * (1 / 256)
    z = t.pointee.z
    zx = F4(repeating: t.pointee.zx)
    zy = t.pointee.zy
  }

  /// The depths at the centres of four pixels, whatever tile asks.
  @inline(__always) func depth(_ pixelX: Int32, _ pixelY: Int32) -> F4 {
    let dy: Float = Float(pixelY) + 0.5 - originY
    let dx: F4 = F4(repeating: Float(pixelX) - originX) + F4(0.5, 1.5, 2.5, 3.5)
    return dx * zx + F4(repeating: z + zy * dy)
  }

  /// The greatest of the depths that ``depth(_:_:)`` has in eight columns from a pixel, down to a row.
  ///
  /// Sums and products are rounded to the nearest, which keeps their order: no depth between the
  /// corners exceeds that of the nearest corner, to the bit.
  @inline(__always) func greatest(_ pixelX: Int32, _ pixelY: Int32, _ lastY: Int32) -> Float {
    let right: Float = (Float(pixelX &+ 4) - originX) + 3.5
    let left: Float = (Float(pixelX) - originX) + 0.5
    let dx: Float = zx.x > 0 ? right : left
    let dy: Float = Float(zy > 0 ? lastY : pixelY) + 0.5 - originY
    return dx * zx.x + (z + zy * dy)
  }
}

extension I4 {
  /// The lanes of a vector where all bits are set, zero elsewhere.
  @inline(__always) fileprivate func masking(_ v: F4) -> F4 {
    unsafeBitCast(unsafeBitCast(v, to: I4.self) & self, to: F4.self)
  }
}
