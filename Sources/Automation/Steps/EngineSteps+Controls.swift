import CaromSceneGraph
import CaromSimulation

// Steps for the buttons and other controls of the overlay.
extension EngineSteps {
  /// Registers the steps that operate controls.
  static func controls(_ steps: inout StepDefinitions) {
    steps.when("I click {string}") { world, arguments in
      try world.driver.click(try control(arguments))
    }
    steps.when("I set {string} to {float}") { world, arguments in
      try world.driver.set(try control(arguments), to: try arguments[1, as: Float.self])
    }
    steps.when("I type {string}") { world, arguments in
      try world.driver.typeText(try arguments[0, as: String.self])
    }
    steps.when("I turn the wheel over {string} by {float}") { world, arguments in
      try world.driver.turnWheel(over: try control(arguments), by: try arguments[1, as: Float.self])
    }
    steps.then("{string} has the focus") { world, arguments in
      let match = try world.driver.find(try control(arguments))
      let focus = try world.driver.session.scene.overlay.focus
      try world.expect(
        !focus.isEmpty && match.name == focus,
        "\(match.path) does not have the focus; \(focus.isEmpty ? "nothing" : focus) has it")
    }
    steps.then("{string} says {string}") { world, arguments in
      let match = try world.driver.find(try control(arguments))
      let expected = try arguments[1, as: String.self]
      try world.expect(match.text == expected, "\(match.path) says \"\(match.text)\"")
    }
    steps.then("{string} is enabled") { world, arguments in
      try expectEnabled(true, world, arguments)
    }
    steps.then("{string} is disabled") { world, arguments in
      try expectEnabled(false, world, arguments)
    }
  }

  private static func control(_ arguments: StepArguments) throws -> Locator {
    try Locator(namingControl: try arguments[0, as: String.self])
  }

  private static func expectEnabled(
    _ isExpected: Bool, _ world: StepContext, _ arguments: StepArguments
  ) throws {
    let match = try world.driver.find(try control(arguments))
    let isEnabled = match["isEnabled"] == "true"
    try world.expect(
      isEnabled == isExpected, "\(match.path) is \(isEnabled ? "enabled" : "disabled")")
  }
}
