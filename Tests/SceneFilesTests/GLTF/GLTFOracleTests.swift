import CaromDocuments
import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
import TestSupport
import Testing

@Suite("glTF compared with other readers")
struct GLTFOracleTests {
  /// Nested nodes with meshes of several modes, index sizes and strides.
  private func trees() -> GLTFSample {
    var m = GLTFSample()
    var places: [Float] = []
    for i in 0..<8 { places += [Float(i % 3), Float(i * i) * 0.25, Float(i) - 3, 99] }
    let strided = m.accessor(
      view: m.view(GLTFSample.bytes(places), stride: 16), "VEC3", 5126, count: 8)
    var directions: [Float] = []
    for _ in 0..<8 { directions += [0, 0, 1] }
    let normals = m.floats(directions)
    let wide = m.indices([0, 1, 2, 2, 1, 3, 4, 5, 6, 7, 6, 5])
    let narrow = m.accessor(view: m.view([0, 1, 2, 3, 4, 5, 6, 7]), "SCALAR", 5121, count: 8)
    let long = m.accessor(
      view: m.view(GLTFSample.bytes([7, 6, 5] as [UInt32])), "SCALAR", 5125, count: 3)
    let attributes = "\"attributes\":{\"POSITION\":\(strided),\"NORMAL\":\(normals)}"
    let matrix = Matrix4(
      position: Vector3(1, -2, 3), orientation: Quaternion(axisAngle: Vector4(0.6, 0.8, 0, 1)),
      scale: Vector3(1, 2, 3))
    let numbers = [matrix.x, matrix.y, matrix.z, matrix.w]
      .map { "\($0.x),\($0.y),\($0.z),\($0.w)" }.joined(separator: ",")
    m.members = [
      """
      "scene": 0, "scenes": [{ "nodes": [0, 3] }],
      "nodes": [
        { "name": "a", "mesh": 0, "translation": [1, 2, 3], "rotation": [0, 0.6, 0, 0.8], "children": [1, 2] },
        { "name": "b", "mesh": 1, "scale": [2, 3, 4], "rotation": [0.70710678, 0, 0, 0.70710678] },
        { "name": "c", "mesh": 2, "matrix": [\(numbers)] },
        { "name": "d", "mesh": 0, "scale": [-1, 1, 1] }],
      "meshes": [
        { "name": "m0", "primitives": [{ \(attributes), "indices": \(wide) }] },
        { "name": "m1", "primitives": [{ \(attributes), "indices": \(narrow), "mode": 5 }] },
        { "name": "m2", "primitives": [{ \(attributes), "indices": \(long) }] }]
      """
    ]
    return m
  }

  private static let trimesh = """
    import json, sys, trimesh
    scene = trimesh.load(sys.stdin.readline().strip(), process=False)
    print(json.dumps([
      {"node": node, "positions": trimesh.transform_points(scene.geometry[name].vertices, matrix).tolist(),
       "triangles": scene.geometry[name].faces.tolist()}
      for node in sorted(scene.graph.nodes_geometry) for matrix, name in [scene.graph[node]]]))
    """

  @Test(
    "World-space vertices and triangles equal those of trimesh",
    .enabled(if: PythonOracle.has("trimesh"), "Python's trimesh is not installed"))
  func worldOfTrimesh() throws {
    let scenes = try TemporaryScenes(model: trees())
    let answer = try PythonOracle.run(
      Self.trimesh, module: "trimesh", input: scenes.root.folder + "/thing.glb\n")
    let theirs = try #require(try JSON.parse(answer).elements.map(Array.init), "\(answer)")
    let scene = try scenes.model()
    var ours: [Node] = []
    scene.rootNode.enumerateChildNodes { if $0.geometry != nil { ours.append($0) } }
    ours.sort { $0.name ?? "" < $1.name ?? "" }
    #expect(ours.count == 4 && theirs.count == 4)
    for (node, json) in zip(ours, theirs) {
      #expect(json["node"]?.string == node.name)
      guard case .mesh(let mesh) = node.geometry?.primitive, let name = node.name else { continue }
      let positions = Self.rows(json["positions"])
      #expect(positions.count == mesh.positions.count)
      for (a, b) in zip(mesh.positions, positions) {
        let world = node.worldTransform.apply(point: a)
        #expect(world.distance(to: Vector3(b[0], b[1], b[2])) < 1e-4, "\(name)")
      }
      let triangles = Self.rows(json["triangles"]).map { Self.fromLeast($0) }
      let indices = mesh.elements.flatMap(\.indices).map { Float($0) }
      let own = stride(from: 0, to: indices.count, by: 3).map {
        Self.fromLeast(Array(indices[$0..<($0 + 3)]))
      }
      #expect(own == triangles, "\(name)")
    }
  }

  /// Reads accessors according to the specification, with numpy's decoding of numbers.
  private static let numpy = """
    import json, struct, sys
    import numpy as np
    data = open(sys.stdin.readline().strip(), "rb").read()
    size = struct.unpack_from("<I", data, 12)[0]
    gltf = json.loads(data[20:20 + size])
    binary = data[28 + size:]
    kinds = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
    widths = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
    tops = {5120: 127, 5121: 255, 5122: 32767, 5123: 65535}
    def part(view, offset, kind, count, width, tight):
      view = gltf["bufferViews"][view]
      kind = np.dtype(kind)
      stride = kind.itemsize * width if tight else view.get("byteStride", kind.itemsize * width)
      start = view.get("byteOffset", 0) + offset
      return np.ndarray((count, width), kind, binary, start, (stride, kind.itemsize))
    def read(a):
      width = widths[a["type"]]
      kind = kinds[a["componentType"]]
      values = np.zeros((a["count"], width))
      if "bufferView" in a:
        values = part(a["bufferView"], a.get("byteOffset", 0), kind, a["count"], width, False).astype(float)
      if "sparse" in a:
        s = a["sparse"]
        i, v = s["indices"], s["values"]
        places = part(i["bufferView"], i.get("byteOffset", 0), kinds[i["componentType"]], s["count"], 1, True)
        values[places[:, 0]] = part(v["bufferView"], v.get("byteOffset", 0), kind, s["count"], width, True)
      if a.get("normalized"):
        values = np.maximum(values / tops[a["componentType"]], -1)
      return values.tolist()
    print(json.dumps([read(a) for a in gltf["accessors"]]))
    """

  @Test(
    "Accessors of every form contain what numpy reads from the same bytes",
    .enabled(if: PythonOracle.has("numpy"), "Python's numpy is not installed"))
  func accessorsOfNumpy() throws {
    var model = GLTFSample()
    var random = RandomStream(seed: 12)
    func noise(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
    let count = 9
    let sizes = [5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4]
    // Texture coordinates support every component type; positions and colors are included.
    model.floats((0..<(count * 3)).map { _ in random.float(in: -9...9) })
    var members: [String] = ["\"attributes\":{\"POSITION\":0},\"mode\":0"]
    for component in [5120, 5121, 5122, 5123, 5125] {
      guard let size = sizes[component] else { continue }
      for isNormalized in [false, true] where !isNormalized || component != 5125 {
        for stride in [nil, 12] {
          let step = stride ?? size * 2
          let view = model.view(noise(step * count), stride: stride)
          let places = model.view([1, 4, 8])
          let values = model.view(noise(size * 2 * 3))
          let flag = isNormalized ? "\"normalized\":true," : ""
          let sparse =
            "\(flag)\"sparse\":{\"count\":3,\"indices\":{\"bufferView\":\(places),\"componentType\":5121},"
            + "\"values\":{\"bufferView\":\(values)}}"
          let made = model.accessor(view: view, "VEC2", component, count: count, more: sparse)
          members.append("\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":\(made)},\"mode\":0")
        }
      }
    }
    model.members = [
      "\"nodes\":[{\"name\":\"thing\",\"mesh\":0}]",
      "\"meshes\":[{\"primitives\":[\(members.map { "{\($0)}" }.joined(separator: ","))]}]",
    ]
    let scenes = try TemporaryScenes(model: model)
    let answer = try PythonOracle.run(
      Self.numpy, module: "numpy", input: scenes.root.folder + "/thing.glb\n")
    let theirs = try #require(try JSON.parse(answer).elements.map(Array.init), "\(answer)")
    let surface = try #require(mesh(try scenes.model()))
    #expect(surface.texcoords.count == count * members.count && theirs.count == members.count)
    for (part, json) in theirs.enumerated().dropFirst() {
      let rows = Self.rows(json)
      #expect(rows.count == count)
      for (i, row) in rows.enumerated() {
        let ours = surface.texcoords[part * count + i]
        #expect(abs(ours.x - row[0]) <= abs(row[0]) * 1e-6, "accessor \(part), element \(i)")
        #expect(abs(ours.y - row[1]) <= abs(row[1]) * 1e-6, "accessor \(part), element \(i)")
      }
    }
  }

  private static func rows(_ json: JSON?) -> [[Float]] {
    (json?.elements.map(Array.init) ?? []).map { row in
      (row.elements.map(Array.init) ?? []).compactMap(\.float)
    }
  }

  /// A triangle rotated to start at its smallest vertex, which preserves its winding order.
  private static func fromLeast(_ corners: [Float]) -> [Float] {
    guard let least = corners.min(), let at = corners.firstIndex(of: least) else { return corners }
    return Array(corners[at...] + corners[..<at])
  }
}
