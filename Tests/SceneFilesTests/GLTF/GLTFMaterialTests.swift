import CaromImages
import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
import TestSupport
import Testing

@Suite("glTF materials")
struct GLTFMaterialTests {
  /// The material of a triangle; images are embedded.
  private func material(_ json: String, _ more: String = "") throws -> Material {
    var sample = GLTFSample()
    sample.triangle()
    let picture = sample.view(
      try Image(width: 1, height: 1, filledWith: .init(1, 2, 3)).encodedPNG())
    sample.members += [
      "\"images\":[{\"bufferView\":\(picture),\"mimeType\":\"image/png\"}]",
      "\"textures\":[{\"source\":0},{\"source\":0,\"sampler\":0}]",
      "\"samplers\":[{\"magFilter\":9728,\"minFilter\":9986,\"wrapS\":33071,\"wrapT\":33648}]",
      "\"materials\":[{\(json)}]",
    ]
    if !more.isEmpty { sample.members.append(more) }
    sample.mesh("\"POSITION\":0", "\"material\":0")
    return try #require(try scene(of: sample).rootNode.childNodes.first?.geometry?.materials.first)
  }

  @Test(
    "Omitted properties have glTF's defaults: white, metallic, rough, opaque, single-sided (3.9.2)")
  func defaults() throws {
    let material = try material("\"name\":\"plain\"")
    #expect(material.name == "plain" && material.lightingModel == .physicallyBased)
    #expect(material.diffuse.color == .white && material.blendMode == .replace)
    #expect(material.metalness.contents == .number(1) && material.roughness.contents == .number(1))
    #expect(!material.isDoubleSided && material.emission.color == .black)
    var sample = GLTFSample()
    sample.triangle()
    sample.mesh("\"POSITION\":0")
    let standard = try scene(of: sample).rootNode.childNodes.first?.geometry?.materials.first
    #expect(standard?.metalness.contents == .number(1) && standard?.name == "")
  }

  @Test("Factors are linear colors, and become tints if there is a texture (3.9.2)")
  func factors() throws {
    let plain = try material(
      "\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,0.5,0,1],\"metallicFactor\":0.25,\"roughnessFactor\":0.75}"
    )
    #expect(abs(plain.diffuse.color.linear.y - 0.5) < 1e-5 && plain.diffuse.color.blue == 0)
    #expect(plain.metalness.contents == .number(0.25) && plain.roughness.contents == .number(0.75))
    let pictured = try material(
      """
      "pbrMetallicRoughness": { "baseColorFactor": [1, 0.5, 0, 1], "baseColorTexture": { "index": 1 },
        "metallicFactor": 0.25, "metallicRoughnessTexture": { "index": 0 } },
      "occlusionTexture": { "index": 0, "strength": 0.5 }, "normalTexture": { "index": 0, "scale": 2 },
      "emissiveFactor": [0, 1, 0], "emissiveTexture": { "index": 0, "texCoord": 1 }, "doubleSided": true,
      "extensions": { "KHR_materials_emissive_strength": { "emissiveStrength": 5 } }
      """)
    #expect(pictured.diffuse.image == "thing.glb#image/0" && pictured.diffuse.wrapS == .clamp)
    #expect(pictured.diffuse.wrapT == .mirror && pictured.diffuse.magnificationFilter == .nearest)
    #expect(
      pictured.diffuse.minificationFilter == .nearest && pictured.diffuse.mipFilter == .linear)
    #expect(abs(pictured.diffuse.tint.linear.y - 0.5) < 1e-5)
    #expect(
      pictured.metalness.textureComponents == .blue
        && pictured.roughness.textureComponents == .green)
    #expect(
      abs(pictured.metalness.tint.linear.x - 0.25) < 1e-5 && pictured.roughness.tint == .white)
    #expect(pictured.metalness.wrapS == .repeat)
    #expect(
      pictured.ambientOcclusion.textureComponents == .red
        && pictured.ambientOcclusion.intensity == 0.5)
    #expect(pictured.normal.intensity == 2 && pictured.isDoubleSided)
    #expect(pictured.emission.tint == Color(0, 1, 0) && pictured.emission.intensity == 5)
    #expect(pictured.emission.mappingChannel == 1 && pictured.diffuse.mappingChannel == 0)
  }

  @Test("Unlit surfaces show their color independent of lights (KHR_materials_unlit)")
  func unlit() throws {
    let material = try material(
      "\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,0,0,1]},\"extensions\":{\"KHR_materials_unlit\":{}}"
    )
    #expect(material.lightingModel == .constant && material.diffuse.color == Color(1, 0, 0))
    #expect(!material.locksAmbientWithDiffuse && material.ambient.color == .black)
    // Symptom: an unlit material that also declares an emission was brighter than its base color.
    let emitting = try self.material(
      "\"emissiveFactor\":[0,1,0],\"extensions\":{\"KHR_materials_unlit\":{}}")
    #expect(emitting.emission.color == .black)
  }

  @Test("Alpha is used according to the alpha mode (3.9.4)")
  func alpha() throws {
    let half = "\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,1,1,0.5]}"
    let opaque = try material(half)
    #expect(opaque.blendMode == .replace && opaque.transparency == 1)
    let blend = try material(half + ",\"alphaMode\":\"BLEND\"")
    #expect(blend.blendMode == .alpha && blend.transparency == 0.5 && !blend.writesToDepthBuffer)
    let mask = try material(half + ",\"alphaMode\":\"MASK\"")
    #expect(mask.transparency == 0.5 && mask.alphaCutoff == 0.5)
    #expect(try material(half + ",\"alphaMode\":\"MASK\",\"alphaCutoff\":0.75").alphaCutoff == 0.75)
    #expect(try material(half + ",\"alphaMode\":\"MASK\",\"alphaCutoff\":7").transparency == 0)
    #expect(try material(half + ",\"alphaMode\":\"MASK\",\"alphaCutoff\":0").blendMode == .replace)
  }

  @Test(
    "Texture transforms are read, with their own texture coordinate set (KHR_texture_transform)")
  func transform() throws {
    let material = try material(
      """
      "pbrMetallicRoughness": { "baseColorTexture": { "index": 0, "extensions": { "KHR_texture_transform": {
        "offset": [0.5, 0.25], "rotation": 0.5, "scale": [2, -3], "texCoord": 1 } } } }
      """)
    #expect(material.diffuse.mappingChannel == 1)
    #expect(
      material.diffuse.contentsTransform
        == TextureTransform(offset: Vector2(0.5, 0.25), rotation: 0.5, scale: Vector2(2, -3)))
  }

  @Test("An embedded image is read by its name, and an external image by its path")
  func pictures() throws {
    let png = try Image(width: 3, height: 2, filledWith: .init(9, 8, 7)).encodedPNG()
    var sample = GLTFSample()
    let view = sample.view(png)
    sample.members = [
      "\"nodes\":[{\"name\":\"thing\",\"mesh\":0}]",
      "\"images\":[{\"uri\":\"../pictures/a%20b.png\"},{\"bufferView\":\(view),\"mimeType\":\"image/png\"},"
        + "{\"uri\":\"data:image/png;base64,\(GLTFSample.base64(png))\"}]",
      "\"textures\":[{\"source\":0},{\"source\":1},{\"source\":2}]",
      "\"materials\":[{\"normalTexture\":{\"index\":0},\"emissiveTexture\":{\"index\":1},"
        + "\"occlusionTexture\":{\"index\":2}}]",
    ]
    sample.triangle()
    sample.members.append(
      "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"material\":0}]}]")
    let scenes = try TemporaryScenes([:])
    try scenes.write("models/thing.glb", sample.binary)
    let file = try SceneReader(root: scenes.root).load("models/thing.glb")
    let material = try #require(file.scene.rootNode.childNodes.first?.geometry?.materials.first)
    #expect(material.normal.image == "pictures/a b.png")
    #expect(file.files == ["models/thing.glb", "pictures/a b.png"])
    for name in [material.emission.image, material.ambientOcclusion.image] {
      let name = try #require(name)
      #expect(GLTFEmbeddedImage.file(of: name) == "models/thing.glb")
      let bytes = try GLTFEmbeddedImage.bytes(named: name, in: scenes.root)
      #expect(try Image(decoding: bytes).width == 3)
    }
    #expect(throws: (any Error).self) {
      try GLTFEmbeddedImage.bytes(named: "models/thing.glb#image/9", in: scenes.root)
    }
    #expect(throws: (any Error).self) {
      try GLTFEmbeddedImage.bytes(named: "../thing.glb#image/0", in: scenes.root)
    }
    #expect(GLTFEmbeddedImage.file(of: "brick#2.png") == nil)
  }

  @Test("A reload reports changed images of a model and applies its other changes")
  func reload() throws {
    func model(_ red: UInt8, _ x: Float) throws -> [UInt8] {
      var sample = GLTFSample("\"nodes\":[{\"name\":\"thing\",\"translation\":[\(x),0,0]}]")
      let view = sample.view(
        try Image(width: 1, height: 1, filledWith: .init(red, 0, 0)).encodedPNG())
      sample.members.append("\"images\":[{\"bufferView\":\(view),\"mimeType\":\"image/png\"}]")
      return sample.binary
    }
    let scenes = try TemporaryScenes([
      "level.json": file("\"nodes\":[{\"name\":\"m\",\"scene\":\"thing.glb\"}]")
    ])
    try scenes.write("thing.glb", model(1, 0))
    let file = try SceneReader(root: scenes.root).load("level.json")
    let reload = try SceneReload(file)
    #expect(try reload.reload().isEmpty)
    try scenes.write("thing.glb", model(2, 5))
    let report = try reload.reload()
    #expect(report.images == ["thing.glb#image/0"] && report.changed == ["/m/thing"])
    #expect(file.scene.rootNode.node(atPath: "/m/thing")?.position.x == 5)
    try scenes.write("thing.glb", Array(model(2, 5).prefix(100)))
    #expect(throws: SceneFileError.self) { try reload.reload() }
    #expect(file.scene.rootNode.node(atPath: "/m/thing")?.position.x == 5)
  }

  /// Invalid materials: their members and the expected message.
  static let refused: [(String, String)] = [
    ("\"materials\":[{\"normalTexture\":{}}]", "/normalTexture: the key \"index\" is missing"),
    (
      "\"materials\":[{\"normalTexture\":{\"index\":3}}]",
      "there is no texture 3; the file has none"
    ),
    (
      "\"materials\":[{\"alphaMode\":\"MELT\"}]",
      "there is no \"MELT\" here; accepted are OPAQUE, MASK, BLEND"
    ),
    ("\"materials\":[{\"pbrMetallicRoughness\":{\"metallicFactor\":2}}]", "2 is outside 0.0…1.0"),
    ("\"images\":[{}]", "/images/0: the key \"bufferView\" is missing"),
    ("\"images\":[{\"uri\":\"../x.png\"}]", "leads out of the scene root"),
    ("\"images\":[{\"uri\":\"data:image/png;base64,***\"}]", "the data URI is invalid"),
    (
      "\"samplers\":[{\"wrapS\":5}],\"textures\":[{\"sampler\":0}]",
      "there is no wrapS 5; 10497, 33071, 33648 are"
    ),
    ("\"textures\":[{\"source\":0}]", "there is no image 0; the file has none"),
  ]

  @Test(
    "References to missing materials and images are rejected with their position",
    arguments: refused)
  func refusals(members: String, message: String) throws {
    let problems = try problems(of: GLTFSample(members))
    #expect(problems.contains { $0.contains(message) }, "\(problems)")
  }
}
