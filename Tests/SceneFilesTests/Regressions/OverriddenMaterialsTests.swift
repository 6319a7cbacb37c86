import CaromDocuments
import CaromSceneFiles
import CaromSceneGraph
import TestSupport
import Testing

// Symptom: `overrides` with other materials on a node of a model, or of a part whose geometry is
// named, turned the node into a box of 1 m. Cause: only an inline geometry of JSON was merged with;
// any other was replaced by a new one, which is a box.
@Suite("Regression: overridden materials")
struct OverriddenMaterialsTests {
  private let part = file(
    """
    "materials": { "red": { "diffuse": { "color": [1, 0, 0] } }, "plain": {} },
    "geometries": { "ball": { "sphere": { "radius": 2 }, "materials": ["red"] } },
    "nodes": [{ "name": "a", "geometry": "ball" }, { "name": "b", "geometry": "ball" },
              { "name": "c", "geometry": { "box": { "width": 3 }, "materials": ["red", "plain"] } }]
    """)

  /// A model with two meshes, whose materials are named Paint and Glass.
  private static var model: GLTFSample {
    var sample = GLTFSample(
      "\"nodes\":[{\"name\":\"body\",\"mesh\":0,\"children\":[1,2]},{\"name\":\"arm\",\"mesh\":0},"
        + "{\"name\":\"window\",\"mesh\":1}]",
      "\"scenes\":[{\"nodes\":[0]}]",
      "\"materials\":[{\"name\":\"Paint\",\"pbrMetallicRoughness\":{\"roughnessFactor\":0.75}},"
        + "{\"name\":\"Glass\"}]",
      "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"material\":0}]},"
        + "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"material\":1}]}]")
    sample.floats([0, 0, 0, 1, 0, 0, 0, 1, 0])
    return sample
  }

  private func scenes(_ members: String) throws -> TemporaryScenes {
    let scenes = try TemporaryScenes(["level.json": file(members), "part.json": part])
    try scenes.write("truck.glb", Self.model.binary)
    return scenes
  }

  private func geometry(_ scene: Scene, _ path: String) throws -> Geometry {
    try #require(scene.rootNode.node(atPath: path)?.geometry, "\(path)")
  }

  @Test(
    "Other materials for a part with a named geometry keep its shape, and the other nodes theirs")
  func named() throws {
    let scene = try scenes(
      """
      "nodes": [{ "name": "p", "scene": "part.json",
        "overrides": { "a": { "geometry": { "materials": [{ "shininess": 9 }] } } } }]
      """
    ).read()
    let (a, b) = (try geometry(scene, "p/a"), try geometry(scene, "p/b"))
    #expect(a.primitive == .sphere(Sphere(radius: 2)) && a.materials.map(\.shininess) == [9])
    #expect(b.primitive == a.primitive && b.materials.map(\.name) == ["red"] && a !== b)
  }

  @Test("Only the key of a shape replaces the shape, and it keeps the materials")
  func shape() throws {
    let scene = try scenes(
      """
      "nodes": [{ "name": "p", "scene": "part.json", "overrides": {
        "a": { "geometry": { "capsule": {} } },
        "b": { "geometry": { "sphere": { "segmentCount": 6 } } },
        "c": { "geometry": { "materials": null } } } }]
      """
    ).read()
    let (a, b) = (try geometry(scene, "p/a"), try geometry(scene, "p/b"))
    #expect(a.primitive == .capsule(Capsule()) && a.materials.map(\.name) == ["red"])
    var sphere = Sphere(radius: 2)
    sphere.segmentCount = 6
    #expect(b.primitive == .sphere(sphere))
    let c = try geometry(scene, "p/c")
    #expect(c.primitive == .box(Box(width: 3, height: 1, length: 1)) && c.materials.isEmpty)
  }

  @Test("A class with a named geometry merges with the node's own materials")
  func classes() throws {
    let scene = try scenes(
      """
      "geometries": { "ball": { "sphere": { "radius": 2 } } },
      "defaults": { "round": { "geometry": "ball" } },
      "nodes": [{ "name": "a", "class": "round", "geometry": { "materials": [{}] } },
                { "name": "b", "class": "round" }]
      """
    ).read()
    let (a, b) = (try geometry(scene, "a"), try geometry(scene, "b"))
    #expect(a.primitive == .sphere(Sphere(radius: 2)) && a.materials.count == 1)
    #expect(b.name == "ball" && b.materials.isEmpty)
  }

  @Test("Other materials for a node of a model keep its mesh")
  func model() throws {
    let scene = try scenes(
      """
      "nodes": [{ "name": "t", "scene": "truck.glb",
        "overrides": { "body/arm": { "geometry": { "materials": [{ "shininess": 9 }] } } } }]
      """
    ).read()
    let (arm, body) = (try geometry(scene, "t/body/arm"), try geometry(scene, "t/body"))
    #expect(arm.primitive == body.primitive && arm.materials.map(\.shininess) == [9])
    #expect(body.materials.map(\.name) == ["Paint"])
  }

  @Test("A reference recolors the materials of a model and of a part by their names")
  func byName() throws {
    let paint = #"{ "Paint": { "diffuse": { "color": [0, 0, 1] } } }"#
    let scenes = try scenes(
      """
      "nodes": [
        { "name": "t", "scene": "truck.glb", "materials": \(paint) },
        { "name": "u", "scene": "truck.glb" },
        { "name": "p", "scene": "part.json", "materials": { "red": { "shininess": 7 } } }]
      """)
    let scene = try scenes.read()
    let blue = MaterialProperty(color: Color(0, 0, 1))
    for path in ["t/body", "t/body/arm"] {
      let material = try #require(geometry(scene, path).materials.first)
      #expect(material.name == "Paint" && material.diffuse == blue)
      #expect(material.roughness.contents == .number(0.75))
    }
    #expect(try geometry(scene, "t/body/window").materials.first?.diffuse != blue)
    #expect(try geometry(scene, "u/body").materials.first?.diffuse != blue)
    #expect(try geometry(scene, "p/c").materials.map(\.shininess) == [7, 1])

    // The reference is written with its changes, and reads back as the same scene.
    let loaded = try SceneReader(root: scenes.root).load("level.json")
    let text = try SceneWriter.text(of: loaded.scene, from: loaded)
    #expect(text.contains("\"Paint\"") && !text.contains("overrides"), "\(text)")
    try scenes.write("level.json", text)
    #expect(SceneDifference(scene, try scenes.read()).changes.isEmpty)
  }

  @Test("Overridden materials are written as an override and read back")
  func writing() throws {
    let scenes = try scenes(#""nodes": [{ "name": "p", "scene": "part.json" }]"#)
    let loaded = try SceneReader(root: scenes.root).load("level.json")
    let own = try geometry(loaded.scene, "p/a").copy()
    own.materials = [Material(diffuse: Color(0, 1, 0))]
    loaded.scene.rootNode.node(atPath: "p/a")?.geometry = own
    let text = try SceneWriter.text(of: loaded.scene, from: loaded)
    #expect(!text.contains("sphere"), "\(text)")
    try scenes.write("level.json", text)
    let again = try scenes.read()
    #expect(SceneDifference(loaded.scene, again).changes.isEmpty)
    #expect(try geometry(again, "p/a").primitive == .sphere(Sphere(radius: 2)))
  }

  @Test("Other materials for a node without a geometry are refused with the nodes that have one")
  func noGeometry() throws {
    let scenes = try scenes(
      """
      "nodes": [{ "scene": "truck.glb", "geometry": { "materials": [] } },
        { "scene": "part.json", "overrides": { ".": { "geometry": { "materials": [] } } } },
        { "scene": "part.json", "geometry": { "box": {}, "materials": [] } }]
      """)
    let message = ": the node has no geometry that could change; the key of a shape such as \"box\""
    #expect(
      scenes.problems() == [
        "level.json:2:47: /nodes/0/geometry\(message), or overrides of body, body/arm, body/window "
          + "is accepted",
        "level.json:3:61: /nodes/1/overrides/./geometry\(message), or overrides of a, b, c is "
          + "accepted",
      ])
  }

  @Test("Unknown materials are reported with the names that the file has")
  func unknown() throws {
    let scenes = try scenes(
      """
      "nodes": [{ "scene": "truck.glb", "materials": { "Pant": {} } },
                { "scene": "truck.glb", "materials": { "Paint": { "difuse": {} } } },
                { "materials": {} }]
      """)
    #expect(
      scenes.problems() == [
        "level.json:2:50: /nodes/0/materials/Pant: the file has no material \"Pant\"; did you mean "
          + "\"Paint\"?",
        "level.json:3:61: /nodes/1/materials/Paint/difuse: unknown key \"difuse\"; did you mean "
          + "\"diffuse\"?",
        "level.json:4:26: /nodes/2/materials: there is no file whose materials could change; a node "
          + "with \"scene\" is accepted, and the materials of a geometry belong in \"geometry\"",
      ])
  }
}
