import CaromDocuments
import CaromSceneGraph

/// What a node is written as a change of: a file it refers to, a class, or both.
struct NodeSource {
  /// The file, relative to the root.
  let file: String?
  /// The name of the class.
  let className: JSON?
  /// The node as it is before its own keys; in no scene.
  let base: Node
  /// The nodes of the file and what they are in the scene; the node itself comes first.
  let pairs: [(live: Node, base: Node)]
}

/// Finds what nodes may be written as changes of.
///
/// A node may that was read from a reference, as long as everything that the file puts below it is
/// still there under the same names and in the same order; new nodes may come after. Where that is
/// not so, the nodes of the file are written one by one, which may be references themselves.
struct NodeSources {
  /// The file of the scene.
  let file: SceneFile
  private let loader: SceneLoader
  /// The outermost file's tables and classes.
  private(set) var builder: FileBuilder
  /// What was made for comparing; identities of nodes count on it to stay.
  private(set) var kept: [Node] = []

  /// Prepares for a scene that was read from a file; nil if it was not.
  init?(_ file: SceneFile?) {
    guard let file, let document = file.documents[file.path] else { return nil }
    self.file = file
    loader = SceneLoader(again: file)
    builder = FileBuilder(loader, document, chain: [file.path])
    builder.readTables()
  }

  /// What a node of the scene is a change of; nil for one that is written whole.
  mutating func source(of node: Node) -> NodeSource? {
    // What the scene's own file says comes before what a file inside says.
    for origin in (file.origins[node.id] ?? []).reversed() {
      let className = origin.home == file.path ? origin.className : nil
      guard origin.file != nil || className != nil,
        let base = builder.makeBase(file: origin.file, className: className)
      else { continue }
      kept.append(base)
      var pairs: [(live: Node, base: Node)] = []
      guard node.name != nil || base.name == nil, Self.pair(node, base, isTop: true, &pairs)
      else { continue }
      return NodeSource(file: origin.file, className: className, base: base, pairs: pairs)
    }
    return nil
  }

  /// Pairs the nodes of a file with those of the scene; false where they do not fit.
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
