import CaromDocuments
import CaromProperties
import CaromSceneGraph

// Changes to the materials of a file that a node refers to.
extension FileBuilder {
  /// Changes the named materials of a file that a node refers to, and of the files below.
  mutating func change(_ materials: JSON, of node: Node) {
    guard let members = materials.members else {
      return reader.fail(materials, wants: "an object of materials by name")
    }
    let named = NamedMaterials(below: node)
    for member in members {
      guard let own = named.byName[member.key] else {
        let hint =
          named.names.isEmpty
          ? "; none of its materials has a name" : loader.suggest(member.key, named.names)
        reader.report(member.problem("the file has no material \"\(member.key)\"\(hint)"))
        continue
      }
      for var material in own { material.readProperties(member.value, &reader) }
    }
  }
}

// MARK: Geometries of referenced files

extension FileBuilder {
  /// Reports changes to the geometry of a node that has none; they would otherwise create a box.
  mutating func checkGeometry(_ json: JSON, of node: Node) {
    guard node.geometry == nil, let geometry = json["geometry"], let members = geometry.members,
      members.count > 0, !Primitive.caseNames.contains(where: { geometry[$0] != nil })
    else { return }
    let below = Self.paths(below: node, "").filter { node.node(atPath: $0)?.geometry != nil }
    let others =
      below.isEmpty ? "" : ", or overrides of \(below.prefix(5).joined(separator: ", "))"
    reader.fail(
      geometry,
      "the node has no geometry that could change; the key of a shape such as \"box\"\(others) is "
        + "accepted")
  }
}

/// The named materials of a node and its descendants.
private struct NamedMaterials {
  /// The materials with each name; several files can use the same name.
  private(set) var byName: [String: [Material]] = [:]
  /// The names, in the order of their first use.
  private(set) var names: [String] = []
  private var seen: Set<ObjectIdentifier> = []

  init(below node: Node) {
    node.enumerateHierarchy { if let geometry = $0.geometry { add(geometry) } }
  }

  private mutating func add(_ geometry: Geometry) {
    guard seen.insert(ObjectIdentifier(geometry)).inserted else { return }
    for material in geometry.materials where !material.name.isEmpty {
      guard seen.insert(ObjectIdentifier(material)).inserted else { continue }
      if byName[material.name] == nil { names.append(material.name) }
      byName[material.name, default: []].append(material)
    }
    for level in geometry.levelsOfDetail { if let other = level.geometry { add(other) } }
  }
}
