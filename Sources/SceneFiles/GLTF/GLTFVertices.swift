import CaromDocuments
import CaromMaths

/// The vertices of a primitive, as the file gives them; all lists that are not empty are equally long.
///
/// - Source: glTF 2.0, section 3.7.2.1 (meshes, overview): the table of attributes.
struct GLTFVertices {
  var positions: [Vector3] = []
  var normals: [Vector3] = []
  var tangents: [Vector4] = []
  var texcoords: [Vector2] = []
  var texcoords2: [Vector2] = []
  /// Linear, as the file has them.
  var colors: [Vector4] = []
  /// Four bones a vertex, as numbers in the skin's list.
  var joints: [UInt32] = []
  /// Four weights a vertex.
  var weights: [Float] = []
  /// For each morph target what is added.
  var targets: [GLTFTarget] = []

  /// The same vertices in another order, some more than once, as each of `order` says.
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

  /// How many bytes they take.
  var size: Int {
    positions.count * 12 + normals.count * 12 + tangents.count * 16 + texcoords.count * 8
      + texcoords2.count * 8 + colors.count * 16 + joints.count * 4 + weights.count * 4
      + targets.reduce(0) { $0 + ($1.positions.count + $1.normals.count + $1.tangents.count) * 12 }
  }
}

/// What a morph target adds to vertices; empty where it adds nothing.
struct GLTFTarget {
  var positions: [Vector3] = []
  var normals: [Vector3] = []
  var tangents: [Vector3] = []
}

extension GLTFReader {
  /// How far vertices may be from the origin, in metres.
  static let places: Float = 1e6

  /// The vertices of a primitive; nil where it has none, and with a problem where they are wrong.
  func vertices(_ attributes: JSON, targets: [JSON]) -> GLTFVertices? {
    var v = GLTFVertices()
    guard attributes.isObject else {
      fail(attributes, wants: "an object of accessors by attribute")
      return nil
    }
    // Without places nothing can be drawn; that is no mistake (section 3.7.2.1).
    guard attributes["POSITION"] != nil,
      let positions = attribute(attributes, "POSITION", [.vec3], .any)
    else { return nil }
    let count = positions.count / 3
    v.positions = Self.vectors3(positions)
    if let far = v.positions.firstIndex(where: { $0.magnitudes.greatest > Self.places }) {
      fail(
        attributes["POSITION"] ?? attributes,
        "vertex \(far) is at \(v.positions[far]); up to \(Self.places) metres are accepted")
      return nil
    }
    func optional(_ key: String, _ types: [GLTFElementType], _ rule: GLTFRule) -> [Float] {
      attribute(attributes, key, types, rule, count: count) ?? []
    }
    v.normals = Self.vectors3(optional("NORMAL", [.vec3], .any)).map { $0.normalized(or: .unitY) }
    // Tangents count only with the normals that they belong to.
    if !v.normals.isEmpty {
      v.tangents = Self.vectors4(optional("TANGENT", [.vec4], .any), width: 4)
    }
    v.texcoords = Self.vectors2(optional("TEXCOORD_0", [.vec2], .any))
    v.texcoords2 = Self.vectors2(optional("TEXCOORD_1", [.vec2], .any))
    let colors = optional("COLOR_0", [.vec3, .vec4], .shares)
    v.colors = Self.vectors4(colors, width: colors.count == count * 3 ? 3 : 4)
    if let place = attributes["JOINTS_0"], let index = index(place, of: .accessors) {
      v.joints = whole(index, place, .vec4, count: count) ?? []
    }
    v.weights = optional("WEIGHTS_0", [.vec4], .shares)
    if v.joints.isEmpty != v.weights.isEmpty, isGood {
      fail(attributes, "JOINTS_0 and WEIGHTS_0 are accepted together only")
    }
    for target in targets {
      guard target.isObject else {
        fail(target, wants: "an object of accessors by attribute")
        continue
      }
      func deltas(_ key: String) -> [Vector3] {
        guard target[key] != nil else { return [] }
        return Self.vectors3(attribute(target, key, [.vec3], .any, count: count) ?? [])
      }
      v.targets.append(
        GLTFTarget(
          positions: deltas("POSITION"), normals: deltas("NORMAL"), tangents: deltas("TANGENT")))
    }
    return isGood && spend(v.size, for: attributes) ? v : nil
  }

  /// The numbers of an accessor under a key, if it is of a type and kind that the use accepts.
  func attribute(
    _ json: JSON, _ key: String, _ types: [GLTFElementType], _ rule: GLTFRule, count: Int? = nil
  ) -> [Float]? {
    guard let place = json[key], let index = index(place, of: .accessors),
      let accessor = accessor(index)
    else { return nil }
    guard types.contains(accessor.type) else {
      let accepted = types.map(\.rawValue).joined(separator: " or ")
      fail(place, "accessor \(index) is of type \(accessor.type.rawValue); \(accepted) is accepted")
      return nil
    }
    if rule == .shares, accessor.component != .float, !accessor.isNormalized {
      fail(place, "accessor \(index) has whole numbers; normalized ones or floats are accepted")
      return nil
    }
    if let count, accessor.count != count {
      fail(place, "accessor \(index) has \(accessor.count) elements; \(count) are accepted")
      return nil
    }
    return floats(index)
  }

  /// The whole numbers of an accessor, if it is of a type and count that the use accepts.
  func whole(_ index: Int, _ place: JSON, _ type: GLTFElementType, count: Int?) -> [UInt32]? {
    guard let accessor = accessor(index) else { return nil }
    let isWhole = [.unsignedByte, .unsignedShort, .unsignedInt].contains(accessor.component)
    guard accessor.type == type, isWhole, !accessor.isNormalized else {
      fail(
        place,
        "accessor \(index) is no list of unsigned whole numbers; one of type "
          + "\(type.rawValue) is accepted")
      return nil
    }
    if let count, accessor.count != count {
      fail(place, "accessor \(index) has \(accessor.count) elements; \(count) are accepted")
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
  /// Vectors of four, the fourth one where there are only three numbers each.
  static func vectors4(_ n: [Float], width: Int) -> [Vector4] {
    stride(from: 0, to: n.count - width + 1, by: width).map {
      Vector4(n[$0], n[$0 + 1], n[$0 + 2], width > 3 ? n[$0 + 3] : 1)
    }
  }
}

/// What numbers an attribute may be stored as.
enum GLTFRule {
  /// Any, as KHR_mesh_quantization has it.
  case any
  /// Floats, or whole numbers that stand for shares.
  case shares
}
