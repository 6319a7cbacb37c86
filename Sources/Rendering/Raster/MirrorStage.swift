import CaromMaths

/// The mirrored picture of a level surface, as the shading loop wants it.
struct ShadeMirror: BitwiseCopyable {
  /// Red, green and blue, and how much of the mirrored picture is seen.
  var pixels: UnsafeMutablePointer<F4>
  var width: Int32
  var height: Int32
  /// Pixels of the mirrored picture in one of the picture.
  var scaleX: Float
  var scaleY: Float
  var share: Float

  /// The colours of four pixels with what they mirror.
  @inline(never) func over(_ color: Lanes3, _ pixelX: Int32, _ pixelY: Int32) -> Lanes3 {
    let x: F4 =
      (F4(repeating: Float(pixelX)) + F4(0.5, 1.5, 2.5, 3.5)) * F4(repeating: scaleX)
    let y: Float = (Float(pixelY) + 0.5) * scaleY
    let c = transposed(at(x.x, y), at(x.y, y), at(x.z, y), at(x.w, y))
    let part: F4 = c.a * F4(repeating: share)
    return color + (Lanes3(c.r, c.g, c.b) - color) * part
  }

  /// The blend of the four pixels around a place.
  @inline(__always) private func at(_ x: Float, _ y: Float) -> F4 {
    let place: F4 = F4(x, y, 0, 0) - F4(repeating: 0.5)
    let last = F4(Float(width) - 1, Float(height) - 1, 0, 0)
    let p: F4 = vmin(vmax(place, F4(repeating: 0)), last)
    let corner: F4 = vfloor(p)
    let share: F4 = p - corner
    let first: I4 = wholeNumbers(corner)
    let next: I4 = wholeNumbers(vmin(corner + F4(repeating: 1), last))
    let top = pixels + Int(first.y &* width)
    let bottom = pixels + Int(next.y &* width)
    let (left, right) = (Int(first.x), Int(next.x))
    let fx = F4(repeating: share.x)
    let upper: F4 = top[left] + (top[right] - top[left]) * fx
    let lower: F4 = bottom[left] + (bottom[right] - bottom[left]) * fx
    return upper + (lower - upper) * F4(repeating: share.y)
  }
}

/// The components of four colours, each in its own lanes.
///
/// Out of line, or the compiler takes the arithmetic around it apart into single lanes.
@inline(never) private func transposed(_ a: F4, _ b: F4, _ c: F4, _ d: F4) -> Color4 {
  Color4(
    r: F4(a.x, b.x, c.x, d.x), g: F4(a.y, b.y, c.y, d.y), b: F4(a.z, b.z, c.z, d.z),
    a: F4(a.w, b.w, c.w, d.w))
}

/// How the pixels of a mirrored picture fade with the distance from the mirror.
struct MirrorFade: BitwiseCopyable {
  var plane: F4
  var start: Float
  /// One over the distance in which it fades; zero never fades.
  var scale: Float

  init(_ plane: F4, _ mirror: RenderFrame.Mirror) {
    self.plane = plane
    start = mirror.fadeStart
    scale = mirror.fadeEnd > 0 ? 1 / max(mirror.fadeEnd - mirror.fadeStart, 1e-6) : 0
  }

  /// How much is seen of what is behind everything.
  var background: Float { scale > 0 ? 0 : 1 }

  /// How much is seen of four places.
  func at(_ place: Lanes3) -> F4 {
    let height: F4 = place.dot(Lanes3(repeating: plane)) + F4(repeating: plane.w)
    let gone: F4 = saturate((height - F4(repeating: start)) * F4(repeating: scale))
    return F4(repeating: 1) - gone
  }
}

/// The mirrored pictures of a frame; keeps its memory from frame to frame.
///
/// A mirrored picture is the scene seen from the mirror image of the eye, cut at the mirror. A point of
/// the mirror lies at the same place of both pictures, so looking it up is a matter of pixels.
struct MirrorStage {
  /// How many surfaces of a frame mirror, those drawn first.
  static let limit = 4
  /// How many pixels a mirrored picture has at most.
  private static let pixelLimit = 2_048 * 2_048
  private var geometry = GeometryStage()
  private var pixels = FlatBuffer<F4>()
  private(set) var mirrors = FlatBuffer<ShadeMirror>()
  /// For each draw of the frame the number of its mirror; empty where there is none.
  private(set) var numberOfDraw: [Int: Int32] = [:]

  func free() {
    geometry.free()
    pixels.free()
    mirrors.free()
  }

  /// A mirror to draw.
  private struct Plan {
    var draw: Int
    var plane: F4
    var mirror: RenderFrame.Mirror
    var view: ViewTransform
    var start: Int
  }

  /// Draws what the mirrors of a frame show.
  mutating func draw(
    _ frame: RenderFrame, _ view: ViewTransform, _ shadows: [UnsafePointer<ShadowMap>?],
    _ scratch: TileScratch, share: GeometryStage.Share
  ) {
    numberOfDraw.removeAll()
    mirrors.removeAll()
    pixels.removeAll()
    var plans: [Plan] = []
    for (index, draw) in frame.draws.enumerated() {
      guard let mirror = draw.mirror, mirror.share > 0, mirror.scale > 0, draw.opacity > 0,
        plans.count < MirrorStage.limit, let plane = plane(of: draw, view),
        GeometryStage.mayBeSeen(draw.mesh.bounds, draw.transform, view)
      else { continue }
      var scale = min(mirror.scale, 1)
      while Float(view.width * view.height) * scale * scale > Float(MirrorStage.pixelLimit) {
        scale *= 0.5
      }
      let width = max(1, Int(Float(view.width) * scale))
      let height = max(1, Int(Float(view.height) * scale))
      plans.append(
        Plan(
          draw: index, plane: plane, mirror: mirror,
          view: ViewTransform(frame.view, width: width, height: height, mirror: plane),
          start: pixels.extend(by: width * height)))
    }
    for (number, plan) in plans.enumerated() {
      geometry.prepare(
        frame, plan.view, shadows: shadows, mirrors: [:], share: share,
        shows: { $0 != plan.draw && $1.category & plan.mirror.category != 0 })
      geometry.bin(plan.view)
      let target = pixels.base + plan.start
      let job = TileJob(
        geometry: geometry, view: plan.view, backdrop: Backdrop(frame.background, plan.view),
        fog: ShadeFog(frame.fog, frame.view, plan.view), mirrors: mirrors.base,
        target: .light(target, MirrorFade(plan.plane, plan.mirror)), scratch: scratch, probe: nil)
      share(job.tileCount) { job.run($0) }
      mirrors.append(
        ShadeMirror(
          pixels: target, width: Int32(plan.view.width), height: Int32(plan.view.height),
          scaleX: Float(plan.view.width) / Float(view.width),
          scaleY: Float(plan.view.height) / Float(view.height), share: min(plan.mirror.share, 1)))
      numberOfDraw[plan.draw] = Int32(number)
    }
  }

  /// The plane of a mirror, or nil when the eye is behind it.
  private func plane(of draw: RenderFrame.Draw, _ view: ViewTransform) -> F4? {
    guard let normal = draw.transform.y.xyz.normalized else { return nil }
    let distance = -normal.dot(draw.transform.w.xyz)
    guard distance.isFinite else { return nil }
    let plane = F4(normal, distance)
    let s: F4 = plane * view.eye
    return s.x + s.y + s.z + s.w > 0 ? plane : nil
  }
}
