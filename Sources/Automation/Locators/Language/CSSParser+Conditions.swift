// Attribute selectors and pseudo-classes.

extension CSSParser {
  /// An attribute selector: `[name]` or `[name operator value]`, Selectors 4 part 6.
  mutating func attribute() throws(LocatorError) -> XPathExpression {
    try expect("[")
    skipSpace()
    let name = nameIndex(try attributeName())
    skipSpace()
    if take("]") { return .attribute(name) }
    let offset = index
    var symbol = "="
    if next != "=" {
      guard let first = next, "~|^$*".unicodeScalars.contains(first) else {
        throw unexpected("], =, ~=, |=, ^=, $= or *= is expected")
      }
      index += 1
      symbol = "\(first)="
    }
    guard take("=") else {
      throw failure("this is not an operator; expected =, ~=, |=, ^=, $= or *=", at: offset)
    }
    skipSpace()
    let value = try attributeValue()
    skipSpace()
    try expect("]")
    return condition(name, symbol, value)
  }

  /// The name of an attribute, which may have components: `position.x`.
  private mutating func attributeName() throws(LocatorError) -> String {
    guard var whole = try name() else { throw unexpected("the name of an attribute is expected") }
    while take(".") {
      let part = try identifier()
      guard !part.isEmpty else {
        throw unexpected("a component of an attribute is expected after .")
      }
      whole += "." + part
    }
    return whole
  }

  private mutating func attributeValue() throws(LocatorError) -> String {
    if let text = try quotedText() { return text }
    if let name = try name() { return name }
    // An extension of CSS: numbers need no quotes.
    let start = index
    while let scalar = next, ("0"..."9").contains(scalar) || scalar == "." || scalar == "-" {
      index += 1
    }
    guard index > start else { throw unexpected("a value such as \"ball\" is expected") }
    return String(String.UnicodeScalarView(scalars[start..<index]))
  }

  private func condition(_ name: Int, _ symbol: String, _ value: String) -> XPathExpression {
    let own = XPathExpression.attribute(name)
    let wanted = XPathExpression.literal(value)
    let never = XPathExpression.call(.false, [])
    switch symbol {
    case "^=": return value.isEmpty ? never : .call(.startsWith, [own, wanted])
    case "*=": return value.isEmpty ? never : .call(.contains, [own, wanted])
    case "$=":
      // XPath 1.0 has no ends-with: compare the suffix of the same length.
      let count = Double(value.unicodeScalars.count)
      let start = XPathExpression.arithmetic(
        .call(.stringLength, [own]), [(.subtract, .number(count)), (.add, .number(1))])
      return value.isEmpty
        ? never
        : .all([
          .comparison(.call(.substring, [own, start]), [(.equal, wanted)]),
          .comparison(.call(.stringLength, [own]), [(.greaterOrEqual, .number(count))]),
        ])
    case "~=":
      if value.isEmpty || value.unicodeScalars.contains(where: isSpace) { return never }
      return .call(
        .contains,
        [
          .call(.concat, [.literal(" "), .call(.normalizeSpace, [own]), .literal(" ")]),
          .literal(" \(value) "),
        ])
    case "|=":
      return .any([equals(name, value), .call(.startsWith, [own, .literal(value + "-")])])
    default: return equals(name, value)
    }
  }

  /// A pseudo-class selector, Selectors 4 parts 4 and 14.
  mutating func pseudoClass() throws(LocatorError) -> XPathExpression {
    let offset = index
    try expect(":")
    guard let name = try name() else {
      throw unexpected("a pseudo-class such as :not(…) is expected")
    }
    switch name {
    case "first-child": return .nth(a: 0, b: 1, fromEnd: false, ofType: false)
    case "last-child": return .nth(a: 0, b: 1, fromEnd: true, ofType: false)
    case "first-of-type": return .nth(a: 0, b: 1, fromEnd: false, ofType: true)
    case "last-of-type": return .nth(a: 0, b: 1, fromEnd: true, ofType: true)
    case "only-child":
      return .all([
        .nth(a: 0, b: 1, fromEnd: false, ofType: false),
        .nth(a: 0, b: 1, fromEnd: true, ofType: false),
      ])
    case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
      try expect("(")
      let (a, b) = try nthCoefficients()
      try expect(")")
      return .nth(
        a: a, b: b, fromEnd: name.contains("last"), ofType: name.hasSuffix("of-type"))
    case "root":
      return .call(
        .not, [.path(.context, [LocationStep(axis: .parent, test: .anyName, range: 0..<0)])])
    case "empty":
      let children = [NodeTest.anyName, .text].map {
        XPathExpression.path(.context, [LocationStep(axis: .child, test: $0, range: 0..<0)])
      }
      return .call(.not, [.union(children)])
    case "not", "is", "has":
      try expect("(")
      let axis: XPathAxis = name == "has" ? .descendant : .`self`
      var parts: [XPathExpression] = []
      for steps in try list(first: axis, isRelative: name == "has") {
        if name != "has" { try checkSimple(steps, name, at: offset) }
        parts.append(.path(.context, steps))
      }
      skipSpace()
      try expect(")")
      return name == "not" ? .call(.not, [.any(parts)]) : .any(parts)
    default:
      let known = [
        "not", "is", "has", "root", "empty", "first-child", "last-child", "only-child",
        "nth-child", "nth-last-child", "first-of-type", "last-of-type", "nth-of-type",
        "nth-last-of-type",
      ]
      throw failure("unknown pseudo-class \"\(name)\"\(near(name, known))", at: offset)
    }
  }

  private func checkSimple(_ steps: [LocationStep], _ name: String, at offset: Int)
    throws(LocatorError)
  {
    guard steps.count != 1 else { return }
    throw failure(":\(name)(…) accepts only compound selectors, without combinators", at: offset)
  }

  /// The coefficients of an+b: `odd`, `even`, `5`, `2n`, `-n + 3`; CSS Syntax 3 part 6.
  private mutating func nthCoefficients() throws(LocatorError) -> (a: Int, b: Int) {
    skipSpace()
    let start = index
    while let scalar = next, scalar != ")" { index += 1 }
    let words = scalars[start..<index].filter { !isSpace($0) }
    let text = String(String.UnicodeScalarView(words)).lowercased()
    if text == "odd" { return (2, 1) }
    if text == "even" { return (2, 0) }
    func whole(_ part: Substring) -> Int? {
      guard let value = Int(part), (-1_000_000...1_000_000).contains(value) else { return nil }
      return value
    }
    if let b = whole(text[...]) { return (0, b) }
    if let n = text.firstIndex(of: "n") {
      let (factor, rest) = (text[..<n], text[text.index(after: n)...])
      let a = factor.isEmpty || factor == "+" ? 1 : factor == "-" ? -1 : whole(factor)
      let b = rest.isEmpty ? 0 : rest.hasPrefix("+") || rest.hasPrefix("-") ? whole(rest) : nil
      if let a, let b { return (a, b) }
    }
    throw failure(
      "\"\(text)\" is not of the form an+b; expected odd, even, 3 or 2n+1", at: start)
  }
}
