import ArgumentParser
import CaromContent
import CaromImages
import CaromRendering
import CaromSceneGraph
import CaromSimulation
import Foundation

/// The options of every command that draws.
struct PictureOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The size of the picture in pixels; 640x360 by default.", valueName: "WxH"),
    transform: PictureSize.init(parsing:))
  var size: PictureSize?

  @Option(help: "The name of the node whose camera sees the picture; the scene's own by default.")
  var camera: String?

  @Option(
    help: ArgumentHelp(
      "Lines to draw besides, with commas between them: \(DebugNames.list), or all.",
      valueName: "lines"),
    transform: DebugNames.init(parsing:))
  var debug: DebugNames?

  /// The first of the options that was given.
  var given: String? {
    size != nil ? "--size" : camera != nil ? "--camera" : debug != nil ? "--debug" : nil
  }

  /// The node whose camera was asked for; nil for the scene's own.
  ///
  /// - Throws: ``CommandFailure`` with code 2 for a camera that the scene has not.
  func view(of scene: Scene) throws -> Node? {
    guard let camera else { return nil }
    let nodes = scene.rootNode.childNodes { $0.camera != nil }
    if let node = nodes.first(where: { $0.name == camera }) { return node }
    throw CommandFailure.unknown("camera", camera, known: nodes.compactMap(\.name))
  }

  /// Draws a session's last completed tick as a PNG; changes nothing of it.
  func draw(_ loaded: SessionLoader.Loaded, from view: Node?) throws -> [UInt8] {
    let size = size ?? .usual
    return try orFail {
      let cache = try loaded.makeCache()
      cache.debugOptions = debug?.options ?? []
      let frame = RenderFrame(loaded.session.scene, from: view, cache: cache)
      // More gain nothing on pictures of this size, and a pool has no room for those of the largest
      // machines.
      let threads = min(64, max(1, ProcessInfo.processInfo.activeProcessorCount))
      return try Renderer(threads: threads)
        .render(frame, width: size.width, height: size.height).encodedPNG()
    }
  }
}
