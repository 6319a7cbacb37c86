import CaromDocuments
import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
import Testing

// Symptom: a chain of more than 31 bones could be imported, but not written.
// Cause: the nesting limit of 64 values applied to nodes, which take two levels each.
@Suite("Regression: deeply nested nodes")
struct DeepFilesTests {
  /// Nested nodes, with further members in the innermost one.
  private func chain(_ depth: Int, _ innermost: String = "\"opacity\": 0.5") -> String {
    let open = (0..<depth - 1).map {
      "{ \"name\": \"b\($0)\", \"position\": [0, 1, 0], \"nodes\": ["
    }
    return open.joined() + "{ \"name\": \"last\", \(innermost) }"
      + String(repeating: "] }", count: depth - 1)
  }

  @Test(
    "A chain of up to 256 nodes is read, written and read again", arguments: [32, 100, 256])
  func writes(_ depth: Int) throws {
    let scenes = try TemporaryScenes(["level.json": file("\"nodes\": [\(chain(depth))]")])
    let reader = SceneReader(root: scenes.root, roles: testRoles)
    let first = try reader.load("level.json")
    let text = try SceneWriter.text(of: first.scene, from: first)
    #expect(JSONFormatter.format(text, limits: SceneLimits().text) == text)
    try scenes.write("level.json", text)
    let second = try reader.load("level.json")
    #expect(try SceneWriter.text(of: second.scene, from: second) == text)
    #expect(second.scene.hash == first.scene.hash)
    let last = second.scene.rootNode.childNode(withName: "last")
    #expect(last?.opacity == 0.5 && last?.worldPosition.y == Float(depth - 1))
    for _ in 0..<3 { second.scene.step() }
  }

  @Test("A chain beyond the limit is rejected with its position, in one file or across files")
  func refuses() throws {
    let scenes = try TemporaryScenes([
      "level.json": file("\"nodes\": [\(chain(257))]"),
      "far.json": file("\"nodes\": [\(chain(5_000))]"),
      "outer.json": file("\"nodes\": [\(chain(200, "\"scene\": \"inner.json\""))]"),
      "inner.json": file("\"nodes\": [\(chain(58)), {}]"),
    ])
    let found = try #require(scenes.problems().first)
    #expect(found.contains("/nodes/0: \"nodes\" are nested deeper than 256; no deeper is accepted"))
    #expect(scenes.problems("far.json").count == 1)
    let over = try #require(scenes.problems("outer.json").first)
    #expect(over.contains("nodes are nested deeper than 256; no deeper is accepted"))
    #expect(scenes.problems("inner.json") == [])
  }

  @Test("The properties of a node have the nesting limit of other values")
  func values() throws {
    let deep = String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
    let scenes = try TemporaryScenes([
      "level.json": file("\"nodes\": [\(chain(40, "\"actions\": \(deep)"))]")
    ])
    #expect(scenes.problems().first?.contains("values are nested deeper than 64") == true)
  }
}
