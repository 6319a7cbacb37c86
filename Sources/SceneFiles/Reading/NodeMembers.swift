import CaromDocuments
import CaromSceneGraph

/// The members of a node that are not properties, collected in one pass.
struct NodeMembers {
  private static let keys = KeyTable(FileBuilder.nodeKeys)

  private(set) var name: JSON?
  private(set) var className: JSON?
  private(set) var scene: JSON?
  private(set) var materials: JSON?
  private(set) var overrides: JSON?
  private(set) var nodes: JSON?
  private(set) var options: JSON?
  /// The layout of copies.
  private(set) var layout: JSON?

  init(_ json: JSON) {
    guard let members = json.members else { return }
    for member in members {
      // The first occurrence of a duplicate key is used.
      switch Self.keys.position(of: member) {
      case 0: name = name ?? member.value
      case 1: className = className ?? member.value
      case 2: scene = scene ?? member.value
      case 3: materials = materials ?? member.value
      case 4: overrides = overrides ?? member.value
      case 5: nodes = nodes ?? member.value
      case 6: options = options ?? member.value
      case 7: layout = layout ?? member.value
      default: break
      }
    }
  }
}

/// An array of nodes that is being built.
struct PendingNodes {
  /// The parent of the nodes.
  let parent: Node
  /// The nodes that are not built yet.
  var rest: JSON.Elements.Iterator
  /// The depth of the nodes in the tree.
  let depth: Int
  /// The names that the nodes built so far have in the file.
  var names: Set<String> = []
  /// The names that they, and the other children of the parent, have from referenced files.
  var inheritedNames: Set<String> = []
}
