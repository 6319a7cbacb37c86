// Location steps, XPath 1.0 part 2.

extension Evaluator {
  /// The nodes that a step leads to from a set in document order; in document order, each once.
  mutating func take(_ step: LocationStep, from set: [QueryNode]) throws(LocatorError)
    -> [QueryNode]
  {
    if !step.isPositional {
      var found = try reach(step, from: set)
      for predicate in step.predicates where !found.isEmpty { try filter(&found, predicate) }
      return found
    }
    var all: [QueryNode] = []
    for node in set {
      var found = try walk(step.axis, step.test, from: node)
      for predicate in step.predicates where !found.isEmpty { try filter(&found, predicate) }
      if step.axis.isReverse { found.reverse() }
      all += found
    }
    return try ordered(all)
  }

  /// Keeps what a condition holds for; positions are those in the list.
  mutating func filter(_ nodes: inout [QueryNode], _ predicate: Predicate) throws(LocatorError) {
    if let position = predicate.position {
      nodes = position >= 1 && position <= nodes.count ? [nodes[position - 1]] : []
      return
    }
    let size = nodes.count
    try charge(size)
    var kept = 0
    for index in 0..<size {
      let node = nodes[index]
      let context = Context(node: node, position: index + 1, size: size)
      guard try holds(predicate, context) else { continue }
      nodes[kept] = node
      kept += 1
    }
    nodes.removeLast(size - kept)
  }

  private mutating func holds(
    _ predicate: Predicate, _ context: Context
  ) throws(LocatorError) -> Bool {
    guard predicate.isPositional else { return try boolean(predicate.condition, context) }
    let value = try evaluate(predicate.condition, context)
    if case .number(let number) = value { return number == Double(context.position) }
    return Self.boolean(value)
  }

  /// Whether a node of the tree passes a test on an axis of elements.
  @inline(__always)
  private func passes(_ test: NodeTest, _ index: Int) -> Bool {
    let entry = tree.entries[index]
    switch test {
    case .name(let slot): return entry.kind == .element && entry.name == slots[slot]
    case .node: return true
    case .anyName: return entry.kind == .element
    case .text: return entry.kind == .text
    case .comment: return entry.kind == .comment
    case .prefix(let prefix):
      return entry.kind == .element && tree.name(of: index).hasPrefix(prefix + ":")
    case .instruction(let target):
      guard entry.kind == .instruction else { return false }
      return target.map { isSame($0, tree.name(of: index)) } ?? true
    }
  }

  /// Whether an attribute or namespace node passes a test on another axis than its own.
  private func passesAsNode(_ test: NodeTest) -> Bool { test == .node }

  // MARK: From one node, in the order of the axis

  /// The nodes on an axis that pass a test, nearest first.
  private mutating func walk(
    _ axis: XPathAxis, _ test: NodeTest, from node: QueryNode
  ) throws(LocatorError) -> [QueryNode] {
    let index = node.index
    let entry = tree.entries[index]
    var found: [QueryNode] = []
    func add(_ index: Int) { if passes(test, index) { found.append(QueryNode(index)) } }
    switch axis {
    case .attribute: return try attributes(of: node, test: test)
    case .namespace:
      guard node.isPlain, entry.kind == .element else { return [] }
      return isXML(test) ? [.namespace(of: index)] : []
    case .`self`, .descendantOrSelf, .ancestorOrSelf:
      if node.isPlain { add(index) } else if passesAsNode(test) { found.append(node) }
    default: break
    }
    switch axis {
    case .child:
      guard node.isPlain else { return [] }
      var child = index + 1
      while child < entry.end {
        try charge(1)
        add(child)
        child = tree.end(of: child)
      }
    case .descendant, .descendantOrSelf:
      guard node.isPlain else { return found }
      try charge(tree.end(of: index) - index)
      for below in index + 1..<max(index + 1, tree.end(of: index)) { add(below) }
    case .parent:
      let above = node.isPlain ? Int(entry.parent) : index
      if above >= 0 { add(above) }
    case .ancestor, .ancestorOrSelf:
      var above = node.isPlain ? Int(entry.parent) : index
      while above >= 0 {
        try charge(1)
        add(above)
        above = tree.parent(of: above)
      }
    case .following:
      // What is below an element comes after its attributes.
      let start = node.isPlain ? Int(entry.end) : index + 1
      try charge(tree.count - start)
      for after in start..<max(start, tree.count) { add(after) }
    case .preceding:
      try charge(index)
      for before in stride(from: index - 1, to: 0, by: -1) where tree.end(of: before) <= index {
        add(before)
      }
    case .followingSibling:
      guard node.isPlain, entry.parent >= 0 else { return [] }
      let end = tree.end(of: Int(entry.parent))
      var sibling = Int(entry.end)
      while sibling < end {
        try charge(1)
        add(sibling)
        sibling = tree.end(of: sibling)
      }
    case .precedingSibling:
      guard node.isPlain, entry.parent >= 0 else { return [] }
      var sibling = Int(entry.parent) + 1
      while sibling < index {
        try charge(1)
        add(sibling)
        sibling = tree.end(of: sibling)
      }
      found.reverse()
    case .`self`, .attribute, .namespace: break
    }
    return found
  }

  private func isXML(_ test: NodeTest) -> Bool {
    switch test {
    case .node, .anyName: true
    case .name(let slot): selector.names[slot] == "xml"
    default: false
    }
  }

  /// The attributes of a node that pass a test.
  mutating func attributes(
    of node: QueryNode, test: NodeTest
  ) throws(LocatorError) -> [QueryNode] {
    guard node.isPlain, tree.kind(of: node.index) == .element else { return [] }
    let all = attributes(of: node.index)
    try charge(1 + all.count)
    var found: [QueryNode] = []
    for (position, attribute) in all.enumerated() {
      let passes =
        switch test {
        case .name(let slot): isSame(attribute.name, selector.names[slot])
        case .prefix(let prefix): attribute.name.hasPrefix(prefix + ":")
        case .anyName, .node: true
        default: false
        }
      if passes { found.append(.attribute(position, of: node.index)) }
    }
    return found
  }

  // MARK: From many nodes at once

  /// The nodes that an axis and a test lead to from a set, in document order, each once.
  private mutating func reach(
    _ step: LocationStep, from set: [QueryNode]
  ) throws(LocatorError) -> [QueryNode] {
    guard set.count > 1, let first = set.first, let last = set.last else {
      guard let node = set.first else { return [] }
      var found = try walk(step.axis, step.test, from: node)
      if step.axis.isReverse { found.reverse() }
      return found
    }
    switch step.axis {
    case .descendant, .descendantOrSelf:
      return try below(set, step.test, withSelf: step.axis == .descendantOrSelf)
    case .following where set.allSatisfy(\.isPlain):
      // Everything behind the first end that there is.
      let start = set.reduce(tree.count) { min($0, tree.end(of: $1.index)) }
      return try range(start..<tree.count, step.test)
    case .preceding:
      // What is before one node is before every later one, unless it is above both.
      return try walk(.preceding, step.test, from: last).reversed()
    case .ancestor, .ancestorOrSelf: return try above(set, step)
    case .followingSibling, .precedingSibling: return try siblings(set, step)
    case .parent:
      var parents: [QueryNode] = []
      var before = -2
      for node in set {
        try charge(1)
        let parent = node.isPlain ? tree.parent(of: node.index) : node.index
        if parent != before, parent >= 0, passes(step.test, parent) {
          parents.append(QueryNode(parent))
        }
        before = parent
      }
      return try ordered(parents)
    case .child where first.isPlain:
      return try children(set, step.test)
    default:
      var all: [QueryNode] = []
      for node in set { all += try walk(step.axis, step.test, from: node) }
      return try ordered(all)
    }
  }

  private mutating func children(
    _ set: [QueryNode], _ test: NodeTest
  ) throws(LocatorError) -> [QueryNode] {
    var found: [QueryNode] = []
    for node in set where node.isPlain {
      let end = tree.end(of: node.index)
      var child = node.index + 1
      while child < end {
        try charge(1)
        if passes(test, child) { found.append(QueryNode(child)) }
        child = tree.end(of: child)
      }
    }
    return try ordered(found)
  }

  private mutating func range(
    _ range: Range<Int>, _ test: NodeTest
  ) throws(LocatorError) -> [QueryNode] {
    try charge(range.count)
    var found: [QueryNode] = []
    for index in range where passes(test, index) { found.append(QueryNode(index)) }
    return found
  }

  private mutating func below(
    _ set: [QueryNode], _ test: NodeTest, withSelf: Bool
  ) throws(LocatorError) -> [QueryNode] {
    var found: [QueryNode] = []
    // What was walked already; a node in there has all of its descendants there.
    var covered = 0
    for node in set {
      guard node.isPlain else {
        if withSelf, passesAsNode(test) { found.append(node) }
        continue
      }
      let (index, end) = (node.index, tree.end(of: node.index))
      let isInside = index < covered
      if withSelf, !isInside, passes(test, index) { found.append(node) }
      if end <= covered { continue }
      found += try range(max(index + 1, covered)..<max(index + 1, end), test)
      covered = max(covered, end)
    }
    return try ordered(found)
  }

  private mutating func above(_ set: [QueryNode], _ step: LocationStep) throws(LocatorError)
    -> [QueryNode]
  {
    var seen = Set<Int>()
    var found: [QueryNode] = []
    for node in set {
      if step.axis == .ancestorOrSelf {
        if !node.isPlain {
          if passesAsNode(step.test) { found.append(node) }
        } else if passes(step.test, node.index) {
          found.append(node)
        }
      }
      var above = node.isPlain ? tree.parent(of: node.index) : node.index
      while above >= 0, seen.insert(above).inserted {
        try charge(1)
        if passes(step.test, above) { found.append(QueryNode(above)) }
        above = tree.parent(of: above)
      }
    }
    return try ordered(found)
  }

  private mutating func siblings(
    _ set: [QueryNode], _ step: LocationStep
  ) throws(LocatorError) -> [QueryNode] {
    // Of siblings, the first has all following ones and the last all preceding ones.
    var families = Set<Int>()
    var found: [QueryNode] = []
    let isForward = step.axis == .followingSibling
    for node in isForward ? set : set.reversed() where node.isPlain {
      try charge(1)
      guard families.insert(tree.parent(of: node.index)).inserted else { continue }
      found += try walk(step.axis, step.test, from: node)
    }
    return try ordered(found)
  }

  // MARK: CSS

  /// Whether an element's place among its siblings is one of a·n + b, n from 0.
  mutating func isNth(
    _ a: Int, _ b: Int, _ fromEnd: Bool, _ ofType: Bool, _ index: Int
  ) throws(LocatorError) -> Bool {
    let entry = tree.entries[index]
    guard entry.parent >= 0 else { return false }
    let end = tree.end(of: Int(entry.parent))
    var position = 1
    var sibling = fromEnd ? Int(entry.end) : Int(entry.parent) + 1
    while sibling < (fromEnd ? end : index) {
      try charge(1)
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
