import CaromDocuments
import CaromSceneFiles
import CaromSceneGraph
import Testing

/// Timings of the reader in release builds, with a limit of three times the target.
@Suite("Loading cost", .serialized)
struct LoadingCostTests {
  @Test("A scene of 5 MB and 260,000 values parses in 40 ms and loads in 300 ms")
  func loads() throws {
    #if !DEBUG
      let words = String(repeating: "lorem ipsum dolor ", count: 19)
      let nodes = (0..<9_600).map { i in
        """
        { "name": "n\(i)", // \(words)
          "position": [\(i % 97).125, \(i / 97).5, -3e-1], "eulerAnglesDegrees": [0, \(i % 360), 0],
          "geometry": "g\(i % 50)", "opacity": 0.5, "castsShadow": false,
          "physics": { "type": "static", "friction": 0.25, "categoryBitMask": 4 } }
        """
      }
      let tables = (0..<50).map { "\"g\($0)\": { \"box\": { \"width\": \($0 + 1) } }" }
      let text = file(
        "\"geometries\": { \(tables.joined(separator: ",")) }, \"nodes\": [\(nodes.joined(separator: ",\n"))]"
      )
      let scenes = try TemporaryScenes(["level.json": text])
      let reader = SceneReader(root: scenes.root)
      let source = SourceText(text)
      let parsing = try processorTime { _ = try JSONParser.parse(source) }
      let loading = try processorTime { _ = try reader.read("level.json") }
      let scene = try reader.load("level.json")
      let writing = try processorTime { _ = try SceneWriter.text(of: scene.scene, from: scene) }
      print(
        "measured: \(text.utf8.count) bytes of scene parsed in \(parsing * 1e3) ms, loaded in "
          + "\(loading * 1e3) ms, written in \(writing * 1e3) ms")
      #expect(parsing < 0.120)
      #expect(loading < 0.900)
    #endif
  }
}
