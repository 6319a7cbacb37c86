extension Node {
  // MARK: By name and test

  /// Returns the first descendant with a name, in depth-first order, or the first such child if not
  /// recursive.
  public func childNode(withName name: String, recursively: Bool = true) -> Node? {
    for child in childNodes {
      if child.name == name { return child }
      if recursively, let found = child.childNode(withName: name) { return found }
    }
    return nil
  }

  /// Returns the first descendant that passes a test, in depth-first order.
  public func childNode(passingTest test: (Node) -> Bool) -> Node? {
    var found: Node?
    enumerateChildNodes { node, stop in
      guard test(node) else { return }
      found = node
      stop = true
    }
    return found
  }

  /// Returns the descendants that pass a test, in depth-first order.
  public func childNodes(passingTest test: (Node) -> Bool) -> [Node] {
    childNodes { node, _ in test(node) }
  }

  /// Returns the descendants that pass a test, in depth-first order, until the test sets its second
  /// argument.
  ///
  /// The node for which the test sets the argument is included if it passes.
  public func childNodes(passingTest test: (Node, inout Bool) -> Bool) -> [Node] {
    var found: [Node] = []
    enumerateChildNodes { node, stop in if test(node, &stop) { found.append(node) } }
    return found
  }

  /// Returns the descendants with a role of a type, in depth-first order.
  ///
  /// - Complexity: O(n) in the number of descendants; for the root of a scene, in the number of
  ///   nodes with roles.
  public func childNodes<R: Role>(withRole _: R.Type) -> [Node] {
    let wanted = ObjectIdentifier(R.self)
    guard let scene, scene.rootNode === self else {
      return childNodes { $0.storage.role.type == wanted }
    }
    return scene.nodesWithRoles.compactMap { $0.type == wanted ? $0.node : nil }
  }

  // MARK: Visiting

  /// Calls a closure with each descendant, in depth-first order.
  ///
  /// The closure may change the tree. Nodes that are removed or moved away before their turn are
  /// not visited; neither are nodes added to a parent that was already visited.
  public func enumerateChildNodes(_ body: (Node) -> Void) {
    enumerateChildNodes { node, _ in body(node) }
  }

  /// Calls a closure with each descendant, in depth-first order, until it sets its second argument.
  public func enumerateChildNodes(_ body: (Node, inout Bool) -> Void) {
    var stop = false
    visitBelow(&stop, body)
  }

  /// Calls a closure with this node and each descendant, in depth-first order.
  ///
  /// The closure may change the tree, with the same rules as for `enumerateChildNodes`.
  public func enumerateHierarchy(_ body: (Node) -> Void) {
    enumerateHierarchy { node, _ in body(node) }
  }

  /// Calls a closure with this node and each descendant, in depth-first order, until it sets its
  /// second argument.
  public func enumerateHierarchy(_ body: (Node, inout Bool) -> Void) {
    var stop = false
    body(self, &stop)
    visitBelow(&stop, body)
  }

  private func visitBelow(_ stop: inout Bool, _ body: (Node, inout Bool) -> Void) {
    // Iterates over a copy, because the closure may change the children.
    for child in childNodes {
      if stop { return }
      guard child.parent === self else { continue }
      body(child, &stop)
      if !stop { child.visitBelow(&stop, body) }
    }
  }

  // MARK: By path

  /// Returns the node at a path such as `/level/bricks/brick[2]`, or nil.
  ///
  /// A path that starts with `/` is resolved from the root of the tree, any other from this node.
  /// `..` is the parent and `.` the node itself. `[n]` selects among siblings of the same name,
  /// counting from 0. Nodes without a name are written `*`, so `*[3]` is the fourth unnamed child.
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

  /// The path of the node from the root of its tree; `/` for the root.
  ///
  /// ``node(atPath:)`` resolves it to the same node unless a name on the path contains `/` or ends
  /// like an index, such as `a[1]`. Scene files reject such names; code can set them.
  public var path: String {
    var parts: [String] = []
    var node = self
    while let parent = node.parent {
      // An empty name is treated as no name.
      let name = node.name ?? ""
      let namesakes = parent.childNodes.filter { ($0.name ?? "") == name }
      var part = name.isEmpty ? "*" : name
      if namesakes.count > 1 || part == "*",
        let index = namesakes.firstIndex(where: { $0 === node }),
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
