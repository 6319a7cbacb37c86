import CaromAutomation

/// The sentences of the feature files that belong to this game.
public enum TiltGameSteps: StepLibrary {
  public static func register(in steps: inout StepDefinitions) {
    steps.given("a ball on the board") { world, _ in try world.begin(TiltGame.name) }
    steps.given("a ball on the board of level {int}") { world, arguments in
      try world.begin(TiltGame.name, level: String(try arguments[0, as: Int.self]))
    }
    steps.when("the ball rolls over {string}") { world, arguments in
      try screen(world).roll(over: try arguments[0, as: String.self])
    }
    steps.then("{int} coin(s) is/are left") { world, arguments in
      let (count, wanted) = (try screen(world).coinCount(), try arguments[0, as: Int.self])
      try world.expect(count == wanted, "\(count) coins are left, not \(wanted)")
    }
    steps.then("the ball is right of the middle") { world, _ in
      let position = try screen(world).ball.position()
      try world.expect(position.x > 0.1, "the ball is at \(position)")
    }
  }

  private static func screen(_ world: StepContext) throws -> TiltGameScreen {
    TiltGameScreen(driver: try world.driver)
  }
}
