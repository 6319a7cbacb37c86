public import CaromImages
import CaromMaths
import CaromWorkers

/// A tiled software rasterizer that gives the same bits on every machine.
///
/// Buffers are reused from frame to frame, so a renderer draws one frame at a time; use one
/// renderer per thread.
public final class Renderer {
  /// The maximum width and height of an image in pixels.
  public static let maximumSide = 8_192

  var geometry = GeometryPass()
  var shadows = ShadowPass()
  var reflections = PlanarReflectionPass()
  let pool: WorkerPool
  let scratch: TileScratch
  /// Called at the start of each stage by the thread that runs it; meaningful with one thread only.
  package var stageObserver: (@Sendable (RenderStage) -> Void)?

  /// The number of samples per pixel, 1 or 4.
  ///
  /// Four samples antialias edges (MSAA), at one to two times the cost of an image.
  public var samples = 1 {
    willSet { precondition(newValue == 1 || newValue == 4, "A pixel has 1 or 4 samples") }
  }
  var vertexCache = WorldVertexCache()

  /// Creates a renderer; `threads` includes the caller's thread and never changes a pixel.
  ///
  /// - Precondition: `threads` is at least one.
  public init(threads: Int = 1) {
    precondition(threads >= 1, "A renderer has at least one thread")
    pool = WorkerPool(threads: threads)
    scratch = TileScratch(threads: pool.threads)
  }

  deinit {
    geometry.free()
    vertexCache.free()
    shadows.free()
    reflections.free()
  }

  /// Renders a frame to an image.
  ///
  /// - Precondition: `width` and `height` are from 1 to ``maximumSide``.
  public func render(_ frame: RenderFrame, width: Int, height: Int) -> Image {
    Image(
      width: width, height: height,
      writing: { render(frame, width: width, height: height, into: $0) })
  }

  /// Renders a frame into memory of `width * height * 4` bytes: red, green, blue, alpha.
  ///
  /// - Precondition: `width` and `height` are from 1 to ``maximumSide``, and `memory` is large
  ///   enough.
  public func render(
    _ frame: consuming RenderFrame, width: Int, height: Int,
    into memory: UnsafeMutableRawBufferPointer
  ) {
    checkSize(width, height)
    precondition(memory.count >= width * height * 4, "An image needs four bytes for each pixel")
    guard let base = memory.bindMemory(to: UInt8.self).baseAddress else { return }
    let view = ViewTransform(
      frame.view, width: width, height: height,
      maxSampleOffset: samples == 4 ? TileSamples.maxOffset : 0)
    frame.widen(forHeight: height)
    stageObserver?(.shadow)
    vertexCache.begin(frame)
    shadows.draw(
      frame, aspect: Float(width) / Float(height), scratch, vertexCache: &vertexCache
    ) { pool.run(chunks: $0, $1) }
    stageObserver?(.mirror)
    reflections.draw(frame, view, shadows.shadowOfLight, scratch, vertexCache: &vertexCache) {
      pool.run(chunks: $0, $1)
    }
    stageObserver?(.vertex)
    geometry.prepare(
      frame, view, shadows: shadows.shadowOfLight, reflections: reflections.reflectionOfDraw,
      vertexCache: &vertexCache, parallelFor: { pool.run(chunks: $0, $1) })
    stageObserver?(.bin)
    geometry.bin(view)
    let job = TileJob(
      geometry: geometry, vertexCache: vertexCache, view: view,
      background: BackgroundUniforms(frame.background, view),
      fog: FogUniforms(frame.fog, frame.view, view), reflections: reflections.reflections.base,
      target: .bytes(base), scratch: scratch, tone: frame.tone, stageObserver: stageObserver)
    pool.run(chunks: job.tileCount) { job.run($0) }
    stageObserver?(.overlay)
    if !frame.overlay.isEmpty {
      let painter = OverlayPainter(pixels: base, width: width, height: height)
      for item in frame.overlay { painter.paint(item) }
    }
  }
}
