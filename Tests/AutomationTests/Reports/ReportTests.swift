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

  /// The children and the attributes that Jenkins' schema allows for an element.
  private static let junitRules: [String: (children: Set<String>, attributes: Set<String>)] = [
    "testsuites": (["testsuite"], ["name", "time", "tests", "failures", "errors"]),
    "testsuite": (
      ["testcase", "properties", "system-out", "system-err"],
      ["name", "time", "tests", "failures", "errors", "skipped", "file", "timestamp", "hostname"]
    ),
    "testcase": (
      ["failure", "error", "skipped", "system-out", "system-err"],
      ["name", "time", "classname", "group"]
    ),
    "failure": ([], ["type", "message"]), "skipped": ([], ["type", "message"]),
    "system-out": ([], []),
  ]

  /// Records what a report has and Jenkins' schema does not allow.
  private final class JUnitRules: NSObject, XMLParserDelegate {
    var open: [String] = []
    var wrong: [String] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String] = [:]
    ) {
      let parent = open.last.flatMap { ReportTests.junitRules[$0]?.children }
      if let parent, !parent.contains(name) { wrong.append("<\(name)> in <\(open.last ?? "")>") }
      let accepted = ReportTests.junitRules[name]?.attributes ?? []
      wrong += attributes.keys.filter { !accepted.contains($0) }.map { "\(name) \($0)" }
      if let time = attributes["time"], time.wholeMatch(of: /[0-9]+\.[0-9]{3}/) == nil {
        wrong.append("time \(time)")
      }
      open.append(name)
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) { open.removeLast() }
  }

  /// Symptom: Jenkins' xUnit plug-in refused the report.
  ///
  /// Cause: its schema has no `skipped` of all suites, and no `file` and `line` of a case.
  @Test("The JUnit report has only what Jenkins' schema allows, with wall time")
  func junitRules() throws {
    var (_, results, _) = try results()
    results[0].wallSeconds = 1_234.5678
    results[1].isInterrupted = true
    let text = JUnitReport.text(results)
    let (parser, rules) = (XMLParser(data: Data(text.utf8)), JUnitRules())
    parser.delegate = rules
    #expect(parser.parse() && rules.wrong.isEmpty, "\(rules.wrong)")
    #expect(text.contains("time=\"1234.568\"") && text.contains("f.feature:4:5\n"))
  }

  @Test(
    "The JUnit report is valid by a reading of Jenkins' schema",
    .enabled(if: PythonOracle.has("lxml"), "Python's lxml is not installed"))
  func junitSchema() throws {
    let (_, results, _) = try results()
    let program = try Repository.text("Tests/AutomationTests/Oracles/junit.py")
    func verdict(_ text: String) throws -> String {
      try PythonOracle.run(program, module: "lxml", input: text)
    }
    let text = JUnitReport.text(results)
    #expect(try verdict(text) == "valid: 3 cases\n")
    for (old, new) in [
      ("<testcase name", "<testcase line=\"3\" name"), ("time=\"0", "time=\"x"),
      ("<testsuites ", "<testsuites skipped=\"1\" "),
      ("<system-out>", "<failure/><system-out><b/>"),
    ] {
      #expect(try !verdict(text.replacing(old, with: new)).hasPrefix("valid"), "\(new)")
    }
  }

  @Test("A file without scenarios is in the messages, and an error at the end has no column")
  func fileMessages() throws {
    let empty = FeatureFile(path: "e.feature", bytes: Array("Feature: nothing\n".utf8))
    let cut = FeatureFile(path: "c.feature", bytes: Array("@a\n".utf8), firstID: empty.nextID)
    let text = MessagesReport.text([empty, cut], [], steps: StepDefinitions())
    #expect(text.contains("\"name\":\"nothing\"") && text.contains("\"uri\":\"e.feature\""))
    #expect(text.contains("\"source\":{\"location\":{\"line\":2},\"uri\":\"c.feature\"}"))
    #expect(text.contains("\"message\":\"(2:0): unexpected end of file"))
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
