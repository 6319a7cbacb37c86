public import CaromAutomation
import CaromGames
import CaromGherkin
import CaromMaths

/// The Gherkin steps of Marble Maze.
public enum MarbleMazeSteps: StepLibrary {
  /// A row of a table of pearls.
  private struct ExpectedPearl: Decodable {
    var name: String
    var isThere: Bool
  }

  /// Registers the steps.
  public static func register(in steps: inout StepDefinitions) {
    steps.given("a marble maze") { world, _ in try world.begin(MarbleMaze.name) }
    steps.given("a run through the marble maze") { world, _ in
      try world.begin(MarbleMaze.name)
      try screen(world).start()
    }
    steps.given("the marble is at rest") { world, _ in
      try screen(world).waitForRest()
    }
    steps.when("I start the run") { world, _ in try screen(world).start() }
    steps.when("the marble is at {float}, {float}") { world, arguments in
      try screen(world).marble.move(to: try vector(arguments, 0))
    }
    steps.when("the marble rolls at {float}, {float} from {float}, {float}") { world, arguments in
      try screen(world).marble.move(
        to: try vector(arguments, 2), velocity: try vector(arguments, 0))
    }
    steps.when("the marble rolls over {string}") { world, arguments in
      let screen = try screen(world)
      let pearl = try screen.pearl(try arguments[0, as: String.self]).position()
      // Towards the viewer, starting outside of the pearl.
      try screen.marble.move(to: Vector2(pearl.x, pearl.z - 1.2), velocity: Vector2(0, 3))
      try world.driver.wait(for: "the marble passing the pearl", within: 120) {
        (_) throws(DriverError) in try screen.marble.position().z > pearl.z + 1
      }
    }
    steps.when("the marble falls off the maze") { world, _ in
      try screen(world).marble.moveOffMaze()
      try world.driver.wait(
        until: try Locator(xpath: "//game[@phase='gameOver' or @phase='fallen']"), within: 300)
    }
    steps.then("the marble has rolled {word} by {float} m at least") { world, arguments in
      let (side, least) = (try arguments[0, as: String.self], try arguments[1, as: Float.self])
      let position = try screen(world).marble.position()
      let distance: Float
      switch side {
      case "right": distance = position.x
      case "left": distance = -position.x
      case "away": distance = -position.z
      case "near": distance = position.z
      default:
        throw StepError("'\(side)' is not a direction; right, left, away and near are accepted")
      }
      try world.expect(distance >= least, "the marble has rolled \(side) by \(distance) m")
    }
    steps.then("the marble has life for {int} tick(s)") { world, arguments in
      let (life, wanted) = (
        try world.driver.get("lifeTicks", of: .kind("game")), try arguments[0, as: Int.self]
      )
      try world.expect(life == "\(wanted)", "the life lasts \(life) ticks, not \(wanted)")
    }
    steps.then("these pearls are left:") { world, arguments in
      for pearl in try arguments.table.decode([ExpectedPearl].self) {
        let isThere = try !screen(world).pearl(pearl.name).isHidden()
        try world.expect(
          isThere == pearl.isThere, "\(pearl.name) is \(isThere ? "visible" : "hidden")")
      }
    }
  }

  private static func screen(_ world: StepContext) throws -> MarbleMazeScreen {
    MarbleMazeScreen(driver: try world.driver)
  }
}

/// Two numeric arguments of a step as a vector.
func vector(_ arguments: StepArguments, _ index: Int) throws -> Vector2 {
  Vector2(try arguments[index, as: Float.self], try arguments[index + 1, as: Float.self])
}
