import CaromMaths

/// A vertex on the picture.
struct ScreenVertex: BitwiseCopyable {
  /// Place in units of 1/256 pixel.
  var x: Int32
  var y: Int32
  /// Depth, 0 far to 1 near.
  var z: Float
  /// One over the distance from the eye.
  var inverseW: Float
  var outside: Outside

  /// Projects a place with its clip coordinates; one that lies outside of the guard band gets a place without meaning.
  @inline(__always) init(_ place: F4, _ clip: F4, _ view: ViewTransform) {
    outside = view.outside(clip)
    if view.isMirrored && view.height(place) < 0 { outside.insert(.behindMirror) }
    let inverse: Float = 1 / clip.w
    let halfWidth: Float = Float(view.width) * 128
    let halfHeight: Float = Float(view.height) * 128
    let scale = F4(halfWidth * inverse, -halfHeight * inverse, inverse, 0)
    let middle = F4(halfWidth, halfHeight, 0, 0)
    let p: F4 = clip * scale + middle
    let whole: I4 = wholeNumbers(p)
    x = whole.x
    y = whole.y
    z = p.z
    inverseW = inverse
  }
}

/// What the corners of a triangle have in common.
struct TriangleContext {
  var view: ViewTransform
  /// The number of the draw, in the order of drawing.
  var draw: UInt32
  var sides: RenderFrame.Sides
  /// True when transform and view together turn the triangles inside out.
  var isMirrored: Bool

  init(_ source: RenderFrame.Draw, _ number: UInt32, _ view: ViewTransform) {
    self.view = view
    draw = number
    sides = source.surface.sides
    isMirrored = (source.transform.linear.determinant < 0) != view.isMirrored
  }
}

extension RasterTriangle {
  /// Sets a triangle up, or returns nil when no pixel centre can be inside or its side is not drawn.
  @inline(__always) init?(
    _ i0: UInt32, _ i1: UInt32, _ i2: UInt32, _ s: UnsafePointer<ScreenVertex>,
    _ context: TriangleContext
  ) {
    var (i1, i2) = (i1, i2)
    var (a, b, c) = (s[Int(i0)], s[Int(i1)], s[Int(i2)])
    var area = RasterTriangle.doubleArea(a, b, c)
    if area == 0 { return nil }
    // Down is positive on the picture, so counterclockwise corners enclose a negative area.
    let showsFront: Bool = (area < 0) != context.isMirrored
    switch context.sides {
    case .front: if !showsFront { return nil }
    case .back: if showsFront { return nil }
    case .both: break
    }
    if area < 0 {
      swap(&b, &c)
      swap(&i1, &i2)
      area = -area
    }
    let left: Int32 = min(a.x, min(b.x, c.x))
    let right: Int32 = max(a.x, max(b.x, c.x))
    let top: Int32 = min(a.y, min(b.y, c.y))
    let bottom: Int32 = max(a.y, max(b.y, c.y))
    // Centres lie at half a pixel, samples around them.
    let reach: Int32 = context.view.reach
    let firstX: Int32 = max((left &+ 127 &- reach) &>> 8, 0)
    let lastX: Int32 = min(
      (right &- 128 &+ reach) &>> 8, Int32(truncatingIfNeeded: context.view.width) &- 1)
    let firstY: Int32 = max((top &+ 127 &- reach) &>> 8, 0)
    let lastY: Int32 = min(
      (bottom &- 128 &+ reach) &>> 8, Int32(truncatingIfNeeded: context.view.height) &- 1)
    if firstX > lastX || firstY > lastY { return nil }
    minX = Int16(truncatingIfNeeded: firstX)
    maxX = Int16(truncatingIfNeeded: lastX)
    minY = Int16(truncatingIfNeeded: firstY)
    maxY = Int16(truncatingIfNeeded: lastY)

    x0 = a.x
    y0 = a.y
    x1 = b.x
    y1 = b.y
    x2 = c.x
    y2 = c.y
    originX = Float(a.x) * (1 / 256)
    originY = Float(a.y) * (1 / 256)
    // In double precision: the slopes of slivers are differences of products of large numbers.
    let scale: Double = 256 / Double(area)
    let share1x: Double = Double(c.y &- a.y) * scale
    let share1y: Double = Double(a.x &- c.x) * scale
    let share2x: Double = Double(a.y &- b.y) * scale
    let share2y: Double = Double(b.x &- a.x) * scale
    let (za, zb, zc) = (Double(a.z), Double(b.z), Double(c.z))
    z = a.z
    zx = Float((zb - za) * share1x + (zc - za) * share2x)
    zy = Float((zb - za) * share1y + (zc - za) * share2y)
    let (wa, wb, wc) = (Double(a.inverseW), Double(b.inverseW), Double(c.inverseW))
    w = a.inverseW
    wx = Float((wb - wa) * share1x + (wc - wa) * share2x)
    wy = Float((wb - wa) * share1y + (wc - wa) * share2y)
    b1x = Float(wb * share1x)
    b1y = Float(wb * share1y)
    b2x = Float(wc * share2x)
    b2y = Float(wc * share2y)
    v0 = i0
    v1 = i1
    v2 = i2
    drawAndFacing = context.draw &<< 1 | (showsFront ? 0 : 1)
  }

  /// The corners alone, of a triangle that is still to be cut.
  init(corners a: UInt32, _ b: UInt32, _ c: UInt32) {
    (v0, v1, v2) = (a, b, c)
    (x0, y0, x1, y1, x2, y2) = (0, 0, 0, 0, 0, 0)
    (originX, originY, z, zx, zy, w, wx, wy) = (0, 0, 0, 0, 0, 0, 0, 0)
    (b1x, b1y, b2x, b2y) = (0, 0, 0, 0)
    (drawAndFacing, minX, minY, maxX, maxY) = (0, 0, 0, 0, 0)
  }

  /// Twice the area in units of 1/65,536 square pixel; positive for corners that run clockwise.
  @inline(__always) private static func doubleArea(
    _ a: ScreenVertex, _ b: ScreenVertex, _ c: ScreenVertex
  ) -> Int64 {
    let (abx, aby) = (Int64(b.x &- a.x), Int64(b.y &- a.y))
    let (acx, acy) = (Int64(c.x &- a.x), Int64(c.y &- a.y))
    return abx &* acy &- aby &* acx
  }
}
