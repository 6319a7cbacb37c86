import CaromSceneGraph

/// The correspondence between the nodes of a scene before and after its files changed, by path.
struct NodeMatches {
  /// The order of the children of a node in the changed files.
  struct Order {
    /// The path of the node.
    let path: String
    /// The paths of its children, in order.
    let children: [String]
    /// Whether the children that both versions have changed their relative order.
    let isNew: Bool
  }

  /// The nodes that both versions have, with their paths, in tree order.
  private(set) var pairs: [(old: Node, new: Node, path: String)] = []
  /// The paths of removed nodes; their descendants are not listed.
  private(set) var removed: [String] = []
  /// The paths of added nodes and of their parents; descendants are not listed.
  private(set) var added: [(path: String, parent: String)] = []
  /// The nodes whose children were reordered or extended.
  private(set) var orders: [Order] = []

  init(_ old: Scene, _ new: Scene) { pair(old.rootNode, new.rootNode, "") }

  private mutating func pair(_ a: Node, _ b: Node, _ path: String) {
    let (keys, others) = (Self.keys(a), Self.keys(b))
    var indexOfKey: [String: Int] = [:]
    for (i, key) in keys.enumerated() { indexOfKey[key] = i }
    var matched: [Int] = []
    for (i, key) in others.enumerated() {
      let childPath = path + "/" + key
      guard let oldIndex = indexOfKey[key] else {
        added.append((childPath, path.isEmpty ? "/" : path))
        continue
      }
      matched.append(oldIndex)
      let (before, after) = (a.childNodes[oldIndex], b.childNodes[i])
      pairs.append((before, after, childPath))
      pair(before, after, childPath)
    }
    let isNew = zip(matched, matched.dropFirst()).contains(where: >)
    if isNew || matched.count < others.count {
      let children = others.map { path + "/" + $0 }
      orders.append(Order(path: path.isEmpty ? "/" : path, children: children, isNew: isNew))
    }
    guard matched.count < keys.count else { return }
    let remaining = Set(matched)
    for (i, key) in keys.enumerated() where !remaining.contains(i) {
      removed.append(path + "/" + key)
    }
  }

  /// The keys that identify children: names, with an index for unnamed and repeated ones.
  static func keys(_ node: Node) -> [String] {
    var counts: [String: Int] = [:]
    return node.childNodes.map { child in
      let name = child.name.flatMap { $0.isEmpty ? nil : $0 } ?? "*"
      let number = counts[name, default: 0]
      counts[name] = number + 1
      return number == 0 && name != "*" ? name : "\(name)[\(number)]"
    }
  }
}
