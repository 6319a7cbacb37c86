import ArgumentParser
import CaromContent
import CaromImages
import CaromRendering
import CaromSceneGraph
import CaromSimulation
import Foundation

/// The options of commands that render.
struct ImageOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The size of the image in pixels. Default: 640x360.", valueName: "WxH"),
    transform: ImageSize.init(parsing:))
  var size: ImageSize?

  @Option(help: "The name of the camera node. Default: the scene's point of view.")
  var camera: String?

  @Option(
    help: ArgumentHelp(
      "Debug overlays, separated by commas: \(DebugNames.list), or all.",
      valueName: "names"),
    transform: DebugNames.init(parsing:))
  var debug: DebugNames?

  @Option(
    help: ArgumentHelp(
      "The number of samples a pixel: 1, or 4 for antialiasing. Default: 1.", valueName: "1|4"))
  var aa: Int?

  @Option(
    help: ArgumentHelp(
      "The tone mapping curve: none (clamped) or aces (filmic). Default: as set by the camera.",
      valueName: "curve"),
    transform: ImageOptions.curve)
  var tone: RenderFrame.Tone.Curve?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The exposure compensation in stops, -16 to 16. Default: as set by the camera.",
      valueName: "stops"))
  var exposure: Float?

  @Option(
    help: ArgumentHelp(
      "The contents of the image: color, normals, depth or ids. Default: color.",
      valueName: "kind"))
  var show: ImageKind?

  private static func curve(_ text: String) throws -> RenderFrame.Tone.Curve {
    guard let curve = RenderFrame.Tone.Curve(rawValue: text) else {
      throw ValidationError("'\(text)' is not a tone mapping curve; none or aces is accepted")
    }
    return curve
  }

  /// The name of the first option that was given.
  var given: String? {
    let options = [
      ("--size", size != nil), ("--camera", camera != nil), ("--debug", debug != nil),
      ("--aa", aa != nil), ("--show", show != nil), ("--tone", tone != nil),
      ("--exposure", exposure != nil),
    ]
    return options.first { $0.1 }?.0
  }

  func validate() throws {
    if let aa, aa != 1, aa != 4 {
      throw ValidationError("--aa: \(aa) is out of range; 1 or 4 is accepted")
    }
    if let exposure, !(-16...16).contains(exposure) {
      throw ValidationError("--exposure: \(exposure) is out of range; -16 to 16 is accepted")
    }
    guard let show, show != .color else { return }
    if aa == 4 {
      throw ValidationError("--aa: cannot be combined with --show \(show.rawValue)")
    }
    if debug != nil {
      throw ValidationError("--debug: cannot be combined with --show \(show.rawValue)")
    }
  }

  /// The node of the requested camera; nil for the scene's point of view.
  ///
  /// - Throws: ``CommandFailure`` with code 2 for an unknown camera.
  func view(of scene: Scene) throws -> Node? {
    guard let camera else { return nil }
    let nodes = scene.rootNode.childNodes { $0.camera != nil }
    if let node = nodes.first(where: { $0.name == camera }) { return node }
    throw CommandFailure.unknown("camera", camera, known: nodes.compactMap(\.name))
  }

  /// The cameras of a scene, in document order.
  ///
  /// - Throws: ``CommandFailure`` with code 1 if there are none.
  func cameras(of scene: Scene) throws -> [Node] {
    let nodes = scene.rootNode.childNodes { $0.camera != nil }
    guard !nodes.isEmpty else {
      throw CommandFailure.checkFailed(
        "--all-cameras: the scene has no camera; without this option it is rendered from the front")
    }
    return nodes
  }

  /// Renders the last completed tick of a session as a PNG.
  func draw(_ loaded: SessionLoader.Loaded, from view: Node?) throws -> [UInt8] {
    try orFail { try makeRenderer(loaded).draw(loaded, from: view).encodedPNG() }
  }

  /// Creates a renderer for images of a session.
  func makeRenderer(_ loaded: SessionLoader.Loaded) throws -> ImageRenderer {
    let cache = try orFail { try loaded.makeCache() }
    cache.debugOptions = debug?.options ?? []
    // More threads gain nothing for images of this size, and the pool has an upper limit.
    let threads = min(64, max(1, ProcessInfo.processInfo.activeProcessorCount))
    let renderer = Renderer(threads: threads)
    renderer.samples = aa ?? 1
    return ImageRenderer(
      size: size ?? .default, kind: show ?? .color, cache: cache, renderer: renderer,
      curve: tone, exposure: exposure)
  }
}

/// Renders ticks of a session.
struct ImageRenderer {
  let size: ImageSize
  let kind: ImageKind
  let cache: RenderCache
  let renderer: Renderer
  /// Overrides the camera's tone mapping curve; nil leaves it unchanged.
  let curve: RenderFrame.Tone.Curve?
  let exposure: Float?

  /// Renders the last completed tick of a session.
  func draw(_ loaded: SessionLoader.Loaded, from view: Node?) -> Image {
    var frame = RenderFrame(loaded.session.scene, from: view, cache: cache)
    if let curve { frame.tone.curve = curve }
    if let exposure { frame.tone.exposure = exposure }
    if kind == .color { return renderer.render(frame, width: size.width, height: size.height) }
    let surfaces = renderer.geometryBuffer(of: frame, width: size.width, height: size.height)
    switch kind {
    case .normals: return surfaces.normalImage
    case .depth: return surfaces.depthImage
    case .color, .ids: return surfaces.nodeImage
    }
  }
}
