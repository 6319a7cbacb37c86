import CaromDocuments
import CaromSimulation

/// Records every tick of a driver for a ``Trace``: what changed, what happened, and frames.
final class TraceRecorder {
  private var tracker = StateTracker()
  private var encoder = TraceEncoder()
  private(set) var lines: [TraceLine] = []
  private var frames = TraceFrames()
  private var firstTick: UInt64 = 0
  private var tickCount = 0
  private var tickLength = 1.0 / 60
  /// Whether ticks are no longer recorded.
  private var isFull = false
  private var step: Int?
  /// The numbers of the lines of each step, in order.
  private var queries: [(step: Int, line: Int)] = []
  /// The selector that was evaluated last, and the line of the log about it.
  private var lastQuery: (text: String, line: Int, first: Int)?
  /// The sustained sounds of the last tick.
  private var sustained: [String] = []

  /// Starts to record a driver, before its first tick.
  ///
  /// - Parameters:
  ///   - driver: The driver.
  ///   - other: What is called after each tick as well.
  func begin(_ driver: GameDriver, after other: ((GameDriver) -> Void)? = nil) {
    firstTick = driver.tick
    tickLength = driver.session.tickLength
    encoder.append(tracker.changes(in: driver.session), tick: 0)
    frames.keep(driver)
    driver.onTick = { [weak self] driver in
      other?(driver)
      self?.record(driver)
    }
    driver.didEvaluate = { [weak self, unowned driver] in self?.record($0, $1, driver) }
  }

  /// Ends the recording; the frame of the last tick is kept.
  func end(_ driver: GameDriver) {
    driver.didEvaluate = nil
    frames.keep(driver, isPinned: true)
  }

  // MARK: Steps

  /// Begins a step, to which the following selectors belong.
  func beginStep(_ index: Int) { (step, lastQuery) = (index, nil) }

  /// Ends a step; the frame after it is kept.
  func endStep(_ driver: GameDriver?, isFailure: Bool) {
    step = nil
    guard let driver else { return }
    frames.keep(driver, isPinned: true, isFailure: isFailure)
  }

  // MARK: Ticks

  /// Records the last tick of a driver.
  func record(_ driver: GameDriver) {
    let session = driver.session
    guard encoder.count < Self.maximumChanges else {
      if !isFull { add(.message, "the trace ends here: it is full") }
      isFull = true
      return
    }
    tickCount = Int(session.tick - firstTick)
    encoder.append(tracker.changes(in: session), tick: tickCount)
    for input in session.appliedEvents { add(.input, input.event.json) }
    for problem in session.rejectedChanges { add(.message, "rejected: \(problem)") }
    for event in session.controlEvents {
      add(.message, "control \(event.name): \(event.kind.rawValue)")
    }
    for contact in driver.log.contacts.suffix(session.contacts.count) {
      let impulse = contact.impulse > 0 ? ", impulse \(numberText(contact.impulse)) N·s" : ""
      add(.contact, "\(contact.phase) \(contact.pathA) – \(contact.pathB)\(impulse)")
    }
    for sound in driver.log.sounds.suffix(session.sounds.count) {
      let place = sound.path.map { " at \($0)" } ?? ""
      add(
        .sound,
        "\(sound.name)\(place), gain \(numberText(sound.gain)), pitch \(numberText(sound.pitch))")
    }
    recordSustained(session)
    frames.recordIfDue(driver)
  }

  /// Adds the beginnings and ends of sustained sounds.
  private func recordSustained(_ session: Session) {
    if session.sustainedSounds.isEmpty, sustained.isEmpty { return }
    let now = DriverLog.sustainedSounds(of: session).map { sound in
      sound.name + (sound.path.map { " at \($0)" } ?? "")
    }
    for name in now where !sustained.contains(name) { add(.sound, "\(name) begins") }
    for name in sustained where !now.contains(name) { add(.sound, "\(name) ends") }
    sustained = now
  }

  /// Adds a selector and what it matched; in a wait, the ticks with the same result are one line.
  private func record(_ locator: Locator, _ result: QueryResult, _ driver: GameDriver) {
    let found: String
    switch result {
    case .matches(let matches):
      let paths = matches.prefix(5).map(\.path).joined(separator: ", ")
      let more = matches.count > 5 ? ", …" : ""
      switch matches.count {
      case 0: found = "nothing"
      case 1: found = paths
      default: found = "\(matches.count): \(paths)\(more)"
      }
    case .number(let number): found = numberText(number)
    case .string(let text): found = "\"\(text.prefix(200))\""
    case .boolean(let flag): found = flag ? "true" : "false"
    }
    let text = "\(locator) → \(found)"
    let now = Int(driver.tick - firstTick)
    if let last = lastQuery, last.text == text {
      guard now > last.first else { return }
      lines[last.line].text = "\(text) (until tick \(driver.tick))".onOneLine
      return
    }
    lastQuery = (text, lines.count, now)
    if let step { queries.append((step, lines.count)) }
    add(.selector, text, tick: now)
  }

  /// Adds a line to the log.
  func add(_ kind: TraceLine.Kind, _ text: String, tick: Int? = nil) {
    // A long run cannot fill the memory.
    guard lines.count < Self.maximumLines else { return }
    let short = text.utf8.count > 1_000 ? text.prefix(300) + "…" : text[...]
    lines.append(TraceLine(tick: tick ?? tickCount, kind: kind, text: String(short).onOneLine))
    if lines.count == Self.maximumLines {
      lines.append(
        TraceLine(tick: tickCount, kind: .message, text: "the log ends here: it is full"))
    }
  }

  private static let maximumLines = 200_000
  /// An hour of a game in which twenty values change in each tick.
  private static let maximumChanges = 5_000_000

  // MARK: Results

  /// The trace of a scenario that ran.
  func trace(of result: ScenarioResult) -> Trace {
    addMessages(of: result)
    let own = Dictionary(grouping: queries, by: \.step)
    let steps = result.steps.enumerated().map { index, step in
      Trace.Step(step, queries: (own[index] ?? []).map { lines[$0.line].text })
    }
    return Trace(
      result, steps: steps,
      recording: Trace.Recording(
        encoder: encoder, lines: lines, frames: frames, firstTick: firstTick,
        tickCount: tickCount, tickLength: tickLength))
  }

  /// The trace of a recording that was played.
  func trace(
    ofRecording path: String, step: StepResult, details: String,
    replay: (name: String, text: String)
  ) -> Trace {
    Trace(
      replaying: path, steps: [Trace.Step(step, queries: [])],
      recording: Trace.Recording(
        encoder: encoder, lines: lines, frames: frames, firstTick: firstTick,
        tickCount: tickCount, tickLength: tickLength), details: details, replay: replay)
  }

  /// Adds the messages of steps and of the scene to the log, at the ends of the steps.
  private func addMessages(of result: ScenarioResult) {
    for step in result.steps {
      for message in step.messages {
        let tick = step.lastTick < firstTick ? 0 : Int(step.lastTick - firstTick)
        add(.message, message, tick: min(tick, tickCount))
      }
    }
    for problem in result.sceneProblems { add(.message, "\(problem)", tick: tickCount) }
  }
}
