import Carom
import CaromAutomation

/// The Gherkin steps of Drop.
enum DropSteps: StepLibrary {
  static func register(in steps: inout StepDefinitions) {
    steps.when("I let the ball go") { world, _ in try world.driver.press(.space) }
    steps.then("the pocket has been touched") { world, _ in
      try world.expect(try world.driver.session.score > 0, "the score is 0")
    }
  }
}
