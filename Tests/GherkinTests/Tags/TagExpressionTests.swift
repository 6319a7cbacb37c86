import CaromGherkin
import CaromMaths
import TestSupport
import Testing

@Suite("Tag expressions")
struct TagExpressionTests {
  static let comma =
    "An invalid tag combination operator was detected. The use of a comma (\",\") to combine tags is "
    + "not supported. Please replace it with either the \"or\" or \"and\" operators for tag "
    + "combinations. For example, use \"@tag1 or @tag2\" or \"@tag1 and @tag2\""

  // From testdata/errors.yml of github.com/cucumber/tag-expressions.
  @Test(
    "Errors have the official message and a column",
    arguments: [
      ("@a @b or", "Expected operator.", 4), ("@a and (@b not)", "Expected operator.", 12),
      ("@a and (@b @c) or", "Expected operator.", 12), ("@a and or", "Expected operand.", 8),
      ("or or", "Expected operand.", 1), ("@a and", "Expected operand.", 7),
      ("( @a and @b ) )", "Unmatched ).", 15), ("( ( @a and @b )", "Unmatched (.", 1),
      ("@x or @\\y or @z", "Illegal escape before \"y\".", 8),
      ("@x\\ or @y", "Expected operator.", 8), ("@a\\", "Illegal escape before \"\".", 3),
      ("@a,@b", comma, 1), ("(@a ,@b)", comma, 5), ("()", "Expected operand.", 2),
    ])
  func errors(text: String, reason: String, column: Int) {
    do throws(TagExpressionError) {
      Issue.record("\(try TagExpression(parsing: text)) was read")
    } catch {
      #expect(
        error.description
          == "Tag expression \"\(text)\" could not be parsed because of syntax error: \(reason)")
      #expect(error.column == column)
    }
  }

  @Test("Precedence, parentheses and escapes")
  func forms() throws {
    let expression = try TagExpression(parsing: "not @a\\(\\) or @b and not (@c or @d\\ e)")
    #expect(
      expression.description == "( not ( @a\\(\\) ) or ( @b and not ( @c or @d\\ e ) ) )")
    #expect(!expression.matches(["@a()"]))
    #expect(expression.matches(["@a()", "@b"]))
    #expect(!expression.matches(["@a()", "@b", "@d e"]))
    #expect(try TagExpression(parsing: " \t").matches([]))
    #expect(TagExpression.everything.matches(["@x"]))
  }

  @Test("Long and deeply nested expressions are parsed or rejected, and evaluated")
  func bounds() throws {
    let most = TagExpression.maximumCharacters
    let nested = String(repeating: "(", count: most / 2 - 1) + "a"
    #expect(throws: TagExpressionError.self) { try TagExpression(parsing: nested) }
    let nots = String(repeating: "not ", count: most / 4 - 1) + "a"
    #expect(try TagExpression(parsing: nots).matches(["a"]) == ((most / 4 - 1) % 2 == 0))
    #expect(throws: TagExpressionError.self) {
      try TagExpression(parsing: String(repeating: "a", count: most + 1))
    }
  }

  @Test(
    "Generated expressions are parsed, printed and evaluated as in the official package",
    .enabled(
      if: PythonOracle.has("cucumber_tag_expressions"),
      "Python's cucumber-tag-expressions is not installed"))
  func generated() throws {
    var random = RandomStream(seed: 12)
    let words = [
      "@a", "@b", "@c", "and", "and", "or", "or", "not", "(", ")", "@a\\ b", "\\(", "@x\\\\", "é",
      "\\y",
    ]
    let tags = ["@a", "@b", "@c", "@a b", "(", "@x\\", "é"]
    let count = rounds(5_000, full: 50_000)
    let cases = (0..<count).map { _ in
      var text = ""
      if random.int(below: 2) == 0 {
        for _ in 0..<random.int(below: 9) {
          text += words[random.int(below: words.count)] + (random.int(below: 5) == 0 ? "  " : " ")
        }
      } else {
        text = Self.valid(3, &random)
      }
      return (text, tags.filter { _ in random.int(below: 2) == 0 })
    }
    let answer = try PythonOracle.run(
      Repository.text("Tests/GherkinTests/Oracles/tags.py"), module: "cucumber_tag_expressions",
      input: cases.map { "[\(json($0.0)),[\($0.1.map(json).joined(separator: ","))]]" }
        .joined(separator: "\n"))
    let theirs = answer.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    try #require(theirs.count == cases.count, "\(answer.suffix(2000))")
    var (wrong, refused) = (0, 0)
    for ((text, tags), their) in zip(cases, theirs) {
      let our =
        (try? TagExpression(parsing: text)).map { "\($0)\t\($0.matches(tags) ? "yes" : "no")" }
        ?? "!"
      if their == "!" { refused += 1 }
      guard our != their else { continue }
      wrong += 1
      if wrong <= 5 { Issue.record("\(json(text)) \(tags)\nours:   \(our)\ntheirs: \(their)") }
    }
    print("measured: \(count) generated tag expressions, \(refused) refused, \(wrong) differ")
    #expect(wrong == 0 && refused > count / 10 && refused < count * 3 / 4)
  }

  private static func valid(_ depth: Int, _ random: inout RandomStream) -> String {
    guard depth > 0 else { return ["@a", "@b", "@c", "@a\\ b", "é"][random.int(below: 5)] }
    switch random.int(below: 5) {
    case 0: return "not " + valid(depth - 1, &random)
    case 1: return "(" + valid(depth - 1, &random) + ")"
    case 2: return valid(depth - 1, &random) + " and " + valid(depth - 1, &random)
    case 3: return valid(depth - 1, &random) + " or " + valid(depth - 1, &random)
    default: return valid(0, &random)
    }
  }
}
