import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
import TestSupport
import Testing

@Suite("glTF meshes")
struct GLTFMeshTests {
  /// A row of six vertices in a primitive mode.
  private func elements(_ mode: Int, normals: Bool = true) throws -> GeometryElement? {
    var model = GLTFSample()
    model.floats((0..<6).flatMap { [Float($0), Float($0 % 2), 0] })
    model.floats([Float](repeating: 0, count: 18).enumerated().map { $0.offset % 3 == 2 ? 1 : 0 })
    model.mesh("\"POSITION\":0\(normals ? ",\"NORMAL\":1" : "")", "\"mode\":\(mode)")
    return try mesh(of: model)?.elements.first
  }

  @Test(
    "Every mode is converted to points, lines or triangles; strips and fans are expanded (3.7.2.1)")
  func modes() throws {
    #expect(try elements(0)?.primitiveType == .point)
    #expect(try elements(0)?.indices == [0, 1, 2, 3, 4, 5])
    #expect(try elements(1)?.primitiveType == .line)
    #expect(try elements(1)?.indices == [0, 1, 2, 3, 4, 5])
    #expect(try elements(2)?.indices == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 0])
    #expect(try elements(3)?.indices == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5])
    #expect(try elements(4)?.primitiveType == .triangles)
    #expect(try elements(4)?.indices == [0, 1, 2, 3, 4, 5])
    #expect(try elements(5)?.indices == [0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4])
    #expect(try elements(6)?.indices == [1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0])
  }

  @Test(
    "Vertex counts that do not fit the mode are rejected", arguments: [1, 2, 3, 4, 5, 6])
  func badCounts(mode: Int) throws {
    var model = GLTFSample()
    model.floats([0, 0, 0])
    model.mesh("\"POSITION\":0", "\"mode\":\(mode)")
    #expect(try problems(of: model).first?.contains("there are 1 vertices to connect") == true)
  }

  @Test("Without normals triangles are flat, and given tangents are ignored (3.7.2.1)")
  func flatNormals() throws {
    var model = GLTFSample()
    model.floats([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])
    let tangents = model.floats(Array(repeating: 1, count: 16), "VEC4")
    let indices = model.indices([0, 1, 2, 0, 3, 1])
    model.mesh("\"POSITION\":0,\"TANGENT\":\(tangents)", "\"indices\":\(indices)")
    let surface = try #require(try mesh(of: model))
    #expect(surface.positions.count == 6 && surface.tangents.isEmpty)
    #expect(surface.normals == [.unitZ, .unitZ, .unitZ, .unitY, .unitY, .unitY])
    #expect(surface.elements.first?.indices == [0, 1, 2, 3, 4, 5])
  }

  @Test("Given tangents are used, missing tangents are computed for drawing")
  func tangents() throws {
    var model = GLTFSample()
    model.triangle()
    let normals = model.floats([0, 0, 1, 0, 0, 1, 0, 0, 1])
    let places = model.floats([0, 1, 1, 1, 0, 0], "VEC2")
    var other = model
    let tangents = model.floats([0, 1, 0, -1, 0, 1, 0, -1, 0, 1, 0, -1], "VEC4")
    model.mesh("\"POSITION\":0,\"NORMAL\":\(normals),\"TANGENT\":\(tangents)")
    #expect(try mesh(of: model)?.tangents == Array(repeating: Vector4(0, 1, 0, -1), count: 3))
    other.mesh("\"POSITION\":0,\"NORMAL\":\(normals),\"TEXCOORD_0\":\(places)")
    let drawn = try #require(try scene(of: other).rootNode.childNodes.first?.geometry?.mesh)
    #expect(drawn.tangents == Array(repeating: Vector4(1, 0, 0, 1), count: 3))
  }

  @Test("Two texture coordinate sets and colors with three or four components are read")
  func attributes() throws {
    var model = GLTFSample()
    model.triangle()
    let first = model.floats([0, 0, 1, 0, 0, 1], "VEC2")
    let second = model.floats([5, 5, 6, 5, 5, 6], "VEC2")
    let three = model.accessor(
      view: model.view([255, 0, 0, 0, 0, 255, 0, 0, 55, 55, 55, 0], stride: 4), "VEC3", 5121,
      count: 3,
      more: "\"normalized\":true")
    var other = model
    model.mesh(
      "\"POSITION\":0,\"TEXCOORD_0\":\(first),\"TEXCOORD_1\":\(second),\"COLOR_0\":\(three)")
    let surface = try #require(try mesh(of: model))
    #expect(surface.texcoords[1] == Vector2(1, 0) && surface.texcoords2[2] == Vector2(5, 6))
    #expect(surface.colors[0] == Color(1, 0, 0) && surface.colors[1] == Color(0, 1, 0))
    // Colors in glTF are linear, vertex colors are sRGB.
    #expect(abs(surface.colors[2].linear.x - 55.0 / 255) < 1e-5)
    let four = other.floats([1, 1, 1, 0.5, 0, 0, 0, 1, 1, 0, 0, 0], "VEC4")
    other.mesh("\"POSITION\":0,\"COLOR_0\":\(four)")
    #expect(try mesh(of: other)?.colors.map(\.alpha) == [0.5, 1, 0])
  }

  @Test("Primitives become elements of one geometry; those with the same accessors share vertices")
  func primitives() throws {
    var model = GLTFSample(
      "\"nodes\":[{\"name\":\"thing\",\"mesh\":0}]",
      "\"materials\":[{\"name\":\"red\"},{\"name\":\"blue\"}]")
    model.triangle()
    let normals = model.floats([0, 0, 1, 0, 0, 1, 0, 0, 1])
    let places = model.floats([0, 0, 1, 0, 0, 1], "VEC2")
    let back = model.indices([2, 1, 0])
    let whole = "\"attributes\":{\"POSITION\":0,\"NORMAL\":\(normals)}"
    model.members.append(
      "\"meshes\":[{\"name\":\"m\",\"primitives\":[{\(whole),\"material\":1},"
        + "{\(whole),\"indices\":\(back),\"material\":0},"
        + "{\"attributes\":{\"POSITION\":0,\"NORMAL\":\(normals),\"TEXCOORD_0\":\(places)}}]}]")
    let scene = try scene(of: model)
    let surface = try #require(mesh(scene))
    #expect(surface.positions.count == 6)
    #expect(surface.elements.map(\.indices) == [[0, 1, 2], [2, 1, 0], [3, 4, 5]])
    #expect(
      surface.texcoords == [
        Vector2(), Vector2(), Vector2(), Vector2(), Vector2(1, 0), Vector2(0, 1),
      ])
    let materials = scene.rootNode.childNodes.first?.geometry?.materials
    #expect(materials?.map(\.name) == ["blue", "red", ""])
  }

  @Test("A primitive without positions is ignored")
  func withoutPositions() throws {
    var model = GLTFSample()
    let normals = model.floats([0, 0, 1, 0, 0, 1, 0, 0, 1])
    model.mesh("\"NORMAL\":\(normals)")
    let scene = try scene(of: model)
    #expect(scene.rootNode.childNodes.first?.geometry == nil)
  }

  /// Invalid meshes: attributes, further members and the expected message.
  static let refused: [(String, String, String)] = [
    ("\"POSITION\":0,\"NORMAL\":1", "", "/NORMAL: accessor 1 has 2 elements; 3 are accepted"),
    ("\"POSITION\":0", "\"indices\":2", "/indices: there is an index 3, but there are 3 vertices"),
    ("\"POSITION\":0", "\"indices\":0", "accessor 0 is not a list of unsigned integers"),
    ("\"POSITION\":0", "\"mode\":7", "/mode: 7 is outside 0…6"),
    ("\"POSITION\":0", "\"material\":0", "there is no material 0; the file has none"),
    ("\"POSITION\":3", "", "vertex 0 is at [10000000.0, 0.0, 0.0]"),
    ("\"POSITION\":0,\"COLOR_0\":4", "", "accessor 4 has integers; normalized integers or floats"),
    (
      "\"POSITION\":0,\"JOINTS_0\":4", "",
      "one of JOINTS_0 and WEIGHTS_0 is missing; both together are accepted"
    ),
    (
      "\"POSITION\":true", "", "/POSITION: this is a Boolean; the index of an accessor is accepted"
    ),
  ]

  @Test("Inconsistent meshes are rejected with their position", arguments: refused)
  func refusals(attributes: String, more: String, message: String) throws {
    var model = GLTFSample()
    model.triangle()
    model.floats([0, 0, 1, 0, 0, 1])
    model.indices([0, 1, 3])
    model.floats([1e7, 0, 0, 1, 0, 0, 0, 1, 0])
    model.accessor(view: model.view([UInt8](repeating: 1, count: 12)), "VEC4", 5121, count: 3)
    model.mesh(attributes, more)
    let problems = try problems(of: model)
    #expect(problems.contains { $0.contains(message) }, "\(problems)")
  }
}
