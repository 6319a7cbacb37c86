import CaromAutomation
import CaromMaths

/// A small document to ask selectors of, with its text as XML for other implementations.
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

  /// Adds an element, and in it whatever the body adds.
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
    tree.add(.text, text: text)
    xml += Self.escaped(text)
  }

  func comment(_ text: String) {
    tree.add(.comment, text: text)
    xml += "<!--\(text)-->"
  }

  func instruction(_ target: String, _ text: String) {
    tree.add(.instruction, text: text, target: target)
    xml += "<?\(target) \(text)?>"
  }

  private static func escaped(_ text: String) -> String {
    text.map { "<>&\"\n\t".contains($0) ? "&#\($0.unicodeScalars.first?.value ?? 0);" : String($0) }
      .joined()
  }

  /// What a selector answers with, asked at a node.
  func ask(
    _ selector: String, at index: Int = 0, variables: [String: XPathValue] = [:],
    limit: Int = Evaluator.defaultWorkLimit
  ) throws -> XPathValue {
    try answer(try CompiledSelector.xpath(selector), at: index, variables: variables, limit: limit)
  }

  /// What a selector answers with.
  func answer(
    _ selector: CompiledSelector, at index: Int = 0, variables: [String: XPathValue] = [:],
    limit: Int = Evaluator.defaultWorkLimit
  ) throws -> XPathValue {
    var evaluator = Evaluator(selector, on: tree, self, variables: variables, limit: limit)
    return try evaluator.value(at: QueryNode(index))
  }

  /// The names of the attributes `n` of the elements that a selector finds.
  func marks(_ selector: CompiledSelector) throws -> [String] {
    guard case .nodes(let nodes) = try answer(selector) else { return ["no nodes"] }
    return nodes.map { attribute("n", of: $0.index) ?? "?" }
  }

  /// An answer in words: `n3` is a node, `n3@x` an attribute; the document itself is left out.
  func words(_ value: XPathValue) -> [String] {
    switch value {
    case .boolean(let flag): return [flag ? "true" : "false"]
    case .string(let text): return ["s" + text]
    case .number(let number): return [Self.word(number)]
    case .nodes(let nodes):
      return nodes.filter { $0.index > 0 }.map { node in
        if let place = node.attribute {
          return "n\(node.index)@\(attributes(of: node.index)[place].name)"
        }
        return node.isNamespace ? "namespace" : "n\(node.index)"
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
  /// Makes one of names a to d with attributes x to z, texts, comments and instructions.
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
    for name in ["x", "y", "z", "xml:lang"]
    where random.chance(name == "xml:lang" ? 0.1 : 0.45) {
      attributes.append((name, Self.value(&random)))
    }
    let name = ["a", "b", "c", "d"][random.int(below: 4)]
    // A body is a function that cannot change its captures, so they are copied in and out.
    var state = (random: random, left: left)
    element(name, attributes) {
      var wasText = false
      for _ in 0..<state.random.int(below: depth > 6 ? 1 : 6) where state.left > 0 {
        let choice = state.random.int(below: 10)
        switch choice {
        case 0, 1:
          let text = Self.value(&state.random)
          if !wasText, !text.isEmpty { self.text(text) }
          wasText = true
          continue
        case 2: comment(["", "a", " note "][state.random.int(below: 3)])
        case 3: instruction(["a", "go"][state.random.int(below: 2)], "x")
        default: grow(&state.random, depth: depth + 1, &state.left)
        }
        wasText = false
      }
    }
    (random, left) = state
  }
}
