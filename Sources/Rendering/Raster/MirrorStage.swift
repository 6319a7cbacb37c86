import CaromMaths

/// The mirrored picture of a level surface, as the shading loop wants it.
struct ShadeMirror: BitwiseCopyable {
  var picture: MirrorPicture
  var width: Int32
  var height: Int32
  /// Pixels of the mirrored picture in one of the picture.
  var scaleX: Float
  var scaleY: Float
  var share: Float
  /// Not zero for the blocks of the picture that mirror anything, and how many are in a row.
  var blocks: UnsafeMutablePointer<UInt8>
  var blockStride: Int

  /// The side of a block in pixels of the picture, as a power of two.
  static let blockShift = 4

  /// How many blocks a side of so many pixels has, to the end of its last tile.
  static func blockCount(_ side: Int) -> Int {
    (side + Tile.side - 1) / Tile.side * (Tile.side >> blockShift)
  }

  /// The colours of four pixels with what they mirror.
  @inline(never) func over(_ color: Lanes3, _ pixelX: Int32, _ pixelY: Int32) -> Lanes3 {
    let shift = ShadeMirror.blockShift
    if blocks[(Int(pixelY) &>> shift) &* blockStride &+ Int(pixelX) &>> shift] == 0 {
      return color
    }
    let zero = F4(repeating: 0)
    let half = F4(repeating: 0.5)
    let x: F4 =
      (F4(repeating: Float(pixelX)) + F4(0.5, 1.5, 2.5, 3.5)) * F4(repeating: scaleX) - half
    let lastX = F4(repeating: Float(width) - 1)
    let px: F4 = vmin(vmax(x, zero), lastX)
    let left: U4 = unsafeBitCast(truncated(px), to: U4.self)
    let corner: F4 = vfloor(px)
    let right: U4 = unsafeBitCast(
      truncated(vmin(corner + F4(repeating: 1), lastX)), to: U4.self)
    let y: Float = min(max((Float(pixelY) + 0.5) * scaleY - 0.5, 0), Float(height) - 1)
    let above = Int(y)
    let below = min(above + 1, Int(height) - 1)
    if picture.isEmpty(Int(left.x), Int(right.w), above, below) { return color }
    let fx: F4 = px - corner
    let fy = F4(repeating: y - Float(above))
    let top = picture.pixels + above &* Int(width)
    let bottom = picture.pixels + below &* Int(width)
    func blend(_ left: UInt32, _ right: UInt32, _ fx: Float) -> F4 {
      let (l, r) = (Int(left), Int(right))
      let upper: F4 = top[l] + (top[r] - top[l]) * F4(repeating: fx)
      let lower: F4 = bottom[l] + (bottom[r] - bottom[l]) * F4(repeating: fx)
      return upper + (lower - upper) * fy
    }
    let c = Four(
      a: blend(left.x, right.x, fx.x), b: blend(left.y, right.y, fx.y),
      c: blend(left.z, right.z, fx.z), d: blend(left.w, right.w, fx.w)
    ).transposed
    let part: F4 = c.a * F4(repeating: share)
    return color + (Lanes3(c.r, c.g, c.b) - color) * part
  }
}

extension ShadeMirror {
  /// Finds the blocks of a picture that mirror anything.
  func findBlocks(width: Int, height: Int) {
    let (columns, rows) = (ShadeMirror.blockCount(width), ShadeMirror.blockCount(height))
    for row in 0..<rows {
      let down = marks(row, of: self.height, scaleY)
      for column in 0..<columns {
        let across = marks(column, of: self.width, scaleX)
        let isEmpty = down.allSatisfy { y in
          across.allSatisfy { picture.marks[y * picture.markStride + $0] == 0 }
        }
        blocks[row * blockStride + column] = isEmpty ? 0 : 1
      }
    }
  }

  /// The marks along one side in which the pixels of a block are looked up.
  private func marks(_ block: Int, of side: Int32, _ scale: Float) -> ClosedRange<Int> {
    func place(_ pixel: Int) -> Int {
      Int(min(max((Float(pixel) + 0.5) * scale - 0.5, 0), Float(side) - 1))
    }
    let first = block << ShadeMirror.blockShift
    let last = min(place(first + (1 << ShadeMirror.blockShift) - 1) + 1, Int(side) - 1)
    return (place(first) >> MirrorPicture.markShift)...(last >> MirrorPicture.markShift)
  }
}

/// The pixels of a mirrored picture: red, green and blue, and how much of it is seen.
struct MirrorPicture: BitwiseCopyable {
  /// The side of the squares of pixels that are marked, as a power of two.
  static let markShift = 3
  var pixels: UnsafeMutablePointer<F4>
  /// Not zero for the squares in which anything is seen.
  var marks: UnsafeMutablePointer<UInt8>
  /// Pixels and marks in a row.
  var stride: Int
  var markStride: Int
  var fade: MirrorFade

  /// How many marks a side of so many pixels has.
  static func markCount(_ side: Int) -> Int { (side + 7) >> markShift }

  /// True where nothing is seen around the corners of a small rectangle.
  @inline(__always) func isEmpty(_ left: Int, _ right: Int, _ above: Int, _ below: Int) -> Bool {
    let shift = MirrorPicture.markShift
    let upper = marks + (above &>> shift) &* markStride
    let lower = marks + (below &>> shift) &* markStride
    let (l, r) = (left &>> shift, right &>> shift)
    return (upper[l] | upper[r]) | (lower[l] | lower[r]) == 0
  }
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
  private var marks = FlatBuffer<UInt8>()
  private var blocks = FlatBuffer<UInt8>()
  private(set) var mirrors = FlatBuffer<ShadeMirror>()
  /// For each draw of the frame the number of its mirror; empty where there is none.
  private(set) var numberOfDraw: [Int: Int32] = [:]

  func free() {
    geometry.free()
    pixels.free()
    marks.free()
    blocks.free()
    mirrors.free()
  }

  /// A mirror to draw.
  private struct Plan {
    var draw: Int
    var plane: F4
    var mirror: RenderFrame.Mirror
    var view: ViewTransform
    var start: Int
    var firstMark: Int
  }

  /// Draws what the mirrors of a frame show.
  mutating func draw(
    _ frame: RenderFrame, _ view: ViewTransform, _ shadows: [UnsafePointer<ShadowMap>?],
    _ scratch: TileScratch, world: inout WorldStage, share: GeometryStage.Share
  ) {
    numberOfDraw.removeAll()
    mirrors.removeAll()
    pixels.removeAll()
    marks.removeAll()
    blocks.removeAll()
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
          start: pixels.extend(by: width * height),
          firstMark: marks.extend(
            by: MirrorPicture.markCount(width) * MirrorPicture.markCount(height))))
    }
    let stride = ShadeMirror.blockCount(view.width)
    let blockCount = stride * ShadeMirror.blockCount(view.height)
    _ = blocks.extend(by: blockCount * plans.count)
    for (number, plan) in plans.enumerated() {
      geometry.prepare(
        frame, plan.view, shadows: shadows, mirrors: [:], world: &world, share: share,
        shows: { $0 != plan.draw && $1.category & plan.mirror.category != 0 })
      geometry.bin(plan.view)
      let picture = MirrorPicture(
        pixels: pixels.base + plan.start, marks: marks.base + plan.firstMark,
        stride: plan.view.width, markStride: MirrorPicture.markCount(plan.view.width),
        fade: MirrorFade(plan.plane, plan.mirror))
      let job = TileJob(
        geometry: geometry, world: world, view: plan.view,
        backdrop: Backdrop(frame.background, plan.view),
        fog: ShadeFog(frame.fog, frame.view, plan.view), mirrors: mirrors.base,
        target: .light(picture), scratch: scratch, probe: nil)
      share(job.tileCount) { job.run($0) }
      let mirror = ShadeMirror(
        picture: picture, width: Int32(plan.view.width), height: Int32(plan.view.height),
        scaleX: Float(plan.view.width) / Float(view.width),
        scaleY: Float(plan.view.height) / Float(view.height), share: min(plan.mirror.share, 1),
        blocks: blocks.base + number * blockCount, blockStride: stride)
      mirror.findBlocks(width: view.width, height: view.height)
      mirrors.append(mirror)
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
