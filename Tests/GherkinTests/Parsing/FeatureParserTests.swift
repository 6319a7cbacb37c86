import CaromGherkin
import Testing

@Suite("Feature parser")
struct FeatureParserTests {
  /// The errors of a text, one a line; empty if there are none.
  static func problems(_ text: String) -> [String] {
    do throws(GherkinError) {
      _ = try GherkinDocument(parsing: text)
      return []
    } catch { return error.problems.map(\.description) }
  }

  static func scenarios(_ document: GherkinDocument) -> [GherkinDocument.Scenario] {
    (document.feature?.children ?? []).compactMap {
      if case .scenario(let scenario) = $0 { scenario } else { nil }
    }
  }

  @Test("Parses a feature with every element, with locations")
  func everything() throws {
    let document = try GherkinDocument(
      parsing: """
        # a comment
        @maze @slow # why
        Feature: Marble maze
          Text,
            indented.

          Background:
            Given a maze

          Scenario Outline: fall
            When it falls <n> m
              | a \\| b | \\n | \\\\ |
            Then it is seen
              \"\"\"json
              { }
                \\"\\"\\"
              \"\"\"
            @deep
            Examples: heights
              | n |
              | 3 |

          Rule: lives
            Example: one
              * go
        """)
    let feature = try #require(document.feature)
    #expect(document.comments.map(\.text) == ["# a comment"])
    #expect(feature.tags.map(\.name) == ["@maze", "@slow"])
    #expect(feature.tags[1].location == FeatureLocation(line: 2, column: 7))
    #expect(feature.description == "  Text,\n    indented.")
    #expect(feature.children.count == 3)
    let outline = try #require(Self.scenarios(document).first)
    #expect(outline.location == FeatureLocation(line: 10, column: 3))
    #expect(outline.steps[0].dataTable?.rows[0].cells.map(\.value) == ["a | b", "\n", "\\"])
    #expect(outline.steps[0].keywordType == .action)
    #expect(outline.steps[1].docString?.content == "{ }\n  \"\"\"")
    #expect(outline.steps[1].docString?.mediaType == "json")
    #expect(outline.examples[0].tags[0].name == "@deep")
    #expect(outline.examples[0].tableBody[0].cells[0].value == "3")
    guard case .rule(let rule) = feature.children[2] else {
      Issue.record("the last child is no rule")
      return
    }
    #expect(rule.children.count == 1)
  }

  @Test("Reports every error with its location and the expected lines")
  func mistakes() {
    #expect(
      Self.problems("Scenario: x") == [
        "(1:1): expected: #EOF, #Language, #TagLine, #FeatureLine, #Comment, #Empty, "
          + "got 'Scenario: x'"
      ])
    #expect(
      Self.problems(
        "Feature: f\nScenario: s\n  Given x\n  oops\n    |a|\n    |a|b|\n  @a b\nScenario:")
        == [
          "(4:3): expected: #EOF, #TableRow, #DocStringSeparator, #StepLine, #TagLine, "
            + "#ExamplesLine, #ScenarioLine, #RuleLine, #Comment, #Empty, got 'oops'",
          "(7:3): A tag may not contain whitespace",
          "(7:3): expected: #EOF, #TableRow, #DocStringSeparator, #StepLine, #TagLine, "
            + "#ExamplesLine, #ScenarioLine, #RuleLine, #Comment, #Empty, got '@a b'",
          "(6:5): inconsistent cell count within the table",
        ])
    #expect(
      Self.problems("@a\n") == [
        "(2:0): unexpected end of file, expected: #TagLine, #FeatureLine, #Comment, #Empty"
      ])
    #expect(
      Self.problems("Feature: f\nScenario: s\nGiven x\n\"\"\"\n") == [
        "(5:0): unexpected end of file, expected: #DocStringSeparator, #Other"
      ])
    #expect(
      Self.problems("# language: xx\nFeature: f") == ["(1:1): Language not supported: xx"])
    let many = "Feature: f\nScenario: s\nGiven x\n" + String(repeating: "no\n", count: 50)
    #expect(Self.problems(many).count == 11)
  }

  @Test("Invalid UTF-8 is rejected with its location, and a byte-order mark is skipped")
  func bytes() throws {
    let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("Feature: x".utf8)
    #expect(try GherkinDocument(parsing: marked).feature?.name == "x")
    let broken = Array("Feature: x\n  é".utf8) + [0xFF, 0xFE]
    #expect {
      try GherkinDocument(parsing: broken)
    } throws: {
      "\($0)" == "(2:4): the text is not valid UTF-8"
    }
  }

  @Test("A file that is too large is rejected before it is parsed")
  func tooLarge() {
    let large = [UInt8](repeating: 10, count: GherkinDocument.maximumBytes + 1)
    #expect {
      try GherkinDocument(parsing: large)
    } throws: {
      "\($0)" == "(1:1): the file has 4194305 bytes; the maximum is 4194304"
    }
  }

  @Test("Parses a feature in every official language", arguments: Dialect.all.map(\.code))
  func languages(code: String) throws {
    let d = try #require(Dialect(code: code))
    #expect(!d.name.isEmpty && !d.nativeName.isEmpty)
    for (i, step) in d.steps.enumerated() {
      let text = """
        # language: \(code)
        \(d.feature[i % d.feature.count]): f
        \(d.background[i % d.background.count]):
        \(step.text)b
        \(d.scenario[i % d.scenario.count]): s
        \(step.text)x
        \(d.scenarioOutline[i % d.scenarioOutline.count]): o
        \(step.text)<y>
        \(d.examples[i % d.examples.count]):
        |y|
        |1|
        \(d.rule[i % d.rule.count]): r
        """
      let document = try GherkinDocument(parsing: text)
      #expect(document.feature?.language == code)
      #expect(document.feature?.children.count == 4)
      let pickles = try document.pickles(uri: "u")
      #expect(pickles.map(\.steps.count) == [2, 2])
      #expect(pickles.last?.steps.last?.text == "1")
    }
  }

  @Test("The default language is English")
  func english() {
    #expect(Dialect.english.code == "en")
    #expect(Dialect.english.scenario == ["Example", "Scenario"])
    #expect(Dialect(code: "EN") == nil && Dialect(code: "e") == nil && Dialect(code: "") == nil)
  }
}
