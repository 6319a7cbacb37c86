// Primary expressions and function calls, XPath 1.0 parts 3.1 and 3.2.

extension XPathParser {
  mutating func primary() throws(LocatorError) -> XPathExpression {
    switch kind {
    case .literal(let text):
      advance()
      return .literal(text)
    case .number(let value):
      advance()
      return .number(value)
    case .variable(let name):
      let column = range.lowerBound + 1
      advance()
      return .variable(name, column: column)
    case .function(let name): return try call(name)
    case .symbol, .word, .name, .anyName, .prefix, .axis, .end:
      try expect("(")
      let inner = try expression()
      try expect(")")
      return inner
    }
  }

  private mutating func call(_ name: String) throws(LocatorError) -> XPathExpression {
    let start = range.lowerBound
    advance()
    try expect("(")
    var arguments: [XPathExpression] = []
    var offsets: [Int] = []
    if kind != .symbol(")") {
      repeat {
        offsets.append(range.lowerBound)
        arguments.append(try expression())
      } while take(",")
    }
    guard take(")") else { throw unexpected(", or ) is expected") }
    if name.hasPrefix("g:") { return try extended(name, arguments, at: start) }
    if name == "lang" || name == "namespace-uri" {
      throw failure(
        "\(name)() is not supported: scenes have no languages and no namespaces", at: start)
    }
    guard let function = CoreFunction(rawValue: name) else {
      let known = CoreFunction.allCases.map(\.rawValue) + functions.map { "g:" + $0.name }
      let isOurs = functions.contains { $0.name == name }
      let hint = isOurs ? "; did you mean \"g:\(name)\"?" : near(name, known)
      throw failure("unknown function \"\(name)\"\(hint)", at: start)
    }
    try check(arguments.count, function.arguments, "\(name)()", at: start)
    if function.wantsNodes, let first = arguments.first, let column = offsets.first {
      _ = try nodes(first, "\(name)()", at: column)
    }
    return .call(function, arguments)
  }

  private func extended(
    _ name: String, _ arguments: [XPathExpression], at start: Int
  ) throws(LocatorError) -> XPathExpression {
    guard let index = functions.firstIndex(where: { "g:" + $0.name == name }) else {
      let hint = near(name, functions.map { "g:" + $0.name })
      throw failure("unknown function \"\(name)\"\(hint)", at: start)
    }
    try check(arguments.count, functions[index].arguments, functions[index].usage, at: start)
    return .extended(index, arguments)
  }

  private func check(
    _ count: Int, _ accepted: ClosedRange<Int>, _ name: String, at start: Int
  ) throws(LocatorError) {
    guard !accepted.contains(count) else { return }
    let (least, most) = (accepted.lowerBound, accepted.upperBound)
    let range =
      least == most ? "\(least)" : most == .max ? "\(least) or more" : "\(least) to \(most)"
    throw failure("\(name) has \(count) arguments; expected \(range)", at: start)
  }
}
