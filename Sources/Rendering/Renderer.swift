public import CaromImages
import CaromMaths
import CaromWorkers

/// Turns frames into pictures by software, bit for bit the same on every machine.
///
/// Keeps its memory from frame to frame, so one renderer draws one frame at a time; use one for each
/// thread that draws.
public final class Renderer {
  /// The greatest width and height of a picture, in pixels.
  public static let maximumSide = 8_192

  var geometry = GeometryStage()
  var shadows = ShadowStage()
  var mirrors = MirrorStage()
  let pool: WorkerPool
  let scratch: TileScratch
  /// Told when a stage begins, by the thread that begins it; means something with one thread only.
  package var probe: (@Sendable (RenderStage) -> Void)?

  /// How many samples a pixel has, 1 or 4: four smooth the edges of surfaces, at one to two times the
  /// cost of a picture.
  public var samples = 1 {
    willSet { precondition(newValue == 1 || newValue == 4, "A pixel has 1 or 4 samples") }
  }
  var world = WorldStage()

  /// Makes a renderer; `threads` counts the caller's thread and never changes a pixel.
  ///
  /// - Precondition: `threads` is at least one.
  public init(threads: Int = 1) {
    precondition(threads >= 1, "A renderer has at least one thread")
    pool = WorkerPool(threads: threads)
    scratch = TileScratch(threads: pool.threads)
  }

  deinit {
    geometry.free()
    world.free()
    shadows.free()
    mirrors.free()
  }

  /// Draws a frame.
  ///
  /// - Precondition: `width` and `height` are from 1 to ``maximumSide``.
  public func render(_ frame: RenderFrame, width: Int, height: Int) -> Image {
    Image(
      width: width, height: height,
      writing: { render(frame, width: width, height: height, into: $0) })
  }

  /// Draws a frame into memory of `width * height * 4` bytes: red, green, blue, alpha.
  ///
  /// - Precondition: `width` and `height` are from 1 to ``maximumSide``, and `memory` is large enough.
  public func render(
    _ frame: RenderFrame, width: Int, height: Int, into memory: UnsafeMutableRawBufferPointer
  ) {
    checkSize(width, height)
    precondition(memory.count >= width * height * 4, "A picture needs four bytes for each pixel")
    guard let base = memory.bindMemory(to: UInt8.self).baseAddress else { return }
    let view = ViewTransform(
      frame.view, width: width, height: height, reach: samples == 4 ? TileSamples.reach : 0)
    probe?(.shadow)
    world.begin(frame)
    shadows.draw(frame, scratch, world: &world) { pool.run(chunks: $0, $1) }
    probe?(.mirror)
    mirrors.draw(frame, view, shadows.mapOfLight, scratch, world: &world) {
      pool.run(chunks: $0, $1)
    }
    probe?(.vertex)
    geometry.prepare(
      frame, view, shadows: shadows.mapOfLight, mirrors: mirrors.numberOfDraw,
      world: &world, share: { pool.run(chunks: $0, $1) })
    probe?(.bin)
    geometry.bin(view)
    let job = TileJob(
      geometry: geometry, world: world, view: view, backdrop: Backdrop(frame.background, view),
      fog: ShadeFog(frame.fog, frame.view, view), mirrors: mirrors.mirrors.base,
      target: .bytes(base), scratch: scratch, tone: frame.tone, probe: probe)
    pool.run(chunks: job.tileCount) { job.run($0) }
    probe?(.overlay)
    if !frame.overlay.isEmpty {
      let painter = OverlayPainter(pixels: base, width: width, height: height)
      for item in frame.overlay { painter.paint(item) }
    }
  }
}
