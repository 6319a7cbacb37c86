public import CaromSceneGraph

/// A selector of one node, with how well it will last.
public struct Suggestion: Hashable, Sendable {
  /// The selector, in XPath.
  public var selector: String
  /// How many match it now; 1 is unique.
  public var count: Int
  /// How likely it finds the same node when the level changes, 0 to 1.
  ///
  /// 1 names the node and nothing else; roles and names of what it lies in come next; places among
  /// siblings come last, since any new sibling changes them.
  public var stability: Double
}

extension Finder {
  /// Selectors of a node, the best first: unique ones before others, then stable, then short ones.
  ///
  /// The last resort, the path by places among siblings, is always unique. Empty for the root and for
  /// nodes of other scenes.
  ///
  /// - Complexity: A dozen questions.
  public func selectors(of node: Node) -> [Suggestion] {
    let tree = makeTree(includesComponents: true)
    guard let element = tree.element(of: node), element > 1 else { return [] }
    var found: [Suggestion] = []
    for (text, stability) in candidates(node, in: tree) {
      guard let selector = try? CompiledSelector.xpath(text, functions: SceneFunction.all) else {
        continue
      }
      var evaluator = evaluator(selector, tree)
      guard case .nodes(let nodes)? = try? evaluator.value(at: QueryNode(1)),
        nodes.contains(QueryNode(element))
      else { continue }
      found.append(Suggestion(selector: text, count: nodes.count, stability: stability))
    }
    return found.enumerated().sorted { a, b in
      let (x, y) = (a.element, b.element)
      if (x.count == 1) != (y.count == 1) { return x.count == 1 }
      if x.stability != y.stability { return x.stability > y.stability }
      let (own, other) = (x.selector.count, y.selector.count)
      return own != other ? own < other : a.offset < b.offset
    }.map(\.element)
  }

  /// The shortest selector that finds a node and nothing else, without places among siblings if that
  /// can be had; nil for the root and for nodes of other scenes.
  public func shortestSelector(of node: Node) -> String? {
    let unique = selectors(of: node).filter { $0.count == 1 }
    let stable = unique.filter { $0.stability >= 0.5 }
    return (stable.isEmpty ? unique : stable).min {
      $0.selector.count < $1.selector.count
    }?.selector
  }

  /// What could name a node, with how stable it is.
  private func candidates(_ node: Node, in tree: SceneDocument) -> [(String, Double)] {
    var result: [(String, Double)] = []
    let own = steps(node, in: tree)
    for (step, stability) in own { result.append(("//" + step, stability)) }
    // By what it lies in, near or far.
    var above = node.parent
    var depth = 0
    while let parent = above, parent.parent != nil, depth < 8 {
      let isDirect = depth == 0
      for (outer, outerStability) in steps(parent, in: tree) where outerStability >= 0.5 {
        for (step, stability) in own {
          let share = isDirect ? 0.9 : 0.85
          result.append(
            ("//\(outer)\(isDirect ? "/" : "//")\(step)", min(stability, outerStability) * share))
        }
      }
      above = parent.parent
      depth += 1
    }
    result.append((positionPath(node), 0.1))
    return result
  }

  /// Steps that a node could be meant by.
  private func steps(_ node: Node, in tree: SceneDocument) -> [(String, Double)] {
    var result: [(String, Double)] = []
    if let name = node.name, !name.isEmpty { result.append(("node[@name=\(literal(name))]", 1)) }
    if let role = node.role.map({ type(of: $0).name }) {
      result.append(("node[@role=\(literal(role))]", 0.9))
      if let name = node.name, !name.isEmpty {
        result.append(("node[@role=\(literal(role))][@name=\(literal(name))]", 0.9))
      }
    }
    for part in ["camera", "light", "physics", "geometry"] {
      let has =
        switch part {
        case "camera": node.camera != nil
        case "light": node.light != nil
        case "physics": node.physicsBody != nil
        default: node.geometry != nil
        }
      if has { result.append(("node[\(part)]", 0.6)) }
    }
    if let position = position(node, where: { $0.name == node.name }), let name = node.name,
      !name.isEmpty
    {
      result.append(("node[@name=\(literal(name))][\(position)]", 0.4))
    }
    if let position = position(node, where: { _ in true }) {
      result.append(("node[\(position)]", 0.2))
    }
    return result
  }

  /// The place of a node, from 1, among its siblings that pass a test.
  private func position(_ node: Node, where test: (Node) -> Bool) -> Int? {
    guard let parent = node.parent else { return nil }
    return parent.childNodes.filter(test).firstIndex { $0 === node }.map { $0 + 1 }
  }

  private func positionPath(_ node: Node) -> String {
    var parts: [String] = []
    var next: Node? = node
    while let current = next, current.parent != nil {
      parts.append("node[\(position(current) { _ in true } ?? 1)]")
      next = current.parent
    }
    return "/scene/" + parts.reversed().joined(separator: "/")
  }
}
