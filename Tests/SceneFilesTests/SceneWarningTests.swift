import CaromDocuments
import CaromSceneFiles
import CaromSceneGraph
import Testing

// Symptom: such scenes were read without a word, and nothing, or something else, happened.
@Suite("Scene warnings")
struct SceneWarningTests {
  private func load(_ members: String) throws -> SceneFile {
    let scenes = try TemporaryScenes(["level.json": file(members)])
    return try SceneReader(root: scenes.root, roles: testRoles).load("level.json")
  }

  @Test(
    "An intensity of a slot that is black, or flat, has no effect",
    arguments: [
      (#""metalness": { "intensity": 1 }"#, "black"),
      (#""emission": { "intensity": 3 }"#, "black"),
      (#""normal": { "intensity": 2 }"#, "a flat normal"),
    ])
  func intensity(slot: String, contents: String) throws {
    let loaded = try load(
      "\"materials\": { \"m\": { \(slot) } }, "
        + "\"nodes\": [{ \"geometry\": { \"box\": {}, \"materials\": [\"m\"] } }]")
    let column = 23 + slot.prefix { $0 != "{" }.utf8.count + 2 + 13
    #expect(
      loaded.warnings.map(\.description) == [
        "level.json:2:\(column): warning: /materials/m/\(slot.dropFirst().prefix { $0 != "\"" })"
          + "/intensity: the intensity has no effect, because it multiplies \(contents); contents "
          + "such as \"number\", \"color\" or \"image\" are accepted beside it"
      ])
  }

  @Test("An intensity of something is no warning")
  func noWarning() throws {
    let loaded = try load(
      """
      "materials": { "m": { "diffuse": { "intensity": 0.5 }, "metalness": 1, "roughness": 0.25,
        "emission": { "color": [1, 0, 0], "intensity": 2 }, "specular": { "intensity": 0 } } },
      "nodes": [{ "geometry": { "box": {}, "materials": ["m"] }, "physics": {} }]
      """)
    #expect(loaded.warnings.isEmpty && loaded.simulationProblems().isEmpty)
    let material = try #require(loaded.scene.rootNode.childNodes[0].geometry?.materials.first)
    #expect(material.metalness.contents == .number(1))
    #expect(material.roughness.contents == .number(0.25))
  }

  @Test("A number for a slot is checked like its number")
  func scalar() throws {
    let scenes = try TemporaryScenes([
      "level.json": file(#""materials": { "m": { "metalness": -1, "roughness": "rough" } }"#)
    ])
    #expect(
      scenes.problems() == [
        "level.json:2:36: /materials/m/metalness: -1 is out of range; 0…1000 is accepted",
        "level.json:2:53: /materials/m/roughness: this is a string; a number, or an object with "
          + "\"color\", \"image\", \"number\", \"cube\" is accepted",
      ])
  }

  @Test("A point of view without a camera is a warning at its position")
  func pointOfView() throws {
    let loaded = try load(#""pointOfView": "/a", "nodes": [{ "name": "a" }]"#)
    #expect(
      loaded.warnings.map(\.description) == [
        "level.json:2:16: warning: /pointOfView: the node has no camera, so the whole scene is shown "
          + "from the front; a node with \"camera\" is accepted"
      ])
    #expect(
      try load(#""pointOfView": "/a", "nodes": [{ "name": "a", "camera": {} }]"#).warnings.isEmpty)
  }

  @Test("A body without a shape is a warning, and one that cannot be simulated an error")
  func bodies() throws {
    let loaded = try load(
      """
      "nodes": [{ "name": "a", "physics": {} },
        { "name": "b", "geometry": { "torus": {} }, "physics": { "shape": { "concavePolyhedron": {} } } },
        { "name": "c", "physics": {}, "nodes": [{ "geometry": { "box": {} } }] }]
      """)
    let found = loaded.simulationProblems()
    #expect(found.count == 2 && found.first?.level == .error, "\(found)")
    #expect(
      found.first?.description.hasPrefix(
        "level.json:3:58: /nodes/1/physics: /b: shape: planes, meshes")
        == true)
    #expect(
      found.last?.description.hasPrefix(
        "level.json:2:37: warning: /nodes/0/physics: the body has no shape") == true)
    // The scene itself is unchanged.
    #expect(loaded.scene.problems.isEmpty && loaded.scene.bodyProblems.isEmpty)
  }

  @Test("A sound without a file names the nearest sound")
  func sounds() throws {
    let loaded = try load(
      """
      "nodes": [{ "actions": [{ "repeatForever": { "action": { "playAudio": { "sound": "bmup" } } } },
        { "playAudio": { "sound": "roll" } }] }]
      """)
    #expect(
      loaded.missingSounds(known: ["bump", "roll"]).map(\.description) == [
        "level.json:2:82: warning: /nodes/0/actions/0/repeatForever/action/playAudio/sound: there is "
          + "no sound \"bmup\"; did you mean \"bump\"?"
      ])
    let file = try load(
      #""nodes": [{ "actions": [{ "playAudio": { "sound": "sounds/roll.wav" } }] }]"#)
    #expect(
      file.missingSounds(known: ["bump", "roll"]).first?.message
        == "there is no sound \"sounds/roll.wav\"; did you mean \"roll\"?")
  }

  @Test("A place or a rotation that is given twice is a warning at the one without effect")
  func doubledTransforms() throws {
    let text = #""nodes": [{ "eulerAnglesDegrees": [0, 9, 0], "orientation": [0, 1, 0, 0] }]"#
    #expect(
      try load(text).doubledTransforms().map(\.description) == [
        "level.json:2:35: warning: /nodes/0/eulerAnglesDegrees: eulerAnglesDegrees has no effect beside "
          + "\"orientation\"; one of them is accepted"
      ])
    let matrix = #""transform": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [2, 0, 0, 1]]"#
    let both = #""nodes": [{ "position": [1, 0, 0], "scale": [2, 2, 2], \#(matrix) }]"#
    #expect(try load(both).doubledTransforms().count == 2)
    let one = #""nodes": [{ "position": [1, 0, 0], "orientation": [0, 1, 0, 0] }, { \#(matrix) }]"#
    #expect(try load(one).doubledTransforms().isEmpty)
  }

  @Test("Roles of a scene without a game are warnings")
  func roles() throws {
    let text = #""nodes": [{ "role": { "pearl": {} } }]"#
    #expect(
      try load(text).idleRoles().map(\.description) == [
        "level.json:2:21: warning: /nodes/0/role: the role has no effect, because the scene names no "
          + "game; a scene with \"game\" is accepted"
      ])
    #expect(try load("\"game\": \"g\", " + text).idleRoles().isEmpty)
  }
}
