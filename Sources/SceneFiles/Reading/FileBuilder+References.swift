import CaromDocuments
import CaromProperties
import CaromSceneGraph

// References from nodes to nodes, and what roles expect of them.
extension FileBuilder {
  /// Resolves the paths in constraints, in roles and in the file's own properties.
  ///
  /// - Returns: Whether all of them name a node.
  mutating func resolveReferences() -> Bool {
    let root = root
    var unknown: [(json: JSON, path: String)] = []
    func resolve(_ reference: inout NodeReference, from node: Node) {
      guard let source = reference.source else { return }
      let path = reference.path
      let start = path.hasPrefix("/") ? root : node
      if let target = start.node(atPath: path), target !== root {
        reference.set(target)
      } else {
        unknown.append((source, path))
        reference = NodeReference()
      }
    }
    root.enumerateHierarchy { node in
      node.updateReferences { resolve(&$0, from: node) }
    }
    resolve(&sceneState.pointOfView, from: root)
    guard !unknown.isEmpty else { return true }
    let known = Self.paths(below: root, "/")
    for (json, path) in unknown {
      let hint = Self.firstCopy(of: path, in: known) ?? loader.suggest(path, known)
      reader.fail(json, "there is no node \"\(path)\"" + hint)
    }
    return false
  }

  /// The hint for the name of a repeated node, whose copies end in numbers; nil if there are none.
  private static func firstCopy(of path: String, in known: [String]) -> String? {
    let copy = known.first { name in
      guard name.hasPrefix(path + "-") else { return false }
      let numbers = name.dropFirst(path.count + 1)
      return !numbers.isEmpty && numbers.allSatisfy { $0 == "-" || ("0"..."9").contains($0) }
    }
    return copy.map { "; the node is repeated, and its copies are named such as \"\($0)\"" }
  }

  /// Reports the problems of roles that depend on other nodes.
  mutating func checkRoles() {
    let (loader, file) = (loader, document.source.name)
    var reader = reader
    root.enumerateHierarchy { node in
      guard let role = node.role,
        let json = loader.layers[ObjectIdentifier(node)]?.last(where: { $0["role"] != nil }),
        json.document.source.name == file,
        let own = json["role"]?[type(of: role).name]
      else { return }
      role.check(node, own, &reader)
    }
    self.reader = reader
  }
}
