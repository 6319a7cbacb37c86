import CaromDocuments
import CaromMaths

// Rules of glTF that reading does not depend on: files that violate them are accepted with a
// warning.
extension GLTFReader {
  /// Warns of invalid accessors, buffer views and samplers that nothing uses.
  func checkUnused() {
    tolerantly {
      for i in table(.accessors).indices { _ = accessor(i) }
      for i in table(.bufferViews).indices { _ = view(i) }
    }
  }

  /// Warns of an accessor that violates a rule of glTF, after it is decoded.
  ///
  /// - Source: glTF 2.0, sections 3.6.2.4 (data alignment) and 3.6.2.5 (accessor bounds).
  func check(_ accessor: GLTFAccessor, _ numbers: [Float]) {
    checkAlignment(accessor)
    let width = accessor.type.count
    for key in ["min", "max"] {
      guard let json = accessor.json[key] else { continue }
      guard let elements = json.elements, elements.count == width,
        elements.allSatisfy({ $0.float != nil })
      else {
        warn(json, "\"\(key)\" is not an array of \(width) numbers; it is ignored")
        continue
      }
      // Bounds of normalized integers are given as integers.
      if accessor.isNormalized { continue }
      for (c, bound) in elements.enumerated() {
        let column = stride(from: c, to: numbers.count, by: width).lazy.map { numbers[$0] }
        guard let actual = key == "min" ? column.min() : column.max(), let bound = bound.float,
          abs(actual - bound) > 1e-4 * max(1, abs(actual))
        else { continue }
        warn(json, "\"\(key)\" says \(bound), but component \(c) has \(actual)")
        break
      }
    }
  }

  private func checkAlignment(_ accessor: GLTFAccessor) {
    let size = accessor.component.size
    guard let source = accessor.source else { return }
    if source.offset % size != 0 {
      warn(
        accessor.json,
        "the elements start at byte \(source.offset) of their buffer; glTF demands a multiple of "
          + "\(size)")
    }
  }

  /// Warns of an accessor without bounds where glTF requires them.
  func needsBounds(_ accessor: GLTFAccessor, _ what: String) {
    guard accessor.json["min"] == nil || accessor.json["max"] == nil else { return }
    guard !hasNoBounds.contains(accessor.json.pointer) else { return }
    hasNoBounds.insert(accessor.json.pointer)
    warn(accessor.json, "the accessor \(what) has no \"min\" and \"max\", which glTF demands")
  }

  /// Warns of the attributes of a primitive that violate a rule of glTF.
  ///
  /// - Source: glTF 2.0, section 3.7.2.1 (meshes, overview).
  func check(_ attributes: JSON, _ vertices: GLTFVertices) {
    guard let members = attributes.members else { return }
    for member in members {
      let name = member.key
      if name.hasPrefix("_") { continue }
      let semantic = name.prefix { $0 != "_" }
      let isKnown = ["POSITION", "NORMAL", "TANGENT"].contains(name)
      let isIndexed = ["TEXCOORD", "COLOR", "JOINTS", "WEIGHTS"].contains(String(semantic))
      let number = isIndexed ? Int(name.dropFirst(semantic.count + 1)) : nil
      guard isKnown || number != nil else {
        warn(
          member.value,
          "there is no attribute \"\(name.prefix(60))\"; those of an application start with _")
        continue
      }
      if let number, number > 0, attributes["\(semantic)_\(number - 1)"] == nil {
        warn(member.value, "there is no \(semantic)_\(number - 1) before it; it is not consecutive")
      }
      checkStride(member.value)
    }
    if attributes["TANGENT"] != nil, attributes["NORMAL"] == nil {
      warn(attributes, "the primitive has tangents without normals; they are ignored")
    }
    check(vertices, attributes)
  }

  private func checkStride(_ json: JSON) {
    guard let number = json.integer(Int.self), table(.accessors).indices.contains(number),
      let source = accessor(number)?.source
    else { return }
    if source.stride % 4 != 0 || source.offset % 4 != 0 {
      warn(
        json, "the attribute does not start at multiples of 4 bytes, which glTF demands")
    }
  }

  private func check(_ vertices: GLTFVertices, _ attributes: JSON) {
    if vertices.hasInvalidNormals, let json = attributes["NORMAL"] {
      warn(json, "a normal does not have the length 1; it is normalized")
    }
    if let json = attributes["TANGENT"] {
      if let i = vertices.tangents.firstIndex(where: { abs($0.w) != 1 }) {
        warn(json, "the last number of tangent \(i) is \(vertices.tangents[i].w), not 1 or -1")
      } else if vertices.tangents.contains(where: { abs($0.xyz.length - 1) > 0.01 }) {
        warn(json, "a tangent does not have the length 1")
      }
    }
    guard let json = attributes["WEIGHTS_0"] else { return }
    for v in stride(from: 0, to: vertices.weights.count - 3, by: 4) {
      let four = vertices.weights[v..<(v + 4)]
      let sum = four.reduce(0, +)
      if four.contains(where: { $0 < 0 }) || (attributes["WEIGHTS_1"] == nil && abs(sum - 1) > 0.01)
      {
        return warn(
          json, "the weights of vertex \(v / 4) sum to \(sum) or are negative; they are normalized")
      }
    }
  }

  /// Warns of a material that uses texture coordinates which a primitive does not have.
  func checkTexcoords(of material: Int?, _ vertices: GLTFVertices, _ json: JSON) {
    guard let material else { return }
    for set in (texcoordSets[material] ?? []).sorted()
    where (set == 0 ? vertices.texcoords : vertices.texcoords2).isEmpty {
      warn(
        json,
        "material \(material) uses TEXCOORD_\(set), which the primitive does not have; its "
          + "textures show one point")
    }
  }

  /// Warns of indices that violate a rule of glTF.
  func checkIndices(_ accessor: GLTFAccessor, _ numbers: [UInt32], _ json: JSON) {
    let restart = UInt32(truncatingIfNeeded: (1 << (accessor.component.size * 8)) - 1)
    if numbers.contains(restart) {
      warn(json, "the index \(restart) is used, which glTF reserves for restarting a primitive")
    }
    if let source = accessor.source, source.isStrided {
      warn(json, "the buffer view of the indices has a stride, which glTF does not allow")
    }
  }
}
