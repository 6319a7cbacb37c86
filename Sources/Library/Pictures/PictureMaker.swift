internal import CCarom
import CaromAutomation
import CaromContent
import CaromMaths
import CaromRendering
import CaromSceneGraph
import CaromSimulation
import Synchronization

/// Draws the pictures of a session.
final class PictureMaker {
  private let cache: RenderCache
  /// The scenes whose images are loaded.
  private var loadedScenes: [ObjectIdentifier] = []

  init(_ session: OpenSession) { cache = RenderCache(images: session.images) }

  /// The size and the contents of a picture, checked.
  struct Format {
    let width: Int
    let height: Int
    let contents: UInt32

    init(_ width: UInt32, _ height: UInt32, _ contents: UInt32) throws(CallFailure) {
      self.width = try check(width, in: 1...4_096, "width")
      self.height = try check(height, in: 1...4_096, "height")
      _ = try check(contents, in: 0...7, "contents")
      self.contents = contents
    }

    /// The number of bytes of a picture.
    var byteCount: Int { width * height * 3 }

    func has(_ content: Int) -> Bool { Int(contents) & content != 0 }
  }

  /// Loads the images of the current scene.
  func prepare(_ session: Session) throws(CallFailure) {
    let scene = ObjectIdentifier(session.scene)
    guard !loadedScenes.contains(scene) else { return }
    do throws(MissingImages) { try cache.load(session.scene) } catch {
      throw CallFailure(.notLoaded, "the scene cannot be drawn: \(error)")
    }
    loadedScenes.append(scene)
  }

  /// The node that a caller looks from; nil for the camera of the scene.
  static func camera(_ selector: String?, _ session: Session) throws(CallFailure) -> Node? {
    guard let selector else { return nil }
    let locator = try ObservedNumbers.locator(selector)
    let found: Match
    do throws(LocatorError) { found = try Finder(session).one(locator) } catch {
      throw CallFailure(.refused, "camera: \(error)")
    }
    guard let node = found.node, node.camera != nil else {
      throw CallFailure(.refused, "camera: \(selector) has no camera; a node with one is accepted")
    }
    return node
  }

  /// The frame of the last tick.
  func frame(_ session: Session, from camera: Node?, _ format: Format) -> RenderFrame {
    cache.prompts = session.prompts
    var frame = RenderFrame(session.scene, from: camera, cache: cache)
    if !format.has(CAROM_OVERLAY) { frame.overlay = [] }
    if !format.has(CAROM_SHADOWS) {
      for index in frame.lights.indices { frame.lights[index].castsShadow = false }
    }
    return frame
  }
}

/// A renderer and its memory, which threads take in turn.
final class PictureRenderer {
  private let renderer = Renderer(threads: 1)
  /// The pixels of the last picture, with four bytes each.
  private var pixels = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  private static let idle = Mutex<[Renderers]>([])
  private struct Renderers: @unchecked Sendable { let renderer: PictureRenderer }

  deinit { pixels.deallocate() }

  /// Uses a renderer that no other thread uses for a frame, which it may change in place.
  static func use<Result>(
    _ frame: consuming RenderFrame, _ body: (PictureRenderer, consuming RenderFrame) -> Result
  ) -> Result {
    let renderer = idle.withLock { $0.popLast() } ?? Renderers(renderer: PictureRenderer())
    defer { idle.withLock { $0.append(renderer) } }
    return body(renderer.renderer, frame)
  }

  /// Draws a frame as red, green and blue.
  func draw(
    _ frame: consuming RenderFrame, _ format: PictureMaker.Format,
    to out: UnsafeMutablePointer<UInt8>
  ) {
    let count = format.width * format.height
    if pixels.count < count * 4 {
      pixels.deallocate()
      pixels = .allocate(byteCount: count * 4, alignment: 16)
    }
    renderer.samples = format.has(CAROM_ANTIALIASED) ? 4 : 1
    renderer.render(frame, width: format.width, height: format.height, into: pixels)
    guard let base = pixels.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    for pixel in 0..<count {
      out[pixel &* 3] = base[pixel &* 4]
      out[pixel &* 3 &+ 1] = base[pixel &* 4 &+ 1]
      out[pixel &* 3 &+ 2] = base[pixel &* 4 &+ 2]
    }
  }

  /// Draws the nodes, distances and normals of a frame.
  func geometry(of frame: RenderFrame, _ format: PictureMaker.Format) -> GeometryBuffer {
    renderer.geometryBuffer(of: frame, width: format.width, height: format.height)
  }
}
