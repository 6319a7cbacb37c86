/// The paths of many nodes at one moment, each worked out once.
///
/// ``Node/path`` looks at all siblings for each node that it is asked of; this looks at them once. It
/// knows nothing of what is renamed or moved afterwards.
public struct PathTable {
  private var paths: [Int32: String] = [:]

  /// Makes a table that knows nothing yet.
  public init() {}

  /// The ``Node/path`` of a node of a scene.
  ///
  /// - Complexity: once for all children of a node it is their number.
  public mutating func path(of node: Node) -> String {
    guard let parent = node.parent else { return node.path }
    if let known = paths[node.id] { return known }
    let above = path(of: parent)
    let prefix = above == "/" ? above : above + "/"
    var twins: [String: Int] = [:]
    for child in parent.childNodes {
      // An empty name is none.
      var part = child.name ?? ""
      let count = twins[part, default: 0]
      twins[part] = count + 1
      if part.isEmpty { part = "*" }
      paths[child.id] = prefix + (count > 0 || part == "*" ? "\(part)[\(count)]" : part)
    }
    return paths[node.id] ?? node.path
  }
}
