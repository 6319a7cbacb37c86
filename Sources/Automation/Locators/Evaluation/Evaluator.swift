/// Answers a selector on a tree, with a bound on the work that it may do.
///
/// Steps whose conditions do not ask for positions are taken from all nodes at once, so that a path
/// costs no more than the size of the tree for each step, however the nodes lie in each other.
package struct Evaluator {
  /// How many nodes and 16 bytes of text may be looked at if nothing else is said: a tenth of a second.
  package static let defaultWorkLimit = 5_000_000

  let selector: CompiledSelector
  let tree: QueryTree
  let content: any TreeContent
  let variables: [String: XPathValue]
  let limit: Int
  /// How much has been done.
  package private(set) var work = 0
  /// The names of the selector in the tree, −1 for those that no element has.
  let slots: [Int32]
  var attributeCache: [Int: [(name: String, value: String)]] = [:]

  /// Prepares to answer a selector.
  package init(
    _ selector: CompiledSelector, on tree: QueryTree, _ content: any TreeContent,
    variables: [String: XPathValue] = [:], limit: Int = Evaluator.defaultWorkLimit
  ) {
    self.selector = selector
    self.tree = tree
    self.content = content
    self.variables = variables
    self.limit = limit
    slots = selector.names.map { tree.slot(of: $0) }
  }

  /// Where an expression is asked.
  struct Context {
    var node: QueryNode
    var position = 1
    var size = 1
  }

  /// Answers the whole selector, asked at a node.
  ///
  /// - Throws: that it is too much work, or what a variable or argument should be.
  package mutating func value(at node: QueryNode = QueryNode(0)) throws(LocatorError) -> XPathValue
  {
    try evaluate(selector.root, Context(node: node))
  }

  /// Notes work.
  mutating func charge(_ amount: Int) throws(LocatorError) {
    work += amount
    guard work > limit else { return }
    throw LocatorError(
      .tooMuchWork,
      "the selector was stopped after looking at \(limit) nodes; a narrower path is accepted",
      in: selector.text)
  }

  func failure(_ message: String, column: Int? = nil) -> LocatorError {
    LocatorError(.value, message, in: selector.text, column: column)
  }

  // MARK: Expressions

  mutating func evaluate(
    _ expression: XPathExpression, _ context: Context
  ) throws(LocatorError) -> XPathValue {
    try charge(1)
    switch expression {
    case .number(let value): return .number(value)
    case .literal(let text): return .string(text)
    case .variable(let name, let column):
      guard let value = variables[name] else {
        throw failure(
          "the variable $\(name) has no value\(near(name, variables.keys.sorted()))",
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
      for step in steps where !set.isEmpty { set = try take(step, from: set) }
      return .nodes(set)
    case .attribute(let slot):
      return .nodes(try attributes(of: context.node, test: .name(slot)))
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

  /// The nodes that an expression answers with.
  mutating func nodes(
    _ expression: XPathExpression, _ context: Context
  ) throws(LocatorError) -> [QueryNode] {
    if case .nodes(let set) = try evaluate(expression, context) { return set }
    throw failure("a variable is no node-set, where one is wanted")
  }

  mutating func number(_ expression: XPathExpression, _ context: Context) throws(LocatorError)
    -> Double
  {
    if case .attribute(let slot) = expression {
      return try attribute(slot, of: context.node).map { CaromAutomation.number(of: $0) } ?? .nan
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
    if case .attribute(let slot) = expression {
      return try attribute(slot, of: context.node) ?? ""
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

  /// Whether an expression is true; nodes are looked for no further than the first where that is easy.
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
    case .attribute(let slot): return try attribute(slot, of: context.node) != nil
    case .nth(let a, let b, let fromEnd, let ofType):
      return try isNth(a, b, fromEnd, ofType, context.node.index)
    case .call(.not, let arguments) where arguments.count == 1:
      return try !boolean(arguments[0], context)
    default: return Self.boolean(try evaluate(expression, context))
    }
  }

  /// The text of a node, part 5: of an element, that of all texts below it.
  mutating func text(of node: QueryNode) throws(LocatorError) -> String {
    let index = node.index
    if let position = node.attribute {
      let all = attributes(of: index)
      let value = position < all.count ? all[position].value : ""
      try charge(1 + value.utf8.count / 16)
      return value
    }
    if node.isNamespace { return "http://www.w3.org/XML/1998/namespace" }
    guard tree.kind(of: index) == .element || tree.kind(of: index) == .document else {
      let text = tree.text(of: index)
      try charge(1 + text.utf8.count / 16)
      return text
    }
    var result = ""
    let end = tree.end(of: index)
    try charge(end - index)
    for below in index..<end where tree.kind(of: below) == .text {
      let text = tree.text(of: below)
      try charge(text.utf8.count / 16)
      result += text
    }
    return result
  }

  // MARK: Attributes

  /// All attributes of an element; read once.
  mutating func attributes(of element: Int) -> [(name: String, value: String)] {
    if let known = attributeCache[element] { return known }
    let all = content.attributes(of: element)
    attributeCache[element] = all
    return all
  }

  /// The attribute of the name in a slot, or nil.
  mutating func attribute(_ slot: Int, of node: QueryNode) throws(LocatorError) -> String? {
    guard node.isPlain, tree.kind(of: node.index) == .element else { return nil }
    try charge(1)
    return content.attribute(selector.names[slot], of: node.index)
  }

  /// In document order, each once.
  mutating func ordered(_ nodes: [QueryNode]) throws(LocatorError) -> [QueryNode] {
    guard zip(nodes, nodes.dropFirst()).contains(where: { $0 >= $1 }) else { return nodes }
    try charge(nodes.count)
    var sorted = nodes.sorted()
    var kept = 1
    for index in 1..<sorted.count where sorted[index] != sorted[kept - 1] {
      sorted[kept] = sorted[index]
      kept += 1
    }
    sorted.removeLast(sorted.count - kept)
    return sorted
  }
}
