import CaromMaths
public import CaromSimulation

/// Writes recordings as the source of tests.
public enum ReplayTestWriter {
  /// Writes a Swift test that plays a recording and expects its final state.
  ///
  /// The test loads the scene with the games of `CaromGames`; replace them with your own games.
  ///
  /// - Parameter replay: A recording that starts at the beginning of a session.
  /// - Returns: The text of the file.
  /// - Throws: An error if the recording cannot be expressed as a test.
  public static func swift(of replay: Replay) throws(ReplayTestError) -> String {
    try check(replay)
    let head = replay.head
    var lines = [
      "import CaromAutomation", "import CaromContent", "import CaromGames",
      "import CaromSimulation", "import Testing", "",
      "@Test(\(quoted("\(head.game), seed \(head.launch.seed): \(replay.lastTick) ticks as recorded")))",
      "func recorded() throws {",
      "  var launch = Launch(seed: \(head.launch.seed))",
    ]
    if head.launch.start != WorldDate() {
      lines.append("  launch.start = WorldDate(milliseconds: \(head.launch.start.milliseconds))")
    }
    for entry in head.launch.arguments.entries {
      lines.append("  launch.arguments[\(quoted(entry.name))] = \(literal(entry.value))")
    }
    for entry in head.launch.storage.entries {
      lines.append("  launch.storage[\(quoted(entry.name))] = \(entry.value)")
    }
    if lines.last?.hasPrefix("  var launch") == true {
      lines[lines.count - 1] = "  let launch = Launch(seed: \(head.launch.seed))"
    }
    lines += [
      "  let loader = SessionLoader(games: GameList.all, root: try ContentRoot.find())",
      "  let loaded = try loader.load(\(quoted(head.scene)), launch: launch)",
      "  let driver = GameDriver(loaded.session)",
    ]
    var tick: UInt64 = 0
    func advance(to next: UInt64) {
      if next > tick { lines.append("  driver.step(\(next - tick))") }
      tick = max(tick, next)
    }
    for entry in replay.entries {
      switch entry.content {
      case .event(let event):
        advance(to: entry.tick)
        lines.append("  \(code(event))")
      case .note(let text):
        advance(to: entry.tick)
        lines.append("  // \(text.split(whereSeparator: \.isNewline).joined(separator: " "))")
      case .check: break
      }
    }
    advance(to: replay.lastTick)
    if let check = replay.checks.last(where: { $0.tick == replay.lastTick }) {
      lines.append("  #expect(driver.session.replayHash == 0x\(String(check.hash, radix: 16)))")
    }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  static func check(_ replay: Replay) throws(ReplayTestError) {
    guard replay.head.snapshot == nil else {
      throw ReplayTestError(
        message:
          "it starts at tick \(replay.head.tick), from a snapshot; expected one that starts at the "
          + "beginning of a session")
    }
  }

  private static func code(_ event: InputEvent) -> String {
    switch event {
    case .key(let key):
      "driver.send(.\(key.isDown ? "press" : "release")(.\(key.code)))"
    case .pointer(let p):
      "driver.send(.pointer(.\(p.phase), x: \(p.position.x), y: \(p.position.y)))"
    case .tilt(let tilt):
      "driver.send(.tilt(x: \(tilt.direction.x), y: \(tilt.direction.y)))"
    case .axis(let axis): "driver.send(.axis(.\(axis.axis), \(axis.value)))"
    case .viewport(let size):
      "driver.send(.viewport(width: \(size.width), height: \(size.height)))"
    case .command(let command): "driver.send(.command(.\(command.name)))"
    case .button(let button):
      "driver.send(.button(ButtonInput(button: .\(button.button), isDown: \(button.isDown))))"
    case .set(let change):
      """
      driver.send(
          .set(
            SetInput(
              \(quoted(change.property)), of: \(quoted(change.target)), to: \(quoted(change.value)))))
      """
    }
  }

  private static func literal(_ value: LaunchValue) -> String {
    switch value {
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text(let value): quoted(value)
    }
  }

  /// A Swift string literal.
  private static func quoted(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case "\n": literal += "\\n"
      default:
        if scalar.value < 32 {
          literal += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          literal.unicodeScalars.append(scalar)
        }
      }
    }
    return literal + "\""
  }
}

/// The reason why a recording cannot be converted to a test.
public struct ReplayTestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and what is expected.
  public let message: String
  /// The whole message.
  public var description: String { "the recording cannot become a test: \(message)" }
}
