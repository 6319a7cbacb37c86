import CaromDocuments
import CaromSceneFiles
import CaromSceneGraph
import TestSupport
import Testing

@Suite("glTF import options")
struct GLTFImportOptionsTests {
  /// An arm of two joints with a skin, a crate and a lamp, and an animation for each list of nodes.
  private func model(_ animations: [(name: String, nodes: [Int], path: String)]) -> GLTFSample {
    var sample = GLTFSample()
    let times = sample.floats([0, 1], "SCALAR")
    let moves = sample.floats([0, 0, 0, 1, 0, 0])
    let weights = sample.floats([0, 1], "SCALAR")
    let positions = sample.triangle()
    let list = animations.map { animation in
      let channels = animation.nodes.map {
        "{\"sampler\":0,\"target\":{\"node\":\($0),\"path\":\"\(animation.path)\"}}"
      }
      let output = animation.path == "weights" ? weights : moves
      return "{\"name\":\"\(animation.name)\",\"samplers\":[{\"input\":\(times),"
        + "\"output\":\(output)}],\"channels\":[\(channels.joined(separator: ","))]}"
    }
    sample.members = [
      """
      "extensionsUsed": ["KHR_lights_punctual"],
      "nodes": [{ "name": "shoulder", "children": [1] }, { "name": "elbow" },
                { "name": "crate", "mesh": 0 },
                { "name": "lamp", "extensions": { "KHR_lights_punctual": { "light": 0 } } }],
      "meshes": [{ "primitives": [{ "attributes": { "POSITION": \(positions) },
                                    "targets": [{ "POSITION": \(positions) }] }] }],
      "skins": [{ "joints": [0, 1] }],
      "extensions": { "KHR_lights_punctual": {
        "lights": [{ "type": "spot", "intensity": \(Float.pi), "spot": {} }] } },
      "animations": [\(list.joined(separator: ","))]
      """
    ]
    return sample
  }

  private static let blender: [(name: String, nodes: [Int], path: String)] = [
    ("ArmAction", [1], "translation"), ("CrateAction", [2], "translation"),
    ("ArmWave", [0], "translation"), ("LampAction", [3], "translation"),
    ("CrateKey", [2], "weights"),
  ]

  private func level(
    _ options: String = "", _ animations: [(name: String, nodes: [Int], path: String)] = blender
  ) throws -> TemporaryScenes {
    let scenes = try TemporaryScenes([
      "level.json": file("\"nodes\": [{ \"name\": \"a\", \"scene\": \"arm.glb\"\(options) }]")
    ])
    try scenes.write("arm.glb", model(animations).binary)
    return scenes
  }

  private func played(_ options: String) throws -> [String] {
    let scene = try level(options).read()
    let node = try #require(scene.rootNode.node(atPath: "/a"))
    #expect(node.animationKeys.sorted() == Self.blender.map(\.name).sorted())
    return node.animationKeys.filter { node.animationPlayer(forKey: $0)?.isPlaying == true }
  }

  // Symptom: of the actions of a Blender scene, only that of the first object played.
  @Test("By default one animation of each object plays, as Blender exports them")
  func defaults() throws {
    // The joints of a skin are one object, so that the second action of the arm does not play.
    #expect(try played("") == ["ArmAction", "CrateAction", "LampAction", "CrateKey"])
    let scenes = try level()
    let file = try SceneReader(root: scenes.root).load("level.json")
    #expect(
      animationWarnings(file) == [
        "/animations/2: the animation \"ArmWave\" does not play, because \"ArmAction\" moves the same "
          + "object; \"import\": { \"plays\": [\"ArmWave\"] } plays it (in arm.glb via level.json)"
      ])
  }

  private func animationWarnings(_ file: SceneFile) -> [String] {
    file.warnings.map { String($0.description.drop { $0 != "/" }) }
      .filter { $0.hasPrefix("/animations") }
  }

  @Test("The animations that a node names play, all of them or none")
  func plays() throws {
    let options = { (names: String) in ", \"import\": { \"plays\": [\(names)] }" }
    #expect(try played(options("\"ArmWave\", \"CrateKey\"")) == ["ArmWave", "CrateKey"])
    #expect(try played(options("\"*\"")) == Self.blender.map(\.name))
    #expect(try played(options("")).isEmpty)
    let scenes = try level(options("\"ArmWave\""))
    let loaded = try SceneReader(root: scenes.root).load("level.json")
    #expect(animationWarnings(loaded).isEmpty)
    for _ in 0..<30 { loaded.scene.step() }
    let shoulder = try #require(loaded.scene.rootNode.node(atPath: "/a/shoulder"))
    #expect(abs(shoulder.presentation.position.x - 0.5) < 0.02)
    #expect(shoulder.childNodes[0].presentation.position == .zero)
    let unknown = try level(options("\"ArmWafe\"")).problems()
    #expect(unknown.count == 1 && unknown[0].hasPrefix("level.json:2:"))
    #expect(
      unknown[0].hasSuffix(
        ": /nodes/0/import/plays/0: arm.glb has no animation \"ArmWafe\"; did you mean \"ArmWave\"?"
      ))
  }

  @Test("Lights of a model cast shadows, and are in watts, if the node says so")
  func lights() throws {
    func lamp(_ options: String) throws -> Light {
      let scene = try level(options).read()
      return try #require(scene.rootNode.node(atPath: "/a/lamp")?.light)
    }
    let plain = try lamp("")
    #expect(!plain.castsShadow && abs(plain.intensity * 683 - 1_000) < 0.1)
    let lit = try lamp(", \"import\": { \"lightsCastShadows\": true, \"luminousEfficacy\": 1 }")
    #expect(lit.castsShadow && abs(lit.intensity - 1_000) < 0.1)
  }

  @Test("Options without a model, and unknown ones, are refused with their position")
  func refusals() throws {
    let scenes = try TemporaryScenes([
      "level.json": file(
        "\"nodes\": [{ \"import\": {} }, { \"scene\": \"b.json\", \"import\": {} }]"),
      "b.json": file("\"nodes\": [{}]"),
    ])
    let problems = scenes.problems()
    #expect(problems.count == 2 && problems.allSatisfy { $0.hasPrefix("level.json:2:") })
    #expect(
      problems[0].hasSuffix(
        ": /nodes/0/import: there is nothing to import; a node with a glTF \"scene\" is accepted"))
    #expect(
      problems[1].hasSuffix(
        ": /nodes/1/import: b.json is not a glTF model; only models have options"))
    let wrong = try level(", \"import\": { \"play\": [\"ArmAction\"] }").problems()
    #expect(wrong.count == 1 && wrong[0].contains("/nodes/0/import") && wrong[0].contains("plays"))
  }

  @Test("Import options are written with the reference and read back")
  func written() throws {
    let scenes = try level(
      ", \"import\": { \"plays\": [\"ArmWave\"], \"lightsCastShadows\": true }")
    let loaded = try SceneReader(root: scenes.root).load("level.json")
    let text = try SceneWriter.text(of: loaded.scene, from: loaded)
    #expect(text.contains("\"import\": { \"plays\": [\"ArmWave\"], \"lightsCastShadows\": true }"))
    #expect(!text.contains("overrides") && !text.contains("animations"), "\(text)")
  }
}
