// The core function library, XPath 1.0 part 4, and the extension functions of a tree.

extension Evaluator {
  mutating func call(
    _ function: CoreFunction, _ arguments: [XPathExpression], _ context: Context
  ) throws(LocatorError) -> XPathValue {
    switch function {
    case .last: return .number(Double(context.size))
    case .position: return .number(Double(context.position))
    case .count: return .number(Double(try nodes(arguments[0], context).count))
    case .id: return .nodes(try elements(withIDs: arguments[0], context))
    case .name, .localName: return .string(try name(arguments.first, context))
    case .boolean: return .boolean(try boolean(arguments[0], context))
    case .not: return .boolean(try !boolean(arguments[0], context))
    case .true: return .boolean(true)
    case .false: return .boolean(false)
    case .number:
      guard let first = arguments.first else {
        return .number(CaromAutomation.number(of: try text(of: context.node)))
      }
      return .number(try number(first, context))
    case .sum:
      var sum = 0.0
      for node in try nodes(arguments[0], context) {
        sum += CaromAutomation.number(of: try text(of: node))
      }
      return .number(sum)
    case .floor: return .number(try number(arguments[0], context).rounded(.down))
    case .ceiling: return .number(try number(arguments[0], context).rounded(.up))
    case .round: return .number(roundedUp(try number(arguments[0], context)))
    case .string, .concat, .contains, .startsWith, .substring, .substringBefore, .substringAfter,
      .stringLength, .normalizeSpace, .translate:
      return try callString(function, arguments, context)
    }
  }

  // MARK: Strings, part 4.2

  private mutating func callString(
    _ function: CoreFunction, _ arguments: [XPathExpression], _ context: Context
  ) throws(LocatorError) -> XPathValue {
    var texts: [String] = []
    for (index, argument) in arguments.enumerated() {
      // Only the first argument of substring is a string.
      if function == .substring, index > 0 { break }
      texts.append(try string(argument, context))
    }
    if texts.isEmpty { texts = [try text(of: context.node)] }
    try countWork(texts.reduce(0) { $0 + $1.utf8.count / 16 })
    let first = texts[0]
    switch function {
    case .concat: return .string(texts.joined())
    case .startsWith:
      return .boolean(first.utf8.starts(with: texts[1].utf8))
    case .contains: return .boolean(try offset(of: texts[1], in: first) != nil)
    case .substringBefore:
      let bytes = Array(first.utf8)
      guard let start = try offset(of: texts[1], in: first) else { return .string("") }
      return .string(String(decoding: bytes[..<start], as: UTF8.self))
    case .substringAfter:
      let bytes = Array(first.utf8)
      guard let start = try offset(of: texts[1], in: first) else { return .string("") }
      return .string(String(decoding: bytes[(start + texts[1].utf8.count)...], as: UTF8.self))
    case .substring: return .string(try substring(first, arguments, context))
    case .stringLength: return .number(Double(first.unicodeScalars.count))
    case .normalizeSpace:
      let words = first.unicodeScalars.split(whereSeparator: isSpace)
      return .string(words.map { String($0) }.joined(separator: " "))
    case .translate: return .string(translate(first, texts[1], texts[2]))
    case .string, .last, .position, .count, .id, .name, .localName, .boolean, .not, .true, .false,
      .number, .sum, .floor, .ceiling, .round:
      return .string(first)
    }
  }

  /// The byte offset of the first occurrence of a string in another, in UTF-8.
  private mutating func offset(of part: String, in whole: String) throws(LocatorError) -> Int? {
    let (needle, hay) = (Array(part.utf8), Array(whole.utf8))
    guard let first = needle.first else { return 0 }
    guard needle.count <= hay.count else { return nil }
    for start in 0...(hay.count - needle.count) where hay[start] == first {
      try countWork(1)
      if hay[start..<start + needle.count].elementsEqual(needle) { return start }
    }
    return nil
  }

  private mutating func substring(
    _ text: String, _ arguments: [XPathExpression], _ context: Context
  ) throws(LocatorError) -> String {
    let start = roundedUp(try number(arguments[1], context))
    var end = Double.infinity
    if arguments.count > 2 { end = start + roundedUp(try number(arguments[2], context)) }
    var result = String.UnicodeScalarView()
    var position = 1.0
    for scalar in text.unicodeScalars {
      // Comparisons with NaN are false, as the recommendation specifies.
      if position >= start, position < end { result.append(scalar) }
      position += 1
    }
    return String(result)
  }

  private func translate(_ text: String, _ from: String, _ to: String) -> String {
    let replacements = Array(to.unicodeScalars)
    var map: [Unicode.Scalar: Unicode.Scalar?] = [:]
    for (index, scalar) in from.unicodeScalars.enumerated() where map[scalar] == nil {
      map[scalar] = .some(index < replacements.count ? replacements[index] : nil)
    }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard let entry = map[scalar] else {
        result.append(scalar)
        continue
      }
      if let replacement = entry { result.append(replacement) }
    }
    return String(result)
  }

  // MARK: Nodes, parts 4.1 and 4.3

  /// The name of the first node of an argument, or of the context node; names have no prefix.
  private mutating func name(
    _ argument: XPathExpression?, _ context: Context
  ) throws(LocatorError) -> String {
    var node = context.node
    if let argument {
      guard let first = try nodes(argument, context).first else { return "" }
      node = first
    }
    guard let position = node.attribute else { return tree.name(of: node.index) }
    let all = attributes(of: node.index)
    return position < all.count ? all[position].name : ""
  }

  private mutating func elements(
    withIDs argument: XPathExpression, _ context: Context
  ) throws(LocatorError) -> [QueryNode] {
    var words: Set<[UInt8]> = []
    func add(_ text: String) {
      for word in text.unicodeScalars.split(whereSeparator: isSpace) {
        words.insert(Array(String(word).utf8))
      }
    }
    let value = try evaluate(argument, context)
    if case .nodes(let set) = value {
      for node in set { add(try text(of: node)) }
    } else {
      add(try string(value))
    }
    var found: [QueryNode] = []
    try countWork(tree.count)
    for index in 0..<tree.count where tree.kind(of: index) == .element {
      guard let value = content.attribute(content.identifier, of: index) else { continue }
      // Identifiers are unique; the first element with a duplicate is returned.
      if words.remove(Array(value.utf8)) != nil { found.append(QueryNode(index)) }
    }
    return found
  }

  // MARK: Extension functions

  mutating func callExtended(
    _ index: Int, _ arguments: [XPathExpression], _ context: Context
  ) throws(LocatorError) -> Double {
    var values: [TreeArgument] = []
    for argument in arguments {
      switch try evaluate(argument, context) {
      case .number(let number): values.append(.number(number))
      case .string(let text): values.append(.text(text))
      case .boolean(let flag): values.append(.boolean(flag))
      case .nodes(let set):
        var elements: [Int] = []
        for node in set {
          let isElement = tree.kind(of: node.index) == .element
          elements.append(isElement ? node.index : max(0, tree.parent(of: node.index)))
        }
        values.append(.elements(elements))
      }
    }
    let node = context.node.index
    let element =
      tree.kind(of: node) == .element || node == 0 ? node : max(0, tree.parent(of: node))
    // These functions query bodies, bounds and cameras, which costs more than visiting a node.
    try countWork(8 + content.work(index, element, values))
    do throws(ArgumentProblem) {
      return try content.call(index, element, values)
    } catch {
      throw failure("\(selector.functions[index].usage): \(error.message)")
    }
  }
}
