import CaromAutomation
import CaromMaths

/// A small document for evaluating selectors, with its text as XML for other implementations.
final class PlainTree: TreeContent {
  private(set) var tree = QueryTree()
  private(set) var xml = ""
  private var attributeLists: [Int: [(name: String, value: String)]] = [:]

  func attributes(of element: Int) -> [(name: String, value: String)] {
    attributeLists[element] ?? []
  }

  func attribute(_ name: String, of element: Int) -> String? {
    attributeLists[element]?.first { $0.name == name }?.value
  }

  /// Adds an element with the contents that the body adds.
  func element(
    _ name: String, _ attributes: [(name: String, value: String)] = [], _ body: () -> Void = {}
  ) {
    attributeLists[tree.begin(name)] = attributes
    xml += "<\(name)"
    for (name, value) in attributes { xml += " \(name)=\"\(Self.escaped(value))\"" }
    xml += ">"
    body()
    tree.end()
    xml += "</\(name)>"
  }

  func text(_ text: String) {
    tree.addText(text)
    xml += Self.escaped(text)
  }

  private static func escaped(_ text: String) -> String {
    text.map { "<>&\"\n\t".contains($0) ? "&#\($0.unicodeScalars.first?.value ?? 0);" : String($0) }
      .joined()
  }

  /// Evaluates the text of a selector with a context node.
  func evaluate(
    _ selector: String, at index: Int = 0, variables: [String: XPathValue] = [:],
    limit: Int = Evaluator.defaultWorkLimit
  ) throws -> XPathValue {
    try evaluate(
      try CompiledSelector.xpath(selector), at: index, variables: variables, limit: limit)
  }

  /// Evaluates a selector with a context node.
  func evaluate(
    _ selector: CompiledSelector, at index: Int = 0, variables: [String: XPathValue] = [:],
    limit: Int = Evaluator.defaultWorkLimit
  ) throws -> XPathValue {
    var evaluator = Evaluator(selector, on: tree, self, variables: variables, limit: limit)
    return try evaluator.value(at: QueryNode(index))
  }

  /// The attributes `n` of the elements that a selector matches.
  func marks(_ selector: CompiledSelector) throws -> [String] {
    guard case .nodes(let nodes) = try evaluate(selector) else { return ["no nodes"] }
    return nodes.map { attribute("n", of: $0.index) ?? "?" }
  }

  /// A value as strings: `n3` is a node, `n3@x` an attribute; the document itself is left out.
  func words(_ value: XPathValue) -> [String] {
    switch value {
    case .boolean(let flag): return [flag ? "true" : "false"]
    case .string(let text): return ["s" + text]
    case .number(let number): return [Self.word(number)]
    case .nodes(let nodes):
      return nodes.filter { $0.index > 0 }.map { node in
        guard let position = node.attribute else { return "n\(node.index)" }
        return "n\(node.index)@\(attributes(of: node.index)[position].name)"
      }
    }
  }

  static func word(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    return number == 0 ? "0x0" : "0x" + String(number.bitPattern, radix: 16)
  }
}

extension PlainTree {
  /// Creates a random tree with element names a to d, attributes x to z and texts.
  static func random(_ random: inout RandomStream, size: Int) -> PlainTree {
    let plain = PlainTree()
    var left = size
    plain.grow(&random, depth: 0, &left)
    return plain
  }

  private static let values = [
    "1", "2", "3", "10", "-1", "0.5", "3.25", " 7 ", "a", "b", "ab", "", "a b", "é", "true", "-",
    ".5", "2.", "x\u{1F600}y", "en", "en-GB",
  ]

  static func value(_ random: inout RandomStream) -> String {
    values[random.int(below: values.count)]
  }

  private func grow(_ random: inout RandomStream, depth: Int, _ left: inout Int) {
    left -= 1
    var attributes: [(name: String, value: String)] = []
    for name in ["x", "y", "z"] where random.chance(0.45) {
      attributes.append((name, Self.value(&random)))
    }
    let name = ["a", "b", "c", "d"][random.int(below: 4)]
    // A closure cannot capture inout parameters, so they are copied in and out.
    var state = (random: random, left: left)
    element(name, attributes) {
      var wasText = false
      for _ in 0..<state.random.int(below: depth > 6 ? 1 : 6) where state.left > 0 {
        let choice = state.random.int(below: 8)
        switch choice {
        case 0, 1:
          let text = Self.value(&state.random)
          if !wasText, !text.isEmpty { self.text(text) }
          wasText = true
          continue
        default: grow(&state.random, depth: depth + 1, &state.left)
        }
        wasText = false
      }
    }
    (random, left) = state
  }
}
