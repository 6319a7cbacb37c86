import CaromGherkin
import CaromMaths
import CaromSimulation

/// Steps for every game: launching, input, waiting in ticks, and checks.
///
/// A quoted parameter refers to an element of the scene: a node's name, XPath, or CSS after `css:`;
/// see ``Locator/init(naming:)``. <doc:TestingAGame> lists the steps.
public enum EngineSteps: StepLibrary {
  /// Registers the steps.
  public static func register(in steps: inout StepDefinitions) {
    launching(&steps)
    levels(&steps)
    setting(&steps)
    playing(&steps)
    controls(&steps)
    waiting(&steps)
    nodeChecks(&steps)
    screenChecks(&steps)
    eventChecks(&steps)
    events(&steps)
  }

  // MARK: Launch

  private static func launching(_ steps: inout StepDefinitions) {
    steps.given("the seed {int}") { world, arguments in
      try world.expect(world.current == nil, "the game is running; set the seed before it starts")
      let seed = try arguments[0, as: Int.self]
      try world.expect(seed >= 0, "the seed is not negative")
      world.launch.seed = UInt64(seed)
    }
    steps.given("the date {string}") { world, arguments in
      try world.expect(world.current == nil, "the game is running; set the date before it starts")
      let text = try arguments[0, as: String.self]
      guard let date = WorldDate(text) else {
        throw StepError("'\(text)' is not a date; expected one such as 2026-01-01T09:30:00Z")
      }
      world.launch.start = date
    }
    steps.given("the launch argument {string} is {string}") { world, arguments in
      try world.expect(
        world.current == nil, "the game is running; set launch arguments before it starts")
      world.launch.arguments[try arguments[0, as: String.self]] =
        LaunchValue(parsing: try arguments[1, as: String.self])
    }
    steps.given("the stored number {string} is {int}") { world, arguments in
      try world.expect(
        world.current == nil, "the game is running; set stored numbers before it starts")
      let number = try arguments[1, as: Int.self]
      try world.expect(number >= 0, "a stored number is not negative")
      world.launch.storage[try arguments[0, as: String.self]] = UInt64(number)
    }
    steps.given("the game/scene {string}") { world, arguments in
      try world.begin(try arguments[0, as: String.self])
    }
  }

  private static func setting(_ steps: inout StepDefinitions) {
    steps.given("{string} has these properties:") { world, arguments in
      let locator = try world.locator(try arguments[0, as: String.self])
      let changes = try arguments.table.values.map { row in
        guard row.count == 2 else {
          throw StepError("expected a table with two columns: property and value")
        }
        return PropertyChange(row[0], of: locator, toJSON: json(row[1]))
      }
      try world.driver.set(changes)
    }
    steps.given("the {word} of {string} is set to {string}") { world, arguments in
      let locator = try world.locator(try arguments[1, as: String.self])
      let value = json(try arguments[2, as: String.self])
      try world.driver.set([
        PropertyChange(try arguments[0, as: String.self], of: locator, toJSON: value)
      ])
    }
  }

  // MARK: Input

  private static func playing(_ steps: inout StepDefinitions) {
    steps.when("I press {word}") { world, arguments in
      try world.driver.press(try key(arguments))
    }
    steps.when("I press {word} for {int} tick(s)") { world, arguments in
      let ticks = try ticks(arguments, 1)
      guard ticks > 0 else { throw StepError("a key is pressed for at least one tick") }
      try world.driver.press(try key(arguments), for: ticks)
    }
    steps.when("I hold {word}") { world, arguments in
      try world.driver.send(.press(try key(arguments)))
    }
    steps.when("I let go of {word}") { world, arguments in
      try world.driver.send(.release(try key(arguments)))
    }
    steps.when("I tilt the board to {float}, {float}") { world, arguments in
      try world.driver.tilt(try vector(arguments, 0))
    }
    steps.when("I tilt the board to {float}, {float} over {int} tick(s)") { world, arguments in
      try world.driver.tilt(try vector(arguments, 0), over: try ticks(arguments, 2), ease: .inOut)
    }
    steps.when("I move the pointer to {float}, {float}") { world, arguments in
      let position = try vector(arguments, 0)
      try world.driver.send(.pointer(.moved, x: position.x, y: position.y))
    }
    steps.when("I tap {string}") { world, arguments in
      try world.driver.tap(try world.locator(try arguments[0, as: String.self]))
    }
    steps.when("I drag {string} to {string}") { world, arguments in
      try world.driver.drag(
        try world.locator(try arguments[0, as: String.self]),
        to: try world.locator(try arguments[1, as: String.self]))
    }
    steps.when("I pause the game") { world, _ in try world.driver.send(.command(.pause)) }
    steps.when("I resume the game") { world, _ in try world.driver.send(.command(.resume)) }
    steps.when("I restart the game") { world, _ in
      // The next step sees the game as it begins.
      try world.driver.send(.command(.restart))
      try world.driver.step()
    }
    steps.when("the bot plays for {int} tick(s)") { world, arguments in
      try world.driver.play(forTicks: try ticks(arguments, 0))
    }
  }

  // MARK: Time

  private static func waiting(_ steps: inout StepDefinitions) {
    steps.when("{int} tick(s) pass(es)") { world, arguments in
      try world.driver.step(try ticks(arguments, 0))
    }
    steps.when("I wait until {string}, at most {int} tick(s)") { world, arguments in
      let tick = try world.driver.wait(
        until: try world.locator(try arguments[0, as: String.self]),
        within: try ticks(arguments, 1))
      world.log("met at tick \(tick)")
    }
    steps.when("I wait until {string} is gone, at most {int} tick(s)") { world, arguments in
      let tick = try world.driver.wait(
        untilGone: try world.locator(try arguments[0, as: String.self]),
        within: try ticks(arguments, 1))
      world.log("gone at tick \(tick)")
    }
    steps.then("{int} tick(s) have/has passed") { world, arguments in
      let (wanted, tick) = (try ticks(arguments, 0), try world.driver.tick)
      try world.expect(tick == UInt64(wanted), "\(tick) ticks have passed, expected \(wanted)")
    }
  }

  // MARK: Arguments

  /// The maximum number of ticks of one step: an hour of most games.
  static let maximumTicks = 216_000

  static func ticks(_ arguments: StepArguments, _ index: Int) throws -> Int {
    let ticks = try arguments[index, as: Int.self]
    guard (0...maximumTicks).contains(ticks) else {
      throw StepError("\(ticks) ticks: expected 0 to \(maximumTicks)")
    }
    return ticks
  }

  static func vector(_ arguments: StepArguments, _ index: Int) throws -> Vector2 {
    let (x, y) = (try arguments[index, as: Float.self], try arguments[index + 1, as: Float.self])
    guard x.isFinite, y.isFinite else { throw StepError("expected two finite numbers") }
    return Vector2(x, y)
  }

  private static func key(_ arguments: StepArguments) throws -> KeyCode {
    let name = try arguments[0, as: String.self]
    if let code = KeyCode(rawValue: name.lowercased()) { return code }
    throw StepError(
      "unknown key '\(name)'\(near(name.lowercased(), KeyCode.allCases.map(\.rawValue)))")
  }
}
