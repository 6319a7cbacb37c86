import CaromMaths
public import CaromSimulation

extension ReplayTestWriter {
  /// Writes a feature with one scenario that plays a recording, with the steps of ``EngineSteps``.
  ///
  /// - Parameters:
  ///   - replay: A recording that starts at the beginning of a session.
  ///   - end: Its end, which the last steps expect; nil expects only the recorded hash.
  /// - Returns: The text of a file for `carom test`.
  /// - Throws: An error if the recording cannot be expressed as a feature.
  public static func feature(
    of replay: Replay, end: ReplayEnd? = nil
  ) throws(ReplayTestError) -> String {
    try check(replay)
    let head = replay.head
    guard head.launch.seed <= Int.max else {
      throw ReplayTestError(message: "its seed is \(head.launch.seed); the maximum is 2⁶³ − 1")
    }
    var lines = ["Given the seed \(head.launch.seed)"]
    if head.launch.start != WorldDate() { lines.append("And the date \"\(head.launch.start)\"") }
    for entry in head.launch.arguments.entries {
      let value = plain(entry.value)
      try words([entry.name, value])
      lines.append("And the launch argument \"\(entry.name)\" is \"\(value)\"")
    }
    for entry in head.launch.storage.entries {
      try words([entry.name])
      lines.append("And the stored number \"\(entry.name)\" is \(entry.value)")
    }
    try words([head.scene])
    lines.append("And the scene \"\(head.scene)\"")
    let given = lines.count
    lines += ReplayAction.all(of: replay).flatMap { steps($0) }
    // The first action starts with its own keyword.
    if let first = lines[given...].firstIndex(where: { $0.hasPrefix("And ") }) {
      lines[first] = "When " + lines[first].dropFirst(4)
    }
    lines += checks(of: end, hash: replay.finalHash(end))
    return "Feature: \(head.game) as it was recorded\n\n  Scenario: \(replay.lastTick) ticks\n"
      + lines.map { "    \($0)\n" }.joined()
  }

  private static func checks(of end: ReplayEnd?, hash: UInt64?) -> [String] {
    var checks: [String] = []
    if let end {
      if !end.phase.isEmpty, !end.phase.contains(where: \.isWhitespace) {
        checks.append("the phase is \(end.phase)")
      }
      checks.append("the score is \(end.score)")
      if let lives = end.lives {
        checks.append(lives == 1 ? "1 life is left" : "\(lives) lives are left")
      }
      for label in end.labels where isQuotable(label.name) && isQuotable(label.text) {
        checks.append("the label \"\(label.name)\" says \"\(label.text)\"")
      }
      for sound in end.sounds where isQuotable(sound.name) {
        let times = sound.count == 1 ? "1 time" : "\(sound.count) times"
        checks.append("the sound \"\(sound.name)\" was heard \(times)")
      }
    }
    if let hash { checks.append("the hash of the state is \(hexadecimal(hash))") }
    return checks.enumerated().map { ($0.offset == 0 ? "Then " : "And ") + $0.element }
  }

  private static func steps(_ action: ReplayAction) -> [String] {
    switch action {
    case .wait(let ticks): return ["And \(count(ticks)) \(ticks == 1 ? "passes" : "pass")"]
    case .press(let key, let ticks):
      return ["And I press \(key)" + (ticks == 1 ? "" : " for \(count(ticks))")]
    case .tilt(let end, let ticks):
      return ["And I tilt the board to \(end.x), \(end.y) over \(count(ticks))"]
    case .hold(let events, let ticks):
      if case .tilt(let tilt) = events[0], events.count == 1,
        let numbers = numbers(tilt.direction)
      {
        return ["And I hold the tilt \(numbers) for \(count(ticks))"]
      }
      return ["And these events are sent in each of \(count(ticks)):", "  \"\"\""]
        + events.map { "  " + $0.json } + ["  \"\"\""]
    case .sequence(let frames):
      if let rows = tiltRows(frames) {
        return ["And I tilt the board tick by tick:", "  | ticks | right | away |"] + rows
      }
      let lines = frames.map { "  [" + $0.map(\.json).joined(separator: ",") + "]" }
      return ["And these events are sent, one line a tick:", "  \"\"\""] + lines + ["  \"\"\""]
    case .restart: return ["And I restart the game"]
    case .send(let event): return steps(event)
    case .note(let text): return ["# " + text]
    }
  }

  private static func count(_ ticks: UInt64) -> String { "\(ticks) tick\(ticks == 1 ? "" : "s")" }

  /// Rows of equal tilts; nil if there are other events.
  private static func tiltRows(_ frames: [[InputEvent]]) -> [String]? {
    var rows: [(ticks: Int, tilt: TiltInput)] = []
    for frame in frames {
      guard frame.count == 1, case .tilt(let tilt) = frame[0] else { return nil }
      if rows.last?.tilt == tilt { rows[rows.count - 1].ticks += 1 } else { rows.append((1, tilt)) }
    }
    return rows.map { "  | \($0.ticks) | \($0.tilt.direction.x) | \($0.tilt.direction.y) |" }
  }

  private static func steps(_ event: InputEvent) -> [String] {
    switch event {
    case .key(let key): return ["And I \(key.isDown ? "hold" : "let go of") \(key.code)"]
    case .tilt(let tilt):
      if let numbers = numbers(tilt.direction) { return ["And I tilt the board to \(numbers)"] }
    case .pointer(let pointer):
      if pointer.isPlainMove, let numbers = numbers(pointer.position) {
        return ["And I move the pointer to \(numbers)"]
      }
    case .command(let command):
      switch command.name {
      case .pause, .resume: return ["And I \(command.name) the game"]
      case .present where !command.level.contains(where: { $0 == "\"" || $0.isNewline }):
        return ["And I go to the level \"\(command.level)\""]
      // The step that restarts runs a tick, too.
      case .restart, .present: break
      }
    case .wheel, .text, .axis, .viewport, .button, .set: break
    }
    return ["And this event is sent:", "  \"\"\"", "  \(event.json)", "  \"\"\""]
  }

  /// Two numbers in the format of steps, without exponents; nil if they need one.
  private static func numbers(_ v: Vector2) -> String? {
    let text = "\(v.x), \(v.y)"
    return text.contains("e") || text.contains("n") ? nil : text
  }

  private static func plain(_ value: LaunchValue) -> String {
    switch value {
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text(let value): value
    }
  }

  /// Whether a quoted parameter can contain a text.
  private static func isQuotable(_ text: String) -> Bool {
    !text.contains { $0 == "\"" || $0 == "\\" || $0.isNewline }
  }

  /// Rejects strings that a quoted parameter cannot contain.
  private static func words(_ texts: [String]) throws(ReplayTestError) {
    for text in texts where text.contains("\"") || text.contains(where: \.isNewline) {
      throw ReplayTestError(message: "'\(text)' contains quotes or line breaks")
    }
  }
}
