import CaromGherkin
import TestSupport
import Testing

@Suite("Pickles")
struct PickleTests {
  static func pickles(_ text: String) throws -> [Pickle] {
    try GherkinDocument(parsing: text).pickles(uri: "maze.feature")
  }

  @Test("Background steps come first, tags are inherited, conjunctions get a type")
  func merging() throws {
    let made = try Self.pickles(
      """
      @f
      Feature: f
        Background:
          Given a
        @r
        Rule: r
          Background:
            When b
          @s
          Example: s
            And c
            Then d
            But e
            * g
            And h
      """)
    #expect(made.count == 1)
    #expect(made[0].tags.map(\.name) == ["@f", "@r", "@s"])
    #expect(made[0].steps.map(\.text) == ["a", "b", "c", "d", "e", "g", "h"])
    #expect(
      made[0].steps.map(\.type) == [
        .context, .action, .action, .outcome, .outcome, .unknown, .unknown,
      ])
    #expect(made[0].uri == "maze.feature")
  }

  @Test("An outline is expanded to one scenario for each row")
  func outlines() throws {
    let made = try Self.pickles(
      """
      Feature: f
        Scenario Outline: <a> falls
          Given <a> and <b>
            | <b> |
          When x
            ```<a>
            <b> <c>
            ```
          @one
          Examples:
            | a   | b  |
            | <b> | $1 |
            | é   |    |
          Examples:
            | a |
      """)
    #expect(made.map(\.name) == ["$1 falls", "é falls"])
    #expect(made[0].steps[0].text == "$1 and $1")
    #expect(made[0].steps[0].dataTable?.values == [["$1"]])
    #expect(made[1].steps[1].docString?.content == " <c>")
    #expect(made[1].steps[1].docString?.mediaType == "é")
    #expect(made[0].tags.map(\.name) == ["@one"])
    #expect(made[0].location.line == 12 && made[1].location.line == 13)
    #expect(made[0].nodeIDs.count == 2 && made[0].steps[0].nodeIDs.count == 2)
  }

  @Test("Identifiers continue from the document to pickles, and from one file to the next")
  func numbers() throws {
    let text = "@a\nFeature: f\nScenario: s\n* x\n"
    let first = try GherkinDocument(parsing: text)
    #expect(first.nextID == 3)
    let pickles = try first.pickles(uri: "u")
    #expect(pickles.map(\.id) == [4] && pickles[0].steps.map(\.id) == [3])
    let second = try GherkinDocument(parsing: text, firstID: 5)
    #expect(second.feature?.tags[0].id == 7)
  }

  @Test("A scenario without steps has no background steps")
  func noSteps() throws {
    let made = try Self.pickles("Feature: f\nBackground:\nGiven a\nScenario: s\n")
    #expect(made.map(\.steps.count) == [0])
    #expect(try Self.pickles("# nothing\n").isEmpty)
  }

  @Test("An outline that doubles its values is rejected when it exceeds a limit")
  func bomb() throws {
    let names = (0..<40).map { "x\($0)" }
    let header = "|" + names.map { "\($0)|" }.joined()
    let values = "|" + names.indices.map { "<x\($0 + 1)><x\($0 + 1)>|" }.joined()
    let text = "Feature: f\nScenario: s\n* <x0>\nExamples:\n\(header)\n\(values)\n"
    #expect {
      try Self.pickles(text)
    } throws: {
      "\($0)"
        == "(3:1): the scenarios of this file exceed the maximum of 67108864 bytes of "
        + "text"
    }
    let rows = String(repeating: "|1|\n", count: 3_000)
    let steps = String(repeating: "* x\n", count: 400)
    let many = "Feature: f\nScenario: s\n\(steps)Examples:\n|a|\n\(rows)"
    #expect(throws: GherkinProblem.self) { try Self.pickles(many) }
  }

  /// Files that would take hours with quadratic algorithms.
  static let hostile: [(name: String, text: String)] = {
    let marks = String(repeating: "<", count: 300_000)
    let tags = String(repeating: "@a ", count: 300_000)
    let empty = String(repeating: "Scenario: s\nExamples:\n", count: 30_000)
    let steps = String(repeating: "* x\n", count: 200_000)
    let rules = String(repeating: "Rule: r\nBackground:\n* y\n", count: 30_000)
    let cells = "|" + (0..<2_000).map { "n\($0)|" }.joined()
    let rows = String(repeating: cells + "\n", count: 300)
    return [
      ("a name like its text", "Feature: f\nScenario: s\n* \(marks)\nExamples:\n|\(marks)|\n|1|\n"),
      ("many tags", "\(tags)\nFeature: f\n\(empty)"),
      ("many steps", "Feature: f\nBackground:\n\(steps)\(rules)"),
      ("many names", "Feature: f\nScenario: \(marks)\nExamples:\n\(rows)"),
    ]
  }()

  @Test("Files with hostile structure are parsed or rejected quickly", arguments: hostile.indices)
  func slowFiles(index: Int) throws {
    let (name, text) = Self.hostile[index]
    #if DEBUG
      // A gibibyte is searched, which takes minutes in debug builds.
      if name == "many names" { return }
    #endif
    let time = cpuTime { _ = try? Self.pickles(text) }
    print("measured: \(name), \(text.utf8.count) bytes: \(time)")
    #expect(time < .seconds(30), "\(name)")
  }

  @Test("Overlapping names are replaced from left to right")
  func overlapping() throws {
    let made = try Self.pickles(
      "Feature: f\nScenario: <<a><a>><aa><a\nExamples:\n|a|<a|\n|1|2|\n")
    #expect(made.map(\.name) == ["<11><aa><a"])
  }
}
