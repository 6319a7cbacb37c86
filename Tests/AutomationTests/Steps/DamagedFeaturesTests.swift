import CaromAutomation
import CaromContent
import Foundation
import TestSupport
import Testing

@Suite("Running damaged features")
struct DamagedFeaturesTests {
  private static let pieces = [
    "\n    When 3 ticks pass", "\n  Scenario: B", "\n    Given the scene \"", "\"", "//node", "[",
    "]",
    "g:touching('x')", "css:", "-1", "99", "1e39", "NaN", "0.5", "\n      | a | b |", "|",
    "\n  @seed:",
    "@game:none", "\"\"\"", "{", "}", "<a>", "\n    Examples:\n", "position", "physics.velocity",
    "\\",
    "[0, 1e38, 0]", "null", "\u{0}", "é", "9999999999999999999", "space", " ± ",
  ]

  @Test("Each run succeeds or fails with a location and a message, in every report")
  func mutants() throws {
    try Sample.use { scene, loader in
      let feature = """
        Feature: F
          Background:
            Given the scene "\(scene)"
          Scenario Outline: <key>
            When I press <key> for 2 ticks
            And I tilt the board to 0.5, -0.25 over 2 ticks
            And I wait until "//node[@name='ball'][@position.y < 2.99]", at most 120 ticks
            Then the position.y of "ball" is at least -5
            And "ball" has these properties:
              | position         | [0, 2, 0] |
              | physics.velocity | [1, 0, 0] |
            And I see these nodes:
              | node  | position |
              | floor | 0 -0.5 0 |
            And there are 4 "//node"
            And I tap "ball"
            And the score of "game" is 1
            Examples:
              | key   |
              | space |
        """
      let mutator = FileMutator([Array(feature.utf8)], pieces: Self.pieces, seed: 31)
      // Each scenario runs some ticks; the parser alone has its own, larger tests.
      let isFull = ProcessInfo.processInfo.environment["TIER"] == "full"
      let rounds = isFull ? 100_000 : 300
      let runner = try FeatureRunner(StepDefinitions([EngineSteps.self]), loader: loader)
      var counts: [StepStatus: Int] = [:]
      for number in 0..<rounds {
        let bytes = mutator.mutant(number).bytes
        // Tens of thousands of ticks are allowed, but only take time.
        if String(decoding: bytes, as: UTF8.self).contains(#/[0-9]{4,} tick/#) { continue }
        let file = FeatureFile(path: "f.feature", bytes: bytes)
        let results = runner.run(file.scenarios)
        for result in results {
          counts[result.status, default: 0] += 1
          guard result.isFailure else { continue }
          let firstFailure = try #require(result.firstFailure)
          #expect(firstFailure.problem?.message.isEmpty == false, "number \(number)")
          #expect(TextReport.failure(of: firstFailure, in: result).hasPrefix("f.feature:"))
        }
        if number % 50 == 0 {
          #expect(JUnitReport.text(results).hasSuffix("</testsuites>\n"))
          #expect(HTMLReport.text(results).hasSuffix("</html>\n"))
          #expect(MessagesReport.text([file], results, steps: runner.steps).hasSuffix("}\n"))
        }
      }
      print("measured: \(rounds) damaged features run: \(counts)")
      #expect(counts[.passed] ?? 0 > 5 && counts[.failed] ?? 0 > 20, "\(counts)")
    }
  }
}
