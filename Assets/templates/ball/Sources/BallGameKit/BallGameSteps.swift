import CaromAutomation

/// The sentences of the feature files that belong to this game.
public enum BallGameSteps: StepLibrary {
  public static func register(in steps: inout StepDefinitions) {
    steps.given("a ball on the tee") { world, _ in try world.begin(BallGame.name) }
    steps.given("a ball on the tee of level {int}") { world, arguments in
      try world.begin(BallGame.name, level: String(try arguments[0, as: Int.self]))
    }
    steps.given("the ball lies {float} m before the hole") { world, arguments in
      try screen(world).placeBall(beforeHole: try arguments[0, as: Float.self])
    }
    steps.when("I strike the ball") { world, _ in
      try screen(world).strike()
      try screen(world).waitForRest()
    }
    steps.then("the ball has rolled {float} m at least") { world, arguments in
      let (position, least) = (try screen(world).ball.position(), try arguments[0, as: Float.self])
      try world.expect(-position.z >= least, "the ball is at \(position)")
    }
  }

  private static func screen(_ world: StepContext) throws -> BallGameScreen {
    BallGameScreen(driver: try world.driver)
  }
}
