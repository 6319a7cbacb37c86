import CaromMaths
import CaromSimulation

/// The bot of a game, with lapses: for a while its input is replaced by random input.
struct FallibleBot: Bot {
  private var bot: any Bot
  private var stray: RandomPlayer
  private let controls: GameControls
  private var random: RandomStream
  /// The probability of a lapse per tick.
  private let lapses: Float
  private var lapseEnd: UInt64?

  /// Creates a player with a number of lapses per 600 ticks; 0 for the bot as it is.
  init(_ bot: any Bot, _ controls: GameControls, lapses: Int, seed: UInt64) {
    self.bot = bot
    self.controls = controls
    self.lapses = Float(lapses) / 600
    random = RandomStream(seed: seed)
    stray = RandomPlayer(controls, seed: random.next())
  }

  mutating func play(_ session: Session) -> [InputEvent] {
    // The bot watches during a lapse, too, so that it can continue.
    let wanted = bot.play(session)
    if let end = lapseEnd {
      if session.tick < end { return stray.play(session) }
      lapseEnd = nil
      return stray.release() + wanted
    }
    if lapses > 0, random.chance(lapses) {
      lapseEnd = session.tick + UInt64(controls.hold(&random))
    }
    return wanted
  }
}

/// A player who repeats recorded events, and then plays at random.
struct ContinuingPlayer: Bot {
  private var script: ScriptPlayer
  private var player: RandomPlayer
  /// The tick at which the recorded events end.
  private let end: UInt64

  init(_ events: [TimedInput], until end: UInt64, _ controls: GameControls, seed: UInt64) {
    script = ScriptPlayer(events)
    self.end = end
    player = RandomPlayer(controls, seed: seed)
  }

  mutating func play(_ session: Session) -> [InputEvent] {
    session.tick < end ? script.play(session) : player.play(session)
  }
}

/// The input of runs that reached new states, from which further input grows.
///
/// The first entry is usually that of the game's bot. Entries are added in the order of the runs,
/// so the corpus is the same on any number of threads.
struct InputCorpus: Sendable {
  private static let capacity = 64
  private(set) var entries: [[TimedInput]] = []
  private var oldest = 1

  /// Adds the events of a run; when the corpus is full, they replace the oldest but the first.
  mutating func add(_ events: [TimedInput]) {
    guard !events.isEmpty else { return }
    if entries.count < Self.capacity { return entries.append(events) }
    entries[oldest] = events
    oldest = oldest % (Self.capacity - 1) + 1
  }

  /// A player who varies an entry: cut off, spliced with another, or perturbed.
  ///
  /// - Parameters:
  ///   - ticks: The length of a run.
  ///   - controls: The input to continue with.
  ///   - seed: The seed of the variation.
  /// - Returns: The player; nil if the corpus is empty.
  func player(ticks: UInt64, _ controls: GameControls, seed: UInt64) -> (any Bot)? {
    guard !entries.isEmpty else { return nil }
    var random = RandomStream(seed: seed)
    // Half of the variations grow from the latest entries.
    let recent = random.chance(0.5) ? max(0, entries.count - 8) : 0
    var events = entries[recent + random.int(below: entries.count - recent)]
    guard let (first, last) = Self.span(events) else { return nil }
    let cut = first + UInt64(random.int(below: Int(clamping: last - first) + 1))
    switch random.int(below: 3) {
    case 0: return ContinuingPlayer(events, until: cut, controls, seed: random.next())
    case 1:
      let other = entries[random.int(below: entries.count)]
      events = Self.splice(events, at: cut, other, &random)
    default: events = Self.perturb(events, controls, &random)
    }
    let end = Self.span(events)?.last ?? 0
    // What is left of the run is played at random.
    let until = min(ticks, end + UInt64(controls.holdTicks.upperBound))
    return ContinuingPlayer(events, until: until, controls, seed: random.next())
  }

  private static func span(_ events: [TimedInput]) -> (first: UInt64, last: UInt64)? {
    guard let first = events.first, let last = events.last else { return nil }
    return (first.tick, last.tick)
  }

  /// The events up to a tick, and from then on those of another entry from one of its ticks.
  private static func splice(
    _ events: [TimedInput], at cut: UInt64, _ other: [TimedInput], _ random: inout RandomStream
  ) -> [TimedInput] {
    let start = other[random.int(below: other.count)].tick
    let rest = other.filter { $0.tick >= start }
    return events.filter { $0.tick < cut }
      + rest.map { TimedInput($0.event, tick: cut + ($0.tick - start)) }
  }

  /// The events with some of them left out, moved, or set to an extreme.
  private static func perturb(
    _ events: [TimedInput], _ controls: GameControls, _ random: inout RandomStream
  ) -> [TimedInput] {
    let share = [Float(0.02), 0.1, 0.4][random.int(below: 3)]
    var changed: [TimedInput] = []
    for var input in events {
      if random.chance(share) {
        switch random.int(below: 4) {
        case 0: continue
        case 1: input.tick += UInt64(random.int(below: controls.holdTicks.upperBound))
        case 2: input.tick -= min(input.tick, UInt64(random.int(below: 30)))
        default: input.event = extreme(of: input.event, &random)
        }
      }
      changed.append(input)
    }
    // Stable, so that events of one tick keep their order.
    return changed.enumerated()
      .sorted { ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset) }.map(\.element)
  }

  /// An event with its values at one of the ends of their range.
  private static func extreme(
    of event: InputEvent, _ random: inout RandomStream
  ) -> InputEvent {
    func end(_ low: Float, _ random: inout RandomStream) -> Float {
      random.int(below: 2) == 0 ? low : 1
    }
    switch event {
    case .tilt: return .tilt(x: end(-1, &random), y: end(-1, &random))
    case .pointer(var pointer):
      pointer.position = Vector2(end(0, &random), end(0, &random))
      return .pointer(pointer)
    case .axis(let axis): return .axis(axis.axis, end(-1, &random))
    case .key, .wheel, .text, .button, .viewport, .command, .set: return event
    }
  }
}
