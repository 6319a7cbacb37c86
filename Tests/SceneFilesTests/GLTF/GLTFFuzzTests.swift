import CaromDocuments
import CaromSceneFiles
import CaromSceneGraph
import TestSupport
import Testing

@Suite("glTF fuzzing")
struct GLTFFuzzTests {
  /// The number of damaged files to try: a sample, or all under `TIER=full`.
  static var rounds: Int {
    #if DEBUG
      isFullTier ? 20_000 : 400
    #else
      isFullTier ? 100_000 : 3_000
    #endif
  }

  /// Names and numbers with a meaning in glTF.
  static let pieces: [String] = [
    "\"SCALAR\"", "\"MAT4\"", "\"VEC2\"", "5120", "5121", "5123", "5125", "5126", "6", "10497",
    "\"data:;base64,AAAA\"", "\"../x\"", "\"CUBICSPLINE\"", "\"weights\"", "\"rotation\"",
    "\"normalized\":true,", "\"byteStride\":252,", "\"sparse\":{},", "[0,1,2,3]", "\"mesh\":0,",
    "{\"node\":0}", "\"bufferView\":0,", "\"count\":1000000000,", "\"matrix\":[1],",
  ]

  @Test(
    "Damaged models are read or rejected with a position, without crashes, hangs or excessive memory"
  )
  func mutations() throws {
    let model = try GLTFSample.rich()
    let originals = [model.binary, Array(model.text.utf8)]
    let names = ["thing.glb", "thing.gltf"]
    let scenes = try TemporaryScenes([:])
    for (name, bytes) in zip(names, originals) {
      try scenes.write(name, bytes)
      #expect(scenes.problems(name) == [])
    }
    let mutator = FileMutator(originals, pieces: Self.pieces, seed: 2_026)
    var unplaced: [String] = []
    let report = try FuzzReport(mutator, 0..<Self.rounds) { original, bytes in
      let name = names[original]
      try scenes.write(name, bytes)
      do throws(SceneFileError) {
        let scene = try SceneReader(root: scenes.root).read(name)
        use(scene)
        return true
      } catch {
        // Every problem has a line and column, or a byte offset.
        let place = name.hasSuffix(".glb") ? "\(name):byte " : "\(name):"
        unplaced += error.problems.map(\.description).filter { !$0.hasPrefix(place) }
        #expect(!error.problems.isEmpty)
        return false
      }
    }
    print("measured: of damaged models \(report.text)")
    #expect(report.readable > Self.rounds / 50)
    #expect(unplaced.prefix(3) == [])
    #expect(report.slowest.seconds < 1, "number \(report.slowest.number) is too slow")
    if isFullTier { #expect(report.mostMemory < 512 << 20) }
  }

  /// Uses the scene of a model: meshes, bodies, a few ticks, the hash.
  private func use(_ scene: Scene) {
    scene.rootNode.enumerateHierarchy { node in
      _ = node.geometry?.mesh.triangleCount
      _ = node.geometry?.boundingSphere
    }
    for _ in 0..<3 { scene.step(nil) }
    _ = scene.hash
  }
}
