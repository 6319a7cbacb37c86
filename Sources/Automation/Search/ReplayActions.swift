import CaromMaths
import CaromSimulation

/// The input of a player, as the fewest actions that reproduce it exactly.
enum ReplayAction: Hashable {
  /// Ticks pass without input.
  case wait(UInt64)
  /// A key is pressed, ticks pass, and it is released.
  case press(KeyCode, UInt64)
  /// The board is tilted over ticks, slowly at both ends.
  case tilt(Vector2, UInt64)
  /// The same events are sent in each of a number of ticks.
  case hold([InputEvent], UInt64)
  /// Events are sent in consecutive ticks.
  case sequence([[InputEvent]])
  /// The game restarts, and a tick passes.
  case restart
  /// An event is sent before the next tick.
  case send(InputEvent)
  /// A note of the recording.
  case note(String)

  /// The most ticks of one action, which one step of a feature can run.
  static let maximumTicks = UInt64(EngineSteps.maximumTicks)

  /// The actions of a recording that starts at the beginning of a session.
  static func all(of replay: Replay) -> [ReplayAction] {
    var reader = ReplayActionReader(replay)
    return reader.readAll()
  }
}

/// Groups the events of a recording.
private struct ReplayActionReader {
  private let entries: [ReplayEntry]
  private let end: UInt64
  private var actions: [ReplayAction] = []
  /// The index of the next entry.
  private var next = 0
  /// The number of ticks that the actions so far have run.
  private var now: UInt64 = 0
  /// The tilt of the board at that tick.
  private var tilt = Vector2.zero

  init(_ replay: Replay) {
    entries = replay.entries.filter { if case .check = $0.content { false } else { true } }
    end = replay.lastTick
  }

  mutating func readAll() -> [ReplayAction] {
    while next < entries.count {
      let entry = entries[next]
      wait(until: entry.tick)
      switch entry.content {
      case .check: next += 1
      case .note(let text):
        actions.append(.note(text.split(whereSeparator: \.isNewline).joined(separator: " ")))
        next += 1
      case .event(let event):
        if !readPress(event), !readRun(), !readRestart(event) { read([event], as: .send(event)) }
      }
    }
    wait(until: end)
    return actions
  }

  private mutating func wait(until tick: UInt64) {
    while now < tick {
      let ticks = min(tick - now, ReplayAction.maximumTicks)
      actions.append(.wait(ticks))
      now += ticks
    }
  }

  private mutating func read(_ events: [InputEvent], as action: ReplayAction, ticks: UInt64 = 0) {
    for case .tilt(let input) in events {
      var state = InputState()
      state.apply(.tilt(input))
      tilt = state.tilt
    }
    actions.append(action)
    next += events.count
    now += ticks
  }

  /// Reads the press and the release of a key with nothing between them.
  private mutating func readPress(_ event: InputEvent) -> Bool {
    guard case .key(let key) = event, key.isDown, next + 1 < entries.count else { return false }
    let release = entries[next + 1]
    let ticks = release.tick - now
    guard release.content == .event(.release(key.code)), ticks > 0,
      ticks <= ReplayAction.maximumTicks
    else { return false }
    read([event, .release(key.code)], as: .press(key.code, ticks), ticks: ticks)
    return true
  }

  /// Reads a restart that is followed by at least one tick.
  private mutating func readRestart(_ event: InputEvent) -> Bool {
    guard event == .command(.restart), now < end,
      next + 1 == entries.count || entries[next + 1].tick > now
    else { return false }
    read([event], as: .restart, ticks: 1)
    return true
  }

  // MARK: Runs

  /// Reads events that continue from tick to tick, such as those of a sensor.
  private mutating func readRun() -> Bool {
    let frames = frames()
    guard frames.count > 1 else { return false }
    let count = UInt64(frames.count)
    let events = frames.flatMap { $0 }
    if frames.allSatisfy({ $0 == frames[0] }) {
      read(events, as: .hold(frames[0], count), ticks: count)
    } else if let last = eased(frames) {
      read(events, as: .tilt(last, count), ticks: count)
    } else {
      read(events, as: .sequence(frames), ticks: count)
    }
    return true
  }

  /// The events of the following ticks, as long as each of them has some and all are movements.
  private func frames() -> [[InputEvent]] {
    var frames: [[InputEvent]] = []
    var (index, tick) = (next, now)
    while tick < end, frames.count < Int(ReplayAction.maximumTicks) {
      var frame: [InputEvent] = []
      while index < entries.count, entries[index].tick == tick {
        guard case .event(let event) = entries[index].content, Self.isMovement(event) else {
          return frames
        }
        frame.append(event)
        index += 1
      }
      if frame.isEmpty { return frames }
      frames.append(frame)
      tick += 1
    }
    return frames
  }

  private static func isMovement(_ event: InputEvent) -> Bool {
    switch event {
    case .tilt, .axis: true
    case .pointer(let pointer): pointer.phase == .moved
    case .key, .wheel, .text, .button, .viewport, .command, .set: false
    }
  }

  /// The end of a tilt that ``GameDriver/tilt(_:over:ease:)`` would send in the same bits.
  private func eased(_ frames: [[InputEvent]]) -> Vector2? {
    guard case .tilt(let end)? = frames.last?.first else { return nil }
    let target = end.direction
    // Features write numbers without exponents.
    guard !"\(target.x) \(target.y)".contains("e") else { return nil }
    for (index, frame) in frames.enumerated() {
      guard frame.count == 1, case .tilt(let input) = frame[0] else { return nil }
      let now = GameDriver.tilt(
        from: tilt, to: target, after: index + 1, of: frames.count, ease: .inOut)
      guard now.x.bitPattern == input.direction.x.bitPattern,
        now.y.bitPattern == input.direction.y.bitPattern
      else { return nil }
    }
    return target
  }
}
