import CaromAutomation
import CaromContent
import Testing

@Suite("Lists of failed scenarios, and annotations")
struct RerunTests {
  private static let text = """
    Feature: F
      Scenario: Undefined: 100%, or less
        Given nothing
      Scenario: Empty
      Scenario Outline: Rows
        Given a <n>
        Examples:
          | n |
          | 1 |
          | 2 |
    """

  private func results(_ files: [(path: String, text: String)]) throws -> [ScenarioResult] {
    let runner = try FeatureRunner(StepDefinitions(), loader: SessionLoader(games: [], root: nil))
    return runner.run(
      files.flatMap { FeatureFile(path: $0.path, bytes: Array($0.text.utf8)).scenarios })
  }

  @Test("A list has a line a file, with the lines of its failed scenarios and rows")
  func list() throws {
    let results = try results([
      ("a b/f.feature", Self.text), ("good.feature", "Feature: G\n  Scenario: Empty\n"),
      ("bad.feature", "nothing"),
    ])
    let text = RerunList.text(results)
    #expect(text == "a b/f.feature:2:9:10\nbad.feature\n")
    #expect(RerunList.paths(in: text) == ["a b/f.feature:2:9:10", "bad.feature"])
    #expect(RerunList.text([]).isEmpty && RerunList.paths(in: "\n  \r\n").isEmpty)
  }

  @Test("Lists of Cucumber are read, with paths separated by spaces or lines")
  func cucumber() {
    let read = RerunList.paths(in: "features/a.feature:4:10 features/b c.feature:3\r\nd.feature\n")
    #expect(read == ["features/a.feature:4:10", "features/b c.feature:3", "d.feature"])
    let markdown = RerunList.paths(in: "x.feature.md:3 y.featured/z.feature")
    #expect(markdown == ["x.feature.md:3", "y.featured/z.feature"])
    #expect(RerunList.paths(in: "  what is this ") == ["what is this "])
  }

  @Test("An annotation names file, line and title, and escapes what GitHub reads as syntax")
  func annotations() throws {
    let results = try results([("a,b:c%.feature", Self.text)])
    let lines = results.flatMap { GitHubAnnotations.lines($0) { "sub/" + $0 } }
    #expect(lines.count == 3)
    #expect(
      lines.first
        == "::error file=sub/a%2Cb%3Ac%25.feature,line=3,col=5,"
        + "title=Undefined%3A 100%25%2C or less%3A Given nothing"
        + "::no definition matches 'nothing'")
    #expect(lines.last?.contains("line=6,col=5,title=Rows (row 2)%3A Given a 2::") ?? false)
    let damaged = try self.results([("e.feature", "Feature: A\n  Scenario: B\n    Given x\n  no\n")]
    )
    let errors = damaged.flatMap { GitHubAnnotations.lines($0) }
    #expect(errors.contains { $0.hasPrefix("::error file=e.feature,line=4,") })
    #expect(errors.allSatisfy { !$0.contains("\n") && !$0.contains("\r") })
  }
}
