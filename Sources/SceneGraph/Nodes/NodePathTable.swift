/// A cache of node paths at one moment.
///
/// ``Node/path`` visits all siblings of each node on every call; this table visits them once. Nodes
/// that are renamed or moved afterwards are not updated.
public struct NodePathTable {
  private var paths: [Int32: String] = [:]

  /// Creates an empty table.
  public init() {}

  /// Returns the ``Node/path`` of a node in a scene.
  ///
  /// - Complexity: O(siblings) on the first call for a parent, then O(1).
  public mutating func path(of node: Node) -> String {
    guard let parent = node.parent else { return node.path }
    if let known = paths[node.id] { return known }
    let above = path(of: parent)
    let prefix = above == "/" ? above : above + "/"
    var counts: [String: Int] = [:]
    for child in parent.childNodes {
      // An empty name is treated as no name.
      var part = child.name ?? ""
      let count = counts[part, default: 0]
      counts[part] = count + 1
      if part.isEmpty { part = "*" }
      paths[child.id] = prefix + (count > 0 || part == "*" ? "\(part)[\(count)]" : part)
    }
    return paths[node.id] ?? node.path
  }
}
