import CaromSceneFiles
import CaromSceneGraph
import Testing

// Symptom: after a reload, a named material was written inline. Cause: a node that newly used an
// existing geometry or material received a second object with the same name, which made the name
// ambiguous.
@Suite("Regression: names after a reload")
struct ReloadedNamesTests {
  @Test("A node that newly uses a shared object receives the existing object")
  func sharing() throws {
    func level(_ a: String, _ b: String, _ red: String = "red") -> String {
      file(
        """
        "materials": { "red": {}, "blue": {} },
        "geometries": { "one": { "box": {}, "materials": ["\(red)"] },
          "two": { "sphere": {}, "materials": ["blue"] } },
        "nodes": [{ "name": "a", "geometry": "\(a)" }, { "name": "b", "geometry": "\(b)" },
          { "name": "c", "geometry": { "box": {}, "materials": ["red", "blue"] } }]
        """)
    }
    let scenes = try TemporaryScenes(["level.json": level("one", "two")])
    defer { withExtendedLifetime(scenes) {} }  // keeps the folder
    let live = try SceneReader(root: scenes.root, roles: testRoles).load("level.json")
    let reload = try SceneReload(live)
    let nodes = live.scene.rootNode.childNodes
    let (one, two) = (nodes[0].geometry, nodes[1].geometry)
    let (red, blue) = (nodes[2].geometry?.materials[0], nodes[2].geometry?.materials[1])
    try scenes.write("level.json", level("two", "one"))
    #expect(try reload.reload().changed == ["/a", "/b"])
    #expect(nodes[0].geometry === two && nodes[1].geometry === one)
    try scenes.write("level.json", level("one", "one", "blue"))
    _ = try reload.reload()
    #expect(nodes[0].geometry === one && nodes[1].geometry === one)
    #expect(one?.materials.first === blue)
    try scenes.write("level.json", level("one", "two"))
    _ = try reload.reload()
    #expect(nodes[0].geometry === one && one?.materials.first === red)
    #expect(nodes[1].geometry?.name == "two" && nodes[1].geometry?.materials.first === blue)
  }
}
