import CaromAutomation
import CaromContent
import CaromGames
import CaromGameSteps
import CaromTesting
import Foundation
import TestSupport
import Testing

/// The features of Marble Maze and Brick Breaker, each scenario as a test case.
@Suite("Features of the games")
struct GameFeaturesTests {
  static func runner(_ options: FeatureRunner.Options = FeatureRunner.Options()) throws
    -> FeatureRunner
  {
    try FeatureRunner(
      StepDefinitions([EngineSteps.self] + GameStepList.all),
      loader: SessionLoader(
        games: GameList.all, root: try ContentRoot.find(option: Repository.root.path)),
      options: options)
  }

  @Test("Every scenario passes", arguments: try Features.load("Features", near: #filePath))
  func scenario(_ scenario: FeatureScenario) throws {
    let result = scenario.check(with: try Self.runner())
    #expect(result.status == .passed && !result.replay.isEmpty)
  }
}
