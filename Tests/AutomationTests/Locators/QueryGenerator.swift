import CaromMaths

/// Generates random XPath 1.0 selectors for comparing two implementations.
///
/// Numbers are converted to strings only if both agree on the digits: libxml2 writes 15 digits and
/// exponents, which the recommendation does not. Attributes are followed only by upward axes:
/// libxml2 omits the descendants of the attribute's element.
struct QueryGenerator {
  var random: RandomStream
  /// The number of enclosing predicates; lxml has no context position outside of them.
  private var conditions = 0
  /// Whether a path may end at attributes: false if steps follow it.
  private var endsAnywhere = true

  init(seed: UInt64) { random = RandomStream(seed: seed) }

  mutating func pick(_ words: [String]) -> String { words[random.int(below: words.count)] }

  mutating func query() -> String {
    switch random.int(below: 8) {
    case 0: number(3)
    case 1: text(3)
    case 2: condition(3)
    default: nodes(3)
    }
  }

  // MARK: Nodes

  private static let axes = [
    "ancestor", "ancestor-or-self", "child", "descendant", "descendant-or-self", "following",
    "following-sibling", "parent", "preceding", "preceding-sibling", "self",
  ]

  mutating func nodes(_ depth: Int) -> String {
    switch depth > 0 ? random.int(below: 12) : 5 {
    case 0: return "(\(nodes(depth - 1)) | \(nodes(depth - 1)))" + predicates(depth - 1)
    case 1: return "(\(nodes(depth - 1)))" + predicates(depth - 1)
    case 2:
      let before = endsAnywhere
      endsAnywhere = false
      let start = nodes(depth - 1)
      endsAnywhere = before
      return "(\(start))" + pick(["/", "//"]) + relative(depth - 1)
    case 3: return nodes(depth - 1) + "|" + nodes(depth - 1)
    default: return pick(["/", "//", "//", "", ""]) + relative(depth)
    }
  }

  /// Location steps; the last may be an attribute, followed only by upward axes.
  mutating func relative(_ depth: Int) -> String {
    var result = step(depth)
    while random.chance(0.5) { result += pick(["/", "/", "//"]) + step(depth) }
    guard endsAnywhere, random.chance(0.25) else { return result }
    result +=
      pick(["/", "//"]) + pick(["@*", "@x", "attribute::y", "attribute::node()", "@z"])
    if depth > 0, random.chance(0.3) { result += predicates(depth - 1) }
    if random.chance(0.3) {
      result += pick(["/..", "/ancestor::*", "/.", "/ancestor-or-self::node()"])
    }
    return result
  }

  mutating func step(_ depth: Int) -> String {
    let short = random.int(below: 12)
    if short == 0 { return "." }
    if short == 1 { return ".." }
    let axis = short < 7 ? "" : pick(Self.axes) + "::"
    return axis + test() + (depth > 0 ? predicates(depth - 1) : "")
  }

  private mutating func test() -> String {
    pick([
      "a", "b", "c", "d", "a", "b", "*", "*", "node()", "text()", "e",
    ])
  }

  private mutating func predicates(_ depth: Int) -> String {
    var result = ""
    conditions += 1
    defer { conditions -= 1 }
    while random.chance(0.35) { result += "[" + predicate(depth) + "]" }
    return result
  }

  private mutating func predicate(_ depth: Int) -> String {
    switch random.int(below: 9) {
    case 0: pick(["1", "2", "3", "last()", "position()=2", "last()-1", "position() mod 2 = 1"])
    case 1: "position() \(comparison()) \(number(depth))"
    case 2: "@x" + pick(["='1'", "", "=@y", "!='a'", ">1", "<=@z"])
    case 3: number(depth)
    case 4: nodes(depth)
    case 5: text(depth)
    default: condition(depth)
    }
  }

  private mutating func comparison() -> String { pick(["=", "!=", "<", "<=", ">", ">="]) }

  // MARK: Values

  mutating func condition(_ depth: Int) -> String {
    guard depth > 0 else { return pick(["true()", "false()", "@x", "@y = 2", "@z"]) }
    let d = depth - 1
    switch random.int(below: 13) {
    case 0: return "(\(condition(d)) and \(condition(d)))"
    case 1: return "(\(condition(d)) or \(condition(d)))"
    case 2: return "not(\(any(d)))"
    case 3: return "boolean(\(any(d)))"
    case 4: return "contains(\(text(d)), \(text(d)))"
    case 5: return "starts-with(\(text(d)),\(text(d)))"
    case 6: return "not(\(condition(d)))"
    case 7: return "(\(nodes(d)) \(comparison()) \(nodes(d)))"
    case 8: return "(\(any(d)) \(comparison()) \(any(d)))"
    default:
      return
        "(\(any(d)) \(comparison()) \(pick(["1", "2", "'a'", "@x", "@y", "true()", "count(*)"])))"
    }
  }

  mutating func any(_ depth: Int) -> String {
    switch random.int(below: 5) {
    case 0: number(depth)
    case 1: text(depth)
    case 2: condition(depth)
    default: nodes(depth)
    }
  }

  /// An arbitrary numeric expression.
  mutating func number(_ depth: Int) -> String {
    guard depth > 0 else { return plainNumber(0) }
    let d = depth - 1
    switch random.int(below: 9) {
    case 0: return "(\(number(d)) \(pick(["+", "-", "*", "div", "mod"])) \(number(d)))"
    case 1: return "\(pick(["floor", "ceiling", "round"]))(\(number(d)))"
    case 2: return "-\(number(d))"
    case 3: return "number(\(any(d)))"
    case 4: return "sum(\(nodes(d)))"
    case 5: return "count(\(nodes(d)))"
    default: return plainNumber(d)
    }
  }

  /// A numeric expression whose value has few digits in both implementations.
  private mutating func plainNumber(_ depth: Int) -> String {
    switch random.int(below: depth > 0 ? 9 : 5) {
    case 0: pick(["0", "1", "2", "3", "1.5", ".25", "10", "7."])
    case 1: conditions > 0 ? pick(["position()", "last()"]) : "4"
    case 2: "count(\(pick(["*", "..", "//a", "@*", "ancestor::*", "text()"])))"
    case 3: "number(@x)"
    case 4: "-1"
    case 5: "string-length(\(text(depth - 1)))"
    case 6: "count(\(nodes(depth - 1)))"
    case 7: "(\(plainNumber(depth - 1)) + \(plainNumber(depth - 1)))"
    default: "round(\(plainNumber(depth - 1)))"
    }
  }

  mutating func text(_ depth: Int) -> String {
    guard depth > 0 else {
      return pick(["'a'", "\"b\"", "''", "string()", "name()", "'1'", "' 2 '", "string(@x)", "'é'"])
    }
    let d = depth - 1
    switch random.int(below: 13) {
    case 0: return "concat(\(text(d)), \(text(d)))"
    case 1: return "substring(\(text(d)), \(plainNumber(d)))"
    case 2:
      return
        "substring(\(text(d)), \(plainNumber(d)), \(pick(["2", "1.5", "1 div 0", "0 div 0", "-1"])))"
    case 3: return "substring-before(\(text(d)), \(text(d)))"
    case 4: return "substring-after(\(text(d)), \(text(d)))"
    case 5: return "normalize-space(\(text(d)))"
    case 6: return "translate(\(text(d)), 'ab1é', \(text(d)))"
    case 7: return "string(\(nodes(d)))"
    case 8: return "string(\(plainNumber(d)))"
    case 9: return "string(\(condition(d)))"
    case 10: return "\(pick(["name", "local-name"]))(\(nodes(d)))"
    case 11: return "normalize-space()"
    default: return text(0)
    }
  }
}
