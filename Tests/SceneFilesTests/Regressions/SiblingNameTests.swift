import CaromDocuments
import CaromSceneFiles
import Testing

/// Symptom: a node beside the node of a referenced file, or a child beside the children of one,
/// could have the same name, and paths found the other one.
///
/// Cause: names were compared with those in the same array only.
@Suite("Names of siblings from other files")
struct SiblingNameTests {
  private func warnings(_ nodes: String) throws -> [String] {
    let scenes = try TemporaryScenes([
      "level.json": file("\"nodes\": [\(nodes)]"),
      "part.json": file(#""nodes": [{ "name": "p", "nodes": [{ "name": "x" }] }]"#),
    ])
    return try SceneReader(root: scenes.root).load("level.json").warnings.map(\.description)
  }

  @Test("A name that a referenced file gives to a sibling is a warning")
  func inherited() throws {
    #expect(
      try warnings(#"{ "name": "q", "scene": "part.json", "nodes": [{ "name": "x" }] }"#) == [
        "level.json:2:68: warning: /nodes/0/nodes/0/name: a node of a referenced file beside it is "
          + "named \"x\" too, and a path finds that one; names unique among siblings are accepted"
      ])
    #expect(
      try warnings(#"{ "name": "p" }, { "scene": "part.json" }"#) == [
        "level.json:2:39: warning: /nodes/1/scene: the node of the file is named \"p\" like a "
          + "sibling, and a path finds the sibling; names unique among siblings are accepted"
      ])
    #expect(try warnings(#"{ "scene": "part.json" }, { "name": "p" }"#).count == 1)
  }

  @Test("Several uses of a file without names, and different names, are no warnings")
  func unnamed() throws {
    #expect(try warnings(#"{ "scene": "part.json" }, { "scene": "part.json" }"#).isEmpty)
    #expect(
      try warnings(
        #"{ "name": "a", "scene": "part.json", "nodes": [{ "name": "y" }] }, { "name": "p" }"#
      ).isEmpty)
  }

  @Test("An empty name is rejected with what is accepted")
  func emptyName() throws {
    let scenes = try TemporaryScenes(["level.json": file(#""nodes": [{ "name": "" }]"#)])
    #expect(
      scenes.problems() == [
        "level.json:2:21: /nodes/0/name: the name is empty; text, or no \"name\", is accepted"
      ])
  }
}
