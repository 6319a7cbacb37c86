import CaromMaths
public import CaromSimulation

/// A bot that plays random input from a seed, used by ``Fuzz`` and ``Forks``.
///
/// Inputs last for as many ticks as `GameControls.holdTicks` declares: a board that is tilted
/// differently every tick would hardly move a ball. Values are rounded to tenths, so that
/// recordings are easy to read and to shrink.
public struct RandomPlayer: Bot {
  private let controls: GameControls
  private var random: RandomStream
  /// The tick of the next input.
  private var next: UInt64 = 0
  /// The key that is pressed, if any.
  private var held: KeyCode?

  /// Creates a player for controls; the same seed gives the same input.
  public init(_ controls: GameControls, seed: UInt64) {
    self.controls = controls
    random = RandomStream(seed: seed)
  }

  /// The input before the next tick; usually none.
  public mutating func play(_ session: Session) -> [InputEvent] {
    guard session.tick >= next else { return [] }
    next = session.tick + UInt64(controls.hold(&random))
    if held != nil { return release() }
    var kinds: [InputKind] = []
    if !controls.keys.isEmpty { kinds.append(.key) }
    // More than the key that starts: keys that move something.
    if controls.keys.count > 1 { kinds.append(.key) }
    if controls.usesTilt { kinds += [.tilt, .tilt, .tilt] }
    if controls.usesPointer { kinds += [.pointer, .pointer, .pointer] }
    guard !kinds.isEmpty else { return [] }
    switch kinds[random.int(below: kinds.count)] {
    case .key:
      // The first key starts or confirms: without it most games never begin.
      let isFirst = random.chance(0.5)
      let key = controls.keys[isFirst ? 0 : random.int(below: controls.keys.count)]
      held = key
      return [.press(key)]
    case .tilt: return [.tilt(x: tenth(-10...10), y: tenth(-10...10))]
    case .pointer: return [.pointer(.moved, x: tenth(0...10), y: tenth(0...10))]
    }
  }

  /// Releases the key that is pressed, if any.
  mutating func release() -> [InputEvent] {
    defer { held = nil }
    return held.map { [.release($0)] } ?? []
  }

  private enum InputKind { case key, tilt, pointer }

  private mutating func tenth(_ range: ClosedRange<Int>) -> Float {
    Float(range.lowerBound + random.int(below: range.count)) / 10
  }
}

extension GameControls {
  /// A random time to hold an input, in ticks; every fourth is the longest.
  func hold(_ random: inout RandomStream) -> Int {
    if random.int(below: 4) == 0 { return holdTicks.upperBound }
    return holdTicks.lowerBound + random.int(below: holdTicks.count)
  }
}

/// A bot that sends a list of events, each at its tick.
public struct ScriptPlayer: Bot {
  private let events: [TimedInput]
  private var next = 0

  /// Creates a player for events in ascending order of ticks.
  public init(_ events: [TimedInput]) { self.events = events }

  /// The events of the next tick; events of earlier ticks are skipped.
  public mutating func play(_ session: Session) -> [InputEvent] {
    var now: [InputEvent] = []
    while next < events.count, events[next].tick <= session.tick {
      if events[next].tick == session.tick { now.append(events[next].event) }
      next += 1
    }
    return now
  }
}
