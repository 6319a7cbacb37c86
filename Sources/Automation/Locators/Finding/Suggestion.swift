public import CaromSceneGraph

/// A selector for a node, with a measure of its stability.
public struct Suggestion: Hashable, Sendable {
  /// The selector, in XPath.
  public var selector: String
  /// The number of matches now; 1 if the selector is unique.
  public var count: Int
  /// The likelihood that the selector still finds the node after the level changes, 0 to 1.
  ///
  /// A selector by name has 1; roles and names of ancestors have less, and positions among
  /// siblings, which any new sibling changes, have least.
  public var stability: Double
}

extension Finder {
  /// Selectors for a node, best first: unique ones, then by stability, then by length.
  ///
  /// The last one, a path of positions among siblings, is always unique. The result is empty for
  /// the root and for nodes of other scenes.
  ///
  /// - Complexity: About a dozen queries.
  public func selectors(of node: Node) -> [Suggestion] {
    let tree = makeTree(.all)
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

  /// The shortest unique selector for a node, without positions among siblings if possible; nil for
  /// the root and for nodes of other scenes.
  public func shortestSelector(of node: Node) -> String? {
    let unique = selectors(of: node).filter { $0.count == 1 }
    let stable = unique.filter { $0.stability >= 0.5 }
    return (stable.isEmpty ? unique : stable).min {
      $0.selector.count < $1.selector.count
    }?.selector
  }

  /// The candidate selectors for a node with their stability.
  private func candidates(_ node: Node, in tree: SceneDocument) -> [(String, Double)] {
    var result: [(String, Double)] = []
    let own = steps(node, in: tree)
    for (step, stability) in own { result.append(("//" + step, stability)) }
    // Candidates qualified by near and far ancestors.
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

  /// The location steps that may identify a node.
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

  /// The position, from 1, of a node among the siblings that pass a test.
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
