import CaromDocuments
public import CaromSceneGraph

// Where a path failed, and what its writer may have meant.

extension Finder {
  /// Why a locator finds nothing; empty if it finds something.
  ///
  /// Goes along the path step by step and condition by condition until nothing is left, then looks at
  /// what was there just before. Costs some times what the question did.
  ///
  /// - Throws: as ``evaluate(_:from:)``.
  public func explain(_ locator: Locator, from start: Node? = nil) throws(LocatorError) -> Miss {
    // Names that are near may be those of parts, so all of them are made.
    let tree = makeTree(includesComponents: true)
    var evaluator = evaluator(locator, tree)
    let start = try startNode(for: start, in: tree, locator)
    return try evaluator.explain(locator.selector.root, at: start)
  }
}

extension Evaluator {
  /// How far an expression's path leads.
  mutating func explain(
    _ expression: XPathExpression, at start: QueryNode
  ) throws(LocatorError) -> Miss {
    var (set, steps): ([QueryNode], [LocationStep])
    switch expression {
    case .union(let parts):
      // Of several, the one that came farthest.
      var best = Miss(stages: [], near: [], what: "")
      for part in parts {
        let miss = try explain(part, at: start)
        if miss.isEmpty { return miss }
        if miss.stages.count > best.stages.count { best = miss }
      }
      return best
    case .path(.root, let all): (set, steps) = ([QueryNode(0)], all)
    case .path(.context, let all): (set, steps) = ([start], all)
    case .path(.expression(let inner), let all):
      set = try nodes(inner, Context(node: start))
      if set.isEmpty { return try explain(inner, at: start) }
      steps = all
    case .filtered(let inner, let predicates):
      set = try nodes(inner, Context(node: start))
      if set.isEmpty { return try explain(inner, at: start) }
      var stages = [Miss.Stage(text: "the part in brackets", count: set.count)]
      return try narrow(&set, predicates, &stages)
    case .attribute(let slot):
      let step = LocationStep(axis: .attribute, test: .name(slot), range: 0..<selector.text.count)
      (set, steps) = ([start], [step])
    default: return Miss(stages: [], near: [], what: "")
    }
    var stages: [Miss.Stage] = []
    for step in steps {
      let before = set
      var bare = step
      bare.predicates = []
      let end = step.predicates.first?.range.lowerBound ?? step.range.upperBound
      let text = selector.quote(step.range.lowerBound..<max(step.range.lowerBound, end))
      set = try take(bare, from: before)
      stages.append(Miss.Stage(text: text, count: set.count))
      if set.isEmpty { return try nearNames(step, from: before, stages) }
      if step.isPositional {
        // Positions count from each node of the step before.
        set = try take(step, from: before)
        let conditions = step.predicates.map { selector.quote($0.range) }.joined()
        stages.append(Miss.Stage(text: conditions, count: set.count))
        if set.isEmpty { return Miss(stages: stages, near: [], what: "") }
      } else {
        let miss = try narrow(&set, step.predicates, &stages)
        if !miss.isEmpty { return miss }
      }
    }
    return Miss(stages: [], near: [], what: "")
  }

  /// Applies conditions one by one until nothing is left.
  private mutating func narrow(
    _ set: inout [QueryNode], _ predicates: [Predicate], _ stages: inout [Miss.Stage]
  ) throws(LocatorError) -> Miss {
    for predicate in predicates {
      let before = set
      try filter(&set, predicate)
      stages.append(Miss.Stage(text: selector.quote(predicate.range), count: set.count))
      if set.isEmpty { return try nearValues(predicate.condition, among: before, stages) }
    }
    return Miss(stages: [], near: [], what: "")
  }

  /// The names of elements or attributes that the step could have met instead.
  private mutating func nearNames(
    _ step: LocationStep, from set: [QueryNode], _ stages: [Miss.Stage]
  ) throws(LocatorError) -> Miss {
    guard case .name(let slot) = step.test else { return Miss(stages: stages, near: [], what: "") }
    var counts: [String: Int] = [:]
    if step.axis == .attribute {
      for node in set.prefix(50) where node.isPlain {
        for attribute in attributes(of: node.index) { counts[attribute.name, default: 0] += 1 }
      }
    } else {
      var any = step
      any.test = .anyName
      any.predicates = []
      for node in try take(any, from: set) { counts[tree.name(of: node.index), default: 0] += 1 }
    }
    let what = step.axis == .attribute ? "attributes" : "elements"
    return Miss(stages: stages, near: Self.closest(selector.names[slot], counts), what: what)
  }

  /// The values that an attribute has where a condition wants another.
  private mutating func nearValues(
    _ condition: XPathExpression, among set: [QueryNode], _ stages: [Miss.Stage]
  ) throws(LocatorError) -> Miss {
    guard let (slot, wanted) = Self.wanted(condition) else {
      return Miss(stages: stages, near: [], what: "")
    }
    var (values, names): ([String: Int], [String: Int]) = ([:], [:])
    for node in set.prefix(2_000) {
      if let value = try attribute(slot, of: node) { values[value, default: 0] += 1 }
    }
    let name = selector.names[slot]
    if values.isEmpty {
      for node in set.prefix(50) where node.isPlain {
        for attribute in attributes(of: node.index) { names[attribute.name, default: 0] += 1 }
      }
      return Miss(stages: stages, near: Self.closest(name, names), what: "attributes")
    }
    return Miss(stages: stages, near: Self.closest(wanted, values), what: "values of @\(name)")
  }

  /// The attribute that a condition wants to be a text, or only wants.
  private static func wanted(_ condition: XPathExpression) -> (slot: Int, text: String)? {
    switch condition {
    case .attribute(let slot): (slot, "")
    case .comparison(.attribute(let slot), let rest):
      if case .literal(let text)? = rest.first?.1 {
        (slot, text)
      } else if case .number(let number)? = rest.first?.1 {
        (slot, CaromAutomation.text(of: number))
      } else {
        (slot, "")
      }
    case .comparison(.literal(let text), let rest):
      if case .attribute(let slot)? = rest.first?.1 { (slot, text) } else { nil }
    case .call(.contains, let arguments), .call(.startsWith, let arguments):
      if case .attribute(let slot)? = arguments.first, case .literal(let text)? = arguments.last {
        (slot, text)
      } else {
        nil
      }
    case .all(let parts): parts.lazy.compactMap { wanted($0) }.first
    default: nil
    }
  }

  /// The nearest words, or the most frequent ones where none is near; with their counts.
  private static func closest(_ word: String, _ counts: [String: Int]) -> [String] {
    var known = counts.keys.sorted {
      (-(counts[$0] ?? 0), $0) < (-(counts[$1] ?? 0), $1)
    }
    var result: [String] = []
    while result.count < 3, let next = nearest(word, in: known) {
      known.removeAll { $0 == next }
      result.append(next)
    }
    if result.isEmpty { result = Array(known.prefix(5)) }
    return result.map { "\"\($0)\" (\(counts[$0] ?? 0))" }
  }
}
