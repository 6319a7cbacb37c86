import CaromDocuments
import CaromSceneFiles
import CaromSceneGraph
import TestSupport
import Testing

/// Symptom: values that glTF's schema allows were refused, and text that is no JSON, colors of
/// lights above 1, skins without their joints and strides of images were accepted without a word.
///
/// Cause: ranges of materials and cameras, and the parser of scene files, which accepts comments.
@Suite("Regression: what glTF allows")
struct GLTFStrictnessTests {
  private func load(text: String) throws -> SceneFile {
    let scenes = try TemporaryScenes([:])
    try scenes.write("thing.gltf", text)
    return try SceneReader(root: scenes.root).load("thing.gltf")
  }

  /// A mesh of one triangle with a material.
  private func model(material: String) -> GLTFSample {
    var model = GLTFSample("\"materials\":[{\(material)}]", "\"nodes\":[{\"mesh\":0}]")
    let positions = model.floats([0, 0, 0, 1, 0, 0, 0, 1, 0])
    model.accessors[positions] =
      String(model.accessors[positions].dropLast())
      + ",\"min\":[0,0,0],\"max\":[1,1,0]}"
    model.members.append(
      "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":\(positions)},\"material\":0}]}]")
    return model
  }

  private func material(_ text: String) throws -> Material {
    let file = try SceneFilesTests.load(model(material: text))
    return try #require(file.scene.rootNode.childNodes.first?.geometry?.firstMaterial)
  }

  @Test("An emissive strength above 1,000 is accepted as it is")
  func emission() throws {
    let strength =
      "\"emissiveFactor\":[1,1,1],"
      + "\"extensions\":{\"KHR_materials_emissive_strength\":{\"emissiveStrength\":25000}}"
    #expect(try material(strength).emission.intensity == 25_000)
  }

  @Test("A negative scale of a normal map is accepted, and written to scene files")
  func normals() throws {
    var model = model(material: "\"normalTexture\":{\"index\":0,\"scale\":-0.5}")
    model.members += ["\"textures\":[{\"source\":0}]", "\"images\":[{\"uri\":\"n.png\"}]"]
    let scene = try SceneFilesTests.scene(of: model)
    #expect(scene.rootNode.childNodes.first?.geometry?.firstMaterial?.normal.intensity == -0.5)
    let text = try SceneWriter.text(of: scene)
    #expect(text.contains("\"intensity\": -0.5"), "\(text)")
  }

  @Test("A near plane below 0.1 mm is accepted at the nearest distance that a camera has")
  func nearPlane() throws {
    for (near, far) in [("1e-6", "10"), ("1e-30", "1e-5")] {
      let file = try load(
        text: GLTFSample(
          "\"cameras\":[{\"type\":\"perspective\",\"perspective\":{\"yfov\":1,\"znear\":\(near),"
            + "\"zfar\":\(far)}}]", "\"nodes\":[{\"camera\":0}]"
        ).text)
      let camera = try #require(file.scene.rootNode.childNodes.first?.camera)
      #expect(camera.zNear == 1e-4 && camera.zFar > camera.zNear)
      #expect(file.warnings.map(\.pointer) == ["/cameras/0/perspective/znear"])
    }
  }

  @Test("Comments and trailing commas leave a warning at their place")
  func syntax() throws {
    for (text, message) in [
      ("{ // a comment\n\"asset\":{\"version\":\"2.0\"}}", "thing.gltf:1:3: warning: a comment"),
      ("{ \"asset\":{\"version\":\"2.0\"} /* two */ }", "thing.gltf:1:29: warning: a comment"),
      ("{\n \"asset\":{\"version\":\"2.0\",}}", "thing.gltf:2:26: warning: a comma before"),
      (
        "{ \"asset\":{\"version\":\"2.0\"},\n\"nodes\":[{},\n] }",
        "thing.gltf:2:12: warning: a comma before"
      ),
    ] {
      let found = try load(text: text).warnings.map(\.description)
      #expect(found.count == 1 && found[0].hasPrefix(message), "\(found)")
      #expect(found.allSatisfy { $0.contains("JSON does not have") }, "\(found)")
    }
    #expect(try load(text: "{ \"asset\": { \"version\": \"2.0\" } }\n").warnings.isEmpty)
  }

  @Test("In scene files, comments and trailing commas are no warnings")
  func scenes() throws {
    let scenes = try TemporaryScenes(["level.json": file("\"nodes\": [], // none\n")])
    #expect(try SceneReader(root: scenes.root).load("level.json").warnings.isEmpty)
  }

  @Test("The color of a light above 1 leaves a warning, and its excess is intensity")
  func lights() throws {
    let light =
      "\"extensions\":{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"point\",\"color\":[2,1,0]}]}}"
    let node = "\"nodes\":[{\"extensions\":{\"KHR_lights_punctual\":{\"light\":0}}}]"
    let found = try load(
      text: GLTFSample("\"extensionsUsed\":[\"KHR_lights_punctual\"]", light, node).text
    ).warnings
    #expect(found.map(\.pointer) == ["/extensions/KHR_lights_punctual/lights/0/color"])
    #expect(found.first?.message.contains("0 to 1") == true)
  }

  @Test("A skinned node whose joints are not in its scene leaves a warning")
  func joints() throws {
    var model = GLTFSample(
      "\"scenes\":[{\"nodes\":[0]}]", "\"nodes\":[{\"mesh\":0,\"skin\":0},{\"name\":\"bone\"}]",
      "\"skins\":[{\"joints\":[1]}]")
    let positions = model.floats([0, 0, 0, 1, 0, 0, 0, 1, 0])
    let joints = model.accessor(
      view: model.view([UInt8](repeating: 0, count: 12)), "VEC4", 5121, count: 3)
    let weights = model.floats([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], "VEC4")
    model.members.append(
      "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":\(positions),\"JOINTS_0\":\(joints),"
        + "\"WEIGHTS_0\":\(weights)}}]}]")
    let found = try load(text: model.text).warnings
    #expect(
      found.contains {
        $0.pointer == "/nodes/0/skin" && $0.message.contains("joint 1 is not in the scene")
      }, "\(found)")
  }

  @Test("A stride of the buffer view of an image leaves a warning")
  func stride() throws {
    var model = GLTFSample("\"images\":[{\"bufferView\":0,\"mimeType\":\"image/png\"}]")
    model.view([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], stride: 4)
    let found = try load(text: model.text).warnings
    #expect(
      found.contains { $0.pointer == "/images/0/bufferView" && $0.message.contains("stride") },
      "\(found)")
  }
}
