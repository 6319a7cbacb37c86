import CaromSceneGraph

/// Which nodes of a scene are which, before and after its files changed: those of the same path.
struct NodePairs {
  /// How the children of a node stand in the files.
  struct Order {
    /// The path of the node.
    let path: String
    /// The paths of its children.
    let children: [String]
    /// Whether those that stayed stand in another order than before.
    let isNew: Bool
  }

  /// Nodes that both have, with their paths, in the order of the tree.
  private(set) var pairs: [(old: Node, new: Node, path: String)] = []
  /// The paths of nodes that left; those below them leave with them.
  private(set) var removed: [String] = []
  /// The paths of nodes that came, with those of their parents; those below come with them.
  private(set) var added: [(path: String, parent: String)] = []
  /// Nodes whose children stand in another order or of whom some came.
  private(set) var orders: [Order] = []

  init(_ old: Scene, _ new: Scene) { pair(old.rootNode, new.rootNode, "") }

  private mutating func pair(_ a: Node, _ b: Node, _ path: String) {
    let (keys, others) = (Self.keys(a), Self.keys(b))
    var index: [String: Int] = [:]
    for (i, key) in keys.enumerated() { index[key] = i }
    var places: [Int] = []
    for (i, key) in others.enumerated() {
      let childPath = path + "/" + key
      guard let place = index[key] else {
        added.append((childPath, path.isEmpty ? "/" : path))
        continue
      }
      places.append(place)
      let (before, after) = (a.childNodes[place], b.childNodes[i])
      pairs.append((before, after, childPath))
      pair(before, after, childPath)
    }
    let isNew = zip(places, places.dropFirst()).contains(where: >)
    if isNew || places.count < others.count {
      let children = others.map { path + "/" + $0 }
      orders.append(Order(path: path.isEmpty ? "/" : path, children: children, isNew: isNew))
    }
    guard places.count < keys.count else { return }
    let kept = Set(places)
    for (i, key) in keys.enumerated() where !kept.contains(i) { removed.append(path + "/" + key) }
  }

  /// What tells children from each other: names, or positions among those without.
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
