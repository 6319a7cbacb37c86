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
      reader.fail(json, "there is no node \"\(path)\"" + loader.suggest(path, known))
    }
    return false
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
