import CaromDocuments
import CaromImages
import CaromSceneFiles
import CaromSceneGraph
import TestSupport
import Testing

/// What a file can contain beside what is supported: it is accepted, with a warning at its place.
@Suite("Optional parts of glTF")
struct GLTFOptionalTests {
  // Symptom: a file with one channel of KHR_animation_pointer was refused.
  @Test("Channels of KHR_animation_pointer are ignored with a warning, others of them play")
  func pointers() throws {
    var sample = GLTFSample()
    let times = sample.floats([0, 1], "SCALAR")
    let moves = sample.floats([0, 0, 0, 1, 0, 0])
    sample.members = [
      """
      "extensionsUsed": ["KHR_animation_pointer"], "nodes": [{ "name": "a" }],
      "animations": [{ "samplers": [{ "input": \(times), "output": \(moves) }], "channels": [
        { "sampler": 0, "target": { "path": "pointer", "extensions": {
          "KHR_animation_pointer": { "pointer": "/materials/0/emissiveFactor" } } } },
        { "sampler": 0, "target": { "node": 0, "path": "translation" } }] }]
      """
    ]
    let file = try load(sample)
    let warnings = file.warnings.map { $0.description.drop { $0 != "/" } }
    #expect(
      warnings.contains(
        "/animations/0/channels/0/target: the channel animates \"pointer\" by an extension; it is "
          + "ignored"))
    #expect(
      warnings.contains(
        "/extensionsUsed/0: the extension \"KHR_animation_pointer\" is not supported; its "
          + "content is ignored"))
    for _ in 0..<30 { file.scene.step() }
    let node = try #require(file.scene.rootNode.node(atPath: "/a"))
    #expect(abs(node.presentation.position.x - 0.5) < 0.02)
  }

  // Symptom: a file with a WebP image beside its PNG fallback was refused.
  @Test("A texture with a WebP image and a PNG fallback shows the fallback")
  func webP() throws {
    var sample = GLTFSample()
    let png = sample.view(
      try Image(width: 2, height: 2, filledWith: .init(200, 100, 50)).encodedPNG())
    let webP = sample.view(Array("RIFF\u{4}\0\0\0WEBP".utf8))
    let images =
      "\"extensionsUsed\":[\"EXT_texture_webp\"],"
      + "\"images\":[{\"bufferView\":\(png),\"mimeType\":\"image/png\"},"
      + "{\"bufferView\":\(webP),\"mimeType\":\"image/webp\"}],"
    let positions = sample.triangle()
    sample.mesh("\"POSITION\":\(positions)", "\"material\":0")
    let material = "\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}}}]"
    let both = "\"extensions\":{\"EXT_texture_webp\":{\"source\":1}}"
    func image(_ texture: String) throws -> (name: String?, warnings: [String]) {
      var model = sample
      model.members.append(images + material + ",\"textures\":[{\(texture)}]")
      let file = try load(model)
      let thing = file.scene.rootNode.node(atPath: "/thing")
      return (
        thing?.geometry?.materials.first?.diffuse.image, file.warnings.map(\.description)
      )
    }
    let fallback = try image("\"source\":0,\(both)")
    #expect(fallback.name == "thing.glb#image/0")
    #expect(!fallback.warnings.contains { $0.contains("/textures") })
    let alone = try image(both)
    #expect(alone.name == nil)
    #expect(alone.warnings.contains { $0.contains("/textures/0: the texture has no \"source\"") })
    let direct = try image("\"source\":1")
    #expect(direct.name == nil)
    #expect(direct.warnings.contains { $0.contains("/textures/0: image 1 is image/webp") })
  }

  // Symptom: "the header says 1234 bytes, but the file has 1235".
  @Test("Bytes after the end of a binary file are ignored with a warning", arguments: [1, 4, 9])
  func trailing(count: Int) throws {
    let scenes = try TemporaryScenes([:])
    let bytes = GLTFSample("\"nodes\":[{\"name\":\"a\"}]").binary
    try scenes.write("thing.glb", bytes + Array(repeating: 10, count: count))
    let file = try SceneReader(root: scenes.root).load("thing.glb")
    #expect(file.scene.nodeCount == 1)
    #expect(
      file.warnings.map(\.description) == [
        "thing.glb:byte \(bytes.count): warning: \(count) bytes follow the end of the file; they are "
          + "ignored"
      ])
  }

  @Test("A texture that uses missing texture coordinates leaves a warning")
  func missingTexcoords() throws {
    var sample = GLTFSample()
    let positions = sample.triangle()
    let places = sample.floats([0, 0, 1, 0, 0, 1], "VEC2")
    let png = sample.view(
      try Image(width: 2, height: 2, filledWith: .init(200, 100, 50)).encodedPNG())
    sample.mesh("\"POSITION\":\(positions),\"TEXCOORD_0\":\(places)", "\"material\":0")
    func warnings(_ set: Int) throws -> [String] {
      var model = sample
      model.members.append(
        "\"images\":[{\"bufferView\":\(png),\"mimeType\":\"image/png\"}],\"textures\":[{\"source\":0}],"
          + "\"materials\":[{\"emissiveTexture\":{\"index\":0,\"texCoord\":\(set)}}]")
      return try SceneFilesTests.warnings(of: model).filter {
        $0.contains("TEXCOORD") || $0.contains("set")
      }
    }
    #expect(try warnings(0).isEmpty)
    let missing = try warnings(1)
    #expect(missing.count == 1)
    #expect(
      missing.first?.contains(
        "/meshes/0/primitives/0: material 0 uses TEXCOORD_1, which the primitive does not have")
        == true)
    #expect(try warnings(2).first?.contains("sets 0 and 1 are supported") == true)
  }

  @Test("A default scene that does not exist leaves a warning, and the first scene is used")
  func sceneOutOfRange() throws {
    let file = try load(
      GLTFSample("\"nodes\":[{\"name\":\"a\"}],\"scenes\":[{\"nodes\":[0]}],\"scene\":3"))
    #expect(file.scene.rootNode.childNodes.map(\.name) == ["a"])
    #expect(
      file.warnings.map { $0.description.drop { $0 != "/" } } == [
        "/scene: there is no scene 3; the first scene is used"
      ])
  }

  @Test("Two channels on one target leave a warning")
  func dropped() throws {
    var sample = GLTFSample("\"nodes\":[{}]")
    let times = sample.floats([0, 1], "SCALAR")
    let moves = sample.floats([0, 0, 0, 1, 0, 0])
    let channel = "{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}"
    sample.members.append(
      "\"animations\":[{\"samplers\":[{\"input\":\(times),\"output\":\(moves)}],"
        + "\"channels\":[\(channel),\(channel)]}]")
    #expect(
      try warnings(of: sample).contains {
        $0.hasSuffix(
          "/animations/0/channels/1: two channels have this target; the later one is used")
      })
  }
}
