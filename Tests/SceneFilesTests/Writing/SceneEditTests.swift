import CaromDocuments
import CaromSceneFiles
import CaromSceneGraph
import Foundation
import Testing

/// Single values that are changed in the text of a scene file.
@Suite("Editing scene files")
struct SceneEditTests {
  private func edit(
    _ scenes: TemporaryScenes, _ property: String, of path: String?, to value: String
  ) throws -> SceneEdit {
    let file = try SceneReader(root: scenes.root, roles: testRoles).load("level.json")
    let node = try path.map { path in try #require(file.scene.rootNode.node(atPath: path)) }
    return try file.edit(property, of: node, to: JSON.parse(value))
  }

  private func text(_ edit: SceneEdit) -> String {
    String(decoding: edit.after.bytes, as: UTF8.self)
  }

  private let level = """
    { // head
      "format": "carom.scene/1",
      "physics": { "gravity": [0, -9.8, 0] },
      "materials": { "red": { "diffuse": { "color": [1, 0, 0] } } }, // shared
      "defaults": { "heavy": { "physics": { "mass": 9 } } },
      "nodes": [
        {
          "name": "ball",
          "class": "heavy",
          "geometry": { "sphere": { "radius": 0.5 }, "materials": ["red"] } /* no comma */
        },
        { "name": "wall", "scene": "wall.json" },
        { "name": "post", "geometry": { "box": {} }, "repeat": { "line": { "count": 3, "spacing": [1, 0, 0] } } },
        { "name": "empty" },
      ],
    }
    """
  private let wall = #"""
    { "format": "carom.scene/1", "nodes": [ { "name": "left", "opacity": 0.5 }, { "name": "right" } ] }
    """#

  private func makeScenes() throws -> TemporaryScenes {
    try TemporaryScenes(["level.json": level, "wall.json": wall])
  }

  @Test("a value is replaced, and nothing else of the text")
  func replacing() throws {
    let scenes = try makeScenes()
    let change = try edit(scenes, "geometry.sphere.radius", of: "ball", to: "0.75")
    #expect(text(change) == level.replacing("0.5 }, \"materials\"", with: "0.75 }, \"materials\""))
    #expect(change.path == "level.json")
    #expect(change.difference.count == 2 && change.difference[0].hasPrefix("10 - "))
    let gravity = try edit(scenes, "physics.gravity", of: nil, to: "[0,-3.7,0]")
    #expect(text(gravity) == level.replacing("[0, -9.8, 0]", with: "[0, -3.7, 0]"))
  }

  /// Symptom: a saved orientation stood beside the angles of the file, and angles that were saved
  /// later had no effect.
  ///
  /// Cause: the forms of a rotation are different keys, and only the one of the value was written.
  @Test("a rotation in another form is replaced, and a matrix is not changed in parts")
  func rotation() throws {
    let text = #"""
      { "format": "carom.scene/1", "nodes": [
        { "name": "a", "eulerAnglesDegrees": [0, 90, 0], "opacity": 0.5 },
        { "name": "b", "orientation": [0, 1, 0, 0] },
        { "name": "c", "transform": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [2, 0, 0, 1]] } ] }
      """#
    let scenes = try TemporaryScenes(["level.json": text])
    let turned = try edit(scenes, "orientation", of: "a", to: "[0,0,1,0]")
    #expect(
      self.text(turned)
        == text.replacing(
          #""eulerAnglesDegrees": [0, 90, 0]"#, with: #""orientation": [0, 0, 1, 0]"#))
    let angles = try edit(scenes, "eulerAnglesDegrees", of: "b", to: "[0,30,0]")
    #expect(
      self.text(angles)
        == text.replacing(
          #""orientation": [0, 1, 0, 0]"#, with: #""eulerAnglesDegrees": [0, 30, 0]"#))
    for property in ["position", "eulerAnglesDegrees", "scale"] {
      #expect { _ = try edit(scenes, property, of: "c", to: "[1,1,1]") } throws: {
        "\($0)".hasPrefix("level.json:4:") || "\($0)".contains(":4:")
      }
    }
  }

  @Test("a value of a class goes to the node's own keys, on a line like the others")
  func adding() throws {
    let change = try edit(try makeScenes(), "physics.mass", of: "ball", to: "4")
    #expect(
      text(change)
        == level.replacing(
          "[\"red\"] } /* no comma */",
          with: "[\"red\"] },\n      \"physics\": { \"mass\": 4 } /* no comma */"))
    let short = try edit(try makeScenes(), "opacity", of: "empty", to: "0.25")
    #expect(
      text(short)
        == level.replacing("\"empty\" }", with: "\"empty\", \"opacity\": 0.25 }"))
  }

  @Test("a shared material is changed in its table")
  func sharing() throws {
    let change = try edit(
      try makeScenes(), "geometry.materials.0.diffuse.color", of: "ball", to: "[0,1,0]")
    #expect(text(change) == level.replacing("\"color\": [1, 0, 0]", with: "\"color\": [0, 1, 0]"))
  }

  @Test("a node of another file gets an override, and the other file stays")
  func overrides() throws {
    let scenes = try makeScenes()
    let change = try edit(scenes, "opacity", of: "wall/left", to: "0.75")
    #expect(
      text(change)
        == level.replacing(
          "\"scene\": \"wall.json\" }",
          with: "\"scene\": \"wall.json\", \"overrides\": { \"left\": { \"opacity\": 0.75 } } }"))
    try scenes.write("level.json", change.after.bytes)
    let scene = try scenes.read()
    #expect(scene.rootNode.node(atPath: "wall/left")?.opacity == 0.75)
    // The second value goes into the same override.
    let second = try edit(scenes, "isHidden", of: "wall/left", to: "true")
    #expect(text(second).contains("{ \"left\": { \"opacity\": 0.75, \"isHidden\": true } }"))
  }

  @Test("copies, nodes of no file, wrong values and files that changed are refused with a place")
  func refusals() throws {
    let scenes = try makeScenes()
    func message(_ property: String, _ path: String, _ value: String) -> String {
      do {
        _ = try edit(scenes, property, of: path, to: value)
        return "no error"
      } catch { return "\(error)" }
    }
    #expect(message("opacity", "post-1", "0.5").contains("level.json:13:"))
    #expect(message("opacity", "ball", "7").contains("level.json"))
    #expect(message("opacitty", "ball", "0.5").contains("opacity"))
    #expect(message("geometry.sphere", "ball", "3") != "no error")
    #expect(message("opacity.x", "wall", "3") != "no error")
    let file = try SceneReader(root: scenes.root, roles: testRoles).load("level.json")
    let made = Node(name: "made")
    file.scene.rootNode.addChildNode(made)
    #expect(throws: Problem.self) { try file.edit("opacity", of: made, to: JSON.parse("1")) }
    // The scene was read before another program moved the node.
    let ball = try #require(file.scene.rootNode.node(atPath: "ball"))
    try scenes.write("level.json", self.file("\"nodes\": [ { \"name\": \"other\" } ]"))
    #expect(throws: Problem.self) { try file.edit("opacity", of: ball, to: JSON.parse("0.5")) }
  }

  /// A scene file with the given members.
  private func file(_ members: String) -> String { "{\"format\": \"carom.scene/1\",\n\(members)}" }
}
