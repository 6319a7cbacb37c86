import CaromMaths

/// The reflection image of a planar surface, as sampled by the shading loop.
struct ReflectionUniforms: BitwiseCopyable {
  var target: ReflectionTarget
  var width: Int32
  var height: Int32
  /// Pixels of the reflection image per pixel of the image.
  var scaleX: Float
  var scaleY: Float
  var reflectivity: Float
  /// Nonzero for blocks of the image with a visible reflection; `blockStride` blocks per row.
  var blocks: UnsafeMutablePointer<UInt8>
  var blockStride: Int

  /// The side of a block in pixels is two to this power.
  static let blockShift = 4

  /// The number of blocks along a side in pixels, rounded up to whole tiles.
  static func blockCount(_ side: Int) -> Int {
    (side + Tile.side - 1) / Tile.side * (Tile.side >> blockShift)
  }

  /// Blends a reflection over the colors of four pixels.
  ///
  /// By pointer, because a method would copy the uniforms; loads wait for copies.
  @inline(never) static func apply(
    _ reflection: UnsafePointer<ReflectionUniforms>, to color: Vector3W, _ pixelX: Int32,
    _ pixelY: Int32
  ) -> Vector3W {
    reflection.pointee.applied(to: color, pixelX, pixelY)
  }

  @inline(__always) private func applied(
    to color: Vector3W, _ pixelX: Int32, _ pixelY: Int32
  ) -> Vector3W {
    let shift = ReflectionUniforms.blockShift
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
    if target.isEmpty(Int(left.x), Int(right.w), above, below) { return color }
    let fx: F4 = px - corner
    let fy = F4(repeating: y - Float(above))
    let top = target.pixels + above &* Int(width)
    let bottom = target.pixels + below &* Int(width)
    func blend(_ left: UInt32, _ right: UInt32, _ fx: Float) -> F4 {
      let (l, r) = (Int(left), Int(right))
      let upper: F4 = top[l] + (top[r] - top[l]) * F4(repeating: fx)
      let lower: F4 = bottom[l] + (bottom[r] - bottom[l]) * F4(repeating: fx)
      return upper + (lower - upper) * fy
    }
    let c = F4x4(
      a: blend(left.x, right.x, fx.x), b: blend(left.y, right.y, fx.y),
      c: blend(left.z, right.z, fx.z), d: blend(left.w, right.w, fx.w)
    ).transposed
    let weight: F4 = c.a * F4(repeating: reflectivity)
    return color + (Vector3W(c.r, c.g, c.b) - color) * weight
  }
}

extension ReflectionUniforms {
  /// Marks the blocks of the image with a visible reflection.
  func markBlocks(width: Int, height: Int) {
    let (columns, rows) = (
      ReflectionUniforms.blockCount(width), ReflectionUniforms.blockCount(height)
    )
    for row in 0..<rows {
      let down = marks(row, of: self.height, scaleY)
      for column in 0..<columns {
        let across = marks(column, of: self.width, scaleX)
        let isEmpty = down.allSatisfy { y in
          across.allSatisfy { target.marks[y * target.markStride + $0] == 0 }
        }
        blocks[row * blockStride + column] = isEmpty ? 0 : 1
      }
    }
  }

  /// The range of marks along one side that the pixels of a block sample.
  private func marks(_ block: Int, of side: Int32, _ scale: Float) -> ClosedRange<Int> {
    func texel(_ pixel: Int) -> Int {
      Int(min(max((Float(pixel) + 0.5) * scale - 0.5, 0), Float(side) - 1))
    }
    let first = block << ReflectionUniforms.blockShift
    let last = min(texel(first + (1 << ReflectionUniforms.blockShift) - 1) + 1, Int(side) - 1)
    return (texel(first) >> ReflectionTarget.markShift)...(last >> ReflectionTarget.markShift)
  }
}

/// The pixels of a reflection image: linear red, green, blue and visibility.
struct ReflectionTarget: BitwiseCopyable {
  /// The side of a marked square in pixels is two to this power.
  static let markShift = 3
  var pixels: UnsafeMutablePointer<F4>
  /// Nonzero for squares with a visible reflection.
  var marks: UnsafeMutablePointer<UInt8>
  /// Pixels and marks per row.
  var stride: Int
  var markStride: Int
  var falloff: ReflectionFalloff

  /// The number of marks along a side in pixels.
  static func markCount(_ side: Int) -> Int { (side + 7) >> markShift }

  /// Returns whether the squares at the corners of a small rectangle show no reflection.
  @inline(__always) func isEmpty(_ left: Int, _ right: Int, _ above: Int, _ below: Int) -> Bool {
    let shift = ReflectionTarget.markShift
    let upper = marks + (above &>> shift) &* markStride
    let lower = marks + (below &>> shift) &* markStride
    let (l, r) = (left &>> shift, right &>> shift)
    return (upper[l] | upper[r]) | (lower[l] | lower[r]) == 0
  }
}

/// The falloff of a reflection with the distance from its plane.
struct ReflectionFalloff: BitwiseCopyable {
  var plane: F4
  var start: Float
  /// One over the falloff distance; zero disables the falloff.
  var scale: Float

  init(_ plane: F4, _ reflection: RenderFrame.PlanarReflection) {
    self.plane = plane
    start = reflection.falloffStart
    scale =
      reflection.falloffEnd > 0 ? 1 / max(reflection.falloffEnd - reflection.falloffStart, 1e-6) : 0
  }

  /// The visibility of the background.
  var background: Float { scale > 0 ? 0 : 1 }

  /// The visibility at four positions.
  func at(_ position: Vector3W) -> F4 {
    let height: F4 = position.dot(Vector3W(repeating: plane)) + F4(repeating: plane.w)
    let attenuation: F4 = saturate((height - F4(repeating: start)) * F4(repeating: scale))
    return F4(repeating: 1) - attenuation
  }
}

/// Renders the planar reflections of a frame; reuses its buffers from frame to frame.
///
/// A reflection image shows the scene from the eye reflected in the plane, clipped at the plane. A
/// point of the plane has the same screen position in both images, so shading samples it by pixel
/// coordinates.
struct PlanarReflectionPass {
  /// The maximum number of reflecting surfaces, the first in drawing order.
  static let limit = 4
  /// The maximum number of pixels in a reflection image.
  private static let pixelLimit = 2_048 * 2_048
  private var geometry = GeometryPass()
  private var pixels = GrowableBuffer<F4>()
  private var marks = GrowableBuffer<UInt8>()
  private var blocks = GrowableBuffer<UInt8>()
  private(set) var reflections = GrowableBuffer<ReflectionUniforms>()
  /// The index of the reflection of each draw that has one.
  private(set) var reflectionOfDraw: [Int: Int32] = [:]

  func free() {
    geometry.free()
    pixels.free()
    marks.free()
    blocks.free()
    reflections.free()
  }

  /// A reflection to render.
  private struct Plan {
    var draw: Int
    var plane: F4
    var reflection: RenderFrame.PlanarReflection
    var view: ViewTransform
    var start: Int
    var firstMark: Int
  }

  /// Renders the reflections of a frame.
  mutating func draw(
    _ frame: RenderFrame, _ view: ViewTransform, _ shadows: [UnsafePointer<LightShadow>?],
    _ scratch: TileScratch, vertexCache: inout WorldVertexCache,
    parallelFor: GeometryPass.ParallelFor
  ) {
    reflectionOfDraw.removeAll()
    reflections.removeAll()
    pixels.removeAll()
    marks.removeAll()
    blocks.removeAll()
    var plans: [Plan] = []
    for (index, draw) in frame.draws.enumerated() {
      guard let reflection = draw.planarReflection, reflection.reflectivity > 0,
        reflection.resolutionScale > 0, draw.opacity > 0,
        plans.count < PlanarReflectionPass.limit, let plane = plane(of: draw, view),
        GeometryPass.intersectsFrustum(draw.mesh.bounds, draw.transform, view)
      else { continue }
      var scale = min(reflection.resolutionScale, 1)
      while Float(view.width * view.height) * scale * scale > Float(PlanarReflectionPass.pixelLimit)
      {
        scale *= 0.5
      }
      let width = max(1, Int(Float(view.width) * scale))
      let height = max(1, Int(Float(view.height) * scale))
      plans.append(
        Plan(
          draw: index, plane: plane, reflection: reflection,
          view: ViewTransform(frame.view, width: width, height: height, reflectionPlane: plane),
          start: pixels.extend(by: width * height),
          firstMark: marks.extend(
            by: ReflectionTarget.markCount(width) * ReflectionTarget.markCount(height))))
    }
    let stride = ReflectionUniforms.blockCount(view.width)
    let blockCount = stride * ReflectionUniforms.blockCount(view.height)
    _ = blocks.extend(by: blockCount * plans.count)
    for (number, plan) in plans.enumerated() {
      geometry.prepare(
        frame, plan.view, shadows: shadows, reflections: [:], vertexCache: &vertexCache,
        parallelFor: parallelFor,
        shows: { $0 != plan.draw && $1.categoryBitMask & plan.reflection.categoryBitMask != 0 })
      geometry.bin(plan.view)
      let target = ReflectionTarget(
        pixels: pixels.base + plan.start, marks: marks.base + plan.firstMark,
        stride: plan.view.width, markStride: ReflectionTarget.markCount(plan.view.width),
        falloff: ReflectionFalloff(plan.plane, plan.reflection))
      let job = TileJob(
        geometry: geometry, vertexCache: vertexCache, view: plan.view,
        background: BackgroundUniforms(frame.background, plan.view),
        fog: FogUniforms(frame.fog, frame.view, plan.view), reflections: reflections.base,
        target: .light(target), scratch: scratch, stageObserver: nil)
      parallelFor(job.tileCount) { job.run($0) }
      let reflection = ReflectionUniforms(
        target: target, width: Int32(plan.view.width), height: Int32(plan.view.height),
        scaleX: Float(plan.view.width) / Float(view.width),
        scaleY: Float(plan.view.height) / Float(view.height),
        reflectivity: min(plan.reflection.reflectivity, 1),
        blocks: blocks.base + number * blockCount, blockStride: stride)
      reflection.markBlocks(width: view.width, height: view.height)
      reflections.append(reflection)
      reflectionOfDraw[plan.draw] = Int32(number)
    }
  }

  /// The plane of a reflecting draw, or nil when the eye is behind it.
  private func plane(of draw: RenderFrame.Draw, _ view: ViewTransform) -> F4? {
    guard let normal = draw.transform.y.xyz.normalized else { return nil }
    let distance = -normal.dot(draw.transform.w.xyz)
    guard distance.isFinite else { return nil }
    let plane = F4(normal, distance)
    let s: F4 = plane * view.eye
    return s.x + s.y + s.z + s.w > 0 ? plane : nil
  }
}
