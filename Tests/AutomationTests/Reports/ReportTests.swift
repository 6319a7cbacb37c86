import CaromAutomation
import CaromContent
import CaromDocuments
import CaromGherkin
import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Reports")
struct ReportTests {
  static let nasty = "<script>alert(1)</script> & \"quotes\" ]]>"

  /// A feature with scenarios that pass, fail and are undefined.
  private func results(recordsFrames: Bool = false) throws -> (
    [FeatureFile], [ScenarioResult], StepDefinitions
  ) {
    try Sample.use { scene, loader in
      let text = """
        Feature: F \(Self.nasty)
          Rule: R \(Self.nasty)
            @scene:\(scene)
            Scenario: Passes
              When 30 ticks pass
            @scene:\(scene)
            Scenario: Fails \(Self.nasty)
              When 10 ticks pass
              Then the position.y of "ball" is 400
            Scenario: Unknown
              Given \(Self.nasty)
                | \(Self.nasty) |
        """
      var steps = StepDefinitions([EngineSteps.self])
      steps.afterStep { $0.log(Self.nasty) }
      let file = FeatureFile(path: "f.feature", bytes: Array(text.utf8))
      var options = FeatureRunner.Options()
      options.recordsFrames = recordsFrames
      let runner = try FeatureRunner(steps, loader: loader, options: options)
      return ([file], runner.run(file.scenarios), steps)
    }
  }

  @Test("The JUnit report counts scenarios and is well-formed for any names")
  func junit() throws {
    let (_, results, _) = try results()
    let text = JUnitReport.text(results)
    #expect(text.hasSuffix("</testsuites>\n"))
    #expect(
      text.contains("<testsuites name=\"carom test\" tests=\"3\" failures=\"2\" errors=\"0\""))
    #expect(text.contains("time=\"0.500\"") && text.contains("<failure type=\"undefined\""))
    #expect(!text.contains("<script>"))
    let parser = XMLParser(data: Data(text.utf8))
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
  }

  @Test(
    "Messages are one JSON object a line, in Cucumber's order, and every started step is finished")
  func messages() throws {
    let (files, results, steps) = try results()
    let text = MessagesReport.text(files, results, steps: steps)
    var kinds: [String] = []
    for line in text.split(separator: "\n") {
      let json = try JSON.parse(String(line))
      let members = try #require(json.members)
      #expect(members.count == 1)
      kinds.append(members.map(\.key).first ?? "")
    }
    #expect(kinds.prefix(3) == ["meta", "source", "gherkinDocument"])
    #expect(kinds.last == "testRunFinished")
    func count(_ kind: String) -> Int { kinds.filter { $0 == kind }.count }
    #expect(count("pickle") == 3 && count("testCaseStarted") == 3 && count("testCaseFinished") == 3)
    #expect(count("testStepStarted") == count("testStepFinished") && count("testStepStarted") >= 4)
    #expect(count("stepDefinition") == steps.registry.definitions.count)
    #expect(text.contains("\"status\":\"UNDEFINED\"") && text.contains("\"success\":false"))
  }

  @Test(
    "Messages conform to Cucumber's schema, and their references exist",
    .enabled(
      if: PythonOracle.has("cucumber_messages"), "Python's cucumber-messages is not installed"))
  func schema() throws {
    let (files, results, steps) = try results()
    let damaged = FeatureFile(
      path: "bad.feature", bytes: Array("Feature: A\n  Scenario: B\n    Given x\n  no\n".utf8),
      firstID: files[0].nextID)
    let outline = """
      @a
      Feature: Outline
        Background:
          Given a table
            | x |
        Rule: R
          @b
          Scenario Outline: <n>
            Then a text <n>
              \"""json
              <n>
              \"""
            Examples:
              | n |
              | 1 |
              | 2 |
      """
    let other = FeatureFile(
      path: "outline.feature", bytes: Array(outline.utf8), firstID: files[0].nextID + 1_000)
    let more = try FeatureRunner(steps, loader: SessionLoader(games: [], root: nil))
      .run(other.scenarios + damaged.scenarios)
    let text = MessagesReport.text(files + [other, damaged], results + more, steps: steps)
    let verdict = try PythonOracle.run(
      try Repository.text("Tests/AutomationTests/Oracles/messages.py"),
      module: "cucumber_messages", input: text)
    #expect(verdict == "\(text.split(separator: "\n").count) messages are good\n")
    // The oracle rejects messages that do not conform.
    let broken = text.replacing("\"testCaseStartedId\":\"attempt-0\"", with: "\"testCaseId\":7")
    let refusal = try PythonOracle.run(
      try Repository.text("Tests/AutomationTests/Oracles/messages.py"),
      module: "cucumber_messages", input: broken)
    #expect(refusal.contains("TestStepStarted has no testCaseId"), "\(refusal)")
  }

  @Test(
    "The page escapes all text, loads no external resources, and contains frames and recordings")
  func page() throws {
    let (_, results, _) = try results(recordsFrames: true)
    let page = HTMLReport.text(results)
    #expect(!page.contains("<script>alert"))
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot;"))
    #expect(!page.contains("http:") && !page.contains("https:") && !page.contains("src=\"/"))
    #expect(page.contains("content=\"default-src 'none'; img-src data:;"))
    // Two scenarios have a recording and a slider, and the failed step has its last match.
    #expect(page.components(separatedBy: "download=\"f-feature-").count == 3)
    #expect(page.components(separatedBy: "class=\"frameSlider\"").count == 3)
    #expect(page.contains("last match: <code>/ball</code>") && page.contains("<td>position.y</td>"))
    #expect(page.contains("aria-label=\"before\"") && page.contains("aria-label=\"tick 6\""))
    // Elements are closed in reverse order.
    var open: [Substring] = []
    for tag in page.matches(of: #/<(\/?)([a-z][a-z0-9]*)[^>]*>/#) {
      let name = tag.output.2
      if ["meta", "img", "input", "br"].contains(name) { continue }
      if tag.output.1.isEmpty {
        open.append(name)
      } else {
        #expect(open.popLast() == name)
      }
    }
    #expect(open.isEmpty, "\(open)")
    // Every image is a valid PNG.
    let pictures = page.matches(of: #/data:image\/png;base64,([A-Za-z0-9+\/=]+)/#)
    #expect(pictures.count > 5)
    // Each image is embedded once.
    #expect(Set(pictures.map(\.output.1)).count == pictures.count)
    #expect(page.matches(of: #/class="picture p\d+"/#).count > pictures.count)
    for picture in pictures.prefix(4) {
      let bytes = try #require(Data(base64Encoded: String(picture.output.1)))
      #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }
  }

  @Test("A file that cannot be parsed is in every report, with its location")
  func damaged() throws {
    let file = FeatureFile(
      path: "bad.feature", bytes: Array("Feature: A\n  Scenario: B\n    Given x\n  no\n".utf8))
    let runner = try FeatureRunner(StepDefinitions(), loader: SessionLoader(games: [], root: nil))
    let results = runner.run(file.scenarios)
    #expect(results.map(\.status) == [.failed])
    #expect(JUnitReport.text(results).contains("bad.feature:4:3: expected: "))
    #expect(HTMLReport.text(results).contains("bad.feature:4:3: expected: "))
    #expect(
      MessagesReport.text([file], results, steps: StepDefinitions()).contains("\"parseError\""))
  }
}
