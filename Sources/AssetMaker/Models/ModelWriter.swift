import CaromMaths

/// Writes a binary glTF 2.0 file with flat-shaded meshes, single-color materials and rotating
/// nodes.
///
/// - Source: Khronos Group, glTF 2.0 Specification, 2021, sections 3 and 4 (the GLB container).
struct ModelWriter {
  private var bytes: [UInt8] = []
  private var views: [String] = []
  private var accessors: [String] = []
  private var materials: [String] = []
  private var meshes: [String] = []
  private var nodes: [String] = []
  private var roots: [Int] = []
  private var animations: [String] = []

  /// Flat-shaded faces, which share no vertices.
  struct Faces {
    var positions: [Vector3] = []
    var normals: [Vector3] = []
    var indices: [UInt16] = []

    /// Adds a convex face with counterclockwise corners.
    mutating func add(_ corners: [Vector3]) {
      let first = UInt16(positions.count)
      let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0])
      positions += corners
      normals += corners.map { _ in normal.normalized ?? .unitY }
      for i in 2..<UInt16(corners.count) { indices += [first, first + i - 1, first + i] }
    }

    /// Adds a box with the given minimum and maximum corners.
    mutating func addBox(_ a: Vector3, _ b: Vector3) {
      func p(_ x: Float, _ y: Float, _ z: Float) -> Vector3 { Vector3(x, y, z) }
      add([p(a.x, a.y, b.z), p(b.x, a.y, b.z), p(b.x, b.y, b.z), p(a.x, b.y, b.z)])
      add([p(b.x, a.y, a.z), p(a.x, a.y, a.z), p(a.x, b.y, a.z), p(b.x, b.y, a.z)])
      add([p(b.x, a.y, b.z), p(b.x, a.y, a.z), p(b.x, b.y, a.z), p(b.x, b.y, b.z)])
      add([p(a.x, a.y, a.z), p(a.x, a.y, b.z), p(a.x, b.y, b.z), p(a.x, b.y, a.z)])
      add([p(a.x, b.y, b.z), p(b.x, b.y, b.z), p(b.x, b.y, a.z), p(a.x, b.y, a.z)])
      add([p(a.x, a.y, a.z), p(b.x, a.y, a.z), p(b.x, a.y, b.z), p(a.x, a.y, b.z)])
    }

    /// Adds a frustum with a radius at each end; zero makes an apex.
    mutating func addFrustum(sides: Int, from low: Float, to high: Float, radii: (Float, Float)) {
      func corner(_ i: Int, _ radius: Float, _ y: Float) -> Vector3 {
        let angle = Float(i % sides) / Float(sides) * 2 * .pi
        return Vector3(Portable.sin(angle) * radius, y, Portable.cos(angle) * radius)
      }
      for i in 0..<sides {
        let (a, b) = (corner(i, radii.0, low), corner(i + 1, radii.0, low))
        if radii.1 > 0 {
          add([a, b, corner(i + 1, radii.1, high), corner(i, radii.1, high)])
        } else {
          add([a, b, Vector3(0, high, 0)])
        }
      }
    }
  }

  /// Adds a material with a linear color and returns its index.
  mutating func material(_ name: String, _ red: Float, _ green: Float, _ blue: Float) -> Int {
    materials.append(
      "{\"name\":\"\(name)\",\"pbrMetallicRoughness\":{\"baseColorFactor\":"
        + "[\(red),\(green),\(blue),1],\"metallicFactor\":0,\"roughnessFactor\":0.9}}")
    return materials.count - 1
  }

  /// Adds a mesh with a primitive for each group of faces and returns its index.
  mutating func mesh(_ name: String, _ parts: [(faces: Faces, material: Int)]) -> Int {
    let primitives = parts.map { part in
      let positions = vectors(part.faces.positions, withBounds: true)
      let normals = vectors(part.faces.normals)
      let view = add(part.faces.indices.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
      let indices = accessor(view, 5123, "SCALAR", part.faces.indices.count)
      return "{\"attributes\":{\"POSITION\":\(positions),\"NORMAL\":\(normals)},"
        + "\"indices\":\(indices),\"material\":\(part.material)}"
    }
    meshes.append("{\"name\":\"\(name)\",\"primitives\":[\(primitives.joined(separator: ","))]}")
    return meshes.count - 1
  }

  /// Adds a node and returns its index.
  mutating func node(
    _ name: String, mesh: Int, at position: Vector3 = .zero, children: [Int] = [],
    isRoot: Bool = false
  ) -> Int {
    var node = "{\"name\":\"\(name)\",\"mesh\":\(mesh)"
    if position != .zero { node += ",\"translation\":[\(position.x),\(position.y),\(position.z)]" }
    if !children.isEmpty { node += ",\"children\":\(children)" }
    nodes.append(node + "}")
    if isRoot { roots.append(nodes.count - 1) }
    return nodes.count - 1
  }

  /// Adds an animation that rotates a node once about its Z axis in a number of seconds.
  mutating func addRotation(_ node: Int, seconds: Float) {
    let quarters = (0...4).map { Float($0) / 4 }
    let times = accessor(
      add(floats(quarters.map { $0 * seconds })), 5126, "SCALAR", 5,
      more: ",\"min\":[0],\"max\":[\(seconds)]")
    let turns: [Float] = quarters.flatMap { quarter -> [Float] in
      [0, 0, Portable.sin(quarter * .pi), Portable.cos(quarter * .pi)]
    }
    let values = accessor(add(floats(turns)), 5126, "VEC4", 5)
    animations.append(
      "{\"name\":\"turn\",\"samplers\":[{\"input\":\(times),\"output\":\(values)}],"
        + "\"channels\":[{\"sampler\":0,\"target\":{\"node\":\(node),\"path\":\"rotation\"}}]}")
  }

  /// The bytes of the GLB file.
  func glb() -> [UInt8] {
    func list(_ parts: [String]) -> String { "[\(parts.joined(separator: ","))]" }
    var json =
      "{\"asset\":{\"version\":\"2.0\",\"generator\":\"carom assets\"},\"scene\":0,"
      + "\"scenes\":[{\"nodes\":\(roots)}],\"nodes\":\(list(nodes)),\"meshes\":\(list(meshes)),"
      + "\"materials\":\(list(materials)),\"animations\":\(list(animations)),"
      + "\"accessors\":\(list(accessors)),\"bufferViews\":\(list(views)),"
      + "\"buffers\":[{\"byteLength\":\(bytes.count)}]}"
    while json.utf8.count % 4 != 0 { json += " " }
    let chunks = chunk(0x4E4F_534A, Array(json.utf8)) + chunk(0x004E_4942, bytes)
    return word(0x4654_6C67) + word(2) + word(UInt32(12 + chunks.count)) + chunks
  }

  // MARK: Bytes

  private func word(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32($0 * 8)) }
  }
  private func chunk(_ kind: UInt32, _ content: [UInt8]) -> [UInt8] {
    word(UInt32(content.count)) + word(kind) + content
  }
  private func floats(_ values: [Float]) -> [UInt8] { values.flatMap { word($0.bitPattern) } }

  /// Adds a buffer view aligned to four bytes and returns its index.
  private mutating func add(_ new: [UInt8]) -> Int {
    views.append("{\"buffer\":0,\"byteOffset\":\(bytes.count),\"byteLength\":\(new.count)}")
    bytes += new
    while bytes.count % 4 != 0 { bytes.append(0) }
    return views.count - 1
  }

  private mutating func vectors(_ values: [Vector3], withBounds: Bool = false) -> Int {
    var more = ""
    if withBounds, let first = values.first {
      let minimum = values.reduce(first) { $0.minimum($1) }
      let maximum = values.reduce(first) { $0.maximum($1) }
      more =
        ",\"min\":[\(minimum.x),\(minimum.y),\(minimum.z)],\"max\":[\(maximum.x),\(maximum.y),\(maximum.z)]"
    }
    let view = add(floats(values.flatMap { [$0.x, $0.y, $0.z] }))
    return accessor(view, 5126, "VEC3", values.count, more: more)
  }

  private mutating func accessor(
    _ view: Int, _ component: Int, _ type: String, _ count: Int, more: String = ""
  ) -> Int {
    accessors.append(
      "{\"bufferView\":\(view),\"componentType\":\(component),\"type\":\"\(type)\","
        + "\"count\":\(count)\(more)}")
    return accessors.count - 1
  }
}
