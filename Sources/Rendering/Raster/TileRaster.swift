/// The visible triangle and its depth in each pixel of one tile.
struct TileVisibility {
  /// Depths, four pixels of a row together; zero is the far plane.
  let depth: UnsafeMutablePointer<F4>
  /// Numbers of triangles plus one; zero is the background.
  let ids: UnsafeMutablePointer<U4>
  /// The pixel at the top left of the tile.
  let x: Int32
  let y: Int32
  /// Where in its pixel each sample lies, from the centre in units of 1/256 pixel.
  var offsetX: Int32 = 0
  var offsetY: Int32 = 0
}

/// One edge of a triangle inside a tile: positive or zero inside, in whole pixel steps.
///
/// In units of 1/256 pixel, with d the edge and p the pixel's centre,
///
///     e = dx · (p.y − y0) − dy · (p.x − x0)
///
/// is exact in 64 bits. From pixel to pixel it changes by multiples of 256, so e/256 rounded down
/// has the same sign everywhere and fits 32 bits where the edge crosses the tile. Pixels on an edge
/// belong to the triangle whose top or left edge it is: the others start one lower.
struct TileEdge {
  /// At the first pixel of the range.
  var start: Int32
  /// The change to the right.
  var stepX: Int32
  /// The change downwards.
  var stepY: Int32
  /// False when every pixel of the range is outside.
  var isReachable: Bool

  @inline(__always) init(
    _ xa: Int32, _ ya: Int32, _ xb: Int32, _ yb: Int32, firstX: Int32, firstY: Int32,
    spanX: Int32, spanY: Int32, sampleX: Int32, sampleY: Int32
  ) {
    let dx: Int32 = xb &- xa
    let dy: Int32 = yb &- ya
    let centerX = Int64(firstX &* 256 &+ sampleX &- xa)
    let centerY = Int64(firstY &* 256 &+ sampleY &- ya)
    let isTopOrLeft: Bool = dy < 0 || (dy == 0 && dx > 0)
    let exact: Int64 =
      Int64(dx) &* centerY &- Int64(dy) &* centerX &- (isTopOrLeft ? 0 : 1)
    let corner: Int64 = exact &>> 8
    let acrossX: Int64 = Int64(dy) &* Int64(spanX)
    let acrossY: Int64 = Int64(dx) &* Int64(spanY)
    // The change to the right is −dy, downwards dx.
    let least: Int64 = corner &- max(acrossX, 0) &+ min(acrossY, 0)
    let greatest: Int64 = corner &- min(acrossX, 0) &+ max(acrossY, 0)
    isReachable = greatest >= 0
    if least >= 0 {
      (start, stepX, stepY) = (0, 0, 0)  // the whole range is inside
    } else {
      start = Int32(truncatingIfNeeded: corner)
      stepX = 0 &- dy
      stepY = dx
    }
  }
}

extension TileVisibility {
  /// Calls `body` with the group and the covered lanes wherever the triangle covers a pixel centre.
  @inline(__always) func forEachCoveredGroup(
    _ t: UnsafePointer<RasterTriangle>,
    _ body: (_ group: Int, _ pixelX: Int32, _ pixelY: Int32, _ covered: I4) -> Void
  ) {
    let firstX: Int32 = max(Int32(t.pointee.minX), x) & ~3
    let lastX: Int32 = min(Int32(t.pointee.maxX), x &+ 63)
    let firstY: Int32 = max(Int32(t.pointee.minY), y)
    let lastY: Int32 = min(Int32(t.pointee.maxY), y &+ 63)
    if firstX > lastX || firstY > lastY { return }
    let spanX: Int32 = (lastX | 3) &- firstX
    let spanY: Int32 = lastY &- firstY
    let (x0, y0) = (t.pointee.x0, t.pointee.y0)
    let (x1, y1) = (t.pointee.x1, t.pointee.y1)
    let (x2, y2) = (t.pointee.x2, t.pointee.y2)
    let e0 = TileEdge(
      x0, y0, x1, y1, firstX: firstX, firstY: firstY, spanX: spanX, spanY: spanY,
      sampleX: 128 &+ offsetX, sampleY: 128 &+ offsetY)
    let e1 = TileEdge(
      x1, y1, x2, y2, firstX: firstX, firstY: firstY, spanX: spanX, spanY: spanY,
      sampleX: 128 &+ offsetX, sampleY: 128 &+ offsetY)
    let e2 = TileEdge(
      x2, y2, x0, y0, firstX: firstX, firstY: firstY, spanX: spanX, spanY: spanY,
      sampleX: 128 &+ offsetX, sampleY: 128 &+ offsetY)
    if !(e0.isReachable && e1.isReachable && e2.isReachable) { return }
    let lanes = I4(0, 1, 2, 3)
    var row0: I4 = I4(repeating: e0.start) &+ lanes &* I4(repeating: e0.stepX)
    var row1: I4 = I4(repeating: e1.start) &+ lanes &* I4(repeating: e1.stepX)
    var row2: I4 = I4(repeating: e2.start) &+ lanes &* I4(repeating: e2.stepX)
    let right0 = I4(repeating: e0.stepX &* 4)
    let right1 = I4(repeating: e1.stepX &* 4)
    let right2 = I4(repeating: e2.stepX &* 4)
    let down0 = I4(repeating: e0.stepY)
    let down1 = I4(repeating: e1.stepY)
    let down2 = I4(repeating: e2.stepY)
    let groups = Int(spanX &>> 2) &+ 1
    var rowGroup = Int(firstY &- y) &* Tile.groups &+ Int((firstX &- x) &>> 2)
    var pixelY = firstY
    while pixelY <= lastY {
      var (c0, c1, c2) = (row0, row1, row2)
      var group = rowGroup
      let end = rowGroup &+ groups
      var pixelX = firstX
      var wasInside = false
      while group < end {
        let outside: I4 = c0 | c1 | c2
        if signBits(outside) != 15 {
          wasInside = true
          body(group, pixelX, pixelY, ~(outside &>> I4(repeating: 31)))
        } else if wasInside {
          break  // a row of a triangle is one piece
        }
        c0 = c0 &+ right0
        c1 = c1 &+ right1
        c2 = c2 &+ right2
        group = group &+ 1
        pixelX = pixelX &+ 4
      }
      row0 = row0 &+ down0
      row1 = row1 &+ down1
      row2 = row2 &+ down2
      rowGroup = rowGroup &+ Tile.groups
      pixelY = pixelY &+ 1
    }
  }

  /// Enters a solid triangle where it is nearer than what is there.
  func enter(
    _ t: UnsafePointer<RasterTriangle>, id: UInt32, readsDepth: Bool, writesDepth: Bool
  ) {
    let plane = DepthPlane(t, offsetX, offsetY)
    let number = U4(repeating: id)
    let always = I4(repeating: readsDepth ? 0 : -1)
    let keeps = I4(repeating: writesDepth ? -1 : 0)
    forEachCoveredGroup(t) { group, pixelX, pixelY, covered in
      let z: F4 = plane.depth(pixelX, pixelY)
      let before: F4 = depth[group]
      let wins: I4 = covered & (greater(z, before) | always)
      depth[group] = select(wins & keeps, z, before)
      ids[group] = select(wins, number, ids[group])
    }
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
}
