import CaromMaths
public import CaromSimulation

extension ReplayTestWriter {
  /// Writes a feature with one scenario that plays a recording, with the steps of ``EngineSteps``.
  ///
  /// - Parameter replay: A recording that starts at the beginning of a session.
  /// - Returns: The text of a file for `carom test`.
  /// - Throws: An error if the recording cannot be expressed as a feature.
  public static func feature(of replay: Replay) throws(ReplayTestError) -> String {
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
    var tick: UInt64 = 0
    func advance(to next: UInt64) {
      if next > tick {
        lines.append("And \(next - tick) tick\(next - tick == 1 ? " passes" : "s pass")")
      }
      tick = max(tick, next)
    }
    for entry in replay.entries {
      switch entry.content {
      case .event(let event):
        advance(to: entry.tick)
        lines += steps(event)
      case .note(let text):
        advance(to: entry.tick)
        lines.append("# " + text.split(whereSeparator: \.isNewline).joined(separator: " "))
      case .check: break
      }
    }
    advance(to: replay.lastTick)
    // The first action starts with its own keyword.
    if let first = lines[given...].firstIndex(where: { $0.hasPrefix("And ") }) {
      lines[first] = "When " + lines[first].dropFirst(4)
    }
    if let check = replay.checks.last(where: { $0.tick == replay.lastTick }) {
      lines.append("Then the hash of the state is \(hexadecimal(check.hash))")
    }
    return "Feature: \(head.game) as it was recorded\n\n  Scenario: \(replay.lastTick) ticks\n"
      + lines.map { "    \($0)\n" }.joined()
  }

  private static func steps(_ event: InputEvent) -> [String] {
    switch event {
    case .key(let key): return ["And I \(key.isDown ? "hold" : "let go of") \(key.code)"]
    case .tilt(let tilt):
      if let numbers = numbers(tilt.direction) { return ["And I tilt the board to \(numbers)"] }
    case .pointer(let pointer):
      if pointer.phase == .moved, let numbers = numbers(pointer.position) {
        return ["And I move the pointer to \(numbers)"]
      }
    case .command(let command): return ["And I \(command.name) the game"]
    case .axis, .viewport, .button, .set: break
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

  /// Rejects strings that a quoted parameter cannot contain.
  private static func words(_ texts: [String]) throws(ReplayTestError) {
    for text in texts where text.contains("\"") || text.contains(where: \.isNewline) {
      throw ReplayTestError(message: "'\(text)' contains quotes or line breaks")
    }
  }
}
