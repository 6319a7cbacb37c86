import CaromMaths
import CaromSimulation

// The steps for all remaining content of recordings, used by `carom replay to-feature`.
extension EngineSteps {
  static func events(_ steps: inout StepDefinitions) {
    steps.when("this event is sent:") { world, arguments in
      let text = try arguments.text
      let event: InputEvent
      do { event = try InputEvent(json: text) } catch {
        throw StepError("the event is invalid: \(error)")
      }
      try world.driver.send(event)
    }
    steps.then("the hash of the state is {word}") { world, arguments in
      let found = hexadecimal(try world.driver.session.replayHash)
      let wanted = try arguments[0, as: String.self]
      try world.expect(found == wanted, "the hash is \(found), expected \(wanted)")
    }
  }
}
