import CaromDocuments
import CaromProperties
import CaromSceneGraph

// The names of nodes and of shared objects.
extension FileBuilder {
  /// Reads the name of a node.
  mutating func readName(_ json: JSON, of node: Node, _ suffix: String) {
    guard let name = json.string else { return reader.fail(json, wants: "a name") }
    let isReserved =
      name == "." || name == ".." || name.hasPrefix("*") || name.hasSuffix("]")
      || name.contains("/") || name.utf8.count > 200
    if name.isEmpty {
      return reader.fail(json, "the name is empty; text, or no \"name\", is accepted")
    }
    if isReserved {
      return reader.fail(
        json,
        "\"\(name.prefix(60))\" is not a valid name; text without '/', '*' at the start or ']' at the "
          + "end is accepted")
    }
    node.name = name + suffix
  }

  /// Reports a name that is given twice among siblings, and warns of one that a referenced file
  /// gives to another sibling.
  ///
  /// Several uses of a file without a name of their own are no mistake: `a[1]` is the second.
  mutating func checkUnique(
    _ name: String, _ members: NodeMembers, _ siblings: inout PendingNodes
  ) {
    let rule = "names unique among siblings are accepted"
    let isInherited = siblings.inheritedNames.contains(name)
    guard let json = members.name else {
      siblings.inheritedNames.insert(name)
      guard siblings.names.contains(name), let scene = members.scene else { return }
      return reader.warn(
        scene,
        "the node of the file is named \(quoted(name)) like a sibling, and a path finds the sibling; "
          + "\(rule)")
    }
    if !siblings.names.insert(name).inserted {
      reader.fail(json, "two siblings are named \(quoted(name)); \(rule)")
    } else if isInherited {
      reader.warn(
        json,
        "a node of a referenced file beside it is named \(quoted(name)) too, and a path finds that "
          + "one; \(rule)")
    }
  }
}

// MARK: Names and keys without effect

extension FileBuilder {
  /// The message about a geometry without a shape.
  static let missingShape =
    "the geometry has no shape, so it is a box of 1 m; a key such as \"box\" or \"sphere\" is accepted"

  /// Warns of shared objects and classes that no node of the file uses, and of shared geometries
  /// without a shape.
  mutating func checkNames(_ json: JSON) {
    warnOfUnused(json["materials"], "material", Material.self) {
      "a geometry with \"materials\": [\($0)]"
    }
    warnOfUnused(json["geometries"], "geometry", Geometry.self) {
      "a node with \"geometry\": \($0)"
    }
    warnOfUnused(json["shapes"], "shape", PhysicsShape.self) {
      "a body with \"shape\": \($0)"
    }
    for member in json["defaults"]?.members.map(Array.init) ?? []
    where !classes.isUsed(member.key) {
      let name = quoted(member.key)
      reader.warn(
        member, "no node has the class \(name); a node with \"class\": \(name) is accepted")
    }
    for member in json["geometries"]?.members.map(Array.init) ?? []
    where !Primitive.caseNames.contains(where: { member.value[$0] != nil }) {
      reader.warn(member.value, Self.missingShape)
    }
  }

  private mutating func warnOfUnused(
    _ table: JSON?, _ noun: String, _ type: Any.Type, _ use: (String) -> String
  ) {
    for member in table?.members.map(Array.init) ?? [] where !reader.isUsed(member.key, as: type) {
      let name = quoted(member.key)
      reader.warn(member, "nothing uses the \(noun) \(name); \(use(name)) is accepted")
    }
  }

  /// The end of the message about an unknown key of a file: keys of nodes belong in its nodes.
  static func hint(forFileKey key: String) -> String? {
    let keys = nodeKeys + NodeState.fileKeys
    let known = fileKeys + SceneState.fileKeys
    guard meant(by: key, in: known) == nil, let own = meant(by: key, in: keys) else { return nil }
    return "; \(quoted(own)) belongs in a node of \"nodes\""
  }

  /// The end of the message about a key of a node that overrides cannot contain.
  static func hint(forOverride key: String) -> String? {
    switch key {
    case "name":
      "; overrides cannot rename a node; its properties, such as \"position\", are accepted"
    case "nodes":
      "; overrides cannot add nodes; \"nodes\" beside \"scene\" are accepted, or properties such as "
        + "\"position\""
    case "class":
      "; overrides cannot use a class; \"class\" beside \"scene\" is accepted, or properties such as "
        + "\"position\""
    case "scene", "import":
      "; overrides cannot exchange the file; properties such as \"position\" are accepted"
    case "overrides":
      "; overrides do not nest; a path such as \"a/b\" as a key of the outer ones is accepted"
    case "materials":
      "; \"materials\" beside \"scene\" are accepted, or \"geometry\": { \"materials\": [ … ] }"
    default: nil
    }
  }
}
