import CaromProperties
import CaromSceneFiles
import CaromSceneGraph
import Testing

@Suite("Regression: writing restored scenes")
struct RestoredScenesTests {
  @Test("A snapshot restored into a newly read scene is written like the original")
  func writes() throws {
    var random = RandomScenes(seed: 77)
    for round in 0..<40 {
      let made = random.scene()
      let scenes = try TemporaryScenes(["level.json": try SceneWriter.text(of: made)])
      defer { withExtendedLifetime(scenes) {} }  // keeps the folder
      let reader = SceneReader(root: scenes.root, roles: testRoles)
      let (live, fresh) = (try reader.load("level.json"), try reader.load("level.json"))
      let nodes = live.scene.rootNode.childNodes { _ in true }
      for node in nodes.dropFirst(2).prefix(4) {
        node.geometry = nodes[0].geometry
        node.name = node.name.map { $0 + "x" }
      }
      nodes.last?.geometry = Geometry(
        .sphere(Sphere()), materials: [Material(name: "own", diffuse: Color(1, 0, 0))],
        name: "round")
      nodes.last?.addChildNode(Node(name: "new", geometry: .box()))
      try restore(live.scene, into: fresh.scene)
      #expect(fresh.scene.hash == live.scene.hash)
      let text = try SceneWriter.text(of: live.scene, from: live)
      #expect(try SceneWriter.text(of: fresh.scene, from: fresh) == text, "round \(round)")
    }
  }

  private func restore(_ scene: Scene, into other: Scene) throws {
    let buffer = StateBuffer(capacity: 1 << 16)
    buffer.fill { scene.save(into: &$0) }
    try buffer.array.withUnsafeBytes { bytes in
      var source = StateSource(bytes)
      try other.load(from: &source)
      try source.finish()
    }
  }
}
