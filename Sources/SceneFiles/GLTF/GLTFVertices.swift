import CaromDocuments
import CaromMaths

/// The vertices of a primitive; all lists that are not empty have the same length.
///
/// - Source: glTF 2.0, section 3.7.2.1 (meshes, overview): the table of attributes.
struct GLTFVertices {
  var positions: [Vector3] = []
  var normals: [Vector3] = []
  var tangents: [Vector4] = []
  var texcoords: [Vector2] = []
  var texcoords2: [Vector2] = []
  /// Linear colors, as in the file.
  var colors: [Vector4] = []
  /// Four joint indices per vertex, in the order of the skin's joints.
  var joints: [UInt32] = []
  /// Four joint weights per vertex.
  var weights: [Float] = []
  /// The displacements of the morph targets.
  var targets: [GLTFTarget] = []
  /// Whether a normal of the file did not have the length 1.
  var hasInvalidNormals = false

  /// The vertices in the order of `order`, which can repeat indices.
  func reordered(_ order: [UInt32]) -> GLTFVertices {
    func pick<T>(_ list: [T]) -> [T] { list.isEmpty ? [] : order.map { list[Int($0)] } }
    func pick4<T>(_ list: [T]) -> [T] {
      list.isEmpty ? [] : order.flatMap { list[(Int($0) * 4)..<(Int($0) * 4 + 4)] }
    }
    return GLTFVertices(
      positions: pick(positions), normals: pick(normals), tangents: pick(tangents),
      texcoords: pick(texcoords), texcoords2: pick(texcoords2), colors: pick(colors),
      joints: pick4(joints), weights: pick4(weights),
      targets: targets.map {
        GLTFTarget(
          positions: pick($0.positions), normals: pick($0.normals), tangents: pick($0.tangents))
      })
  }

  /// The size in bytes.
  var size: Int {
    positions.count * 12 + normals.count * 12 + tangents.count * 16 + texcoords.count * 8
      + texcoords2.count * 8 + colors.count * 16 + joints.count * 4 + weights.count * 4
      + targets.reduce(0) { $0 + ($1.positions.count + $1.normals.count + $1.tangents.count) * 12 }
  }
}

/// The displacements of a morph target; empty lists displace nothing.
struct GLTFTarget {
  var positions: [Vector3] = []
  var normals: [Vector3] = []
  var tangents: [Vector3] = []
}

extension GLTFReader {
  /// The maximum coordinate of a vertex, in meters.
  static let maxCoordinate: Float = 1e6

  /// The vertices of a primitive; nil without positions, or with a problem if they are invalid.
  func vertices(_ attributes: JSON, targets: [JSON]) -> GLTFVertices? {
    var v = GLTFVertices()
    guard attributes.isObject else {
      fail(attributes, wants: "an object of accessors by attribute")
      return nil
    }
    // A primitive without positions is valid and draws nothing (section 3.7.2.1).
    guard attributes["POSITION"] != nil,
      let positions = attribute(attributes, "POSITION", [.vec3], .any)
    else { return nil }
    let count = positions.count / 3
    v.positions = Self.vectors3(positions)
    if let far = v.positions.firstIndex(where: { $0.magnitudes.greatest > Self.maxCoordinate }) {
      fail(
        attributes["POSITION"] ?? attributes,
        "vertex \(far) is at \(v.positions[far]); up to \(Self.maxCoordinate) meters are accepted")
      return nil
    }
    func optional(_ key: String, _ types: [GLTFElementType], _ rule: GLTFStorageRule) -> [Float] {
      attribute(attributes, key, types, rule, count: count) ?? []
    }
    let normals = Self.vectors3(optional("NORMAL", [.vec3], .any))
    v.hasInvalidNormals = normals.contains { abs($0.length - 1) > 0.02 }
    v.normals = normals.map { $0.normalized(or: .unitY) }
    // Tangents are ignored without normals.
    if !v.normals.isEmpty {
      v.tangents = Self.vectors4(optional("TANGENT", [.vec4], .any), width: 4)
    }
    v.texcoords = Self.vectors2(optional("TEXCOORD_0", [.vec2], .any))
    v.texcoords2 = Self.vectors2(optional("TEXCOORD_1", [.vec2], .any))
    let colors = optional("COLOR_0", [.vec3, .vec4], .normalized)
    v.colors = Self.vectors4(colors, width: colors.count == count * 3 ? 3 : 4)
    if let json = attributes["JOINTS_0"], let index = index(json, of: .accessors) {
      v.joints = unsignedIntegers(index, json, .vec4, count: count) ?? []
    }
    v.weights = optional("WEIGHTS_0", [.vec4], .normalized)
    if v.joints.isEmpty != v.weights.isEmpty, isGood {
      fail(attributes, "one of JOINTS_0 and WEIGHTS_0 is missing; both together are accepted")
    }
    for target in targets {
      guard target.isObject else {
        fail(target, wants: "an object of accessors by attribute")
        continue
      }
      for member in target.members.map(Array.init) ?? [] where !member.key.hasPrefix("_") {
        let known = ["POSITION", "NORMAL", "TANGENT"]
        if !known.contains(member.key) {
          warn(member.value, "a target has no \"\(member.key.prefix(60))\" here; it is ignored")
        }
      }
      func deltas(_ key: String) -> [Vector3] {
        guard target[key] != nil else { return [] }
        return Self.vectors3(attribute(target, key, [.vec3], .any, count: count) ?? [])
      }
      v.targets.append(
        GLTFTarget(
          positions: deltas("POSITION"), normals: deltas("NORMAL"), tangents: deltas("TANGENT")))
    }
    if let number = attributes["POSITION"]?.integer(Int.self), let accessor = accessor(number) {
      needsBounds(accessor, "of positions")
    }
    if isGood { check(attributes, v) }
    return isGood && spend(v.size, for: attributes) ? v : nil
  }

  /// The numbers of an accessor under a key, if its type and storage are accepted.
  func attribute(
    _ json: JSON, _ key: String, _ types: [GLTFElementType], _ rule: GLTFStorageRule,
    count: Int? = nil
  ) -> [Float]? {
    guard let value = json[key], let index = index(value, of: .accessors),
      let accessor = accessor(index)
    else { return nil }
    guard types.contains(accessor.type) else {
      let accepted = types.map(\.rawValue).joined(separator: " or ")
      fail(
        value, "accessor \(index) has the type \(accessor.type.rawValue); \(accepted) is accepted")
      return nil
    }
    if rule == .normalized, accessor.component != .float, !accessor.isNormalized {
      fail(value, "accessor \(index) has integers; normalized integers or floats are accepted")
      return nil
    }
    if let count, accessor.count != count {
      fail(value, "accessor \(index) has \(accessor.count) elements; \(count) are accepted")
      return nil
    }
    return floats(index)
  }

  /// The unsigned integers of an accessor, if its type and count are accepted.
  func unsignedIntegers(_ index: Int, _ json: JSON, _ type: GLTFElementType, count: Int?)
    -> [UInt32]?
  {
    guard let accessor = accessor(index) else { return nil }
    let isWhole = [.unsignedByte, .unsignedShort, .unsignedInt].contains(accessor.component)
    guard accessor.type == type, isWhole, !accessor.isNormalized else {
      fail(
        json,
        "accessor \(index) is not a list of unsigned integers; one of type "
          + "\(type.rawValue) is accepted")
      return nil
    }
    if let count, accessor.count != count {
      fail(json, "accessor \(index) has \(accessor.count) elements; \(count) are accepted")
      return nil
    }
    return integers(index)
  }

  static func vectors3(_ n: [Float]) -> [Vector3] {
    stride(from: 0, to: n.count - 2, by: 3).map { Vector3(n[$0], n[$0 + 1], n[$0 + 2]) }
  }
  static func vectors2(_ n: [Float]) -> [Vector2] {
    stride(from: 0, to: n.count - 1, by: 2).map { Vector2(n[$0], n[$0 + 1]) }
  }
  /// Vectors of four components; the fourth is one if there are only three.
  static func vectors4(_ n: [Float], width: Int) -> [Vector4] {
    stride(from: 0, to: n.count - width + 1, by: width).map {
      Vector4(n[$0], n[$0 + 1], n[$0 + 2], width > 3 ? n[$0 + 3] : 1)
    }
  }
}

/// The accepted storage of an attribute's numbers.
enum GLTFStorageRule {
  /// Any component type, as in KHR_mesh_quantization.
  case any
  /// Floats or normalized integers.
  case normalized
}
