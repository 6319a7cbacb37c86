import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
import TestSupport
import Testing

// Sections are those of Khronos, "glTF 2.0 Specification", 2021.
@Suite("glTF accessors")
struct GLTFAccessorTests {
  /// Texture coordinates of a triangle in each component type, with the expected values.
  struct Stored: CustomTestStringConvertible, Sendable {
    let component: Int
    let isNormalized: Bool
    let bytes: [UInt8]
    let values: [Float]
    var testDescription: String { "\(component)\(isNormalized ? ", normalized" : "")" }
  }

  static let stored: [Stored] = [
    Stored(
      component: 5120, isNormalized: false,
      bytes: GLTFSample.bytes([0, 1, -1, 127, -128, 5] as [Int8]),
      values: [0, 1, -1, 127, -128, 5]),
    Stored(
      component: 5120, isNormalized: true,
      bytes: GLTFSample.bytes([0, 1, -1, 127, -128, 64] as [Int8]),
      values: [0, 1 / 127, -1 / 127, 1, -1, 64 / 127]),
    Stored(
      component: 5121, isNormalized: false, bytes: [0, 1, 2, 127, 128, 255],
      values: [0, 1, 2, 127, 128, 255]),
    Stored(
      component: 5121, isNormalized: true, bytes: [0, 1, 2, 127, 128, 255],
      values: [0, 1 / 255, 2 / 255, 127 / 255, 128 / 255, 1]),
    Stored(
      component: 5122, isNormalized: false,
      bytes: GLTFSample.bytes([0, 1, -1, 32_767, -32_768, 300] as [Int16]),
      values: [0, 1, -1, 32_767, -32_768, 300]),
    Stored(
      component: 5122, isNormalized: true,
      bytes: GLTFSample.bytes([0, 1, -1, 32_767, -32_768, 300] as [Int16]),
      values: [0, 1 / 32_767, -1 / 32_767, 1, -1, 300 / 32_767]),
    Stored(
      component: 5123, isNormalized: false,
      bytes: GLTFSample.bytes([0, 1, 2, 32_768, 65_535, 300] as [UInt16]),
      values: [0, 1, 2, 32_768, 65_535, 300]),
    Stored(
      component: 5123, isNormalized: true,
      bytes: GLTFSample.bytes([0, 1, 2, 32_768, 65_535, 300] as [UInt16]),
      values: [0, 1 / 65_535, 2 / 65_535, 32_768 / 65_535, 1, 300 / 65_535]),
    Stored(
      component: 5125, isNormalized: false,
      bytes: GLTFSample.bytes([0, 1, 2, 70_000, 4_294_967_295, 300] as [UInt32]),
      values: [0, 1, 2, 70_000, 4_294_967_296, 300]),
    Stored(
      component: 5126, isNormalized: false,
      bytes: GLTFSample.bytes([0, 1.5, -2.25, 1e-30, 3e30, 7]),
      values: [0, 1.5, -2.25, 1e-30, 3e30, 7]),
  ]

  @Test("Numbers are read in every component type, normalized or not (3.6.2.2)", arguments: stored)
  func components(stored: Stored) throws {
    var model = GLTFSample()
    model.triangle()
    let flag = stored.isNormalized ? "\"normalized\":true" : ""
    let places = model.accessor(
      view: model.view(stored.bytes), "VEC2", stored.component, count: 3, more: flag)
    model.mesh("\"POSITION\":0,\"TEXCOORD_0\":\(places)")
    let texcoords = try #require(try mesh(of: model)).texcoords
    #expect(texcoords.flatMap { [$0.x, $0.y] } == stored.values)
  }

  @Test(
    "Attributes interleaved in one view are separated by stride and offset (3.6.2.4)")
  func interleaved() throws {
    var model = GLTFSample()
    // Position, normal, texture coordinates in two normalized bytes, two bytes of padding.
    var bytes: [UInt8] = []
    for i in 0..<3 {
      let f = Float(i)
      bytes += GLTFSample.bytes([f, f * f, 1, 0, 0, 1]) + [UInt8(i * 100), 255, 0xAA, 0xBB]
    }
    let view = model.view(bytes, stride: 28)
    model.accessor(view: view, "VEC3", 5126, count: 3)
    model.accessor(view: view, "VEC3", 5126, count: 3, offset: 12)
    model.accessor(view: view, "VEC2", 5121, count: 3, offset: 24, more: "\"normalized\":true")
    model.mesh("\"POSITION\":0,\"NORMAL\":1,\"TEXCOORD_0\":2")
    let surface = try #require(try mesh(of: model))
    #expect(surface.positions == [Vector3(0, 0, 1), Vector3(1, 1, 1), Vector3(2, 4, 1)])
    #expect(surface.normals == [.unitZ, .unitZ, .unitZ])
    #expect(
      surface.texcoords == [Vector2(0, 1), Vector2(100.0 / 255, 1), Vector2(200.0 / 255, 1)])
    #expect(surface.elements.first?.indices == [0, 1, 2])
  }

  @Test("The last element of a strided view may end before a whole stride (3.6.2.4)")
  func lastElement() throws {
    var model = GLTFSample()
    let bytes = GLTFSample.bytes([0, 0, 0, 9, 1, 0, 0, 9, 0, 1, 0] as [Float])
    model.accessor(view: model.view(bytes, stride: 16), "VEC3", 5126, count: 3)
    model.mesh("\"POSITION\":0")
    #expect(try mesh(of: model)?.positions == [.zero, .unitX, .unitY])
  }

  @Test("An accessor without a view contains zeros, which sparse elements replace (3.6.2.3)")
  func sparseZeros() throws {
    var model = GLTFSample()
    let places = model.view([1, 2])
    let values = model.view(GLTFSample.bytes([1, 0, 0, 0, 2, 0] as [Float]))
    model.accessor(
      view: nil, "VEC3", 5126, count: 3,
      more: "\"sparse\":{\"count\":2,\"indices\":{\"bufferView\":\(places),\"componentType\":5121},"
        + "\"values\":{\"bufferView\":\(values)}}")
    model.mesh("\"POSITION\":0")
    #expect(try mesh(of: model)?.positions == [.zero, .unitX, Vector3(0, 2, 0)])
  }

  @Test(
    "Sparse elements replace those of a view in every component type (3.6.2.3)",
    arguments: [5121, 5123, 5125])
  func sparse(component: Int) throws {
    var model = GLTFSample()
    let base = model.view(GLTFSample.bytes([0, 0, 0, 1, 0, 0, 0, 1, 0] as [Float]))
    let numbers: [UInt8] =
      component == 5121
      ? [0, 2]
      : component == 5123
        ? GLTFSample.bytes([0, 2] as [UInt16]) : GLTFSample.bytes([0, 2] as [UInt32])
    let places = model.view(numbers)
    let values = model.view(GLTFSample.bytes([99, 99, 0, 0, 5, 3, 3, 3] as [Float]))
    model.accessor(
      view: base, "VEC3", 5126, count: 3,
      more: "\"sparse\":{\"count\":2,\"indices\":{\"bufferView\":\(places),"
        + "\"componentType\":\(component)},\"values\":{\"bufferView\":\(values),\"byteOffset\":8}}")
    model.mesh("\"POSITION\":0")
    #expect(try mesh(of: model)?.positions == [Vector3(0, 0, 5), .unitX, Vector3(3, 3, 3)])
  }

  @Test(
    "Indices are read in one, two and four bytes, sparse ones too", arguments: [5121, 5123, 5125])
  func indices(component: Int) throws {
    var model = GLTFSample()
    model.triangle()
    let numbers: [UInt8] =
      component == 5121
      ? [2, 1, 0]
      : component == 5123
        ? GLTFSample.bytes([2, 1, 0] as [UInt16]) : GLTFSample.bytes([2, 1, 0] as [UInt32])
    let normals = model.floats([0, 0, 1, 0, 0, 1, 0, 0, 1])
    let place = model.view([0])
    let value = model.view(Array(numbers.prefix(component == 5121 ? 1 : component == 5123 ? 2 : 4)))
    let indices = model.accessor(
      view: model.view(numbers), "SCALAR", component, count: 3,
      more: "\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":\(place),\"componentType\":5121},"
        + "\"values\":{\"bufferView\":\(value)}}")
    model.mesh("\"POSITION\":0,\"NORMAL\":\(normals)", "\"indices\":\(indices)")
    #expect(try mesh(of: model)?.elements.first?.indices == [2, 1, 0])
  }

  /// Invalid accessors: their JSON and the expected message.
  static let refused: [(String, String)] = [
    (
      "\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"",
      "/accessors/0: 4 elements end at byte 48, but the buffer view has 36 bytes"
    ),
    (
      "\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"byteOffset\":4",
      "/accessors/0: 3 elements end at byte 40, but the buffer view has 36 bytes"
    ),
    (
      "\"bufferView\":0,\"componentType\":5126,\"count\":4000000000,\"type\":\"VEC3\"",
      "/accessors/0: 4000000000 elements end at byte 48000000000, but"
    ),
    (
      "\"componentType\":5126,\"count\":4000000000,\"type\":\"VEC3\"",
      "the scene's models takes more than 268435456 bytes"
    ),
    (
      "\"bufferView\":0,\"componentType\":5126,\"count\":99999999999999999999,\"type\":\"VEC3\"",
      "/accessors/0/count: this is a number; a whole number is accepted"
    ),
    (
      "\"bufferView\":0,\"componentType\":5126,\"count\":0,\"type\":\"VEC3\"",
      "/accessors/0/count: 0 is outside 1…"
    ),
    (
      "\"bufferView\":7,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"",
      "/accessors/0/bufferView: there is no buffer view 7; 0 to 0 are accepted"
    ),
    (
      "\"bufferView\":0,\"componentType\":5124,\"count\":3,\"type\":\"VEC3\"",
      "/accessors/0/componentType: there is no component type 5124 here; 5120, 5121, 5122"
    ),
    (
      "\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC5\"",
      "/accessors/0/type: there is no \"VEC5\" here; did you mean \"VEC2\"?"
    ),
    (
      "\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"normalized\":true",
      "/accessors/0: numbers of the component type 5126 cannot be normalized"
    ),
    (
      "\"bufferView\":0,\"componentType\":5126,\"count\":9,\"type\":\"SCALAR\"",
      "/POSITION: accessor 0 has the type SCALAR; VEC3 is accepted"
    ),
    (
      "\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{\"count\":4,"
        + "\"indices\":{\"bufferView\":0,\"componentType\":5121},\"values\":{\"bufferView\":0}}",
      "/accessors/0/sparse/count: 4 is outside 1…3"
    ),
    (
      "\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{\"count\":2,"
        + "\"indices\":{\"bufferView\":0,\"componentType\":5121},\"values\":{\"bufferView\":0}}",
      "/accessors/0/sparse: the sparse index 0 follows 0; increasing indices below 3 are accepted"
    ),
    (
      "\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{\"count\":2,"
        + "\"indices\":{\"componentType\":5121},\"values\":{\"bufferView\":0}}",
      "/accessors/0/sparse/indices: the key \"bufferView\" is missing"
    ),
  ]

  @Test("Accessors that exceed their bytes are rejected with their position", arguments: refused)
  func refusals(json: String, message: String) throws {
    var model = GLTFSample()
    model.view(GLTFSample.bytes([0, 0, 0, 1, 0, 0, 0, 1, 0] as [Float]))
    model.accessors = ["{\(json)}"]
    model.mesh("\"POSITION\":0")
    let problems = try problems(of: model)
    #expect(problems.contains { $0.contains(message) }, "\(problems)")
    #expect(problems.allSatisfy { $0.hasPrefix("thing.glb:byte ") })
  }

  @Test("A number that is not finite is rejected with the index of its element")
  func notFinite() throws {
    var model = GLTFSample()
    model.floats([0, 0, 0, 1, .nan, 0, 0, 1, 0])
    model.mesh("\"POSITION\":0")
    #expect(
      try problems(of: model).first?.hasSuffix(
        "/accessors/0: element 1 is not finite; finite numbers are accepted") == true)
  }

  @Test("Columns of matrices with small components start at multiples of four bytes (3.6.2.4)")
  func matrixColumns() throws {
    // Only skins use matrices, as floats; the size is visible in the message of the rejection.
    var model = GLTFSample()
    model.view([UInt8](repeating: 0, count: 12))
    model.accessors = ["{\"bufferView\":0,\"componentType\":5121,\"count\":2,\"type\":\"MAT2\"}"]
    model.mesh("\"POSITION\":0")
    #expect(try problems(of: model).contains { $0.contains("2 elements end at byte 14, but") })
  }
}
