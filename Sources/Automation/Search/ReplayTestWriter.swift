import CaromMaths
public import CaromSimulation

/// Writes recordings as the source of tests.
public enum ReplayTestWriter {
  /// Writes a Swift test that plays a recording and expects its final state.
  ///
  /// The test loads the scene with the games of `CaromGames`; replace them with your own games.
  ///
  /// - Parameters:
  ///   - replay: A recording that starts at the beginning of a session.
  ///   - end: Its end, which the test expects; nil expects only the recorded hash.
  /// - Returns: The text of the file.
  /// - Throws: An error if the recording cannot be expressed as a test.
  public static func swift(
    of replay: Replay, end: ReplayEnd? = nil
  ) throws(ReplayTestError) -> String {
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
    let actions = ReplayAction.all(of: replay)
    if actions.contains(where: { if case .tilt = $0 { true } else { false } }) {
      lines.insert("import CaromMaths", at: 3)
    }
    lines += actions.flatMap { code($0) }
    if let end {
      lines.append("  let end = driver.session.report")
      lines.append("  #expect(end.phase == \(quoted(end.phase)) && end.score == \(end.score))")
      if let lives = end.lives { lines.append("  #expect(end.lives == \(lives))") }
      for label in end.labels {
        lines.append(
          "  #expect(try driver.find(.label(\(quoted(label.name)))).text == \(quoted(label.text)))")
      }
      for sound in end.sounds {
        lines.append(
          "  #expect(driver.sounds().count { $0.name == \(quoted(sound.name)) } == \(sound.count))")
      }
    }
    if let hash = replay.finalHash(end) {
      lines.append("  #expect(driver.session.replayHash == 0x\(hexadecimal(hash)))")
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

  /// The lines of an action.
  private static func code(_ action: ReplayAction) -> [String] {
    switch action {
    case .wait(let ticks): return ["  driver.step(\(ticks))"]
    case .press(let key, let ticks):
      return ["  driver.press(.\(key)" + (ticks == 1 ? ")" : ", for: \(ticks))")]
    case .tilt(let end, let ticks):
      return ["  driver.tilt(Vector2(\(end.x), \(end.y)), over: \(ticks), ease: .inOut)"]
    case .hold(let events, let ticks):
      let sent = events.map { "    driver.send(\(code($0)))" }
      return ["  for _ in 0..<\(ticks) {"] + sent + ["    driver.step()", "  }"]
    case .sequence(let frames): return sequence(frames)
    case .restart: return ["  driver.send(.command(.restart))", "  driver.step()"]
    case .send(.set(let change)):
      return [
        "  driver.send(", "    .set(", "      SetInput(",
        "        \(quoted(change.property)), of: \(quoted(change.target)), "
          + "to: \(quoted(change.value)))))",
      ]
    case .send(let event): return ["  driver.send(\(code(event)))"]
    case .note(let text): return ["  // \(text)"]
    }
  }

  /// A loop over the events of consecutive ticks.
  private static func sequence(_ frames: [[InputEvent]]) -> [String] {
    let isSingle = frames.allSatisfy { $0.count == 1 }
    let elements = frames.map { frame in
      let events = frame.map { code($0) }.joined(separator: ", ")
      return isSingle ? "    \(events)," : "    [\(events)],"
    }
    let body =
      isSingle
      ? ["  ] as [InputEvent] {", "    driver.send(event)", "    driver.step()", "  }"]
      : [
        "  ] as [[InputEvent]] {", "    for event in events { driver.send(event) }",
        "    driver.step()", "  }",
      ]
    return ["  for \(isSingle ? "event" : "events") in ["] + elements + body
  }

  private static func code(_ event: InputEvent) -> String {
    switch event {
    case .key(let key): ".\(key.isDown ? "press" : "release")(.\(key.code))"
    case .pointer(let p) where p.button == .left && p.finger == 0:
      ".pointer(.\(p.phase), x: \(p.position.x), y: \(p.position.y))"
    case .pointer(let p):
      ".pointer(PointerInput(phase: .\(p.phase), position: Vector2(\(p.position.x), "
        + "\(p.position.y)), button: .\(p.button), finger: \(p.finger)))"
    case .wheel(let wheel):
      ".wheel(WheelInput(delta: Vector2(\(wheel.delta.x), \(wheel.delta.y))))"
    case .text(let text): ".text(\(quoted(text.text)))"
    case .tilt(let tilt): ".tilt(x: \(tilt.direction.x), y: \(tilt.direction.y))"
    case .axis(let axis): ".axis(.\(axis.axis), \(axis.value))"
    case .viewport(let size): ".viewport(width: \(size.width), height: \(size.height))"
    case .command(let command):
      command.name == .present
        ? ".present(\(quoted(command.level)))" : ".command(.\(command.name))"
    case .button(let button):
      ".button(ButtonInput(button: .\(button.button), isDown: \(button.isDown)))"
    case .set(let change):
      ".set(SetInput(\(quoted(change.property)), of: \(quoted(change.target)), "
        + "to: \(quoted(change.value))))"
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
  /// The problem, and the expected input.
  public let message: String
  /// The whole message.
  public var description: String { "the recording cannot become a test: \(message)" }
}
