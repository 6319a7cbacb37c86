extension Node {
  // MARK: By name and test

  /// The first node below with a name, in the order of the tree; or the first child alone.
  public func childNode(withName name: String, recursively: Bool = true) -> Node? {
    for child in childNodes {
      if child.name == name { return child }
      if recursively, let found = child.childNode(withName: name) { return found }
    }
    return nil
  }

  /// The first node below that passes a test, in the order of the tree.
  public func childNode(passingTest test: (Node) -> Bool) -> Node? {
    var found: Node?
    enumerateChildNodes { node, stop in
      guard test(node) else { return }
      found = node
      stop = true
    }
    return found
  }

  /// All nodes below that pass a test, in the order of the tree.
  public func childNodes(passingTest test: (Node) -> Bool) -> [Node] {
    childNodes { node, _ in test(node) }
  }

  /// All nodes below that pass a test, in the order of the tree, until the test sets its second
  /// argument; the node at hand still counts then.
  public func childNodes(passingTest test: (Node, inout Bool) -> Bool) -> [Node] {
    var found: [Node] = []
    enumerateChildNodes { node, stop in if test(node, &stop) { found.append(node) } }
    return found
  }

  /// All nodes below, in the order of the tree, whose role is of a type.
  public func childNodes<R: Role>(withRole _: R.Type) -> [Node] {
    childNodes { $0.role is R }
  }

  // MARK: Visiting

  /// Visits all nodes below, in the order of the tree.
  ///
  /// The callback may change the tree: what was removed or moved away before its turn is not
  /// visited, what was added to a node whose turn has come already neither.
  public func enumerateChildNodes(_ body: (Node) -> Void) {
    enumerateChildNodes { node, _ in body(node) }
  }

  /// Visits all nodes below, in the order of the tree, until the callback sets its second argument.
  public func enumerateChildNodes(_ body: (Node, inout Bool) -> Void) {
    var stop = false
    visitBelow(&stop, body)
  }

  /// Visits this node and all below, in the order of the tree.
  ///
  /// The callback may change the tree, as in the visits of what is below.
  public func enumerateHierarchy(_ body: (Node) -> Void) {
    enumerateHierarchy { node, _ in body(node) }
  }

  /// Visits this node and all below, in the order of the tree, until the callback sets its second
  /// argument.
  public func enumerateHierarchy(_ body: (Node, inout Bool) -> Void) {
    var stop = false
    body(self, &stop)
    visitBelow(&stop, body)
  }

  private func visitBelow(_ stop: inout Bool, _ body: (Node, inout Bool) -> Void) {
    // The list is a copy, as the callback may change the node's own.
    for child in childNodes {
      if stop { return }
      guard child.parent === self else { continue }
      body(child, &stop)
      if !stop { child.visitBelow(&stop, body) }
    }
  }

  // MARK: By path

  /// The node at a path such as `/level/bricks/brick[2]`, or nil.
  ///
  /// A leading `/` starts at the root of the tree, otherwise the path starts here; `..` is the
  /// parent and `.` the node itself. `[n]` counts siblings of the same name from 0; nodes without
  /// name are `*`, so that `*[3]` is the fourth child of those.
  public func node(atPath path: String) -> Node? {
    var node = self
    if path.hasPrefix("/") { while let parent = node.parent { node = parent } }
    for part in path.split(separator: "/") {
      if part == "." { continue }
      if part == ".." {
        guard let parent = node.parent else { return nil }
        node = parent
        continue
      }
      guard let child = node.child(named: part) else { return nil }
      node = child
    }
    return node
  }

  /// The path from the root of its tree; `/` for the root.
  ///
  /// ``node(atPath:)`` finds the node by it, unless a name on the way has a `/` in it or looks like a
  /// place among others, such as `a[1]`. Files refuse such names; code may give them.
  public var path: String {
    var parts: [String] = []
    var node = self
    while let parent = node.parent {
      // An empty name is none.
      let name = node.name ?? ""
      let twins = parent.childNodes.filter { ($0.name ?? "") == name }
      var part = name.isEmpty ? "*" : name
      if twins.count > 1 || part == "*", let index = twins.firstIndex(where: { $0 === node }),
        index > 0 || part == "*"
      {
        part += "[\(index)]"
      }
      parts.append(part)
      node = parent
    }
    return "/" + parts.reversed().joined(separator: "/")
  }

  private func child(named part: Substring) -> Node? {
    if let exact = childNodes.first(where: { $0.name.map { $0 == part } ?? false }) { return exact }
    var name = part
    var index = 0
    if part.hasSuffix("]"), let bracket = part.lastIndex(of: "["),
      let number = Int(part[part.index(after: bracket)..<part.index(before: part.endIndex)])
    {
      name = part[..<bracket]
      index = number
    }
    for child in childNodes {
      let isMatch =
        name == "*" ? (child.name ?? "").isEmpty : child.name.map { $0 == name } ?? false
      guard isMatch else { continue }
      if index == 0 { return child }
      index -= 1
    }
    return nil
  }
}
