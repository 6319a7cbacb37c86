import CaromDocuments
import CaromMaths
import CaromSceneGraph

/// A mesh of a glTF file: one surface with an element for each primitive.
struct GLTFMesh {
  /// The name of the mesh; may be empty.
  var name = ""
  var vertices = GLTFVertices()
  var elements: [GeometryElement] = []
  /// The index of the material of each element; nil for the default material.
  var materials: [Int?] = []
  /// The initial weights of the morph targets.
  var weights: [Float] = []
  /// The names of the morph targets, if the file provides them.
  var targetNames: [String] = []
}

// Primitives that use the same accessors share vertices; the vertices of others are concatenated.
extension GLTFReader {
  /// Reads all meshes and reports their problems.
  func readMeshes() -> [GLTFMesh] { table(.meshes).map(mesh) }

  private func mesh(_ json: JSON) -> GLTFMesh {
    var mesh = GLTFMesh()
    guard json.isObject else { return mesh }
    mesh.name = string(json, "name") ?? ""
    guard let primitives = json["primitives"] else {
      missing(json, "primitives")
      return mesh
    }
    guard let elements = primitives.elements else {
      fail(primitives, wants: "an array of primitives")
      return mesh
    }
    if elements.count == 0 { warn(primitives, "the list is empty; glTF demands an element") }
    var parts = GLTFMeshParts()
    var targetCount: Int?
    for primitive in elements {
      guard primitive.isObject else {
        fail(primitive, wants: "an object")
        continue
      }
      let targets = primitive["targets"].map(targets) ?? []
      if let targetCount, targetCount != targets.count {
        fail(
          primitive["targets"] ?? primitive,
          "the primitive has \(targets.count) morph targets; \(targetCount), as in the first, are accepted"
        )
      }
      targetCount = targetCount ?? targets.count
      add(primitive, targets, to: &parts, &mesh)
    }
    guard spend(parts.size(targets: targetCount ?? 0), for: json) else { return GLTFMesh() }
    mesh.vertices = parts.joined(targets: targetCount ?? 0)
    mesh.weights = weights(json, count: targetCount ?? 0) ?? []
    mesh.targetNames =
      json["extras"]?["targetNames"]?.elements.map { $0.compactMap(\.string) } ?? []
    return mesh
  }

  private func targets(_ json: JSON) -> [JSON] {
    guard let elements = json.elements else {
      fail(json, wants: "an array of morph targets")
      return []
    }
    guard elements.count <= 256 else {
      fail(json, "there are \(elements.count) morph targets; at most 256 are accepted")
      return []
    }
    return Array(elements)
  }

  /// The morph target weights under `weights`; nil if the key is missing.
  func weights(_ json: JSON, count: Int) -> [Float]? {
    guard json["weights"] != nil else { return nil }
    return numbers(json, "weights", count: count, in: -1e6...1e6)
  }

  /// Adds a primitive.
  private func add(
    _ json: JSON, _ targets: [JSON], to parts: inout GLTFMeshParts, _ mesh: inout GLTFMesh
  ) {
    let material = index(json, "material", of: .materials)
    guard let topology = GLTFTopology(rawValue: integer(json, "mode", in: 0...6) ?? 4) else {
      return
    }
    guard let attributes = json["attributes"] else { return missing(json, "attributes") }
    let key = "\(attributes) \(targets)"
    let partByKey = parts.partByKey[key]
    guard
      let vertices = partByKey.map({ parts.parts[$0].vertices })
        ?? vertices(attributes, targets: targets)
    else {
      if attributes["POSITION"] == nil {
        warn(attributes, "the primitive has no positions; it is not drawn")
      }
      return
    }
    checkTexcoords(of: material, vertices, json)
    let count = vertices.positions.count
    var indices: [UInt32]
    if let json = json["indices"] {
      guard let index = index(json, of: .accessors),
        let numbers = unsignedIntegers(index, json, .scalar, count: nil)
      else { return }
      if let accessor = accessor(index) { checkIndices(accessor, numbers, json) }
      if let bad = numbers.first(where: { $0 >= count }) {
        return fail(json, "there is an index \(bad), but there are \(count) vertices")
      }
      indices = numbers
    } else {
      guard spend(count * 4, for: json) else { return }
      indices = Array(0..<UInt32(count))
    }
    if let fault = topology.fault(indices.count) {
      return fail(json, "there are \(indices.count) vertices to connect; \(fault)")
    }
    // A strip of n vertices has n − 2 triangles, so its triangle list is at most three times as
    // long.
    guard spend(indices.count * 12, for: json) else { return }
    indices = topology.expanded(indices)
    let needsNormals = vertices.normals.isEmpty && topology.primitiveType == .triangles
    let start: Int
    if needsNormals {
      guard spend(indices.count * (12 + vertices.size / max(1, count)), for: json) else { return }
      start = parts.append(Self.withFlatNormals(vertices, indices), key: nil)
      indices = Array(0..<UInt32(indices.count))
    } else {
      start = partByKey.map { parts.parts[$0].start } ?? parts.append(vertices, key: key)
    }
    var element = GeometryElement(
      indices: indices.map { Int32(truncatingIfNeeded: Int($0) + start) },
      primitiveType: topology.primitiveType)
    if element.primitiveType == .point { element.pointSize = 1 }
    mesh.elements.append(element)
    mesh.materials.append(material)
  }

  /// Vertices that are unshared between triangles, with the normal of their triangle.
  ///
  /// - Source: glTF 2.0, section 3.7.2.1: without normals, flat normals must be computed, and given
  ///   tangents must be ignored.
  private static func withFlatNormals(_ vertices: GLTFVertices, _ indices: [UInt32]) -> GLTFVertices
  {
    var v = vertices.reordered(indices)
    v.normals = []
    v.normals.reserveCapacity(indices.count)
    for t in stride(from: 0, to: v.positions.count - 2, by: 3) {
      let (a, b, c) = (v.positions[t], v.positions[t + 1], v.positions[t + 2])
      let n = (b - a).cross(c - a).normalized(or: .unitY)
      v.normals += [n, n, n]
    }
    v.tangents = []
    return v
  }
}

/// The vertices of a mesh's primitives before they are concatenated.
struct GLTFMeshParts {
  var parts: [(vertices: GLTFVertices, start: Int)] = []
  /// The part that contains the vertices of a set of attributes.
  var partByKey: [String: Int] = [:]
  private var count = 0

  /// Adds vertices and returns the index of the first of them.
  mutating func append(_ vertices: GLTFVertices, key: String?) -> Int {
    let start = count
    if let key { partByKey[key] = parts.count }
    parts.append((vertices, start))
    count += vertices.positions.count
    return start
  }

  /// An upper bound for the size of all vertices in bytes, including fill values.
  func size(targets: Int) -> Int {
    let one = parts.map { $0.vertices.size / max(1, $0.vertices.positions.count) }.max() ?? 0
    return count * (one + targets * 12)
  }

  /// All vertices in one list; attributes that only some parts have are filled with defaults.
  ///
  /// Tangents are omitted unless all parts have them; they are then computed for all.
  func joined(targets: Int) -> GLTFVertices {
    if parts.count == 1 { return parts[0].vertices }
    func join<T>(_ list: (GLTFVertices) -> [T], _ fill: T, width: Int = 1) -> [T] {
      guard parts.contains(where: { !list($0.vertices).isEmpty }) else { return [] }
      return parts.flatMap { part in
        let own = list(part.vertices)
        let count = part.vertices.positions.count * width
        return own.isEmpty ? Array(repeating: fill, count: count) : own
      }
    }
    let haveTangents = parts.allSatisfy { !$0.vertices.tangents.isEmpty }
    var joined = GLTFVertices(
      positions: join(\.positions, .zero), normals: join(\.normals, .unitY),
      tangents: haveTangents ? join(\.tangents, Vector4(1, 0, 0, 1)) : [],
      texcoords: join(\.texcoords, Vector2()), texcoords2: join(\.texcoords2, Vector2()),
      colors: join(\.colors, Vector4(1, 1, 1, 1)), joints: join(\.joints, 0, width: 4),
      weights: join(\.weights, 0, width: 4))
    for t in 0..<targets {
      func deltas(_ list: (GLTFTarget) -> [Vector3]) -> [Vector3] {
        join({ $0.targets.count > t ? list($0.targets[t]) : [] }, .zero)
      }
      joined.targets.append(
        GLTFTarget(
          positions: deltas(\.positions), normals: deltas(\.normals), tangents: deltas(\.tangents)))
    }
    return joined
  }
}
