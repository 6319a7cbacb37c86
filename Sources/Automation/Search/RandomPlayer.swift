import CaromMaths
public import CaromSimulation

/// A player that does anything a person could, by seeded chance: what a search plays with.
///
/// It holds what it does for a while, as a person would, since a board that is tilted another way every
/// tick goes nowhere. Numbers are round, so that what it did is easy to read and to make simpler.
public struct RandomPlayer: Bot {
  private let controls: GameControls
  private var random: RandomStream
  /// The tick of the next idea.
  private var next: UInt64 = 0
  /// The key that is down, if one is.
  private var held: KeyCode?

  /// Makes a player for some controls; the same seed plays the same.
  public init(_ controls: GameControls, seed: UInt64) {
    self.controls = controls
    random = RandomStream(seed: seed)
  }

  /// What it does before the next tick; mostly nothing.
  public mutating func play(_ session: Session) -> [InputEvent] {
    guard session.tick >= next else { return [] }
    next = session.tick + UInt64(5 + random.int(below: 85))
    if let key = held {
      held = nil
      return [.release(key)]
    }
    var kinds: [InputKind] = []
    if !controls.keys.isEmpty { kinds.append(.key) }
    if controls.usesTilt { kinds += [.tilt, .tilt, .tilt] }
    if controls.usesPointer { kinds += [.pointer, .pointer, .pointer] }
    guard !kinds.isEmpty else { return [] }
    switch kinds[random.int(below: kinds.count)] {
    case .key:
      // The first begins or goes on: without it most games never start.
      let isFirst = random.chance(0.5)
      let key = controls.keys[isFirst ? 0 : random.int(below: controls.keys.count)]
      held = key
      next = session.tick + UInt64(1 + random.int(below: 30))
      return [.press(key)]
    case .tilt: return [.tilt(x: tenth(-10...10), y: tenth(-10...10))]
    case .pointer: return [.pointer(.moved, x: tenth(0...10), y: tenth(0...10))]
    }
  }

  private enum InputKind { case key, tilt, pointer }

  private mutating func tenth(_ range: ClosedRange<Int>) -> Float {
    Float(range.lowerBound + random.int(below: range.count)) / 10
  }
}

/// A player that sends the events of a list, each at its tick.
public struct ScriptPlayer: Bot {
  private let events: [TimedInput]
  private var next = 0

  /// Makes a player of events that are sorted by tick.
  public init(_ events: [TimedInput]) { self.events = events }

  /// The events of the next tick; those whose tick is over are left out.
  public mutating func play(_ session: Session) -> [InputEvent] {
    var now: [InputEvent] = []
    while next < events.count, events[next].tick <= session.tick {
      if events[next].tick == session.tick { now.append(events[next].event) }
      next += 1
    }
    return now
  }
}
