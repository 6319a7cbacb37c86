import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
import Foundation
import TestSupport
import Testing

@Suite("glTF files")
struct GLTFFileTests {
  private var triangle: GLTFSample {
    var model = GLTFSample()
    model.triangle()
    model.mesh("\"POSITION\":0")
    return model
  }

  @Test(
    "Embedded, external and binary buffers give the same surface")
  func forms() throws {
    let scenes = try TemporaryScenes(["inside.gltf": triangle.text])
    try scenes.write("a/beside.gltf", triangle.text(bytesIn: "my%20bytes.bin"))
    try scenes.write("a/signed.gltf", triangle.text(bytesIn: "my%+2bytes.bin"))
    #expect(scenes.problems("a/signed.gltf").count == 1)
    try scenes.write("a/my bytes.bin", triangle.bytes + [1, 2, 3])
    try scenes.write("binary.glb", triangle.binary)
    for path in ["inside.gltf", "a/beside.gltf", "binary.glb"] {
      let file = try SceneReader(root: scenes.root).load(path)
      #expect(mesh(file.scene)?.positions == [.zero, .unitX, .unitY], "\(path)")
      #expect(file.files == (path.hasPrefix("a/") ? [path, "a/my bytes.bin"] : [path]))
    }
  }

  @Test("A model is part of a scene, and overrides change its nodes by path")
  func subScene() throws {
    var model = GLTFSample(
      "\"nodes\":[{\"name\":\"body\",\"mesh\":0,\"children\":[1],\"translation\":[0,1,0]},"
        + "{\"name\":\"lamp\"},{\"name\":\"other\",\"mesh\":0}]")
    model.triangle()
    model.members.append("\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]")
    let scenes = try TemporaryScenes([
      "level.json": file(
        """
        "nodes": [
          { "name": "one", "scene": "models/thing.glb", "position": [5, 0, 0], "nodes": [{ "name": "more" }],
            "overrides": { "body/lamp": { "light": { "intensity": 5 } }, "body": { "physics": {} },
                           ".": { "scale": [2, 2, 2] } } },
          { "name": "two", "scene": "models/thing.glb" }]
        """)
    ])
    try scenes.write("models/thing.glb", model.binary)
    let scene = try scenes.read()
    let one = try #require(scene.rootNode.node(atPath: "/one"))
    #expect(one.position == Vector3(5, 0, 0) && one.scale == Vector3(2, 2, 2))
    #expect(one.childNodes.map(\.name) == ["body", "other", "more"])
    #expect(scene.rootNode.node(atPath: "/one/body/lamp")?.light?.intensity == 5)
    #expect(scene.rootNode.node(atPath: "/two/body/lamp")?.light == nil)
    // Uses do not share mutable objects; nodes of one use share the mesh.
    let (body, other) = (one.childNodes[0], one.childNodes[1])
    #expect(body.geometry === other.geometry)
    #expect(scene.rootNode.node(atPath: "/two/body")?.geometry !== body.geometry)
    #expect(body.physicsBody != nil && body.worldPosition == Vector3(5, 2, 0))
    scene.step(nil)
    try scenes.write(
      "level.json",
      file("\"nodes\":[{\"scene\":\"models/thing.glb\",\"overrides\":{\"body/lamb\":{}}}]"))
    #expect(
      scenes.problems().first?.hasSuffix(
        "models/thing.glb has no node \"body/lamb\"; did you mean \"body/lamp\"?") == true)
  }

  @Test("Problems of a model have a line or byte and the chain of references")
  func places() throws {
    let scenes = try TemporaryScenes([
      "level.json": file(
        "\"nodes\":[{\"scene\":\"a.gltf\"},{\"scene\":\"b.glb\"},{\"scene\":\"a.gltf\"}]"),
      "a.gltf": "{\n  \"asset\": { \"version\": \"2.0\" },\n  \"nodes\": [{ \"mesh\": 4 }]\n}",
    ])
    try scenes.write("b.glb", GLTFSample("\"nodes\":[{\"mesh\":4}]").binary)
    #expect(
      scenes.problems() == [
        "a.gltf:3:23: /nodes/0/mesh: there is no mesh 4; the file has none (in a.gltf via level.json)",
        "b.glb:byte 65: /nodes/0/mesh: there is no mesh 4; the file has none (in b.glb via level.json)",
      ])
    try scenes.write("a.gltf", "{ \"asset\": { \"version\": \"2.0\" }, \"nodes\": [}")
    #expect(
      scenes.problems("a.gltf").first
        == "a.gltf:1:44: /nodes: '}' does not close the array that starts at 1:43; a value is accepted"
    )
  }

  /// Invalid containers and the expected message.
  static let containers: [([UInt8], String)] = [
    ([], "the file does not start with \"glTF\""),
    (Array("glTF".utf8), "thing.glb:byte 4: the file ends inside its header of 12 bytes"),
    (
      GLTFSample.bytes([0x4654_6C67, 1, 12] as [UInt32]),
      "byte 4: the container has version 1; 2 is accepted"
    ),
    (
      GLTFSample.bytes([0x4654_6C67, 2, 16] as [UInt32]),
      "byte 8: the header says 16 bytes, but the file has 12"
    ),
    (
      GLTFSample.bytes([0x4654_6C67, 2, 12] as [UInt32]),
      "byte 12: the first chunk does not have the type \"JSON\""
    ),
    (
      GLTFSample.bytes([0x4654_6C67, 2, 16, 7] as [UInt32]),
      "byte 12: the file ends inside the header of a chunk"
    ),
    (
      GLTFSample.bytes([0x4654_6C67, 2, 20, .max, 0x4E4F_534A] as [UInt32]),
      "byte 12: the chunk has 4294967295 bytes, but only 0 are left"
    ),
    (
      GLTFSample.bytes([0x4654_6C67, 2, 24, 3, 0x4E4F_534A, 0] as [UInt32]),
      "byte 12: the chunk has 3 bytes; a multiple of 4 is accepted"
    ),
    (
      GLTFSample.container(json: Array("{}".utf8), bytes: []),
      "byte 20: the key \"asset\" is missing"
    ),
    (
      GLTFSample.container(json: Array("[] ]".utf8), bytes: []),
      "byte 23: ']' closes nothing, because the value ends at byte 21"
    ),
  ]

  @Test(
    "Truncated binary files and wrong sizes are rejected with a byte offset",
    arguments: containers)
  func badContainers(bytes: [UInt8], message: String) throws {
    let scenes = try TemporaryScenes([:])
    try scenes.write("thing.glb", bytes)
    let problems = scenes.problems("thing.glb")
    #expect(problems.count == 1 && problems[0].contains(message), "\(problems)")
  }

  @Test("Chunks after the first two and unused binary chunks are ignored")
  func otherChunks() throws {
    var bytes = GLTFSample.container(
      json: Array("{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}]}".utf8), bytes: [1, 2, 3, 4])
    bytes += GLTFSample.bytes([4, 0x1234, 9] as [UInt32])
    bytes.replaceSubrange(8..<12, with: GLTFSample.bytes([UInt32(bytes.count)]))
    let scenes = try TemporaryScenes([:])
    try scenes.write("thing.glb", bytes)
    #expect(try scenes.model().rootNode.childNodes.count == 1)
  }

  /// Invalid buffers and views: their members and the expected message.
  static let buffers: [(String, String)] = [
    ("\"buffers\":[{\"byteLength\":4}]", "/buffers/0: the buffer has no \"uri\"; only the first"),
    (
      "\"buffers\":[{\"byteLength\":4,\"uri\":\"data:;base64,AAAA\"}]",
      "/buffers/0/byteLength: the buffer has 3 bytes; 4 are required"
    ),
    (
      "\"buffers\":[{\"byteLength\":1,\"uri\":\"data:,abc\"}]",
      "/buffers/0/uri: the data URI is invalid"
    ),
    ("\"buffers\":[{\"byteLength\":1,\"uri\":\"data:;base64,A*\"}]", "the data URI is invalid"),
    (
      "\"buffers\":[{\"byteLength\":1,\"uri\":\"../x.bin\"}]",
      "\"../x.bin\" leads out of the scene root"
    ),
    (
      "\"buffers\":[{\"byteLength\":1,\"uri\":\"/etc/passwd\"}]",
      "\"/etc/passwd\" is not a relative path"
    ),
    ("\"buffers\":[{\"byteLength\":1,\"uri\":\"file:///etc/passwd\"}]", "is not a relative path"),
    ("\"buffers\":[{\"byteLength\":1,\"uri\":\"%2e%2e/x.bin\"}]", "leads out of the scene root"),
    (
      "\"buffers\":[{\"byteLength\":1,\"uri\":\"a%zz\"}]",
      "the path contains a '%' that is not followed by two hexadecimal"
    ),
    (
      "\"buffers\":[{\"byteLength\":1,\"uri\":\"no.bin\"}]",
      "/buffers/0/uri: there is no file no.bin"
    ),
    (
      "\"buffers\":[{\"byteLength\":0,\"uri\":\"data:;base64,AAAA\"}]",
      "/buffers/0/byteLength: 0 is outside"
    ),
    ("\"buffers\":[{\"uri\":\"data:;base64,AAAA\"}]", "the key \"byteLength\" is missing"),
  ]

  @Test(
    "Buffers that are missing, too short or outside of the root are rejected",
    arguments: buffers)
  func badBuffers(members: String, message: String) throws {
    let scenes = try TemporaryScenes([
      "thing.gltf": "{\"asset\":{\"version\":\"2.0\"},\(members),"
        + "\"bufferViews\":[{\"buffer\":0,\"byteLength\":1}],"
        + "\"images\":[{\"bufferView\":0,\"mimeType\":\"image/png\"}]}"
    ])
    let problems = scenes.problems("thing.gltf")
    #expect(problems.contains { $0.contains(message) }, "\(problems)")
  }

  @Test("A buffer that is a symbolic link out of the root is rejected")
  func link() throws {
    let scenes = try TemporaryScenes(["thing.gltf": triangle.text(bytesIn: "out.bin")])
    let outside = FileManager.default.temporaryDirectory.appending(
      path: "carom-\(UInt64.random(in: 0 ... .max))")
    try Data(triangle.bytes).write(to: outside)
    defer { try? FileManager.default.removeItem(at: outside) }
    try FileManager.default.createSymbolicLink(
      at: scenes.folder.appending(path: "out.bin"), withDestinationURL: outside)
    #expect(
      scenes.problems("thing.gltf").first?.contains("a link that leads out of the scene root")
        == true)
  }

  @Test("Versions other than 2 and missing versions are rejected")
  func versions() throws {
    let scenes = try TemporaryScenes([
      "a.gltf": "{\"asset\":{\"version\":\"1.0\"}}", "b.gltf": "{\"asset\":{}}",
      "c.gltf": "{\"asset\":{\"version\":\"2.1\",\"minVersion\":\"2.1\"}}",
      "d.gltf": "{\"asset\":{\"version\":\"2.1\"}}",
    ])
    #expect(
      scenes.problems("a.gltf") == [
        "a.gltf:1:21: /asset/version: the file has glTF version 1.0; 2.0 is accepted"
      ])
    #expect(scenes.problems("b.gltf") == ["b.gltf:1:10: /asset: the key \"version\" is missing"])
    #expect(scenes.problems("c.gltf").first?.contains("requires glTF version") == true)
    #expect(scenes.problems("d.gltf") == [])
  }

  @Test("Many accessors on the same bytes are rejected before they exhaust the memory")
  func amplification() throws {
    var model = GLTFSample()
    let view = model.view([UInt8](repeating: 0, count: 1 << 20))
    // 100 accessors of one view, used by 100 primitives of one mesh.
    var primitives: [String] = []
    for i in 0..<2_000 {
      model.accessor(view: view, "VEC3", 5126, count: (1 << 20) / 12 - i % 7)
      primitives.append("{\"attributes\":{\"POSITION\":\(i)},\"mode\":0}")
    }
    model.members += [
      "\"nodes\":[{\"mesh\":0}]",
      "\"meshes\":[{\"primitives\":[\(primitives.joined(separator: ","))]}]",
    ]
    let problems = try problems(of: model)
    #expect(
      problems.count == 1 && problems[0].contains("models takes more than 268435456 bytes"),
      "\(problems)")
  }

  @Test("A scene that was read from a model is written as a scene file with the same nodes")
  func written() throws {
    let scenes = try TemporaryScenes(model: triangle)
    let file = try SceneReader(root: scenes.root).load("thing.glb")
    let text = try SceneWriter.text(of: file.scene, from: file)
    try scenes.write("copy.json", text)
    let copy = try SceneReader(root: scenes.root).read("copy.json")
    #expect(copy.hash == file.scene.hash)
  }

  @Test("A scene with models is written with references to them and reads back as the same scene")
  func writtenReference() throws {
    let scenes = try TemporaryScenes([
      "level.json": file(
        """
        "nodes": [{ "name": "one", "scene": "thing.glb", "position": [1, 0, 0],
                    "overrides": { "ground": { "isHidden": true } } },
                  { "name": "two", "scene": "thing.glb" }]
        """)
    ])
    try scenes.write("thing.glb", GLTFSample.rich().binary)
    let file = try SceneReader(root: scenes.root).load("level.json")
    file.scene.rootNode.node(atPath: "/two/eye")?.position = Vector3(7, 0, 0)
    let text = try SceneWriter.text(of: file.scene, from: file)
    #expect(text.utf8.count < 1_000, "\(text)")
    try scenes.write("copy.json", text)
    let copy = try SceneReader(root: scenes.root).read("copy.json")
    #expect(copy.rootNode.node(atPath: "/two/eye")?.position.x == 7)
    #expect(copy.rootNode.node(atPath: "/one/ground")?.isHidden == true)
    #expect(copy.hash == file.scene.hash)
  }
}
