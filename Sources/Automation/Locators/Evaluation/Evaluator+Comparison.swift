// Comparisons, XPath 1.0 part 3.4.

extension Evaluator {
  /// An operand of a comparison.
  enum Side {
    /// The string values of the nodes of a node-set.
    case texts([String])
    case number(Double)
    case string(String)
    case boolean(Bool)
  }

  mutating func compare(
    _ left: XPathExpression, _ comparison: Comparison, _ right: XPathExpression, _ context: Context
  ) throws(LocatorError) -> Bool {
    // The most frequent condition: an attribute equals a literal.
    if comparison == .equal, case .attribute(let name) = left, case .literal(let wanted) = right {
      return try attribute(name, of: context.node).map { isSame($0, wanted) } ?? false
    }
    return try compare(try side(left, context), comparison, try side(right, context))
  }

  private mutating func side(
    _ expression: XPathExpression, _ context: Context
  ) throws(LocatorError) -> Side {
    if case .attribute(let name) = expression {
      return .texts(try attribute(name, of: context.node).map { [$0] } ?? [])
    }
    return try side(try evaluate(expression, context))
  }

  mutating func side(_ value: XPathValue) throws(LocatorError) -> Side {
    switch value {
    case .number(let number): return .number(number)
    case .string(let text): return .string(text)
    case .boolean(let flag): return .boolean(flag)
    case .nodes(let set):
      var texts: [String] = []
      texts.reserveCapacity(set.count)
      for node in set { texts.append(try text(of: node)) }
      return .texts(texts)
    }
  }

  /// Compares two operands; a node-set matches if any of its nodes does.
  mutating func compare(
    _ left: Side, _ comparison: Comparison, _ right: Side
  ) throws(LocatorError) -> Bool {
    let isOrder = comparison != .equal && comparison != .notEqual
    switch (left, right) {
    case (.texts(let a), .texts(let b)):
      try countWork(a.count + b.count)
      return isOrder ? Self.orders(a, comparison, b) : Self.equals(a, comparison, b)
    case (.texts(let texts), .boolean(let flag)):
      return Self.compare(texts.isEmpty ? 0 : 1, comparison, flag ? 1 : 0)
    case (.boolean(let flag), .texts(let texts)):
      return Self.compare(flag ? 1 : 0, comparison, texts.isEmpty ? 0 : 1)
    case (.texts(let texts), .number(let other)):
      return texts.contains {
        Self.compare(CaromAutomation.number(of: $0), comparison, other)
      }
    case (.number(let other), .texts(let texts)):
      return texts.contains {
        Self.compare(other, comparison, CaromAutomation.number(of: $0))
      }
    case (.texts(let texts), .string(let other)):
      return isOrder
        ? Self.orders(texts, comparison, [other]) : Self.equals(texts, comparison, [other])
    case (.string(let other), .texts(let texts)):
      return isOrder
        ? Self.orders([other], comparison, texts) : Self.equals([other], comparison, texts)
    case (.string(let a), .string(let b)) where !isOrder:
      return isSame(a, b) == (comparison == .equal)
    case (.number, _), (.string, _), (.boolean, _): break
    }
    if isOrder { return Self.compare(Self.number(left), comparison, Self.number(right)) }
    if case .boolean(let flag) = left {
      return (flag == Self.flag(right)) == (comparison == .equal)
    }
    if case .boolean(let flag) = right {
      return (flag == Self.flag(left)) == (comparison == .equal)
    }
    return Self.compare(Self.number(left), comparison, Self.number(right))
  }

  private static func number(_ side: Side) -> Double {
    switch side {
    case .number(let number): number
    case .boolean(let flag): flag ? 1 : 0
    case .string(let text): CaromAutomation.number(of: text)
    case .texts(let texts): CaromAutomation.number(of: texts.first ?? "")
    }
  }

  private static func flag(_ side: Side) -> Bool {
    switch side {
    case .number(let number): boolean(.number(number))
    case .boolean(let flag): flag
    case .string(let text): !text.isEmpty
    case .texts(let texts): !texts.isEmpty
    }
  }

  private static func compare(_ a: Double, _ comparison: Comparison, _ b: Double) -> Bool {
    switch comparison {
    case .equal: a == b
    case .notEqual: a != b
    case .less: a < b
    case .lessOrEqual: a <= b
    case .greater: a > b
    case .greaterOrEqual: a >= b
    }
  }

  /// Whether any two strings are equal, or differ; linear in the sizes of the sets.
  private static func equals(_ a: [String], _ comparison: Comparison, _ b: [String]) -> Bool {
    guard let first = a.first, let other = b.first else { return false }
    if comparison == .notEqual {
      if !isSame(first, other) { return true }
      return !a.allSatisfy { isSame($0, first) } || !b.allSatisfy { isSame($0, first) }
    }
    if a.count == 1 { return b.contains { isSame($0, first) } }
    if b.count == 1 { return a.contains { isSame($0, other) } }
    let known = Set(a.map { Array($0.utf8) })
    return b.contains { known.contains(Array($0.utf8)) }
  }

  /// Whether any two numbers compare as stated; comparing the extremes is sufficient.
  private static func orders(_ a: [String], _ comparison: Comparison, _ b: [String]) -> Bool {
    let left = a.map { CaromAutomation.number(of: $0) }.filter { !$0.isNaN }
    let right = b.map { CaromAutomation.number(of: $0) }.filter { !$0.isNaN }
    let isLess = comparison == .less || comparison == .lessOrEqual
    guard let own = isLess ? left.min() : left.max(),
      let other = isLess ? right.max() : right.min()
    else { return false }
    return compare(own, comparison, other)
  }
}
