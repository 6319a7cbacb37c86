import CaromDocuments
import CaromSceneFiles
import CaromSceneGraph
import TestSupport
import Testing

/// Symptom: warnings and errors about the bodies of a model began with the file only, without line,
/// column and pointer.
///
/// Cause: models do not keep their text, and only nodes of scene files had a position.
@Suite("Regression: positions of bodies in models")
struct ModelBodyPositionTests {
  private static let node =
    "{\"name\":\"x\",\"scale\":[0,0,0],\"extensions\":{\"KHR_physics_rigid_bodies\":{\"motion\":{},"
    + "\"collider\":{\"geometry\":{\"shape\":0}}}}}"
  private static let model = GLTFSample(
    "\"extensions\":{\"KHR_implicit_shapes\":{\"shapes\":[{\"type\":\"sphere\"}]}}",
    "\"nodes\":[{\"children\":[1]},\(node)]")

  @Test("A body without a shape is at its node in the model, alone and as a part of a scene")
  func shapeless() throws {
    let scene = file("\"nodes\": [{ \"name\": \"a\", \"scene\": \"thing.gltf\" }]")
    let scenes = try TemporaryScenes(["level.json": scene])
    try scenes.write("thing.gltf", Self.model.text)
    for path in ["thing.gltf", "level.json"] {
      let found = try SceneReader(root: scenes.root).load(path).simulationProblems()
      try #require(found.count == 1, "\(found)")
      #expect(found[0].source?.name == "thing.gltf")
      #expect(found[0].pointer == "/nodes/1/extensions/KHR_physics_rigid_bodies")
      #expect(found[0].message.hasPrefix("the body has no shape"))
    }
  }

  @Test("An override of a model's node is preferred where it gives the body")
  func overridden() throws {
    let scene = file(
      "\"nodes\": [{ \"name\": \"a\", \"scene\": \"thing.gltf\", "
        + "\"overrides\": { \"node/x\": { \"physics\": { \"mass\": 2 } } } }]")
    let named = GLTFSample(
      Self.model.members[0], "\"nodes\":[{\"name\":\"node\",\"children\":[1]},\(Self.node)]")
    let scenes = try TemporaryScenes(["level.json": scene])
    try scenes.write("thing.gltf", named.text)
    let found = try SceneReader(root: scenes.root).load("level.json").simulationProblems()
    #expect(found.map { $0.source?.name } == ["level.json"], "\(found)")
  }
}
