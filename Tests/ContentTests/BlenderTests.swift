import CaromContent
import CaromImages
import CaromRendering
import CaromSceneFiles
import CaromSceneGraph
import CaromSimulation
import Foundation
import TestSupport
import Testing

/// Blender's own picture of a scene beside that of its glTF export.
@Suite("Export from Blender")
struct BlenderTests {
  private static let blender = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { $0 + "/blender" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Runs the script; returns what Blender printed if it failed.
  private func export(to folder: TemporaryFolder) throws -> String? {
    let process = Process()
    let output = Pipe()
    let script = Repository.url("Tests/ContentTests/Oracles/blender.py")
    process.executableURL = URL(filePath: try #require(Self.blender))
    process.arguments = [
      "-b", "--factory-startup", "--python-exit-code", "3", "--python",
      script.path(percentEncoded: false), "--", folder.path,
    ]
    // With another Python on the path, Blender looks for its modules there.
    process.environment = ["PATH": "/usr/bin:/bin"]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// The mean difference of two pictures over all colors of all pixels, 0 to 255.
  private func difference(_ a: Image, _ b: Image) -> Double {
    var sum = 0
    for y in 0..<a.height {
      for x in 0..<a.width {
        let (p, q) = (a[x, y], b[x, y])
        for (c, d) in [(p.red, q.red), (p.green, q.green), (p.blue, q.blue)] {
          sum += abs(Int(c) - Int(d))
        }
      }
    }
    return Double(sum) / Double(a.width * a.height * 3)
  }

  // Symptom: Blender's default export was pure white, and one of its two animations played. The
  // scene has a sun of 1 W/m², a lamp of 500 W, a spot light of 600 W that casts shadows, and two
  // objects with an action each.
  @Test(
    "The picture of a Blender export is like that of Cycles, also half a second later",
    .enabled(if: BlenderTests.blender != nil, "Blender is not installed"))
  func picture() throws {
    let folder = try TemporaryFolder([
      "level.json": """
      { "format": "carom.scene/1", "background": { "color": [0, 0, 0] }, "nodes": [
        { "name": "m", "scene": "scene.glb", "import": { "lightsCastShadows": true },
          "overrides": { "Sun": { "light": { "castsShadow": false } } } }] }
      """
    ])
    if let failure = try export(to: folder) {
      Issue.record("Blender failed: \(failure.suffix(2_000))")
      return
    }
    let loaded = try SessionLoader(games: [], root: nil).load("\(folder.path)/level.json")
    #expect(loaded.file.warnings.isEmpty, "\(loaded.file.warnings)")
    let cache = try loaded.makeCache()
    for tick in [0, 30] {
      let scene = loaded.session.scene
      loaded.session.step(tick)
      let camera = try #require(scene.rootNode.node(atPath: "/m/Camera"))
      let frame = RenderFrame(scene, from: camera, cache: cache)
      let renderer = Renderer()
      renderer.samples = 4
      let ours = renderer.render(frame, width: 320, height: 180)
      let bytes = try Data(contentsOf: folder.url.appending(path: "\(tick).png"))
      let theirs = try Image(decoding: Array(bytes))
      let mean = difference(ours, theirs)
      #expect(mean < 6, "at tick \(tick) the mean difference is \(mean) of 255")
      // A picture of another moment differs by more.
      if tick == 30 {
        let start = try Image(
          decoding: Array(Data(contentsOf: folder.url.appending(path: "0.png"))))
        #expect(difference(ours, start) > mean * 1.5, "the animations are not in step")
      }
    }
  }
}
