/// A Boolean expression of tags, such as `@smoke and not (@slow or @wip)`.
///
/// `not` binds more tightly than `and`, and `and` more tightly than `or`. Parentheses group; in a
/// tag, white space, parentheses and backslashes are escaped with a backslash. An empty expression
/// matches everything.
///
/// - Source: github.com/cucumber/tag-expressions, its README and testdata.
public struct TagExpression: Sendable, Equatable, CustomStringConvertible {
  /// The maximum number of characters of an expression.
  public static let maximumCharacters = 10_000

  /// An operation of the evaluation stack.
  private enum Operation: Sendable, Equatable {
    case tag(String)
    case not, and, or
  }

  /// The operations in postfix order, so that nesting cannot exhaust the call stack.
  private var operations: [Operation] = []

  /// The expression that matches everything.
  public static let everything = TagExpression()

  private init() {}

  /// Parses an expression.
  ///
  /// - Throws: An error with its column.
  /// - Complexity: O(*n*) in the number of characters.
  public init(parsing text: String) throws(TagExpressionError) {
    let scalars = Array(text.unicodeScalars)
    guard scalars.count <= Self.maximumCharacters else {
      throw TagExpressionError(
        expression: String(text.prefix(40)), column: Self.maximumCharacters + 1, cause: .tooLong)
    }
    func failure(_ column: Int, _ cause: TagExpressionError.Cause) -> TagExpressionError {
      TagExpressionError(expression: text, column: column, cause: cause)
    }
    var open: [(word: String, column: Int)] = []
    var needsOperand = true
    let tokens = try Self.tokens(scalars, text)
    for token in tokens {
      let isTag = token.isEscaped || !["and", "or", "not", "(", ")"].contains(token.text)
      if needsOperand {
        if isTag {
          if Self.isJoinedByComma(token.text) { throw failure(token.column, .comma) }
          operations.append(.tag(token.text))
          needsOperand = false
        } else if token.text == "not" || token.text == "(" {
          open.append((token.text, token.column))
        } else {
          throw failure(token.column, .expectedOperand)
        }
        continue
      }
      guard !isTag else {
        throw failure(
          token.column, Self.isJoinedByComma(token.text) ? .comma : .expectedOperator)
      }
      switch token.text {
      case "and", "or":
        while let last = open.last, Self.rank(last.word) >= Self.rank(token.text) {
          operations.append(Self.operation(last.word))
          open.removeLast()
        }
        open.append((token.text, token.column))
        needsOperand = true
      case ")":
        while let last = open.last, last.word != "(" {
          operations.append(Self.operation(last.word))
          open.removeLast()
        }
        if open.popLast() == nil { throw failure(token.column, .unmatchedClose) }
      default: throw failure(token.column, .expectedOperator)
      }
    }
    if needsOperand, !tokens.isEmpty { throw failure(scalars.count + 1, .expectedOperand) }
    while let last = open.popLast() {
      if last.word == "(" { throw failure(last.column, .unmatchedOpen) }
      operations.append(Self.operation(last.word))
    }
  }

  private static func rank(_ word: String) -> Int {
    switch word {
    case "not": 3
    case "and": 2
    case "or": 1
    default: 0
    }
  }

  private static func operation(_ word: String) -> Operation {
    word == "not" ? .not : word == "and" ? .and : .or
  }

  /// Old tools joined tags by commas, which gets a specific error.
  private static func isJoinedByComma(_ text: String) -> Bool {
    text.contains(",@") || text.hasPrefix(",")
  }

  private static func tokens(
    _ scalars: [Unicode.Scalar], _ text: String
  ) throws(TagExpressionError) -> [(text: String, column: Int, isEscaped: Bool)] {
    var tokens: [(text: String, column: Int, isEscaped: Bool)] = []
    var word = ""
    var start = 0
    var isEscaped = false
    func close() {
      if !word.isEmpty { tokens.append((word, start + 1, isEscaped)) }
      word = ""
      isEscaped = false
    }
    var i = 0
    while i < scalars.count {
      let scalar = scalars[i]
      if word.isEmpty { start = i }
      switch scalar {
      case "\\":
        let next = i + 1 < scalars.count ? scalars[i + 1] : nil
        guard let next, "()\\".unicodeScalars.contains(next) || WhiteSpace.contains(next) else {
          throw TagExpressionError(
            expression: text, column: i + 1, cause: .illegalEscape(next.map { "\($0)" } ?? ""))
        }
        word.unicodeScalars.append(next)
        isEscaped = true
        i += 1
      case "(", ")":
        close()
        tokens.append(("\(scalar)", i + 1, false))
      case _ where WhiteSpace.contains(scalar): close()
      default: word.unicodeScalars.append(scalar)
      }
      i += 1
    }
    close()
    return tokens
  }

  /// Whether the expression matches a set of tags, each including its `@`.
  public func matches(_ tags: some Sequence<String>) -> Bool {
    let tags = Set(tags)
    var stack: [Bool] = []
    for operation in operations {
      switch operation {
      case .tag(let name): stack.append(tags.contains(name))
      case .not: stack.append(!(stack.popLast() ?? true))
      case .and, .or:
        guard let b = stack.popLast(), let a = stack.popLast() else { return true }
        stack.append(operation == .and ? a && b : a || b)
      }
    }
    return stack.last ?? true
  }

  /// The expression with all parentheses, as printed by the official tools: `( @a and not ( @b )
  /// )`.
  public var description: String {
    var stack: [String] = []
    for operation in operations {
      switch operation {
      case .tag(let name): stack.append(Self.escaped(name))
      case .not: stack.append("not ( \(Self.unwrapped(stack.popLast() ?? "")) )")
      case .and, .or:
        let b = stack.popLast() ?? ""
        let a = stack.popLast() ?? ""
        stack.append("( \(a) \(operation == .and ? "and" : "or") \(b) )")
      }
    }
    return stack.last ?? ""
  }

  /// Removes the parentheses of a pair.
  private static func unwrapped(_ text: String) -> String {
    text.hasPrefix("( ") ? String(text.dropFirst(2).dropLast(2)) : text
  }

  private static func escaped(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      if "()\\".unicodeScalars.contains(scalar) || WhiteSpace.contains(scalar) { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}

/// An error in a tag expression.
public struct TagExpressionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of errors.
  public enum Cause: Sendable, Equatable {
    /// Expected a tag, `not` or `(`.
    case expectedOperand
    /// Expected `and`, `or` or `)`.
    case expectedOperator
    /// An unmatched `(`.
    case unmatchedOpen
    /// An unmatched `)`.
    case unmatchedClose
    /// A backslash before a character that needs no escape.
    case illegalEscape(String)
    /// Tags joined by a comma, as in old tools.
    case comma
    /// The expression is too long.
    case tooLong
  }

  /// The expression.
  public var expression: String
  /// The column of the error, from 1.
  public var column: Int
  /// The kind of error.
  public var cause: Cause

  /// The message, in the official wording.
  public var description: String {
    let reason =
      switch cause {
      case .expectedOperand: "Expected operand."
      case .expectedOperator: "Expected operator."
      case .unmatchedOpen: "Unmatched (."
      case .unmatchedClose: "Unmatched )."
      case .illegalEscape(let scalar): "Illegal escape before \"\(scalar)\"."
      case .comma:
        "An invalid tag combination operator was detected. The use of a comma (\",\") to combine "
          + "tags is not supported. Please replace it with either the \"or\" or \"and\" operators "
          + "for tag combinations. For example, use \"@tag1 or @tag2\" or \"@tag1 and @tag2\""
      case .tooLong: "It has more than \(TagExpression.maximumCharacters) characters."
      }
    return "Tag expression \"\(expression)\" could not be parsed because of syntax error: \(reason)"
  }
}
