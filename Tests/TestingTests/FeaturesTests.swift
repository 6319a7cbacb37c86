import CaromAutomation
import CaromContent
import CaromTesting
import Foundation
import Testing

@Suite("Features as test cases")
struct FeaturesTests {
  private func runner() throws -> FeatureRunner {
    var steps = StepDefinitions()
    steps.step("all is well") { _, _ in }
    steps.step("something is wrong") { _, _ in throw StepError("it is wrong") }
    return try FeatureRunner(steps, loader: SessionLoader(games: [], root: nil))
  }

  private func file(_ text: String) -> FeatureFile {
    FeatureFile(path: "Features/sample.feature", bytes: Array(text.utf8))
  }

  @Test("A scenario that passes records no issue")
  func passing() throws {
    let file = file("Feature: A\n  Scenario: B\n    Given all is well\n")
    #expect(file.scenarios[0].check(with: try runner()).status == .passed)
    #expect(file.scenarios[0].testDescription == "sample.feature:2 B")
  }

  @Test("A failure is recorded at the line of the step in the feature file")
  func failing() throws {
    let file = file(
      "Feature: A\n  Scenario: B\n    Given all is well\n    Then something is wrong\n")
    let runner = try runner()
    withKnownIssue {
      file.scenarios[0].check(with: runner)
    } matching: { issue in
      let place = issue.sourceLocation
      return place?.line == 4 && place?.column == 5
        && place?.fileID == "Features/sample.feature"
        && "\(issue)".contains("it is wrong")
    }
  }

  @Test("A file that cannot be parsed is a case that fails at the location of the error")
  func damaged() throws {
    let file = file("Feature: A\n  Scenario: B\n    Whatever\n    Given all is well\n  nonsense\n")
    let runner = try runner()
    withKnownIssue {
      for scenario in file.scenarios { scenario.check(with: runner) }
    } matching: {
      $0.sourceLocation?.line == 5
    }
  }

  @Test("A missing path is reported")
  func missing() {
    let error = #expect(throws: StepError.self) { try Features.load("/no/such.feature") }
    #expect(error?.description.hasPrefix("/no/such.feature: no such file") ?? false)
  }
}
