import Carom
import CaromAutomation

/// The sentences of the feature files that belong to this game.
public enum PaddleGameSteps: StepLibrary {
  public static func register(in steps: inout StepDefinitions) {
    steps.given("a served ball") { world, _ in
      try world.begin(PaddleGame.name)
      try screen(world).serve()
    }
    steps.when("the ball meets the paddle {float} m right of its middle") { world, arguments in
      let screen = try screen(world)
      var position = try screen.paddle.position()
      position.x += try arguments[0, as: Float.self]
      position.z -= 1
      try screen.launch(from: position, velocity: Vector3(0, 0, PaddleGame.ballSpeed))
      try world.driver.wait(for: "the ball returning", within: 60) { (_) throws(DriverError) in
        try screen.velocity().z < 0
      }
    }
    steps.when("the ball passes the paddle") { world, _ in
      try screen(world).launch(from: Vector3(3.8, 0, 6), velocity: Vector3(0, 0, 8))
      try world.driver.step(10)
    }
    steps.then("the ball flies {float} degrees to the right") { world, arguments in
      let velocity = try screen(world).velocity()
      let angle = Portable.atan2(velocity.x, -velocity.z) * 180 / .pi
      let wanted = try arguments[0, as: Float.self]
      try world.expect(abs(angle - wanted) < 0.1, "the ball flies \(angle) degrees to the right")
    }
  }

  private static func screen(_ world: StepContext) throws -> PaddleGameScreen {
    PaddleGameScreen(driver: try world.driver)
  }
}
