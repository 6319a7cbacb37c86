import CaromGherkin
import CaromMaths
import CaromSimulation

/// Steps that fit every game: launch, play, wait in ticks, and look.
///
/// What is in quotes names something of the scene: a node's name, XPath, or CSS after `css:`; see
/// ``Locator/init(naming:)``. All of them are in <doc:TestingAGame>.
public enum EngineSteps: StepLibrary {
  /// Defines them.
  public static func register(in steps: inout StepDefinitions) {
    launching(&steps)
    setting(&steps)
    playing(&steps)
    waiting(&steps)
    checks(&steps)
    eventChecks(&steps)
    events(&steps)
  }

  // MARK: Before the game

  private static func launching(_ steps: inout StepDefinitions) {
    steps.given("the seed {int}") { world, arguments in
      try world.expect(world.current == nil, "the game has begun; the seed comes before")
      let seed = try arguments[0, as: Int.self]
      try world.expect(seed >= 0, "a seed is a whole number of 0 and more")
      world.launch.seed = UInt64(seed)
    }
    steps.given("the date {string}") { world, arguments in
      try world.expect(world.current == nil, "the game has begun; the date comes before")
      let text = try arguments[0, as: String.self]
      guard let date = WorldDate(text) else {
        throw StepError("'\(text)' is no date; one such as 2026-01-01T09:30:00Z is accepted")
      }
      world.launch.start = date
    }
    steps.given("the launch argument {string} is {string}") { world, arguments in
      try world.expect(world.current == nil, "the game has begun; arguments come before")
      world.launch.arguments[try arguments[0, as: String.self]] =
        LaunchValue(parsing: try arguments[1, as: String.self])
    }
    steps.given("the stored number {string} is {int}") { world, arguments in
      try world.expect(world.current == nil, "the game has begun; stored numbers come before")
      let number = try arguments[1, as: Int.self]
      try world.expect(number >= 0, "a stored number is a whole number of 0 and more")
      world.launch.storage[try arguments[0, as: String.self]] = UInt64(number)
    }
    steps.given("the game/scene {string}") { world, arguments in
      try world.begin(try arguments[0, as: String.self])
    }
  }

  private static func setting(_ steps: inout StepDefinitions) {
    steps.given("{string} has these properties:") { world, arguments in
      let locator = try Locator(naming: try arguments[0, as: String.self])
      let changes = try arguments.table.values.map { row in
        guard row.count == 2 else {
          throw StepError("a table of two columns is accepted: property and value")
        }
        return PropertyChange(row[0], of: locator, toJSON: json(row[1]))
      }
      try world.driver.set(changes)
    }
    steps.given("the {word} of {string} is set to {string}") { world, arguments in
      let locator = try Locator(naming: try arguments[1, as: String.self])
      let value = json(try arguments[2, as: String.self])
      try world.driver.set([
        PropertyChange(try arguments[0, as: String.self], of: locator, toJSON: value)
      ])
    }
  }

  // MARK: The player

  private static func playing(_ steps: inout StepDefinitions) {
    steps.when("I press {word}") { world, arguments in
      try world.driver.press(try key(arguments))
    }
    steps.when("I press {word} for {int} tick(s)") { world, arguments in
      let ticks = try ticks(arguments, 1)
      guard ticks > 0 else { throw StepError("a key is pressed for a tick or more") }
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
      try world.driver.tap(try Locator(naming: try arguments[0, as: String.self]))
    }
    steps.when("I drag {string} to {string}") { world, arguments in
      try world.driver.drag(
        try Locator(naming: try arguments[0, as: String.self]),
        to: try Locator(naming: try arguments[1, as: String.self]))
    }
    steps.when("I pause the game") { world, _ in try world.driver.send(.command(.pause)) }
    steps.when("I resume the game") { world, _ in try world.driver.send(.command(.resume)) }
    steps.when("I restart the game") { world, _ in try world.driver.send(.command(.restart)) }
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
        until: try Locator(naming: try arguments[0, as: String.self]),
        within: try ticks(arguments, 1))
      world.log("it was so at tick \(tick)")
    }
    steps.when("I wait until {string} is gone, at most {int} tick(s)") { world, arguments in
      let tick = try world.driver.wait(
        untilGone: try Locator(naming: try arguments[0, as: String.self]),
        within: try ticks(arguments, 1))
      world.log("it was gone at tick \(tick)")
    }
    steps.then("{int} tick(s) have/has passed") { world, arguments in
      let (wanted, tick) = (try ticks(arguments, 0), try world.driver.tick)
      try world.expect(tick == UInt64(wanted), "\(tick) ticks have passed, not \(wanted)")
    }
  }

  // MARK: Arguments

  /// The longest that one step may wait: an hour of most games.
  static let mostTicks = 216_000

  static func ticks(_ arguments: StepArguments, _ index: Int) throws -> Int {
    let ticks = try arguments[index, as: Int.self]
    guard (0...mostTicks).contains(ticks) else {
      throw StepError("\(ticks) ticks: 0 to \(mostTicks) are accepted")
    }
    return ticks
  }

  private static func vector(_ arguments: StepArguments, _ index: Int) throws -> Vector2 {
    let (x, y) = (try arguments[index, as: Float.self], try arguments[index + 1, as: Float.self])
    guard x.isFinite, y.isFinite else { throw StepError("two finite numbers are accepted") }
    return Vector2(x, y)
  }

  private static func key(_ arguments: StepArguments) throws -> KeyCode {
    let name = try arguments[0, as: String.self]
    if let code = KeyCode(rawValue: name.lowercased()) { return code }
    throw StepError(
      "no key is called '\(name)'\(near(name.lowercased(), KeyCode.allCases.map(\.rawValue)))")
  }
}
