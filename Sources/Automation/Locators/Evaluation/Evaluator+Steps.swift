// Location steps, XPath 1.0 part 2.

extension Evaluator {
  /// Applies a step to a node-set; the result is in document order, without duplicates.
  mutating func apply(
    _ step: LocationStep, to set: [QueryNode]
  ) throws(LocatorError) -> [QueryNode] {
    if !step.isPositional {
      var found = try collect(step, from: set)
      for predicate in step.predicates where !found.isEmpty { try filter(&found, predicate) }
      return found
    }
    var all: [QueryNode] = []
    for node in set {
      var found = try nodes(on: step.axis, step.test, from: node)
      for predicate in step.predicates where !found.isEmpty { try filter(&found, predicate) }
      if step.axis.isReverse { found.reverse() }
      all += found
    }
    return try ordered(all)
  }

  /// Removes the nodes for which a predicate is false; positions are those in the list.
  mutating func filter(_ nodes: inout [QueryNode], _ predicate: Predicate) throws(LocatorError) {
    if let position = predicate.position {
      nodes = position >= 1 && position <= nodes.count ? [nodes[position - 1]] : []
      return
    }
    let size = nodes.count
    try countWork(size)
    var remaining = 0
    for index in 0..<size {
      let node = nodes[index]
      let context = Context(node: node, position: index + 1, size: size)
      guard try isTrue(predicate, context) else { continue }
      nodes[remaining] = node
      remaining += 1
    }
    nodes.removeLast(size - remaining)
  }

  private mutating func isTrue(
    _ predicate: Predicate, _ context: Context
  ) throws(LocatorError) -> Bool {
    guard predicate.isPositional else { return try boolean(predicate.condition, context) }
    let value = try evaluate(predicate.condition, context)
    if case .number(let number) = value { return number == Double(context.position) }
    return Self.boolean(value)
  }

  /// Whether an element, text or the document passes a node test.
  @inline(__always)
  private func passes(_ test: NodeTest, _ index: Int) -> Bool {
    let entry = tree.entries[index]
    switch test {
    case .name(let name): return entry.kind == .element && entry.name == names[name]
    case .node: return true
    case .anyName: return entry.kind == .element
    case .text: return entry.kind == .text
    }
  }

  // MARK: Axes of one node

  /// The nodes on an axis that pass a test, in the order of the axis.
  private mutating func nodes(
    on axis: XPathAxis, _ test: NodeTest, from node: QueryNode
  ) throws(LocatorError) -> [QueryNode] {
    let index = node.index
    switch axis {
    case .attribute: return try attributes(of: node, test: test)
    case .`self`: return contextNode(node, test)
    case .child:
      return node.isAttribute ? [] : try siblings(from: index + 1, to: tree.end(of: index), test)
    case .descendant: return node.isAttribute ? [] : try descendants(of: index, test)
    case .descendantOrSelf:
      let own = contextNode(node, test)
      return node.isAttribute ? own : own + (try descendants(of: index, test))
    case .parent:
      let parent = node.isAttribute ? index : tree.parent(of: index)
      return parent >= 0 && passes(test, parent) ? [QueryNode(parent)] : []
    case .ancestor: return try ancestors(of: node, test)
    case .ancestorOrSelf: return contextNode(node, test) + (try ancestors(of: node, test))
    case .following:
      // The descendants of an element follow its attributes.
      let start = node.isAttribute ? index + 1 : tree.end(of: index)
      return try nodes(in: start..<max(start, tree.count), test)
    case .preceding: return try preceding(index, test)
    case .followingSibling:
      guard !node.isAttribute, tree.parent(of: index) >= 0 else { return [] }
      return try siblings(from: tree.end(of: index), to: tree.end(of: tree.parent(of: index)), test)
    case .precedingSibling:
      guard !node.isAttribute, tree.parent(of: index) >= 0 else { return [] }
      return try siblings(from: tree.parent(of: index) + 1, to: index, test).reversed()
    }
  }

  private func contextNode(_ node: QueryNode, _ test: NodeTest) -> [QueryNode] {
    let isMatch = node.isAttribute ? test == .node : passes(test, node.index)
    return isMatch ? [node] : []
  }

  private mutating func siblings(
    from first: Int, to end: Int, _ test: NodeTest
  ) throws(LocatorError) -> [QueryNode] {
    var found: [QueryNode] = []
    var index = first
    while index < end {
      try countWork(1)
      if passes(test, index) { found.append(QueryNode(index)) }
      index = tree.end(of: index)
    }
    return found
  }

  private mutating func descendants(
    of index: Int, _ test: NodeTest
  ) throws(LocatorError) -> [QueryNode] {
    try nodes(in: index + 1..<max(index + 1, tree.end(of: index)), test)
  }

  private mutating func ancestors(
    of node: QueryNode, _ test: NodeTest
  ) throws(LocatorError) -> [QueryNode] {
    var found: [QueryNode] = []
    var ancestor = node.isAttribute ? node.index : tree.parent(of: node.index)
    while ancestor >= 0 {
      try countWork(1)
      if passes(test, ancestor) { found.append(QueryNode(ancestor)) }
      ancestor = tree.parent(of: ancestor)
    }
    return found
  }

  private mutating func preceding(
    _ index: Int, _ test: NodeTest
  ) throws(LocatorError) -> [QueryNode] {
    try countWork(index)
    var found: [QueryNode] = []
    for other in stride(from: index - 1, to: 0, by: -1)
    where tree.end(of: other) <= index && passes(test, other) {
      found.append(QueryNode(other))
    }
    return found
  }

  /// The attributes of an element that pass a test.
  mutating func attributes(
    of node: QueryNode, test: NodeTest
  ) throws(LocatorError) -> [QueryNode] {
    guard !node.isAttribute, tree.kind(of: node.index) == .element else { return [] }
    let all = attributes(of: node.index)
    try countWork(1 + all.count)
    var found: [QueryNode] = []
    for (position, attribute) in all.enumerated() {
      let passes =
        switch test {
        case .name(let name): isSame(attribute.name, selector.names[name])
        case .anyName, .node: true
        case .text: false
        }
      if passes { found.append(.attribute(position, of: node.index)) }
    }
    return found
  }

  private mutating func nodes(
    in range: Range<Int>, _ test: NodeTest
  ) throws(LocatorError) -> [QueryNode] {
    try countWork(range.count)
    var found: [QueryNode] = []
    for index in range where passes(test, index) { found.append(QueryNode(index)) }
    return found
  }

  // MARK: Axes of a node-set

  /// The nodes on an axis of any node of a set that pass a test, in document order.
  private mutating func collect(
    _ step: LocationStep, from set: [QueryNode]
  ) throws(LocatorError) -> [QueryNode] {
    guard set.count > 1, let first = set.first, let last = set.last else {
      guard let node = set.first else { return [] }
      let found = try nodes(on: step.axis, step.test, from: node)
      return step.axis.isReverse ? found.reversed() : found
    }
    switch step.axis {
    case .descendant: return try descendants(of: set, step.test, includingSelf: false)
    case .descendantOrSelf: return try descendants(of: set, step.test, includingSelf: true)
    case .following where !set.contains(where: \.isAttribute):
      // Everything after the first end.
      let start = set.reduce(tree.count) { min($0, tree.end(of: $1.index)) }
      return try nodes(in: start..<tree.count, step.test)
    case .preceding:
      // A node that precedes one node precedes every later one, except its own descendants.
      return try nodes(on: .preceding, step.test, from: last).reversed()
    case .ancestor, .ancestorOrSelf: return try ancestors(of: set, step)
    case .followingSibling, .precedingSibling: return try siblings(of: set, step)
    case .parent: return try parents(of: set, step.test)
    case .child where !first.isAttribute: return try children(of: set, step.test)
    case .child, .following, .`self`, .attribute:
      var all: [QueryNode] = []
      for node in set { all += try nodes(on: step.axis, step.test, from: node) }
      return try ordered(all)
    }
  }

  private mutating func parents(
    of set: [QueryNode], _ test: NodeTest
  ) throws(LocatorError) -> [QueryNode] {
    var parents: [QueryNode] = []
    var last = -2
    for node in set {
      try countWork(1)
      let parent = node.isAttribute ? node.index : tree.parent(of: node.index)
      if parent != last, parent >= 0, passes(test, parent) { parents.append(QueryNode(parent)) }
      last = parent
    }
    return try ordered(parents)
  }

  private mutating func children(
    of set: [QueryNode], _ test: NodeTest
  ) throws(LocatorError) -> [QueryNode] {
    var found: [QueryNode] = []
    for node in set where !node.isAttribute {
      found += try siblings(from: node.index + 1, to: tree.end(of: node.index), test)
    }
    return try ordered(found)
  }

  private mutating func descendants(
    of set: [QueryNode], _ test: NodeTest, includingSelf: Bool
  ) throws(LocatorError) -> [QueryNode] {
    var found: [QueryNode] = []
    // The end of the visited range, which contains all descendants of the nodes inside it.
    var visited = 0
    for node in set {
      guard !node.isAttribute else {
        if includingSelf, test == .node { found.append(node) }
        continue
      }
      let (index, end) = (node.index, tree.end(of: node.index))
      if includingSelf, index >= visited, passes(test, index) { found.append(node) }
      if end <= visited { continue }
      found += try nodes(in: max(index + 1, visited)..<max(index + 1, end), test)
      visited = max(visited, end)
    }
    return try ordered(found)
  }

  private mutating func ancestors(
    of set: [QueryNode], _ step: LocationStep
  ) throws(LocatorError) -> [QueryNode] {
    var visited = Set<Int>()
    var found: [QueryNode] = []
    for node in set {
      if step.axis == .ancestorOrSelf { found += contextNode(node, step.test) }
      var ancestor = node.isAttribute ? node.index : tree.parent(of: node.index)
      while ancestor >= 0, visited.insert(ancestor).inserted {
        try countWork(1)
        if passes(step.test, ancestor) { found.append(QueryNode(ancestor)) }
        ancestor = tree.parent(of: ancestor)
      }
    }
    return try ordered(found)
  }

  private mutating func siblings(
    of set: [QueryNode], _ step: LocationStep
  ) throws(LocatorError) -> [QueryNode] {
    // The first of several siblings has all following ones, the last all preceding ones.
    var parents = Set<Int>()
    var found: [QueryNode] = []
    let isForward = step.axis == .followingSibling
    for node in isForward ? set : set.reversed() where !node.isAttribute {
      try countWork(1)
      guard parents.insert(tree.parent(of: node.index)).inserted else { continue }
      found += try nodes(on: step.axis, step.test, from: node)
    }
    return try ordered(found)
  }

  // MARK: CSS

  /// Whether the position of an element among its siblings is a·n + b for some n ≥ 0.
  mutating func isNth(
    _ a: Int, _ b: Int, _ fromEnd: Bool, _ ofType: Bool, _ index: Int
  ) throws(LocatorError) -> Bool {
    let entry = tree.entries[index]
    guard entry.parent >= 0 else { return false }
    let end = tree.end(of: Int(entry.parent))
    var position = 1
    var sibling = fromEnd ? Int(entry.end) : Int(entry.parent) + 1
    while sibling < (fromEnd ? end : index) {
      try countWork(1)
      let other = tree.entries[sibling]
      if other.kind == .element, other.layer == entry.layer, !ofType || other.name == entry.name {
        position += 1
      }
      sibling = tree.end(of: sibling)
    }
    let (difference, overflow) = position.subtractingReportingOverflow(b)
    if overflow { return false }
    if a == 0 { return difference == 0 }
    return difference % a == 0 && difference / a >= 0
  }
}
