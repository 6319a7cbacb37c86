import CaromAutomation

/// The sentences of the feature files that belong to this game.
public enum EmptyGameSteps: StepLibrary {
  public static func register(in steps: inout StepDefinitions) {
    steps.given("a turntable") { world, _ in try world.begin(EmptyGame.name) }
    steps.given("the turntables of level {int}") { world, arguments in
      try world.begin(EmptyGame.name, level: String(try arguments[0, as: Int.self]))
    }
    steps.when("I reverse it {int} time(s)") { world, arguments in
      for _ in 0..<(try arguments[0, as: Int.self]) { try screen(world).reverse() }
    }
    steps.then("it has turned by {float} degrees") { world, arguments in
      let (angle, wanted) = (try screen(world).angle(), try arguments[0, as: Double.self])
      try world.expect(abs(angle - wanted) < 0.01, "the angle is \(angle), not \(wanted)")
    }
  }

  private static func screen(_ world: StepContext) throws -> EmptyGameScreen {
    EmptyGameScreen(driver: try world.driver)
  }
}
