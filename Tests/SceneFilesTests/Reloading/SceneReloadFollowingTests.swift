import CaromMaths
import CaromProperties
import CaromSceneFiles
import CaromSceneGraph
import Testing

@Suite("Order, actions and animations after a reload")
struct SceneReloadFollowingTests {
  private func use(
    _ text: String, _ body: (TemporaryScenes, Scene, SceneReload) throws -> Void
  ) throws {
    let scenes = try TemporaryScenes(["level.json": text])
    defer { withExtendedLifetime(scenes) {} }  // keeps the folder
    let file = try SceneReader(root: scenes.root, roles: testRoles).load("level.json")
    let reload = try SceneReload(file)
    for _ in 0..<5 { file.scene.step() }
    try body(scenes, file.scene, reload)
  }

  @Test("Nodes are reordered as in the files; nodes of the game stay behind their predecessors")
  func order() throws {
    let text = file("\"nodes\": [{ \"name\": \"a\" }, { \"name\": \"b\" }, { \"name\": \"c\" }]")
    try use(text) { scenes, scene, reload in
      let root = scene.rootNode
      let b = try #require(root.childNode(withName: "b"))
      root.insertChildNode(Node(name: "own"), at: 2)  // a b own c
      root.insertChildNode(Node(name: "first"), at: 0)
      try scenes.write(
        "level.json",
        file(
          "\"nodes\": [{ \"name\": \"c\" }, { \"name\": \"new\" }, { \"name\": \"b\" }, "
            + "{ \"name\": \"a\" }]"))
      let report = try reload.reload()
      #expect(report.changed == ["/"] && report.added == ["/new"])
      #expect(root.childNodes.map(\.name) == ["first", "c", "new", "b", "own", "a"])
      #expect(root.childNode(withName: "b") === b)
      #expect(try reload.reload().isEmpty)
    }
  }

  @Test("An order set by the game persists while the order in the files does not change")
  func ownOrder() throws {
    let text = file("\"nodes\": [{ \"name\": \"a\" }, { \"name\": \"b\" }]")
    try use(text) { scenes, scene, reload in
      let root = scene.rootNode
      root.addChildNode(try #require(root.childNode(withName: "a")))
      try scenes.write("level.json", text.replacing("\"b\"", with: "\"b\", \"opacity\": 0.5"))
      #expect(try reload.reload().changed == ["/b"])
      #expect(root.childNodes.map(\.name) == ["b", "a"])
    }
  }

  @Test("New actions start, removed actions stop and other actions continue")
  func actions() throws {
    let text = file(
      """
      "nodes": [{ "name": "a", "actions": [
        { "moveBy": { "offset": [1, 0, 0], "duration": 10 } },
        { "fadeTo": { "opacity": 0, "duration": 10 } }] }]
      """)
    try use(text) { scenes, scene, reload in
      let node = try #require(scene.rootNode.childNode(withName: "a"))
      node.runAction(.moveBy(MoveBy(Vector3(0, 0, 1), duration: 10)), forKey: "own")
      let opacity = node.opacity
      try scenes.write(
        "level.json",
        text.replacing(
          "{ \"fadeTo\": { \"opacity\": 0, \"duration\": 10 } }",
          with: "{ \"moveBy\": { \"offset\": [0, 1, 0], \"duration\": 10 } }"))
      #expect(try reload.reload().changed == ["/a"])
      for _ in 0..<5 { scene.step() }
      #expect(node.opacity == opacity && opacity < 1)
      // Ten ticks of the unchanged action, five of the new one and of the game's own.
      #expect(abs(node.position.x - 10 / 600) < 1e-5)
      #expect(abs(node.position.y - 5 / 600) < 1e-5 && abs(node.position.z - 5 / 600) < 1e-5)
    }
  }

  @Test("New animations start, removed animations end and other animations continue")
  func animations() throws {
    func animation(_ key: String, _ axis: String) -> String {
      """
      { "key": "\(key)", "animation": { "repeatsForever": true, "channels": [
        { "keyPath": "position.\(axis)", "keyTimes": [0, 1], "values": [0, 60] }] } }
      """
    }
    func level(_ animations: [String]) -> String {
      file(
        "\"nodes\": [{ \"name\": \"a\", \"animations\": [\(animations.joined(separator: ","))] }]")
    }
    try use(level([animation("x", "x"), animation("y", "y")])) { scenes, scene, reload in
      let node = try #require(scene.rootNode.childNode(withName: "a"))
      let time = try #require(node.animationPlayer(forKey: "x")).time
      #expect(time > 0)
      try scenes.write("level.json", level([animation("x", "x"), animation("z", "z")]))
      #expect(try reload.reload().changed == ["/a"])
      #expect(node.animationKeys == ["x", "z"])
      #expect(node.animationPlayer(forKey: "x")?.time == time)
      scene.step()
      #expect(node.presentation.position.z > 0 && node.presentation.position.y == 0)
    }
  }
}
