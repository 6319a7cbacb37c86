/// Compiles a Cucumber expression to a regular expression.
struct ExpressionCompiler {
  let expression: String
  let types: ParameterTypes
  /// The parameter types, from left to right.
  private(set) var parameters: [ParameterType] = []

  init(_ expression: String, _ types: ParameterTypes) {
    self.expression = expression
    self.types = types
  }

  private func failure(
    _ range: Range<Int>, _ problem: String, _ solution: String
  ) -> CucumberExpressionError {
    CucumberExpressionError(
      expression: expression, column: range.lowerBound + 1, length: range.count,
      problem: problem, solution: solution)
  }

  mutating func source(_ nodes: [ExpressionNode]) throws(CucumberExpressionError) -> String {
    "^" + (try text(nodes)) + "$"
  }

  private mutating func text(
    _ nodes: [ExpressionNode]
  ) throws(CucumberExpressionError) -> String {
    var result = ""
    for node in nodes { result += try text(node) }
    return result
  }

  private mutating func text(_ node: ExpressionNode) throws(CucumberExpressionError) -> String {
    switch node {
    case .text(let text, _): return Self.escaped(text)
    case .optional(let nodes, let range):
      try check(nodes, in: range)
      return "(?:\(try text(nodes)))?"
    case .alternation(let alternatives):
      for (nodes, range) in alternatives {
        if nodes.isEmpty {
          throw failure(
            range, "Alternative may not be empty",
            "If you did not mean to use an alternative you can use '\\/' to escape the '/'")
        }
        if !Self.hasText(nodes) {
          throw failure(
            range, "An alternative may not exclusively contain optionals",
            "If you did not mean to use an optional you can use '\\(' to escape the '('")
        }
      }
      var parts: [String] = []
      for (nodes, _) in alternatives { parts.append(try text(nodes)) }
      return "(?:" + parts.joined(separator: "|") + ")"
    case .parameter(let name, let range):
      guard let type = types[name] else {
        throw failure(
          range, "Undefined parameter type '\(name)'",
          "Please register a ParameterType for '\(name)'")
      }
      parameters.append(type)
      let patterns = type.patterns
      return patterns.count == 1
        ? "(\(patterns[0]))" : "(" + patterns.map { "(?:\($0))" }.joined(separator: "|") + ")"
    }
  }

  private func check(
    _ nodes: [ExpressionNode], in range: Range<Int>
  ) throws(CucumberExpressionError) {
    for node in nodes {
      if case .parameter(_, let range) = node {
        throw failure(
          range, "An optional may not contain a parameter type",
          "If you did not mean to use an parameter type you can use '\\{' to escape the '{'")
      }
    }
    for node in nodes {
      if case .optional(_, let range) = node {
        throw failure(
          range, "An optional may not contain an other optional",
          "If you did not mean to use an optional type you can use '\\(' to escape the '('. "
            + "For more complicated expressions consider using a regular expression instead.")
      }
    }
    if !Self.hasText(nodes) {
      throw failure(
        range, "An optional must contain some text",
        "If you did not mean to use an optional you can use '\\(' to escape the '('")
    }
  }

  private static func hasText(_ nodes: [ExpressionNode]) -> Bool {
    nodes.contains { if case .text = $0 { true } else { false } }
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if "^$[]()\\{}.|?*+".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
