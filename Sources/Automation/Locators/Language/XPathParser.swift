/// Parses XPath 1.0 selectors.
///
/// The grammar is that of the W3C recommendation of 16 November 1999, parts 2 and 3. Selectors are
/// limited to 4,096 characters and to 40 levels of nested brackets, so that no selector can exhaust
/// the stack. Node tests and axes of nodes that scenes do not have are rejected with an error.
///
/// - Source: <https://www.w3.org/TR/1999/REC-xpath-19991116/>
struct XPathParser {
  /// The maximum depth of nested brackets.
  static let maximumDepth = 40

  let text: String
  let functions: [ExtendedFunction]
  let tokens: [XPathToken]
  private var index = 0
  private var depth = 0
  private var names: [String] = []

  private init(
    _ text: String, _ functions: [ExtendedFunction], maximumLength: Int
  ) throws(LocatorError) {
    self.text = text
    self.functions = functions
    tokens = try XPathLexer.tokens(of: text, maximumLength: maximumLength)
  }

  /// Parses a whole selector.
  ///
  /// - Throws: The first error, with its column.
  static func selector(
    _ text: String, functions: [ExtendedFunction] = [],
    maximumLength: Int = XPathLexer.maximumLength
  ) throws(LocatorError) -> CompiledSelector {
    var parser = try XPathParser(text, functions, maximumLength: maximumLength)
    let root = try parser.expression()
    guard parser.kind == .end else {
      throw parser.unexpected("an operator such as and, or, =, /, [ or the end is expected")
    }
    return CompiledSelector(text: text, root: root, names: parser.names, functions: functions)
  }

  // MARK: Tokens

  var kind: XPathToken.Kind { tokens[index].kind }
  var range: Range<Int> { tokens[index].range }

  mutating func advance() { if index < tokens.count - 1 { index += 1 } }

  mutating func take(_ symbol: String) -> Bool {
    guard kind == .symbol(symbol) else { return false }
    advance()
    return true
  }

  mutating func expect(_ symbol: String) throws(LocatorError) {
    guard take(symbol) else { throw unexpected("\(symbol) is expected") }
  }

  func unexpected(_ expected: String) -> LocatorError {
    failure("unexpected \(tokens[index].noun); \(expected)", at: range.lowerBound)
  }

  func failure(_ message: String, at offset: Int) -> LocatorError {
    LocatorError(.syntax, message, in: text, column: offset + 1)
  }

  private mutating func nameIndex(_ name: String) -> Int {
    if let index = names.firstIndex(where: { isSame($0, name) }) { return index }
    names.append(name)
    return names.count - 1
  }

  // MARK: Operators, part 3.4 and 3.5

  mutating func expression() throws(LocatorError) -> XPathExpression {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw failure(
        "brackets are nested deeper than \(Self.maximumDepth) levels",
        at: range.lowerBound)
    }
    var parts = [try conjunction()]
    while kind == .word("or") {
      advance()
      parts.append(try conjunction())
    }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() throws(LocatorError) -> XPathExpression {
    var parts = [try equality()]
    while kind == .word("and") {
      advance()
      parts.append(try equality())
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func equality() throws(LocatorError) -> XPathExpression {
    let first = try relation()
    var rest: [(Comparison, XPathExpression)] = []
    while case .symbol(let symbol) = kind, symbol == "=" || symbol == "!=",
      let comparison = Comparison(rawValue: symbol)
    {
      advance()
      rest.append((comparison, try relation()))
    }
    return rest.isEmpty ? first : .comparison(first, rest)
  }

  private mutating func relation() throws(LocatorError) -> XPathExpression {
    let first = try sum()
    var rest: [(Comparison, XPathExpression)] = []
    while case .symbol(let symbol) = kind, symbol.hasPrefix("<") || symbol.hasPrefix(">"),
      let comparison = Comparison(rawValue: symbol)
    {
      advance()
      rest.append((comparison, try sum()))
    }
    return rest.isEmpty ? first : .comparison(first, rest)
  }

  private mutating func sum() throws(LocatorError) -> XPathExpression {
    let first = try product()
    var rest: [(Arithmetic, XPathExpression)] = []
    while case .symbol(let symbol) = kind, symbol == "+" || symbol == "-",
      let operation = Arithmetic(rawValue: symbol)
    {
      advance()
      rest.append((operation, try product()))
    }
    return rest.isEmpty ? first : .arithmetic(first, rest)
  }

  private mutating func product() throws(LocatorError) -> XPathExpression {
    let first = try unary()
    var rest: [(Arithmetic, XPathExpression)] = []
    while let operation = productOperator {
      advance()
      rest.append((operation, try unary()))
    }
    return rest.isEmpty ? first : .arithmetic(first, rest)
  }

  private var productOperator: Arithmetic? {
    switch kind {
    case .symbol("*"): .multiply
    case .word("div"): .divide
    case .word("mod"): .remainder
    case .symbol, .word, .name, .anyName, .prefix, .axis, .function, .literal, .number, .variable,
      .end:
      nil
    }
  }

  private mutating func unary() throws(LocatorError) -> XPathExpression {
    var signs = 0
    while take("-") { signs += 1 }
    var result = try union()
    // A double negation is not a no-op: it converts its operand to a number.
    if signs > 0 { result = .negated(result) }
    if signs > 0, signs % 2 == 0 { result = .negated(result) }
    return result
  }

  private mutating func union() throws(LocatorError) -> XPathExpression {
    let start = range.lowerBound
    let first = try path()
    guard kind == .symbol("|") else { return first }
    var parts = [try nodes(first, "|", at: start)]
    while take("|") {
      let start = range.lowerBound
      parts.append(try nodes(try path(), "|", at: start))
    }
    return .union(parts)
  }

  /// Checks that an expression evaluates to nodes.
  func nodes(
    _ expression: XPathExpression, _ what: String, at start: Int
  ) throws(LocatorError) -> XPathExpression {
    let type = expression.type(functions)
    guard type == .nodes || type == .unknown else {
      throw failure("\(what) requires nodes, but this is a \(type); expected a path", at: start)
    }
    return expression
  }

  // MARK: Paths, parts 2 and 3.3

  private mutating func path() throws(LocatorError) -> XPathExpression {
    switch kind {
    case .symbol("/"):
      advance()
      guard startsStep else { return .path(.root, []) }
      return .path(.root, try steps(from: range.lowerBound - 1))
    case .symbol("//"):
      return .path(.root, try steps(from: range.lowerBound))
    case .variable, .literal, .number, .symbol("("): return try filtered()
    case .function(let name) where !Self.nodeTypes.contains(name): return try filtered()
    case .symbol, .word, .name, .anyName, .prefix, .axis, .function, .end:
      let steps = try steps(from: range.lowerBound)
      if steps.count == 1, steps[0].axis == .attribute, steps[0].predicates.isEmpty,
        case .name(let name) = steps[0].test
      {
        return .attribute(name)
      }
      return .path(.context, steps)
    }
  }

  private static let nodeTypes = ["node", "text", "comment", "processing-instruction"]

  private mutating func filtered() throws(LocatorError) -> XPathExpression {
    let start = range.lowerBound
    var result = try primary()
    if kind == .symbol("[") {
      result = try nodes(result, "[…]", at: start)
      result = .filtered(result, try predicates())
    }
    guard kind == .symbol("/") || kind == .symbol("//") else { return result }
    result = try nodes(result, "/", at: start)
    let slash = range.lowerBound
    if kind == .symbol("/") { advance() }
    return .path(.expression(result), try steps(from: slash))
  }

  private var startsStep: Bool {
    switch kind {
    case .symbol("."), .symbol(".."), .symbol("@"), .name, .anyName, .prefix, .axis: true
    case .function(let name): Self.nodeTypes.contains(name)
    case .symbol, .word, .literal, .number, .variable, .end: false
    }
  }

  /// Location steps separated by `/` or `//`, possibly with a leading `//`.
  private mutating func steps(from start: Int) throws(LocatorError) -> [LocationStep] {
    var steps: [LocationStep] = []
    var start = start
    while true {
      let isDeep = take("//")
      var step = try step()
      step.range = start..<tokens[max(0, index - 1)].range.upperBound
      // `//name` is short for `/descendant-or-self::node()/child::name`. Without positional
      // predicates it is compiled to one step, so that nested nodes are visited only once.
      if isDeep {
        switch step.axis {
        case .child where !step.isPositional, .descendant where !step.isPositional:
          step.axis = .descendant
        case .`self` where !step.isPositional, .descendantOrSelf where !step.isPositional:
          step.axis = .descendantOrSelf
        case .child, .descendant, .`self`, .descendantOrSelf, .ancestor, .ancestorOrSelf,
          .attribute,
          .following, .followingSibling, .parent, .preceding, .precedingSibling:
          steps.append(LocationStep(axis: .descendantOrSelf, test: .node, range: start..<start + 2))
          step.range = start + 2..<step.range.upperBound
        }
      }
      steps.append(step)
      start = range.lowerBound
      if kind == .symbol("//") { continue }
      guard take("/") else { return steps }
    }
  }

  private mutating func step() throws(LocatorError) -> LocationStep {
    if take(".") { return try abbreviated(.`self`, ".") }
    if take("..") { return try abbreviated(.parent, "..") }
    var axis = XPathAxis.child
    if take("@") {
      axis = .attribute
    } else if case .axis(let name) = kind {
      guard name != "namespace" else {
        throw failure(
          "the namespace axis is not supported: scenes have no namespaces", at: range.lowerBound)
      }
      guard let known = XPathAxis(rawValue: name) else {
        let hint = near(name, XPathAxis.allCases.map(\.rawValue))
        throw failure("unknown axis \"\(name)\"\(hint)", at: range.lowerBound)
      }
      axis = known
      advance()
      try expect("::")
    }
    let test = try nodeTest(axis)
    return LocationStep(axis: axis, test: test, predicates: try predicates(), range: 0..<0)
  }

  private func abbreviated(_ axis: XPathAxis, _ symbol: String) throws(LocatorError) -> LocationStep
  {
    guard kind != .symbol("[") else {
      throw failure(
        "\(symbol) takes no predicate; expected \(axis.rawValue)::node()[…]",
        at: range.lowerBound)
    }
    return LocationStep(axis: axis, test: .node, range: 0..<0)
  }

  private mutating func nodeTest(_ axis: XPathAxis) throws(LocatorError) -> NodeTest {
    switch kind {
    case .anyName:
      advance()
      return .anyName
    case .name(let name):
      if let colon = name.firstIndex(of: ":") { throw unsupportedPrefix(name[..<colon]) }
      advance()
      return .name(nameIndex(name))
    case .prefix(let prefix): throw unsupportedPrefix(prefix[...])
    case .function("node"), .function("text"):
      let isText = kind == .function("text")
      advance()
      try expect("(")
      try expect(")")
      return isText ? .text : .node
    case .function(let name) where Self.nodeTypes.contains(name):
      throw failure(
        "\(name)() is not supported: scenes have no comments and no processing instructions; "
          + "expected node() or text()", at: range.lowerBound)
    case .function(let name):
      throw failure(
        "\(name)(…) is not a location step; expected a name, *, @name, ., .. or node()",
        at: range.lowerBound)
    case .symbol, .word, .axis, .literal, .number, .variable, .end:
      throw unexpected("a name, *, @name, ., .. or a function is expected")
    }
  }

  private func unsupportedPrefix(_ prefix: Substring) -> LocatorError {
    failure(
      "the prefix \"\(prefix)\" is not supported: names in scenes have no prefix",
      at: range.lowerBound)
  }

  private mutating func predicates() throws(LocatorError) -> [Predicate] {
    var result: [Predicate] = []
    while kind == .symbol("[") {
      let start = range.lowerBound
      advance()
      let condition = try expression()
      let end = range.upperBound
      try expect("]")
      let type = condition.type(functions)
      var position: Int?
      if case .number(let value) = condition { position = Int(exactly: value) ?? 0 }
      result.append(
        Predicate(
          condition: condition,
          isPositional: type == .number || type == .unknown || condition.usesPosition,
          position: position, range: start..<end))
    }
    return result
  }
}
