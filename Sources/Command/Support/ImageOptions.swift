import ArgumentParser
import CaromContent
import CaromImages
import CaromRendering
import CaromSceneGraph
import CaromSimulation
import Foundation

/// The options of every command that draws.
struct ImageOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The size of the picture in pixels; 640x360 by default.", valueName: "WxH"),
    transform: ImageSize.init(parsing:))
  var size: ImageSize?

  @Option(help: "The name of the node whose camera sees the picture; the scene's own by default.")
  var camera: String?

  @Option(
    help: ArgumentHelp(
      "Lines to draw besides, with commas between them: \(DebugNames.list), or all.",
      valueName: "lines"),
    transform: DebugNames.init(parsing:))
  var debug: DebugNames?

  @Option(
    help: ArgumentHelp(
      "How many samples a pixel has: 1, or 4 for smooth edges; 1 by default.", valueName: "1|4"))
  var aa: Int?

  @Option(
    help: ArgumentHelp(
      "How light beyond white is shown: none (as white) or aces (a curve of film); as the camera says "
        + "by default.",
      valueName: "curve"),
    transform: ImageOptions.curve)
  var tone: RenderFrame.Tone.Curve?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many times the light is doubled before, -16 to 16; as the camera says by default.",
      valueName: "stops"))
  var exposure: Float?

  @Option(
    help: ArgumentHelp(
      "What the picture shows: color, normals, depth or ids; color by default.",
      valueName: "kind"))
  var show: ImageKind?

  private static func curve(_ text: String) throws -> RenderFrame.Tone.Curve {
    guard let curve = RenderFrame.Tone.Curve(rawValue: text) else {
      throw ValidationError("'\(text)' is no curve; none and aces are accepted")
    }
    return curve
  }

  /// The first of the options that was given.
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
      throw ValidationError("--aa: a pixel has 1 or 4 samples, not \(aa)")
    }
    if let exposure, !(-16...16).contains(exposure) {
      throw ValidationError("--exposure: \(exposure) is not -16 to 16")
    }
    guard let show, show != .color else { return }
    if aa == 4 {
      throw ValidationError("--aa: smooth edges have no meaning in a picture of \(show.rawValue)")
    }
    if debug != nil {
      throw ValidationError("--debug: lines are not drawn in a picture of \(show.rawValue)")
    }
  }

  /// The node whose camera was filters for; nil for the scene's own.
  ///
  /// - Throws: ``CommandFailure`` with code 2 for a camera that the scene has not.
  func view(of scene: Scene) throws -> Node? {
    guard let camera else { return nil }
    let nodes = scene.rootNode.childNodes { $0.camera != nil }
    if let node = nodes.first(where: { $0.name == camera }) { return node }
    throw CommandFailure.unknown("camera", camera, known: nodes.compactMap(\.name))
  }

  /// All cameras of a scene, in its order.
  ///
  /// - Throws: ``CommandFailure`` with code 1 for a scene without any.
  func cameras(of scene: Scene) throws -> [Node] {
    let nodes = scene.rootNode.childNodes { $0.camera != nil }
    guard !nodes.isEmpty else {
      throw CommandFailure.checkFailed(
        "--all-cameras: the scene has no camera; without the option it is seen from the front")
    }
    return nodes
  }

  /// Draws a session's last completed tick as a PNG; changes nothing of it.
  func draw(_ loaded: SessionLoader.Loaded, from view: Node?) throws -> [UInt8] {
    try orFail { try makeRenderer(loaded).draw(loaded, from: view).encodedPNG() }
  }

  /// What draws many pictures of one session.
  func makeRenderer(_ loaded: SessionLoader.Loaded) throws -> ImageRenderer {
    let cache = try orFail { try loaded.makeCache() }
    cache.debugOptions = debug?.options ?? []
    // More gain nothing on pictures of this size, and a pool has no room for those of the largest
    // machines.
    let threads = min(64, max(1, ProcessInfo.processInfo.activeProcessorCount))
    let renderer = Renderer(threads: threads)
    renderer.samples = aa ?? 1
    return ImageRenderer(
      size: size ?? .default, kind: show ?? .color, cache: cache, renderer: renderer,
      curve: tone, exposure: exposure)
  }
}

/// Draws ticks of a session.
struct ImageRenderer {
  let size: ImageSize
  let kind: ImageKind
  let cache: RenderCache
  let renderer: Renderer
  /// What is shown in place of the camera's own; nil leaves that.
  let curve: RenderFrame.Tone.Curve?
  let exposure: Float?

  /// Draws a session's last completed tick; changes nothing of it.
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
