import CaromSceneFiles
import CaromSceneGraph
import CaromProperties
import TestSupport
import Testing

@Suite("Scene copies")
struct SceneTwinTests {
  @Test("A copy has the state and the future of a newly read scene")
  func sameFuture() throws {
    var random = RandomScenes(seed: 91)
    for round in 0..<(isFullTier ? 400 : 40) {
      let text = try SceneWriter.text(of: random.scene())
      let scenes = try TemporaryScenes(["level.json": text])
      defer { withExtendedLifetime(scenes) {} }
      let reader = SceneReader(root: scenes.root, roles: testRoles)
      let (file, fresh) = (try reader.load("level.json"), try reader.load("level.json"))
      let twin = try file.scene.deepCopy()
      try #require(twin.hash == fresh.scene.hash, "round \(round)")
      let nodes = zip(
        twin.rootNode.childNodes { _ in true }, file.scene.rootNode.childNodes { _ in true })
      for (own, other) in nodes {
        #expect(own !== other && own.path == other.path)
        #expect(own.geometry == nil || own.geometry !== other.geometry)
        #expect(own.state.actions == other.state.actions)
        #expect(own.state.animations.map(\.json) == other.state.animations.map(\.json))
      }
      let before = file.scene.hash
      for _ in 0..<10 {
        twin.step()
        fresh.scene.step()
      }
      try #require(twin.hash == fresh.scene.hash, "round \(round), after ten ticks")
      #expect(file.scene.hash == before, "the original scene does not change")
    }
  }
}
