// Comparisons that are well-formed, but have the same result for every element, XPath 1.0 part 3.4.

extension Locator {
  /// What is probably not meant: comparisons that have the same result for every element, one
  /// sentence for each.
  ///
  /// They do not depend on the scene, and selectors with them find too much as well as nothing.
  public var warnings: [String] {
    var found = ConstantConditions(selector)
    found.collect(selector.root)
    return found.sentences
  }
}

/// Finds the comparisons of a selector that have the same result for every element.
private struct ConstantConditions {
  private let selector: CompiledSelector
  private(set) var sentences: [String] = []

  init(_ selector: CompiledSelector) { self.selector = selector }

  mutating func collect(_ expression: XPathExpression) {
    switch expression {
    case .any(let parts), .all(let parts), .union(let parts), .call(_, let parts),
      .extended(_, let parts):
      for part in parts { collect(part) }
    case .comparison(let first, let rest):
      collect(first)
      for (_, operand) in rest { collect(operand) }
      // Of a chain such as a = b = c, further comparisons are of booleans.
      if let (comparison, other) = rest.first { judge(first, comparison, other) }
    case .arithmetic(let first, let rest):
      collect(first)
      for (_, operand) in rest { collect(operand) }
    case .negated(let inner): collect(inner)
    case .path(let start, let steps):
      if case .expression(let inner) = start { collect(inner) }
      for step in steps { for predicate in step.predicates { collect(predicate.condition) } }
    case .filtered(let inner, let predicates):
      collect(inner)
      for predicate in predicates { collect(predicate.condition) }
    case .number, .literal, .variable, .attribute, .nth: break
    }
  }

  private mutating func judge(
    _ left: XPathExpression, _ comparison: Comparison, _ right: XPathExpression
  ) {
    let (a, b) = (text(left), text(right))
    let whole = "\(a)\(comparison.rawValue)\(b)"
    if isConstant(left), isConstant(right) {
      return add("\(whole) is the same for every element")
    }
    for (nodes, other, isLeft) in [(left, right, true), (right, left, false)]
    where isNodes(nodes) {
      if let flag = boolean(other) {
        let (own, value) = (isLeft ? a : b, literal(flag ? "true" : "false"))
        let sign = comparison == .notEqual ? "!=" : "="
        let kind = own.contains("@") ? "an attribute" : "a node"
        return add(
          "\(whole) compares whether there is such \(kind), whatever its value; its text is compared "
            + "by \(own)\(sign)\(value)")
      }
      let isOrder = comparison != .equal && comparison != .notEqual
      if isOrder, case .literal(let word) = other, number(of: word).isNaN {
        return add(
          "\(whole) is always false: \(comparison.rawValue) compares numbers, and "
            + "\(literal(word)) is none")
      }
    }
  }

  private mutating func add(_ sentence: String) {
    if !sentences.contains(sentence), sentences.count < 3 { sentences.append(sentence) }
  }

  // MARK: Operands

  private func isNodes(_ expression: XPathExpression) -> Bool {
    expression.type(selector.functions) == .nodes
  }

  /// The value of `true()` and `false()`; nil for other expressions.
  private func boolean(_ expression: XPathExpression) -> Bool? {
    switch expression {
    case .call(.true, _): true
    case .call(.false, _): false
    case .number, .literal, .variable, .any, .all, .comparison, .arithmetic, .negated, .union,
      .path, .attribute, .filtered, .call, .extended, .nth:
      nil
    }
  }

  private func isConstant(_ expression: XPathExpression) -> Bool {
    switch expression {
    case .number, .literal, .call(.true, _), .call(.false, _): true
    case .negated(let inner): isConstant(inner)
    case .variable, .any, .all, .comparison, .arithmetic, .union, .path, .attribute, .filtered,
      .call, .extended, .nth:
      false
    }
  }

  /// The expression as it may have been written.
  private func text(_ expression: XPathExpression) -> String {
    switch expression {
    case .number(let number): return CaromAutomation.text(of: number)
    case .literal(let word): return literal(word)
    case .attribute(let name): return "@" + selector.names[name]
    case .call(let function, let arguments) where arguments.isEmpty: return function.rawValue + "()"
    case .negated(let inner): return "-" + text(inner)
    case .path(.context, let steps):
      let range = (steps.first?.range.lowerBound ?? 0)..<(steps.last?.range.upperBound ?? 0)
      let quoted = selector.quote(range)
      return quoted.isEmpty ? "…" : quoted
    case .variable, .any, .all, .comparison, .arithmetic, .union, .path, .filtered, .call,
      .extended, .nth:
      return "…"
    }
  }
}
