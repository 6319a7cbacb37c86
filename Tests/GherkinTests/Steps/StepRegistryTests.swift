import CaromGherkin
import Testing

@Suite("Step registry")
struct StepRegistryTests {
  static func step(_ line: String, _ below: String = "") throws -> Pickle.Step {
    try GherkinDocument(parsing: "Feature: f\nScenario: s\n\(line)\n\(below)")
      .pickles(uri: "u")[0].steps[0]
  }

  @Test("Finds the definition of a step with its arguments")
  func finds() throws {
    var steps = StepRegistry<String>()
    try steps.define("I tilt by {int} degrees", body: "tilt")
    try steps.define("/^I wait (\\d+) ticks?$/", body: "wait")
    guard case .defined(let match) = steps.find(try Self.step("When I wait 30 ticks")) else {
      Issue.record("not found")
      return
    }
    #expect(match.definition.body == "wait")
    #expect(match.arguments.map(\.text) == ["30"])
    #expect(match.arguments[0].range == 7..<9)
    #expect(match.definition.location.file.hasSuffix("StepRegistryTests.swift"))
    let unused = steps.unused(in: [try Self.step("When I wait 1 tick")])
    #expect(unused.map(\.body) == ["tilt"])
  }

  @Test("Reports all definitions of an ambiguous step, and rejects duplicates")
  func ambiguous() throws {
    var steps = StepRegistry<Int>()
    try steps.define("the {word} falls", file: "A.swift", line: 1, body: 1)
    try steps.define("the ball {word}", file: "B.swift", line: 2, body: 2)
    let step = try Self.step("Then the ball falls")
    guard case .ambiguous(let matches) = steps.find(step) else {
      Issue.record("not ambiguous")
      return
    }
    #expect(
      StepRegistry.ambiguity(step, matches) == """
        3:1: the step 'the ball falls' is ambiguous; it matches
          'the {word} falls' at A.swift:1
          'the ball {word}' at B.swift:2
        """)
    #expect {
      try steps.define("the ball {word}", file: "C.swift", line: 3, body: 3)
    } throws: {
      "\($0)" == "C.swift:3: the step 'the ball {word}' is already defined at B.swift:2"
    }
  }

  @Test("The snippet of an undefined step has an expression that matches it")
  func snippets() throws {
    let steps = StepRegistry<Int>()
    let step = try Self.step(
      "When I tilt 2 mazes by -1.5 (degrees) for \"ever\" and 'more' a/b", "|a|\n\"\"\"\n\"\"\"")
    guard case .undefined(let snippet) = steps.find(step) else {
      Issue.record("defined")
      return
    }
    #expect(
      snippet == """
        steps.when("I tilt {int} mazes by {float} \\\\(degrees) for {string} and {string} a\\\\/b") { world, arguments in
          let int = try arguments[0, as: Int.self]
          let float = try arguments[1, as: Float.self]
          let string = try arguments[2, as: String.self]
          let string2 = try arguments[3, as: String.self]
          let rows = try arguments.table.decode([Row].self)
          let text = try arguments.text
          throw Pending()
        }
        """)
    for line in ["* a{b}c\\d 3", "Given ", "Then \"a\" b\u{1}", "And x 1E5 .5 a1 1a -", "* 📚 7 é8"]
    {
      let step = try Self.step(line)
      let made = StepSnippet(step)
      #expect(try StepExpression(made.expression).match(step.text) != nil, "\(made.expression)")
    }
  }

  @Test("Hooks run by order and registration, after-hooks in reverse, selected by tags")
  func hooks() throws {
    var hooks = HookRegistry<Int>()
    try hooks.add(.before, order: 1, body: 1)
    try hooks.add(.before, body: 2)
    try hooks.add(.before, tags: "@slow and not @wip", body: 3)
    try hooks.add(.after, body: 4)
    try hooks.add(.after, order: 1, body: 5)
    try hooks.add(.after, body: 6)
    try hooks.add(.beforeAll, tags: "@x", body: 7)
    #expect(hooks.hooks(.before, tags: ["@slow"]).map(\.body) == [2, 3, 1])
    #expect(hooks.hooks(.before, tags: ["@slow", "@wip"]).map(\.body) == [2, 1])
    #expect(hooks.hooks(.after).map(\.body) == [5, 6, 4])
    #expect(hooks.hooks(.beforeAll).map(\.body) == [7])
    #expect(throws: TagExpressionError.self) { try hooks.add(.before, tags: "@a @b", body: 8) }
  }
}
