/// A node of a Cucumber expression, with the range of its scalars.
indirect enum ExpressionNode {
  case text(String, Range<Int>)
  /// `(…)`; in a valid expression it contains only text.
  case optional([ExpressionNode], Range<Int>)
  /// `{name}`.
  case parameter(String, Range<Int>)
  /// `a/b`: the alternatives with their ranges.
  case alternation([(nodes: [ExpressionNode], range: Range<Int>)])
}

/// Parses Cucumber expressions.
///
/// - Source: The grammar in ARCHITECTURE.md of github.com/cucumber/cucumber-expressions.
struct ExpressionParser {
  private struct Token {
    enum Kind {
      case space, text, openOptional, closeOptional, openParameter, closeParameter, slash
    }
    var kind: Kind
    var text: String
    var range: Range<Int>
  }

  private let expression: String
  private let length: Int
  private var tokens: [Token] = []
  private var at = 0
  private var depth = 0

  /// The maximum nesting of parentheses; valid expressions have one level.
  private static let maximumNesting = 50

  init(_ expression: String) throws(CucumberExpressionError) {
    self.expression = expression
    let scalars = Array(expression.unicodeScalars)
    length = scalars.count
    var i = 0
    while i < scalars.count {
      let start = i
      var scalar = scalars[i]
      var kind = Self.kind(scalar)
      if scalar == "\\" {
        i += 1
        guard i < scalars.count else {
          throw failure(
            start..<start + 1, "The end of line can not be escaped",
            "You can use '\\\\' to escape the '\\'")
        }
        scalar = scalars[i]
        guard scalar == "\\" || Self.kind(scalar) != .text else {
          throw failure(
            i..<i + 1,
            "Only the characters '{', '}', '(', ')', '\\', '/' and whitespace can be escaped",
            "If you did mean to use an '\\' you can use '\\\\' to escape it")
        }
        kind = .text
      }
      i += 1
      if let last = tokens.indices.last, tokens[last].kind == kind, kind == .text || kind == .space
      {
        tokens[last].text.unicodeScalars.append(scalar)
        tokens[last].range = tokens[last].range.lowerBound..<i
      } else {
        tokens.append(Token(kind: kind, text: String(scalar), range: start..<i))
      }
    }
  }

  private static func kind(_ scalar: Unicode.Scalar) -> Token.Kind {
    switch scalar {
    case "(": .openOptional
    case ")": .closeOptional
    case "{": .openParameter
    case "}": .closeParameter
    case "/": .slash
    default: WhiteSpace.contains(scalar) ? .space : .text
    }
  }

  private func failure(
    _ range: Range<Int>, _ problem: String, _ solution: String
  ) -> CucumberExpressionError {
    CucumberExpressionError(
      expression: expression, column: range.lowerBound + 1, length: range.count,
      problem: problem, solution: solution)
  }

  mutating func parse() throws(CucumberExpressionError) -> [ExpressionNode] {
    var nodes: [ExpressionNode] = []
    while at < tokens.count {
      if isLeftBoundary, let alternation = try alternation() {
        nodes.append(alternation)
      } else {
        nodes.append(try node())
      }
    }
    return nodes
  }

  private var isLeftBoundary: Bool {
    at == 0 || tokens[at - 1].kind == .space || tokens[at - 1].kind == .closeParameter
  }

  /// An alternation, up to white space or a parameter; nil if there is no slash.
  private mutating func alternation() throws(CucumberExpressionError) -> ExpressionNode? {
    let start = at
    var alternatives: [(nodes: [ExpressionNode], range: Range<Int>)] = []
    var nodes: [ExpressionNode] = []
    var from = at < tokens.count ? tokens[at].range.lowerBound : length
    while at < tokens.count, tokens[at].kind != .space, tokens[at].kind != .openParameter {
      if tokens[at].kind == .slash {
        alternatives.append((nodes, from..<tokens[at].range.lowerBound))
        nodes = []
        from = tokens[at].range.upperBound
        at += 1
      } else {
        nodes.append(try node())
      }
    }
    guard !alternatives.isEmpty else {
      at = start
      return nil
    }
    let end = at < tokens.count ? tokens[at].range.lowerBound : length
    alternatives.append((nodes, from..<end))
    return .alternation(alternatives)
  }

  private mutating func node() throws(CucumberExpressionError) -> ExpressionNode {
    let token = tokens[at]
    switch token.kind {
    case .openOptional: return try optional()
    case .openParameter: return try parameter()
    case .slash:
      throw failure(
        token.range, "An alternation can not be used inside an optional",
        "If you did not mean to use an alternation you can use '\\/' to escape the '/'. "
          + "Otherwise rephrase your expression or consider using a regular expression instead.")
    case .space, .text, .closeOptional, .closeParameter:
      at += 1
      return .text(token.text, token.range)
    }
  }

  private mutating func optional() throws(CucumberExpressionError) -> ExpressionNode {
    let open = tokens[at]
    depth += 1
    defer { depth -= 1 }
    at += 1
    var nodes: [ExpressionNode] = []
    while at < tokens.count, depth <= Self.maximumNesting {
      if tokens[at].kind == .closeOptional {
        at += 1
        return .optional(nodes, open.range.lowerBound..<tokens[at - 1].range.upperBound)
      }
      nodes.append(try node())
    }
    throw failure(
      open.range, "The '(' does not have a matching ')'",
      "If you did not intend to use optional text you can use '\\(' to escape the optional text")
  }

  private mutating func parameter() throws(CucumberExpressionError) -> ExpressionNode {
    let open = tokens[at]
    at += 1
    var name = ""
    while at < tokens.count {
      let token = tokens[at]
      switch token.kind {
      case .closeParameter:
        at += 1
        return .parameter(name, open.range.lowerBound..<token.range.upperBound)
      case .space, .text: name += token.text
      case .openOptional, .closeOptional, .openParameter, .slash:
        throw failure(
          token.range, "Parameter names may not contain '{', '}', '(', ')', '\\' or '/'",
          "Did you mean to use a regular expression?")
      }
      at += 1
    }
    throw failure(
      open.range, "The '{' does not have a matching '}'",
      "If you did not intend to use a parameter you can use '\\{' to escape the a parameter")
  }
}
