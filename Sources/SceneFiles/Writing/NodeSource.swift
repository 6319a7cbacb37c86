import CaromDocuments
import CaromSceneGraph

/// The base that a node is written as a change of: a referenced file, a class, or both.
struct NodeSource {
  /// The path of the file, relative to the root.
  let file: String?
  /// The import options of a model.
  let options: JSON?
  /// The name of the class.
  let className: JSON?
  /// The changes to materials of the file.
  let materials: JSON?
  /// The base node, before the node's own keys are applied; it belongs to no scene.
  let base: Node
  /// The nodes of the scene and their counterparts in the file; the node itself comes first.
  let pairs: [(live: Node, base: Node)]
}

/// Finds the bases that nodes can be written as changes of.
///
/// A node that was read from a reference qualifies if all nodes that the file defines below it
/// still exist, under the same names and in the same order; new nodes may follow them. Otherwise
/// the nodes of the file are written individually, and some of them may be references themselves.
struct NodeSources {
  /// The file of the scene.
  let file: SceneFile
  private let loader: SceneLoader
  /// The tables and classes of the outermost file.
  private(set) var builder: FileBuilder
  /// The base nodes, retained because their object identities are used as keys.
  private(set) var baseNodes: [Node] = []

  /// Prepares for a scene that was read from a file; returns nil for a scene that was not.
  init?(_ file: SceneFile?) {
    guard let file, let document = file.documents[file.path] else { return nil }
    self.file = file
    loader = SceneLoader(rebuilding: file)
    builder = FileBuilder(loader, document, chain: [file.path])
    builder.readTables()
  }

  /// The base of a node; nil if the node is written in full.
  mutating func source(of node: Node) -> NodeSource? {
    // The outermost file takes precedence over the files that it refers to.
    for origin in (file.origins[node.id] ?? []).reversed() {
      let className = origin.home == file.path ? origin.className : nil
      guard origin.file != nil || className != nil,
        let base = builder.makeBase(
          file: origin.file, options: origin.options, materials: origin.materials,
          className: className)
      else { continue }
      baseNodes.append(base)
      var pairs: [(live: Node, base: Node)] = []
      guard node.name != nil || base.name == nil, Self.pair(node, base, isTop: true, &pairs)
      else { continue }
      return NodeSource(
        file: origin.file, options: origin.options, className: className,
        materials: origin.materials, base: base, pairs: pairs)
    }
    return nil
  }

  /// Pairs the nodes of a file with those of the scene; returns false if they do not match.
  private static func pair(
    _ live: Node, _ base: Node, isTop: Bool, _ pairs: inout [(live: Node, base: Node)]
  ) -> Bool {
    pairs.append((live, base))
    let (new, old) = (live.childNodes, base.childNodes)
    guard isTop ? new.count >= old.count : new.count == old.count else { return false }
    return zip(new, old).allSatisfy { a, b in
      a.name == b.name && pair(a, b, isTop: false, &pairs)
    }
  }
}
