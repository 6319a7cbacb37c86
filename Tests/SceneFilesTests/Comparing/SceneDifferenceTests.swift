import CaromDocuments
import CaromSceneFiles
import CaromSceneGraph
import Testing

@Suite("Scene difference")
struct SceneDifferenceTests {
  private func difference(_ a: String, _ b: String, part: String = "{}") throws -> SceneDifference {
    let scenes = try TemporaryScenes(["a.json": file(a), "b.json": file(b), "part.json": part])
    return SceneDifference(try scenes.read("a.json"), try scenes.read("b.json"))
  }

  @Test("Ignores layout, key order, classes and references")
  func sameInTheEnd() throws {
    let same = try difference(
      """
      "defaults": { "c": { "opacity": 0.5 } },
      "nodes": [{ "name": "a", "class": "c", "position": [1, 2, 3] }, { "name": "p", "scene": "part.json" }]
      """,
      """
      "nodes": [ // the same
        { "position": [1.0, 2e0, 3], "opacity": 0.50, "name": "a" }, { "name": "p", "isHidden": true }]
      """, part: file("\"nodes\": [{ \"name\": \"x\", \"isHidden\": true }]"))
    #expect(same.changes == [])
    #expect(same.text == "" && same.json == #"{"isEqual":true,"changes":[]}"#)
  }

  @Test("Reports differences inside of roles by dotted path, and sees overrides")
  func roles() throws {
    let part = file("\"nodes\": [{ \"name\": \"x\", \"role\": { \"pearl\": { \"life\": 0.5 } } }]")
    func level(_ life: String) -> String {
      "\"nodes\": [{ \"name\": \"p\", \"scene\": \"part.json\", "
        + "\"overrides\": { \".\": { \"role\": { \"pearl\": { \(life) } } } } }]"
    }
    let changed = try difference(level(""), level("\"life\": 0.75"), part: part)
    #expect(changed.text == "/p role.pearl.life: 0.5 → 0.75\n")
    let scenes = try TemporaryScenes(["level.json": file(level("\"lief\": 1")), "part.json": part])
    #expect(
      scenes.problems().first?.hasSuffix(
        "/nodes/0/overrides/./role/pearl/lief: unknown key \"lief\"; did you mean \"life\"?")
        == true)
  }

  @Test("Reports changed properties, materials and order, and added, removed and moved nodes")
  func everyKind() throws {
    let changed = try difference(
      """
      "physics": { "speed": 2 }, "materials": { "red": { "shininess": 3 } },
      "nodes": [
        { "name": "ball", "physics": { "mass": 2 }, "geometry": { "box": {}, "materials": ["red"] } },
        { "name": "gone" }, { "name": "box", "nodes": [{ "name": "key", "opacity": 0.5 }] },
        { "name": "x" }, { "name": "y" } ]
      """,
      """
      "materials": { "red": { "shininess": 4 } },
      "nodes": [
        { "name": "ball", "physics": {}, "position": [1, 0, 0],
          "geometry": { "box": {}, "materials": ["red"] } },
        { "name": "box", "nodes": [{ "name": "new" }] },
        { "name": "y" }, { "name": "x" }, { "name": "key" } ]
      """)
    #expect(
      changed.text == """
        / physics: {"speed":2} → default
        / materials.red.shininess: 3 → 4
        / nodes: "ball, box, x, y" → "ball, box, y, x"
        /ball physics.mass: 2 → default
        /ball position: default → [1,0,0]
        moved /box/key → /key
        /key opacity: 0.5 → default
        removed /gone
        added /box/new

        """)
    let json = try JSON.parse(changed.json)
    #expect(json["isEqual"]?.bool == false)
    #expect(json["changes"]?.elements?.count == 9)
    #expect(json["changes"]?[0]?["kind"]?.string == "changed")
    #expect(json["changes"]?[0]?["new"]?.isNull == true)
  }

  @Test("A scene equals itself; a random change is reported")
  func random() throws {
    var random = RandomScenes(seed: 5)
    for _ in 0..<40 {
      let scene = random.scene()
      #expect(SceneDifference(scene, scene).changes == [])
      let before = scene.hash
      let text = try SceneWriter.text(of: scene)
      random.change(scene, moves: true)
      let scenes = try TemporaryScenes([:])
      let old = try SceneReader(root: scenes.root, roles: testRoles).load(text, at: "a.json").scene
      if scene.hash == before { continue }
      let same = try SceneWriter.text(of: scene) == text
      #expect(SceneDifference(old, scene).changes.isEmpty == same)
    }
  }
}
