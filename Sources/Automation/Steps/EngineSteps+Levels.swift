import CaromGherkin
import CaromSimulation

// The steps for games with several levels.
extension EngineSteps {
  static func levels(_ steps: inout StepDefinitions) {
    steps.given("the level {string} of the game {string}") { world, arguments in
      try world.begin(
        try arguments[1, as: String.self], level: try arguments[0, as: String.self])
    }
    steps.given("I play level {int}") { world, arguments in
      try play(String(try arguments[0, as: Int.self]), world)
    }
    steps.given("I play the level {string}") { world, arguments in
      try play(try arguments[0, as: String.self], world)
    }
    steps.when("I go to the level {string}") { world, arguments in
      try present(try arguments[0, as: String.self], world)
    }
    steps.then("the level is {string}") { world, arguments in
      let wanted = try arguments[0, as: String.self]
      let level = try world.driver.session.level
      let names = level.map { [$0.name, $0.title] } ?? []
      try world.expect(
        names.contains(wanted), "the level is '\(level?.name ?? "none")', expected '\(wanted)'")
    }
  }

  /// Starts the only game in a level; a game that runs already goes to the level.
  private static func play(_ level: String, _ world: StepContext) throws {
    guard world.current != nil else {
      try world.begin(try world.onlyGame.name, level: level)
      return
    }
    try present(level, world)
    // The next step sees the level as it begins: one tick to send the command, one to apply it.
    try world.driver.step(2)
  }

  private static func present(_ text: String, _ world: StepContext) throws {
    let driver = try world.driver
    let (game, levels) = (type(of: driver.session.game), driver.session.levels)
    guard !levels.isEmpty, let index = game.levelIndex(text) else {
      throw StepError(
        "there is no level '\(text)'\(near(text, levels.map(\.name) + levels.map(\.title)))")
    }
    driver.send(.present(levels[index].name))
  }
}
