import CaromDocuments
import CaromMaths
public import CaromSimulation

extension ReplayTestWriter {
  /// Writes a test of pytest and Selenium that plays a recording on `carom-driver`.
  ///
  /// - Parameters:
  ///   - replay: A recording that starts at the beginning of a session.
  ///   - end: Its end, which the last lines expect; nil expects only the recorded hash.
  /// - Returns: The text of the file.
  /// - Throws: An error if the recording cannot be expressed as a test.
  public static func python(
    of replay: Replay, end: ReplayEnd? = nil
  ) throws(ReplayTestError) -> String {
    try check(replay)
    let head = replay.head
    var options = ["\"scene\": \(literal(head.scene))", "\"seed\": \(head.launch.seed)"]
    if head.launch.start != WorldDate() {
      options.append("\"startDate\": \(literal("\(head.launch.start)"))")
    }
    let arguments = head.launch.arguments.entries.map { literal("\($0.name)=\(text($0.value))") }
    if !arguments.isEmpty { options.append("\"args\": [\(arguments.joined(separator: ", "))]") }
    let storage = head.launch.storage.entries.map { literal("\($0.name)=\($0.value)") }
    if !storage.isEmpty { options.append("\"storage\": [\(storage.joined(separator: ", "))]") }
    var lines = [
      "# Run carom-driver --port 4444, then pytest.",
      "from selenium import webdriver",
      "from selenium.webdriver.common.options import ArgOptions", "", "",
      "class GameOptions(ArgOptions):", "    @property", "    def default_capabilities(self):",
      "        return {}", "", "", "def test_recorded():", "    options = GameOptions()",
      "    options.set_capability(\"game:options\", {\(options.joined(separator: ", "))})",
      "    game = webdriver.Remote(\"http://127.0.0.1:4444\", options=options)", "    try:",
      "        def run(command, **parameters):",
      "            return game.execute_script(f\"game: {command}\", parameters)", "",
    ]
    lines += ReplayAction.all(of: replay).flatMap { code($0) }.map { "        \($0)" }
    if let end {
      lines.append("        status = run(\"status\")")
      if !end.phase.isEmpty {
        lines.append("        assert status[\"phase\"] == \(literal(end.phase))")
      }
      lines.append("        assert status[\"score\"] == \(end.score)")
      if let lives = end.lives { lines.append("        assert status[\"lives\"] == \(lives)") }
      for label in end.labels {
        let selector = literal(Locator.label(label.name).text)
        lines.append(
          "        assert run(\"get\", selector=\(selector), attribute=\"text\") == "
            + literal(label.text))
      }
      if !end.sounds.isEmpty {
        lines.append("        sounds = [sound[\"name\"] for sound in run(\"sounds\")]")
      }
      for sound in end.sounds {
        lines.append("        assert sounds.count(\(literal(sound.name))) == \(sound.count)")
      }
    }
    if let hash = replay.finalHash(end) {
      lines.append("        assert run(\"hash\")[\"hash\"] == \"\(hexadecimal(hash))\"")
    }
    lines += ["    finally:", "        game.quit()"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines of an action.
  private static func code(_ action: ReplayAction) -> [String] {
    switch action {
    case .wait(let ticks): return [step(ticks)]
    case .press(let key, let ticks): return ["run(\"press\", key=\"\(key)\", ticks=\(ticks))"]
    case .tilt(let end, let ticks):
      return ["run(\"tilt\", direction=[\(end.x), \(end.y)], ticks=\(ticks), ease=True)"]
    case .hold(let events, let ticks):
      return ["for _ in range(\(ticks)):"] + events.map { "    " + send($0) } + ["    \(step(1))"]
    case .sequence(let frames):
      return frames.flatMap { $0.map(send) + [step(1)] }
    case .restart: return [send(.command(.restart)), step(1)]
    case .send(let event): return [send(event)]
    case .note(let text): return ["# " + text]
    }
  }

  private static func step(_ ticks: UInt64) -> String { "run(\"step\", ticks=\(ticks))" }

  private static func send(_ event: InputEvent) -> String {
    "run(\"send\", **\(value(event.json)))"
  }

  /// JSON as a value of Python, which has other names for three constants.
  private static func value(_ json: String) -> String {
    guard let parsed = try? JSON.parse(json) else { return "{}" }
    return value(parsed)
  }

  private static func value(_ json: JSON) -> String {
    switch json.kind {
    case .null: "None"
    case .bool(let flag): flag ? "True" : "False"
    case .number: json.numberText
    case .string(let text): literal(text)
    case .array(let elements): "[" + elements.map { value($0) }.joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\(literal($0.key)): \(value($0.value))" }.joined(separator: ", ") + "}"
    }
  }

  /// A string literal of Python, which reads the escapes of JSON.
  private static func literal(_ text: String) -> String { CaromDocuments.quoted(text) }

  private static func text(_ value: LaunchValue) -> String {
    switch value {
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text(let value): value
    }
  }
}
