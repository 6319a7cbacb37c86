public import CaromAutomation
import CaromGames
import CaromMaths

/// The Gherkin steps of Brick Breaker.
public enum BrickBreakerSteps: StepLibrary {
  /// Registers the steps.
  public static func register(in steps: inout StepDefinitions) {
    steps.given("a round of brick breaker") { world, _ in try world.begin(BrickBreaker.name) }
    steps.given("the ball is served") { world, _ in try screen(world).serve() }
    steps.given("only the brick(s) {string} is/are left") { world, arguments in
      let names = try arguments[0, as: String.self].split(separator: ",").map {
        String($0.drop { $0 == " " })
      }
      for name in names { _ = try world.driver.find(screen(world).brick(name).locator) }
      try screen(world).hideBricks(except: names)
    }
    steps.when("I serve") { world, _ in try screen(world).serve() }
    steps.when("the ball flies at {float}, {float} from {float}, {float}") { world, arguments in
      try screen(world).ball.launch(
        from: try vector(arguments, 2), velocity: try vector(arguments, 0))
    }
    steps.when("the ball is lost") { world, _ in
      let screen = try screen(world)
      // Next to the paddle, towards the wall behind it.
      try screen.ball.launch(from: Vector2(4, 9), velocity: Vector2(0, 15))
      try world.driver.wait(
        until: try Locator(xpath: "//game[@phase!='playing']"), within: 60)
    }
    steps.then("the brick {string} is gone") { world, arguments in
      let name = try arguments[0, as: String.self]
      try world.expect(try screen(world).brick(name).isHidden(), "the brick \(name) is visible")
    }
    steps.then("the brick {string} is there") { world, arguments in
      let name = try arguments[0, as: String.self]
      try world.expect(try !screen(world).brick(name).isHidden(), "the brick \(name) is hidden")
    }
    steps.then("{int} brick(s) is/are left") { world, arguments in
      let (count, wanted) = (try screen(world).brickCount(), try arguments[0, as: Int.self])
      try world.expect(count == wanted, "\(count) bricks are left, not \(wanted)")
    }
    steps.then("the ball flies at {float} m\\/s") { world, arguments in
      let (speed, wanted) = (
        try speed(world), try arguments[0, as: Float.self]
      )
      try world.expect(abs(speed - wanted) < 1e-3, "the ball moves at \(speed) m/s, not \(wanted)")
    }
    steps.then("the message is {string}") { world, arguments in
      let (text, wanted) = (try screen(world).message(), try arguments[0, as: String.self])
      try world.expect(
        text.replacing("\n", with: " ") == wanted, "the message is '\(text)', not '\(wanted)'")
    }
  }

  private static func speed(_ world: StepContext) throws -> Float {
    let value = try world.driver.get("velocity", of: Locator.role("ball").child(.kind("physics")))
    let parts = value.split(separator: " ").compactMap { Float($0) }
    return parts.reduce(0) { $0 + $1 * $1 }.squareRoot()
  }

  private static func screen(_ world: StepContext) throws -> BrickBreakerScreen {
    BrickBreakerScreen(driver: try world.driver)
  }
}
