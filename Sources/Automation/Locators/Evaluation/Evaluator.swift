/// Evaluates a compiled selector on a tree, within a work limit.
///
/// Location steps without positional predicates are applied to a whole node-set in one pass, so a
/// step costs at most the size of the tree, regardless of the nesting of its context nodes.
package struct Evaluator {
  /// The default work limit, in nodes and 16-byte pieces of text: about a tenth of a second.
  package static let defaultWorkLimit = 5_000_000

  let selector: CompiledSelector
  let tree: QueryTree
  let content: any TreeContent
  let variables: [String: XPathValue]
  let limit: Int
  /// The work done so far.
  package private(set) var work = 0
  /// The index of each of the selector's names in the tree; −1 if no element has the name.
  let names: [Int32]
  var attributeCache: [Int: [(name: String, value: String)]] = [:]

  /// Creates an evaluator for a selector.
  package init(
    _ selector: CompiledSelector, on tree: QueryTree, _ content: any TreeContent,
    variables: [String: XPathValue] = [:], limit: Int = Evaluator.defaultWorkLimit
  ) {
    self.selector = selector
    self.tree = tree
    self.content = content
    self.variables = variables
    self.limit = limit
    names = selector.names.map { tree.nameIndex(of: $0) }
  }

  /// The context of an expression, XPath 1.0 part 1.
  struct Context {
    var node: QueryNode
    var position = 1
    var size = 1
  }

  /// Evaluates the whole selector with a context node.
  ///
  /// - Throws: An error if the work limit is exceeded, or if a variable or argument is invalid.
  package mutating func value(at node: QueryNode = QueryNode(0)) throws(LocatorError) -> XPathValue
  {
    try evaluate(selector.root, Context(node: node))
  }

  /// Adds to the work done and throws if the limit is exceeded.
  mutating func countWork(_ amount: Int) throws(LocatorError) {
    work += amount
    guard work > limit else { return }
    throw LocatorError(
      .tooMuchWork,
      "the selector was stopped after visiting \(limit) nodes; use a narrower path",
      in: selector.text)
  }

  func failure(_ message: String, column: Int? = nil) -> LocatorError {
    LocatorError(.value, message, in: selector.text, column: column)
  }

  // MARK: Expressions

  mutating func evaluate(
    _ expression: XPathExpression, _ context: Context
  ) throws(LocatorError) -> XPathValue {
    try countWork(1)
    switch expression {
    case .number(let value): return .number(value)
    case .literal(let text): return .string(text)
    case .variable(let name, let column):
      guard let value = variables[name] else {
        throw failure(
          "the variable $\(name) is not defined\(near(name, variables.keys.sorted()))",
          column: column)
      }
      return value
    case .any, .all, .comparison, .nth: return .boolean(try boolean(expression, context))
    case .arithmetic(let first, let rest):
      var result = try number(first, context)
      for (operation, operand) in rest {
        result = Self.combine(operation, result, try number(operand, context))
      }
      return .number(result)
    case .negated(let inner): return .number(-(try number(inner, context)))
    case .union(let parts):
      var all: [QueryNode] = []
      for part in parts { all += try nodes(part, context) }
      return .nodes(try ordered(all))
    case .path(let start, let steps):
      var set: [QueryNode]
      switch start {
      case .root: set = [QueryNode(0)]
      case .context: set = [context.node]
      case .expression(let inner): set = try nodes(inner, context)
      }
      for step in steps where !set.isEmpty { set = try apply(step, to: set) }
      return .nodes(set)
    case .attribute(let name):
      return .nodes(try attributes(of: context.node, test: .name(name)))
    case .filtered(let inner, let predicates):
      var set = try nodes(inner, context)
      for predicate in predicates { try filter(&set, predicate) }
      return .nodes(set)
    case .call(let function, let arguments): return try call(function, arguments, context)
    case .extended(let index, let arguments):
      let value = try callExtended(index, arguments, context)
      return selector.functions[index].resultType == .number ? .number(value) : .boolean(value != 0)
    }
  }

  private static func combine(_ operation: Arithmetic, _ a: Double, _ b: Double) -> Double {
    switch operation {
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: a / b
    case .remainder: a.truncatingRemainder(dividingBy: b)
    }
  }

  // MARK: Conversions, part 4

  /// Evaluates an expression to a node-set.
  mutating func nodes(
    _ expression: XPathExpression, _ context: Context
  ) throws(LocatorError) -> [QueryNode] {
    if case .nodes(let set) = try evaluate(expression, context) { return set }
    throw failure("a variable is not a node-set, but a node-set is required")
  }

  mutating func number(_ expression: XPathExpression, _ context: Context) throws(LocatorError)
    -> Double
  {
    if case .attribute(let name) = expression {
      return try attribute(name, of: context.node).map { CaromAutomation.number(of: $0) } ?? .nan
    }
    return try number(try evaluate(expression, context))
  }

  mutating func number(_ value: XPathValue) throws(LocatorError) -> Double {
    switch value {
    case .number(let number): return number
    case .boolean(let flag): return flag ? 1 : 0
    case .string(let text): return CaromAutomation.number(of: text)
    case .nodes: return CaromAutomation.number(of: try string(value))
    }
  }

  mutating func string(_ expression: XPathExpression, _ context: Context) throws(LocatorError)
    -> String
  {
    if case .attribute(let name) = expression {
      return try attribute(name, of: context.node) ?? ""
    }
    return try string(try evaluate(expression, context))
  }

  mutating func string(_ value: XPathValue) throws(LocatorError) -> String {
    switch value {
    case .string(let text): return text
    case .boolean(let flag): return flag ? "true" : "false"
    case .number(let number): return CaromAutomation.text(of: number)
    case .nodes(let set):
      guard let first = set.first else { return "" }
      return try text(of: first)
    }
  }

  static func boolean(_ value: XPathValue) -> Bool {
    switch value {
    case .boolean(let flag): flag
    case .number(let number): number != 0 && !number.isNaN
    case .string(let text): !text.isEmpty
    case .nodes(let set): !set.isEmpty
    }
  }

  /// Evaluates an expression to a boolean without building node-sets where possible.
  mutating func boolean(_ expression: XPathExpression, _ context: Context) throws(LocatorError)
    -> Bool
  {
    switch expression {
    case .any(let parts):
      for part in parts where try boolean(part, context) { return true }
      return false
    case .all(let parts):
      for part in parts where try !boolean(part, context) { return false }
      return true
    case .comparison(let first, let rest):
      if rest.count == 1 { return try compare(first, rest[0].0, rest[0].1, context) }
      var result = try evaluate(first, context)
      for (comparison, operand) in rest {
        let other = try evaluate(operand, context)
        result = .boolean(try compare(try side(result), comparison, try side(other)))
      }
      return Self.boolean(result)
    case .attribute(let name): return try attribute(name, of: context.node) != nil
    case .nth(let a, let b, let fromEnd, let ofType):
      return try isNth(a, b, fromEnd, ofType, context.node.index)
    case .call(.not, let arguments) where arguments.count == 1:
      return try !boolean(arguments[0], context)
    case .number, .literal, .variable, .arithmetic, .negated, .union, .path, .filtered, .call,
      .extended:
      return Self.boolean(try evaluate(expression, context))
    }
  }

  /// The string value of a node, part 5; for an element, the text of all its descendants.
  mutating func text(of node: QueryNode) throws(LocatorError) -> String {
    let index = node.index
    if let position = node.attribute {
      let all = attributes(of: index)
      let value = position < all.count ? all[position].value : ""
      try countWork(1 + value.utf8.count / 16)
      return value
    }
    guard tree.kind(of: index) != .text else {
      let text = tree.text(of: index)
      try countWork(1 + text.utf8.count / 16)
      return text
    }
    var result = ""
    let end = tree.end(of: index)
    try countWork(end - index)
    for below in index..<end where tree.kind(of: below) == .text {
      let text = tree.text(of: below)
      try countWork(text.utf8.count / 16)
      result += text
    }
    return result
  }

  // MARK: Attributes

  /// The attributes of an element, cached after the first call.
  mutating func attributes(of element: Int) -> [(name: String, value: String)] {
    if let known = attributeCache[element] { return known }
    let all = content.attributes(of: element)
    attributeCache[element] = all
    return all
  }

  /// The value of the attribute whose name is at an index of the selector's names, or nil.
  mutating func attribute(_ name: Int, of node: QueryNode) throws(LocatorError) -> String? {
    guard !node.isAttribute, tree.kind(of: node.index) == .element else { return nil }
    try countWork(1)
    return content.attribute(selector.names[name], of: node.index)
  }

  /// The nodes in document order, without duplicates.
  mutating func ordered(_ nodes: [QueryNode]) throws(LocatorError) -> [QueryNode] {
    guard zip(nodes, nodes.dropFirst()).contains(where: { $0 >= $1 }) else { return nodes }
    try countWork(nodes.count)
    var sorted = nodes.sorted()
    var count = 1
    for index in 1..<sorted.count where sorted[index] != sorted[count - 1] {
      sorted[count] = sorted[index]
      count += 1
    }
    sorted.removeLast(sorted.count - count)
    return sorted
  }
}
