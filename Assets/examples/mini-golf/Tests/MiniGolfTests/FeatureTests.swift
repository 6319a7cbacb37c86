import CaromAutomation
import CaromTesting
import MiniGolfKit
import Testing

@Suite("Features")
struct FeatureTests {
  @Test("Every scenario passes", arguments: try Features.load("Features", near: #filePath))
  func scenario(_ scenario: FeatureScenario) throws {
    let steps = StepDefinitions([EngineSteps.self, MiniGolfSteps.self])
    scenario.check(with: try FeatureRunner(steps, loader: PackageFiles.loader()))
  }
}
