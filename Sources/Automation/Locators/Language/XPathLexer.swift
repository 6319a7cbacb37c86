/// A token of an XPath selector.
struct XPathToken: Sendable {
  enum Kind: Hashable, Sendable {
    /// A symbol: `( ) [ ] . .. @ , ::` and the operators `/ // | + - = != < <= > >= *`.
    case symbol(String)
    /// `and`, `or`, `mod` or `div` in operator position.
    case word(String)
    /// A name, possibly with a prefix: `ball`, `xml:lang`.
    case name(String)
    /// `*` where a name is expected.
    case anyName
    /// `prefix:*`.
    case prefix(String)
    /// A name before `::`.
    case axis(String)
    /// A name before `(`.
    case function(String)
    case literal(String)
    case number(Double)
    case variable(String)
    case end
  }
  var kind: Kind
  /// The range of characters, from 0.
  var range: Range<Int>

  /// A description for error messages.
  var noun: String {
    switch kind {
    case .symbol(let text), .word(let text), .name(let text): "\"\(text)\""
    case .anyName: "\"*\""
    case .prefix(let text): "\"\(text):*\""
    case .axis(let text): "the axis \"\(text)\""
    case .function(let text): "the function \"\(text)\""
    case .literal(let text): "the string \(CaromAutomation.literal(text))"
    case .number(let value): "the number \(text(of: value))"
    case .variable(let text): "the variable $\(text)"
    case .end: "end of selector"
    }
  }
}

/// Splits an XPath selector into tokens, with the disambiguation rules of XPath 1.0 part 3.7.
struct XPathLexer {
  /// The maximum number of characters of a selector.
  static let maximumLength = 4_096

  private let text: String
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var tokens: [XPathToken] = []

  private init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
  }

  /// The tokens, ending with an end token.
  static func tokens(of text: String, maximumLength: Int = maximumLength) throws(LocatorError)
    -> [XPathToken]
  {
    var lexer = XPathLexer(text)
    guard lexer.scalars.count <= maximumLength else {
      throw LocatorError(
        .syntax,
        "the selector has \(lexer.scalars.count) characters; the maximum is \(maximumLength)",
        in: String(text.prefix(40)) + "…")
    }
    while try lexer.next() {}
    return lexer.tokens
  }

  private func peek(_ offset: Int = 0) -> Unicode.Scalar? {
    index + offset < scalars.count ? scalars[index + offset] : nil
  }

  private func failure(_ message: String, at offset: Int) -> LocatorError {
    LocatorError(.syntax, message, in: text, column: offset + 1)
  }

  private mutating func add(_ kind: XPathToken.Kind, _ length: Int) {
    tokens.append(XPathToken(kind: kind, range: index..<index + length))
    index += length
  }

  /// Whether the next token is an operator if it can be one.
  private var isOperatorNext: Bool {
    switch tokens.last?.kind {
    case nil, .word, .axis, .function: false
    case .symbol(let symbol):
      symbol == ")" || symbol == "]" || symbol == "." || symbol == ".."
    case .name, .anyName, .prefix, .literal, .number, .variable, .end: true
    }
  }

  private mutating func next() throws(LocatorError) -> Bool {
    while let scalar = peek(), isSpace(scalar) { index += 1 }
    guard let scalar = peek() else {
      tokens.append(XPathToken(kind: .end, range: index..<index))
      return false
    }
    switch scalar {
    case "(", ")", "[", "]", "@", ",", "|", "+", "-", "=": add(.symbol(String(scalar)), 1)
    case "/":
      let isDouble = peek(1) == "/"
      add(.symbol(isDouble ? "//" : "/"), isDouble ? 2 : 1)
    case "<", ">":
      let isLonger = peek(1) == "="
      add(.symbol(String(scalar) + (isLonger ? "=" : "")), isLonger ? 2 : 1)
    case "!":
      guard peek(1) == "=" else {
        throw failure("unexpected \"!\"; expected != or not(…)", at: index)
      }
      add(.symbol("!="), 2)
    case ":":
      guard peek(1) == ":" else {
        throw failure("unexpected \":\"; expected :: after the name of an axis", at: index)
      }
      add(.symbol("::"), 2)
    case "*": add(isOperatorNext ? .symbol("*") : .anyName, 1)
    case "\"", "'": try addLiteral(scalar)
    case "$":
      index += 1
      let start = index
      guard let name = qualifiedName() else {
        throw failure("the variable has no name; expected $name", at: start - 1)
      }
      tokens.append(XPathToken(kind: .variable(name), range: start - 1..<index))
    case "0"..."9": addNumber()
    case ".":
      if let digit = peek(1), ("0"..."9").contains(digit) {
        addNumber()
      } else {
        let isDouble = peek(1) == "."
        add(.symbol(isDouble ? ".." : "."), isDouble ? 2 : 1)
      }
    default: try addName()
    }
    return true
  }

  private mutating func addLiteral(_ quote: Unicode.Scalar) throws(LocatorError) {
    guard let end = scalars[(index + 1)...].firstIndex(of: quote) else {
      throw failure("the string is not terminated; expected another \(quote)", at: index)
    }
    add(.literal(string(index + 1..<end)), end + 1 - index)
  }

  private mutating func addNumber() {
    var end = index
    while end < scalars.count, ("0"..."9").contains(scalars[end]) { end += 1 }
    if end < scalars.count, scalars[end] == "." {
      end += 1
      while end < scalars.count, ("0"..."9").contains(scalars[end]) { end += 1 }
    }
    add(.number(number(of: string(index..<end))), end - index)
  }

  private mutating func addName() throws(LocatorError) {
    let start = index
    if isOperatorNext {
      guard let word = simpleName() else { throw unknownCharacter(start) }
      guard ["and", "or", "mod", "div"].contains(word) else {
        throw failure(
          "unexpected \"\(word)\"; expected an operator such as and, or, =, / or the end", at: start
        )
      }
      tokens.append(XPathToken(kind: .word(word), range: start..<index))
      return
    }
    guard let name = simpleName() else { throw unknownCharacter(start) }
    var kind = XPathToken.Kind.name(name)
    if peek() == ":", peek(1) != ":" {
      index += 1
      if peek() == "*" {
        index += 1
        kind = .prefix(name)
      } else if let local = simpleName() {
        kind = .name(name + ":" + local)
      } else {
        throw failure("expected a name after \"\(name):\"", at: index)
      }
    }
    if case .name(let whole) = kind {
      var after = index
      while after < scalars.count, isSpace(scalars[after]) { after += 1 }
      if after < scalars.count, scalars[after] == "(" {
        kind = .function(whole)
      } else if after + 1 < scalars.count, scalars[after] == ":", scalars[after + 1] == ":" {
        kind = .axis(whole)
      }
    }
    tokens.append(XPathToken(kind: kind, range: start..<index))
  }

  private func unknownCharacter(_ offset: Int) -> LocatorError {
    if scalars[offset] == "#" {
      return failure(
        "unexpected \"#\", which is CSS: use --css on the command line, css: in features or "
          + "Locator(css:); in XPath, a name is [@name='…']", at: offset)
    }
    return failure(
      "unexpected character \"\(scalars[offset])\"; names begin with a letter or _", at: offset)
  }

  private mutating func simpleName() -> String? {
    guard let first = peek(), isNameStart(first) else { return nil }
    let start = index
    while let scalar = peek(), isNamePart(scalar) { index += 1 }
    return string(start..<index)
  }

  private mutating func qualifiedName() -> String? {
    guard let name = simpleName() else { return nil }
    guard peek() == ":", let second = peek(1), isNameStart(second) else { return name }
    index += 1
    return simpleName().map { name + ":" + $0 }
  }

  private func string(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range])
    return String(view)
  }
}

/// Whether a scalar may begin a name: NameStartChar of XML 1.0, fifth edition, without the colon.
func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x41...0x5A, 0x61...0x7A, 0x5F, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D,
    0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF,
    0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
    true
  default: false
  }
}

/// Whether a scalar may continue a name: NameChar of XML 1.0, fifth edition, without the colon.
func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
  default: isNameStart(scalar)
  }
}
