/// Parses a subset of CSS selectors and compiles them to the equivalent XPath expressions.
///
/// Supported are selector lists, the combinators ` `, `>`, `+` and `~`, type selectors, `*`,
/// `#name`, `.role`, attribute selectors with all six operators, and the pseudo-classes `:not :is
/// :has :root :empty :first-child :last-child :only-child :nth-child :nth-last-child :first-of-type
/// :last-of-type :nth-of-type :nth-last-of-type`.
///
/// - Source: <https://www.w3.org/TR/selectors-4/>, <https://www.w3.org/TR/css-syntax-3/> for names
///   and strings.
struct CSSParser {
  let text: String
  let scalars: [Unicode.Scalar]
  var index = 0
  var depth = 0
  var names: [String] = []

  /// Parses a whole selector.
  ///
  /// - Throws: The first error, with its column.
  static func selector(_ text: String, functions: [ExtendedFunction]) throws(LocatorError)
    -> CompiledSelector
  {
    var parser = CSSParser(text: text, scalars: Array(text.unicodeScalars))
    guard parser.scalars.count <= XPathLexer.maximumLength else {
      throw LocatorError(
        .syntax,
        "the selector has \(parser.scalars.count) characters; the maximum is \(XPathLexer.maximumLength)",
        in: String(text.prefix(40)) + "…")
    }
    let parts = try parser.list(first: .descendant)
    guard parser.index == parser.scalars.count else {
      throw parser.unexpected("a combinator, a comma or the end is expected")
    }
    let paths = parts.map { XPathExpression.path(.root, $0) }
    return CompiledSelector(
      text: text, root: paths.count == 1 ? paths[0] : .union(paths), names: parser.names,
      functions: functions)
  }

  // MARK: Characters

  var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  mutating func skipSpace() { while let scalar = next, isSpace(scalar) { index += 1 } }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    index += 1
    return true
  }

  mutating func expect(_ scalar: Unicode.Scalar) throws(LocatorError) {
    guard take(scalar) else { throw unexpected("\(scalar) is expected") }
  }

  func failure(_ message: String, at offset: Int) -> LocatorError {
    LocatorError(.syntax, message, in: text, column: offset + 1)
  }

  func unexpected(_ expected: String) -> LocatorError {
    failure("unexpected \(next.map { "\"\($0)\"" } ?? "end of selector"); \(expected)", at: index)
  }

  mutating func nameIndex(_ name: String) -> Int {
    if let known = names.firstIndex(where: { isSame($0, name) }) { return known }
    names.append(name)
    return names.count - 1
  }

  /// An identifier, with `\` before characters that are otherwise not part of it; nil if none
  /// starts here.
  mutating func name() throws(LocatorError) -> String? {
    guard let first = next else { return nil }
    let second = index + 1 < scalars.count ? scalars[index + 1] : nil
    let isStart =
      isNameStart(first) || first == "\\"
      || (first == "-" && (second.map { isNameStart($0) || $0 == "-" || $0 == "\\" } ?? false))
    guard isStart else { return nil }
    return try identifier()
  }

  /// The characters of an identifier, with any first character; ends at `.`.
  mutating func identifier() throws(LocatorError) -> String {
    var view = String.UnicodeScalarView()
    while let scalar = next {
      if scalar == "\\" {
        index += 1
        view.append(try escaped())
      } else if isNamePart(scalar), scalar != "." {
        view.append(scalar)
        index += 1
      } else {
        break
      }
    }
    return String(view)
  }

  /// An escape after a backslash: up to six hexadecimal digits and a space, or the character
  /// itself.
  mutating func escaped() throws(LocatorError) -> Unicode.Scalar {
    let start = index - 1
    var (value, digits): (UInt32, Int) = (0, 0)
    while digits < 6, let scalar = next, let digit = Character(scalar).hexDigitValue, scalar.isASCII
    {
      value = value * 16 + UInt32(digit)
      digits += 1
      index += 1
    }
    if digits > 0 {
      if let scalar = next, isSpace(scalar) { index += 1 }
      return value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
    }
    guard let scalar = next, scalar != "\n" else {
      throw failure("the escape is incomplete; a character is expected after \\", at: start)
    }
    index += 1
    return scalar
  }

  /// A string in quotes.
  mutating func quotedText() throws(LocatorError) -> String? {
    guard let quote = next, quote == "\"" || quote == "'" else { return nil }
    let start = index
    index += 1
    var view = String.UnicodeScalarView()
    while let scalar = next {
      index += 1
      if scalar == quote { return String(view) }
      if scalar == "\\" {
        if take("\n") { continue }
        view.append(try escaped())
      } else {
        view.append(scalar)
      }
    }
    throw failure("the string is not terminated; another \(quote) is expected", at: start)
  }

  // MARK: Selectors

  /// A selector list, each selector as location steps; the first step uses the given axis.
  mutating func list(first axis: XPathAxis, isRelative: Bool = false) throws(LocatorError)
    -> [[LocationStep]]
  {
    depth += 1
    defer { depth -= 1 }
    guard depth <= XPathParser.maximumDepth else {
      throw failure(
        "brackets are nested deeper than \(XPathParser.maximumDepth) levels",
        at: index)
    }
    var result: [[LocationStep]] = []
    repeat {
      skipSpace()
      result.append(try complex(axis, isRelative))
      skipSpace()
    } while take(",")
    return result
  }

  private mutating func complex(
    _ axis: XPathAxis, _ isRelative: Bool
  ) throws(LocatorError) -> [LocationStep] {
    var steps: [LocationStep] = []
    var combinator: Unicode.Scalar = " "
    let start = index
    if isRelative, let symbol = next, symbol == ">" || symbol == "+" || symbol == "~" {
      combinator = symbol
      index += 1
      skipSpace()
    } else {
      steps += try compound(axis, from: start)
      combinator = try self.combinator() ?? ","
    }
    while combinator != "," {
      let start = index
      switch combinator {
      case ">": steps += try compound(.child, from: start)
      case "~": steps += try compound(.followingSibling, from: start)
      case "+":
        // The next sibling that is an element, if it matches.
        steps.append(
          LocationStep(
            axis: .followingSibling, test: .anyName, predicates: [.first], range: start..<start))
        steps += try compound(.`self`, from: start)
      default: steps += try compound(.descendant, from: start)
      }
      combinator = try self.combinator() ?? ","
    }
    return steps
  }

  /// The combinator before the next compound selector; nil at the end of a complex selector.
  private mutating func combinator() throws(LocatorError) -> Unicode.Scalar? {
    let before = index
    skipSpace()
    guard let symbol = next, symbol != ",", symbol != ")" else { return nil }
    if symbol == ">" || symbol == "+" || symbol == "~" {
      index += 1
      skipSpace()
      return symbol
    }
    guard index > before else { throw unexpected("a combinator, a comma or the end is expected") }
    return " "
  }

  /// A compound selector: one step with predicates.
  private mutating func compound(_ axis: XPathAxis, from start: Int) throws(LocatorError)
    -> [LocationStep]
  {
    var test: NodeTest?
    var conditions: [(XPathExpression, Range<Int>)] = []
    var hasRole = false
    if take("*") {
      test = .anyName
    } else if let name = try name() {
      test = .name(nameIndex(name))
    }
    scan: while let scalar = next {
      let offset = index
      switch scalar {
      case "#":
        index += 1
        let name = try identifier()
        guard !name.isEmpty else { throw unexpected("the name of a node is expected after #") }
        conditions.append((equals("name", name), offset..<index))
      case ".":
        index += 1
        guard let name = try name() else { throw unexpected("the name of a role is expected") }
        conditions.append((equals("role", name), offset..<index))
        hasRole = true
      case "[": conditions.append((try attribute(), offset..<index))
      case ":": conditions.append((try pseudoClass(), offset..<index))
      default: break scan
      }
    }
    guard test != nil || !conditions.isEmpty else {
      throw unexpected("a name, *, #name, .role, [attribute] or :pseudo-class is expected")
    }
    // Only nodes have roles, so no other elements need to be visited.
    let known = test ?? (hasRole ? .name(nameIndex("node")) : .anyName)
    let predicates = conditions.map {
      Predicate(condition: $0.0, isPositional: false, position: nil, range: $0.1)
    }
    return [LocationStep(axis: axis, test: known, predicates: predicates, range: start..<index)]
  }

  func equals(_ name: Int, _ value: String) -> XPathExpression {
    .comparison(.attribute(name), [(.equal, .literal(value))])
  }

  private mutating func equals(_ attribute: String, _ value: String) -> XPathExpression {
    equals(nameIndex(attribute), value)
  }
}

extension Predicate {
  /// The predicate `[1]`.
  static let first = Predicate(condition: .number(1), isPositional: true, position: 1, range: 0..<0)
}
