import CaromMaths
#if arch(x86_64)
  internal import _Builtin_intrinsics.intel.sse2
#endif

/// The edge functions of a triangle inside a tile, one in each lane, the first again in the fourth:
/// positive or zero inside, in whole pixel steps.
///
/// In units of 1/256 pixel, with d the edge and p the pixel's center,
///
///     e = dx · (p.y − y0) − dy · (p.x − x0)
///
/// It changes by multiples of 256 between pixels, so e/256 rounded down has the same sign
/// everywhere and fits 32 bits where the edge crosses the tile. By the top-left rule, a pixel
/// center on an edge belongs to the triangle for which this is a top or left edge; the values of
/// all other edges start one lower.
struct TileEdges {
  /// The values at the first pixel of the range.
  private(set) var start: I4
  /// The increment to the right.
  private(set) var stepX: I4
  /// The increment downwards.
  private(set) var stepY: I4
  /// False when every pixel of the range is outside.
  private(set) var mayCover = true

  /// Sets up the edges in a range of pixels, sampled at an offset from their centers in units of
  /// 1/256 pixel.
  @inline(__always) init(
    _ t: UnsafePointer<RasterTriangle>, firstX: Int32, firstY: Int32, lastX: Int32, lastY: Int32,
    _ offsetX: Int32, _ offsetY: Int32
  ) {
    // Corners relative to the first sample.
    let cx: Int32 = firstX &* 256 &+ 128 &+ offsetX
    let cy: Int32 = firstY &* 256 &+ 128 &+ offsetY
    let px = I4(t.pointee.x0, t.pointee.x1, t.pointee.x2, t.pointee.x0) &- I4(repeating: cx)
    let py = I4(t.pointee.y0, t.pointee.y1, t.pointee.y2, t.pointee.y0) &- I4(repeating: cy)
    let qx = I4(px.y, px.z, px.x, px.y)
    let qy = I4(py.y, py.z, py.x, py.y)
    stepX = py &- qy
    stepY = qx &- px
    let zero = I4(repeating: 0)
    // Y points down: a left edge runs up, a top edge to the right.
    let isLeft: I4 = zero &- stepX
    let isTop: I4 = (zero &- stepY) & ~(stepX | isLeft)
    let topLeftBias: I4 = ~((isLeft | isTop) &>> I4(repeating: 31))
    // Within 64 pixels, factors fit 16 bits.
    let far: I4 = (px &+ I4(repeating: 16_384)) | (py &+ I4(repeating: 16_384))
    if signBits(far | (zero &- (far & I4(repeating: ~32_767)))) == 0 {
      start = (TileEdges.products(px, py, qx, qy) &+ topLeftBias) &>> I4(repeating: 8)
      return
    }
    let span = (x: Int64(lastX &- firstX), y: Int64(lastY &- firstY))
    let a = FarEdge(px.x, py.x, qx.x, qy.x, topLeftBias.x, span)
    let b = FarEdge(px.y, py.y, qx.y, qy.y, topLeftBias.y, span)
    let c = FarEdge(px.z, py.z, qx.z, qy.z, topLeftBias.z, span)
    mayCover = a.mayCover && b.mayCover && c.mayCover
    start = I4(a.start, b.start, c.start, a.start)
    let crossed = I4(a.crossed, b.crossed, c.crossed, a.crossed)
    stepX = stepX & crossed
    stepY = stepY & crossed
  }

  /// The lanes of px · qy − qx · py, for numbers from −16,384 to 16,383.
  @inline(__always) private static func products(_ px: I4, _ py: I4, _ qx: I4, _ qy: I4) -> I4 {
    #if arch(x86_64)
      // SSE2 has no 32-bit multiplication, but pairwise sums of 16-bit products.
      let half = I4(repeating: 16)
      let low = I4(repeating: 0xFFFF)
      let first: I4 = (px & low) | ((I4(repeating: 0) &- qx) &<< half)
      let second: I4 = (qy & low) | (py &<< half)
      let sums = _mm_madd_epi16(
        unsafeBitCast(first, to: SIMD2<Int64>.self), unsafeBitCast(second, to: SIMD2<Int64>.self))
      return unsafeBitCast(sums, to: I4.self)
    #else
      return px &* qy &- qx &* py
    #endif
  }
}

/// An edge of a large triangle, whose products need 64 bits.
private struct FarEdge {
  /// The value at the first pixel of the range.
  var start: Int32
  /// All bits set where the edge crosses the range; zero where the whole range is inside.
  var crossed: Int32
  /// False when every pixel of the range is outside.
  var mayCover: Bool

  @inline(__always) init(
    _ px: Int32, _ py: Int32, _ qx: Int32, _ qy: Int32, _ topLeftBias: Int32,
    _ span: (x: Int64, y: Int64)
  ) {
    let (dx, dy) = (Int64(qx &- px), Int64(qy &- py))
    let exact: Int64 =
      Int64(px) &* Int64(qy) &- Int64(qx) &* Int64(py) &+ Int64(topLeftBias)
    let corner: Int64 = exact &>> 8
    let (acrossX, acrossY) = (dy &* span.x, dx &* span.y)
    // The increment to the right is −dy, downwards dx.
    let minimum: Int64 = corner &- max(acrossX, 0) &+ min(acrossY, 0)
    let maximum: Int64 = corner &- min(acrossX, 0) &+ max(acrossY, 0)
    mayCover = maximum >= 0
    crossed = minimum >= 0 ? 0 : -1
    start = minimum >= 0 ? 0 : Int32(truncatingIfNeeded: corner)
  }
}
