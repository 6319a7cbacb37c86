import CaromAutomation
import CaromContent
import Foundation
import Testing

/// Symptom: a test run that was ended had no results.
///
/// Cause: a run could not be cancelled.
@Suite("Interrupted runs")
struct InterruptedRunTests {
  /// Becomes true after a number of questions.
  private final class Limit: @unchecked Sendable {
    private let lock = NSLock()
    private var rest: Int

    init(_ rest: Int) { self.rest = rest }

    var isReached: Bool {
      lock.withLock {
        rest -= 1
        return rest < 0
      }
    }
  }

  @Test("A cancelled step is skipped with its tick, and the rest of the run is marked")
  func cancelled() throws {
    try Sample.use { scene, loader in
      let text = """
        Feature: F
          @scene:\(scene)
          Scenario: A
            When 100 ticks pass
            Then the score is 7
            And "nothing" is there
          Scenario: B
            When 5 ticks pass
        """
      var options = FeatureRunner.Options()
      let limit = Limit(50)
      options.isCancelled = { limit.isReached }
      options.clock = { 12.5 }
      let file = FeatureFile(path: "f.feature", bytes: Array(text.utf8))
      let runner = try FeatureRunner(
        StepDefinitions([EngineSteps.self]), loader: loader, options: options)
      var reported = 0
      let results = runner.run(file.scenarios) { _ in reported += 1 }
      #expect(reported == 1 && results.count == 2)
      #expect(results.allSatisfy { $0.isInterrupted && $0.status == .skipped })
      #expect(results[0].steps.map(\.status) == [.skipped, .skipped, .skipped])
      #expect(results[0].steps[0].messages == ["interrupted at tick \(results[0].ticks)"])
      #expect((40...50).contains(results[0].ticks) && results[0].wallSeconds == 0)
      #expect(results[1].steps.isEmpty)
      #expect(TextReport.summary(results).hasPrefix("interrupted after 0 of 2 scenarios\n"))
    }
  }

  @Test("A search that is cancelled within a run does not count it")
  func search() throws {
    try Sample.use { scene, loader in
      let limit = Limit(250)
      let games = loader.games
      let outcome = try Fuzz(ticks: 100, runs: 50, invariants: [], threads: 1).run(
        isCancelled: { limit.isReached },
        makeSession: { try SessionLoader(games: games, root: nil).load(scene).session })
      #expect(outcome.isInterrupted && outcome.runs == 2 && outcome.ticks == 200)
    }
  }
}
