import CaromDocuments
import CaromGherkin
import CaromMaths
import TestSupport
import Testing

@Suite("Expressions against the official package")
struct OfficialExpressionTests {
  static let count = rounds(6_000, full: 50_000)

  static let parts: [String] = [
    "a", "ball", " ", " ", "  ", "(s)", "(", ")", "{int}", "{float}", "{word}", "{string}", "{}",
    "{", "}", "/", "/", "x/y", "a/b/c", "\\(", "\\{", "\\/", "\\\\", "\\ ", "\\", "\\a", "{nope}",
    "{byte}", "{a b}", "é", "📚", "^", "$", ".", "*", "|", "?", "[", "]", "+", "{int", "int}",
    "(a b)",
    "({int})", "((a))", "\t", "\u{3000}", "-", "\"", "'", "{double}",
  ]
  static let words: [String] = [
    "a", "ball", "balls", "x", "y", "1", "-2", "3.5", ".5", "1E3", "\"two words\"", "'one'", "é",
    "s", "b",
    "\"a\\\"b\"", "(", "{", "/", "\\", "+1.5", "", "c", "📚", "''",
  ]

  /// What becomes of an expression and a text, as the oracle tells it.
  static func read(_ source: String, _ text: String) -> String {
    func list(_ texts: [String?]) -> String {
      "[" + texts.map { $0.map(quoted) ?? "null" }.joined(separator: ",") + "]"
    }
    do {
      let expression = try StepExpression(source)
      let match = expression.match(text).map { list($0.map(\.text)) } ?? "null"
      return "[" + quoted(expression.pattern) + "," + match + "]"
    } catch { return quoted("\(error)") }
  }

  @Test(
    "Generated expressions give the official regular expression, matches or error text",
    .enabled(
      if: PythonOracle.has("cucumber_expressions"),
      "Python's cucumber-expressions is not installed"))
  func generated() throws {
    var random = RandomStream(seed: 66)
    var cases: [(String, String)] = []
    while cases.count < Self.count {
      let source = (0..<random.int(below: 8)).map { _ in
        Self.parts[random.int(below: Self.parts.count)]
      }.joined()
      // These are regular expressions to us; the oracle has a class of its own for them.
      if source.hasPrefix("^") || source.hasSuffix("$") { continue }
      if source.hasPrefix("/"), source.hasSuffix("/"), source.count > 1 { continue }
      var text = (0..<random.int(below: 5)).map { _ in
        Self.words[random.int(below: Self.words.count)]
      }.joined(separator: random.int(below: 2) == 0 ? " " : "")
      if random.int(below: 3) > 0 {
        // A text that has a chance: the expression with values in the place of parameters.
        text = source
        for (name, value) in [
          ("{int}", "-12"), ("{byte}", "7"), ("{float}", ".5"), ("{double}", "1.5E2"),
          ("{word}", "é"), ("{string}", "'a \"b\"'"), ("{}", "any thing"), ("(s)", "s"),
          ("x/y", "x"),
          ("a/b/c", "c"), ("(a b)", ""), ("\\", ""),
        ] { text = text.replacing(name, with: value) }
      }
      cases.append((source, text))
    }
    let answer = try PythonOracle.run(
      Repository.text("Tests/GherkinTests/Oracles/expressions.py"), module: "cucumber_expressions",
      input: cases.map { "[\(json($0.0)),\(json($0.1))]" }.joined(separator: "\n"))
    let theirs = answer.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    try #require(theirs.count == cases.count, "\(answer.suffix(2000))")
    var (wrong, refused, matched) = (0, 0, 0)
    for ((source, text), their) in zip(cases, theirs) {
      let our = Self.read(source, text)
      if their.hasPrefix("\"") { refused += 1 } else if !their.hasSuffix("null]") { matched += 1 }
      guard !our.utf8.elementsEqual(their.utf8) else { continue }
      wrong += 1
      if wrong <= 5 {
        Issue.record("\(json(source)) \(json(text))\nours:   \(our)\ntheirs: \(their)")
      }
    }
    print(
      "measured: \(cases.count) generated expressions, \(refused) refused, \(matched) match,",
      "\(wrong) differ")
    #expect(wrong == 0)
    #expect(refused > Self.count / 10 && matched > Self.count / 10)
  }
}
