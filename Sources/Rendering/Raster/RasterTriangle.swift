import CaromMaths

/// A vertex in world space.
struct RasterVertex: BitwiseCopyable {
  /// World position, and u of texture coordinate set 0 in w.
  var position: F4
  /// World normal, and v of texture coordinate set 0 in w.
  var normal: F4
  /// World tangent, and the sign of the bitangent in w.
  ///
  /// With per-vertex lighting, the diffuse light instead, and the red of the highlights in w.
  var tangent: F4
  /// Texture coordinate set 1; z and w are the green and blue of the highlights with per-vertex
  /// lighting.
  var texCoord1: F4
  /// Linear color with alpha, multiplied by the diffuse color.
  var color: F4
}

/// A triangle in screen space with clockwise corners.
///
/// Attributes are planes: the value at corner 0 and the gradients to the right and down. With w the
/// distance from the eye and b a barycentric coordinate, 1/w, b1/w and b2/w are linear in screen
/// space, so perspective-correct interpolation takes one division.
struct RasterTriangle: BitwiseCopyable {
  /// Corners in units of 1/256 pixel.
  var x0: Int32
  var y0: Int32
  var x1: Int32
  var y1: Int32
  var x2: Int32
  var y2: Int32
  /// Corner 0 in pixels.
  var originX: Float
  var originY: Float
  /// Depth, 0 (far) to 1 (near).
  var z: Float
  var zx: Float
  var zy: Float
  /// 1/w.
  var w: Float
  var wx: Float
  var wy: Float
  /// b1/w and b2/w, zero at corner 0.
  var b1x: Float
  var b1y: Float
  var b2x: Float
  var b2y: Float
  /// Vertex indices.
  var v0: UInt32
  var v1: UInt32
  var v2: UInt32
  /// The index of the draw in drawing order, shifted left by one; bit 0 is set when the back is
  /// visible.
  var drawAndFacing: UInt32
  /// The bounding rectangle of the pixels that may be covered, inclusive.
  var minX: Int16
  var minY: Int16
  var maxX: Int16
  var maxY: Int16
}

/// A vertex in screen space.
struct ScreenVertex: BitwiseCopyable {
  /// The position in units of 1/256 pixel.
  var x: Int32
  var y: Int32
  /// Depth, 0 (far) to 1 (near).
  var z: Float
  /// One over the distance from the eye.
  var inverseW: Float
  var outcode: ClipOutcode

  /// Projects a vertex by its clip coordinates; outside of the guard band the position is
  /// meaningless.
  @inline(__always) init(_ position: F4, _ clip: F4, _ view: ViewTransform) {
    outcode = view.outcode(clip)
    if view.isReflected && view.distanceToReflectionPlane(position) < 0 {
      outcode.insert(.behindReflectionPlane)
    }
    let inverse: Float = 1 / clip.w
    let halfWidth: Float = Float(view.width) * 128
    let halfHeight: Float = Float(view.height) * 128
    let scale = F4(halfWidth * inverse, -halfHeight * inverse, inverse, 0)
    let middle = F4(halfWidth, halfHeight, 0, 0)
    let p: F4 = clip * scale + middle
    let whole: I4 = integers(p)
    x = whole.x
    y = whole.y
    z = p.z
    inverseW = inverse
  }
}

/// The state that the triangles of a draw share.
struct TriangleContext {
  var view: ViewTransform
  /// The index of the draw in drawing order.
  var draw: UInt32
  var sides: RenderFrame.Sides
  /// Whether transform and view together reverse the winding.
  var isReflected: Bool

  init(_ source: RenderFrame.Draw, _ number: UInt32, _ view: ViewTransform) {
    self.view = view
    draw = number
    sides = source.surface.sides
    isReflected = (source.transform.linear.determinant < 0) != view.isReflected
  }
}

extension RasterTriangle {
  /// Sets up a triangle; nil when it covers no pixel center or is culled.
  @inline(__always) init?(
    _ i0: UInt32, _ i1: UInt32, _ i2: UInt32, _ s: UnsafePointer<ScreenVertex>,
    _ context: TriangleContext
  ) {
    var (i1, i2) = (i1, i2)
    var (a, b, c) = (s[Int(i0)], s[Int(i1)], s[Int(i2)])
    var area = RasterTriangle.doubleArea(a, b, c)
    if area == 0 { return nil }
    // Y points down on the screen, so counterclockwise triangles have negative area.
    let showsFront: Bool = (area < 0) != context.isReflected
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
    // Pixel centers lie at half a pixel, samples around them.
    let maxSampleOffset: Int32 = context.view.maxSampleOffset
    let firstX: Int32 = max((left &+ 127 &- maxSampleOffset) &>> 8, 0)
    let lastX: Int32 = min(
      (right &- 128 &+ maxSampleOffset) &>> 8, Int32(truncatingIfNeeded: context.view.width) &- 1)
    let firstY: Int32 = max((top &+ 127 &- maxSampleOffset) &>> 8, 0)
    let lastY: Int32 = min(
      (bottom &- 128 &+ maxSampleOffset) &>> 8, Int32(truncatingIfNeeded: context.view.height) &- 1)
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
    // In double precision: the gradients of slivers are differences of large products.
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

  /// A triangle that consists only of vertex indices, to be clipped.
  init(corners a: UInt32, _ b: UInt32, _ c: UInt32) {
    (v0, v1, v2) = (a, b, c)
    (x0, y0, x1, y1, x2, y2) = (0, 0, 0, 0, 0, 0)
    (originX, originY, z, zx, zy, w, wx, wy) = (0, 0, 0, 0, 0, 0, 0, 0)
    (b1x, b1y, b2x, b2y) = (0, 0, 0, 0)
    (drawAndFacing, minX, minY, maxX, maxY) = (0, 0, 0, 0, 0)
  }

  /// Twice the area in units of 1/65,536 square pixel; positive for clockwise triangles.
  @inline(__always) private static func doubleArea(
    _ a: ScreenVertex, _ b: ScreenVertex, _ c: ScreenVertex
  ) -> Int64 {
    let (abx, aby) = (Int64(b.x &- a.x), Int64(b.y &- a.y))
    let (acx, acy) = (Int64(c.x &- a.x), Int64(c.y &- a.y))
    return abx &* acy &- aby &* acx
  }
}
