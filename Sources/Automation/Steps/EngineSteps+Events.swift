import CaromGherkin
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
    steps.when("these events are sent in each of {int} tick(s):") { world, arguments in
      let all = try lines(arguments).flatMap { try events(inLine: $0) }
      for _ in 0..<(try ticks(arguments, 0)) { try send(all, world) }
    }
    steps.when("these events are sent, one line a tick:") { world, arguments in
      for line in try lines(arguments) { try send(try events(inLine: line), world) }
    }
    steps.when("I hold the tilt {float}, {float} for {int} tick(s)") { world, arguments in
      let tilt = try vector(arguments, 0)
      for _ in 0..<(try ticks(arguments, 2)) { try send([.tilt(x: tilt.x, y: tilt.y)], world) }
    }
    steps.when("I tilt the board tick by tick:") { world, arguments in
      for row in try arguments.table.decode([TiltRow].self) {
        guard (1...maximumTicks).contains(row.ticks), row.right.isFinite, row.away.isFinite else {
          throw StepError(
            "\(row.ticks) ticks of \(row.right), \(row.away): expected 1 to \(maximumTicks) ticks and "
              + "finite numbers")
        }
        for _ in 0..<row.ticks { try send([.tilt(x: row.right, y: row.away)], world) }
      }
    }
    steps.then("the hash of the state is {word}") { world, arguments in
      let found = hexadecimal(try world.driver.session.replayHash)
      let wanted = try arguments[0, as: String.self]
      try world.expect(found == wanted, "the hash is \(found), expected \(wanted)")
    }
  }

  /// A row of a table of tilts, each of which is sent in a number of ticks.
  private struct TiltRow: Decodable {
    var ticks: Int
    var right: Float
    var away: Float
  }

  /// Sends events and runs the tick that applies them.
  private static func send(_ events: [InputEvent], _ world: StepContext) throws {
    let driver = try world.driver
    if driver.isStopped { return }
    for event in events { driver.send(event) }
    driver.step()
  }

  /// The lines of the doc string, without blank ones.
  private static func lines(_ arguments: StepArguments) throws -> [Substring] {
    try arguments.text.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
  }

  /// An event, or a list of events in brackets.
  private static func events(inLine line: Substring) throws -> [InputEvent] {
    do { return try InputEvent.list(json: String(line)) } catch {
      throw StepError("the event is invalid: \(error)")
    }
  }
}
