import CaromAutomation

/// The sentences of the feature files that belong to this game.
public enum MiniGolfSteps: StepLibrary {
  public static func register(in steps: inout StepDefinitions) {
    steps.given("a ball on the tee of hole {int}") { world, arguments in
      try world.begin(MiniGolf.name, level: String(try arguments[0, as: Int.self]))
    }
    steps.when("I strike with a swing of {int} tick(s)") { world, arguments in
      try MiniGolfScreen(driver: try world.driver).strike(ticks: try arguments[0, as: Int.self])
    }
  }
}
