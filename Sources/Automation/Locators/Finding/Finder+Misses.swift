import CaromDocuments
public import CaromSceneGraph

// Explains which step of a path failed, and suggests corrections.

extension Finder {
  /// Explains why a locator finds nothing; the result is empty if it finds something.
  ///
  /// The path is evaluated step by step and predicate by predicate until nothing is left;
  /// suggestions are taken from the last node-set that was not empty. Costs a few times as much as
  /// the evaluation.
  ///
  /// - Throws: The errors of ``evaluate(_:from:)``.
  public func explain(_ locator: Locator, from start: Node? = nil) throws(LocatorError) -> Miss {
    // Suggestions may name components, so they are all created.
    let tree = makeTree(.all)
    var evaluator = evaluator(locator, tree)
    let start = try startNode(for: start, in: tree, locator)
    let root = locator.selector.root
    var miss = try evaluator.explain(root, at: start)
    let isValue = root.type(locator.selector.functions) != .nodes
    if isValue || !miss.isEmpty { miss.hints = evaluator.hints(root) + locator.warnings }
    return miss
  }
}

extension Evaluator {
  /// Evaluates an expression's path up to the step that fails.
  mutating func explain(
    _ expression: XPathExpression, at start: QueryNode
  ) throws(LocatorError) -> Miss {
    var (set, steps): ([QueryNode], [LocationStep])
    switch expression {
    case .union(let parts):
      // If there are several alternatives, the one that fails last is reported.
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
      var stages = [Miss.Stage(text: "the parenthesized expression", count: set.count)]
      return try narrow(&set, predicates, &stages)
    case .attribute(let name):
      let step = LocationStep(axis: .attribute, test: .name(name), range: 0..<selector.text.count)
      (set, steps) = ([start], [step])
    case .number, .literal, .variable, .any, .all, .comparison, .arithmetic, .negated, .call,
      .extended,
      .nth:
      return Miss(stages: [], near: [], what: "")
    }
    var stages: [Miss.Stage] = []
    for step in steps {
      let before = set
      var bare = step
      bare.predicates = []
      let end = step.predicates.first?.range.lowerBound ?? step.range.upperBound
      let quoted = selector.quote(step.range.lowerBound..<max(step.range.lowerBound, end))
      // In CSS, `#ball` is short for `*#ball`.
      let implied = stages.isEmpty ? "*" : step.axis == .child ? " > *" : " *"
      let text = quoted.isEmpty ? implied : quoted
      set = try apply(bare, to: before)
      stages.append(Miss.Stage(text: text, count: set.count))
      if set.isEmpty { return try nearNames(step, from: before, stages) }
      if step.isPositional {
        // Positions count from each context node.
        set = try apply(step, to: before)
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

  /// Applies predicates one by one until nothing is left.
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

  /// Suggests names of elements or attributes that the step could have matched.
  private mutating func nearNames(
    _ step: LocationStep, from set: [QueryNode], _ stages: [Miss.Stage]
  ) throws(LocatorError) -> Miss {
    guard case .name(let name) = step.test else { return Miss(stages: stages, near: [], what: "") }
    var counts: [String: Int] = [:]
    if step.axis == .attribute {
      for node in set.prefix(50) where !node.isAttribute {
        for attribute in attributes(of: node.index) { counts[attribute.name, default: 0] += 1 }
      }
    } else {
      var any = step
      any.test = .anyName
      any.predicates = []
      for node in try apply(any, to: set) { counts[tree.name(of: node.index), default: 0] += 1 }
    }
    let what = step.axis == .attribute ? "attributes" : "elements"
    return Miss(stages: stages, near: Self.closest(selector.names[name], counts), what: what)
  }

  /// Suggests values of the attribute that a predicate tests.
  private mutating func nearValues(
    _ condition: XPathExpression, among set: [QueryNode], _ stages: [Miss.Stage]
  ) throws(LocatorError) -> Miss {
    guard let (name, wanted) = Self.wanted(condition) else {
      return Miss(stages: stages, near: [], what: "")
    }
    var (values, names): ([String: Int], [String: Int]) = ([:], [:])
    for node in set.prefix(2_000) {
      if let value = try attribute(name, of: node) { values[value, default: 0] += 1 }
    }
    let attributeName = selector.names[name]
    if values.isEmpty {
      for node in set.prefix(50) where !node.isAttribute {
        for attribute in attributes(of: node.index) { names[attribute.name, default: 0] += 1 }
      }
      return Miss(stages: stages, near: Self.closest(attributeName, names), what: "attributes")
    }
    return Miss(
      stages: stages, near: Self.closest(wanted, values), what: "values of @\(attributeName)")
  }

  /// The attribute that a predicate tests, with the expected value.
  private static func wanted(_ condition: XPathExpression) -> (name: Int, text: String)? {
    switch condition {
    case .attribute(let name): (name, "")
    case .comparison(.attribute(let name), let rest):
      if case .literal(let text)? = rest.first?.1 {
        (name, text)
      } else if case .number(let number)? = rest.first?.1 {
        (name, CaromAutomation.text(of: number))
      } else {
        (name, "")
      }
    case .comparison(.literal(let text), let rest):
      if case .attribute(let name)? = rest.first?.1 { (name, text) } else { nil }
    case .call(.contains, let arguments), .call(.startsWith, let arguments):
      if case .attribute(let name)? = arguments.first, case .literal(let text)? = arguments.last {
        (name, text)
      } else {
        nil
      }
    case .all(let parts): parts.lazy.compactMap { wanted($0) }.first
    case .number, .literal, .variable, .any, .comparison, .arithmetic, .negated, .union, .path,
      .filtered, .call, .extended, .nth:
      nil
    }
  }

  /// The most similar words, or else the most frequent ones, with their counts.
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
