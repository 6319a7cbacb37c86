/// A recorded session: how it began, what came from outside, and hashes of what became of it.
///
/// Played again, it is the same session to the last bit; where it is not, the hashes tell which tick
/// and which part of the state went another way. In files (`.replay.jsonl`) one JSON object a line:
///
/// ```
/// {"head":1,"format":"carom.replay/1","game":"marble-maze","scene":"marble-maze/level1.json","seed":"7",…}
/// {"t":0,"check":"9f0c…","parts":{"session":"11aa…","random":"77b0…",…}}
/// {"t":30,"key":{"code":"space","isDown":true}}
/// {"t":75,"note":"reached the second pearl"}
/// {"t":600,"end":1,"check":"5e21…"}
/// ```
///
/// Lines are sorted by tick; within a tick their order is that in which they happened. 64-bit numbers
/// are strings, floats the shortest that read back as the same bits. Lines are only ever appended, so
/// a session that died leaves a file that ends early and is valid up to there.
public struct Replay: Hashable, Sendable {
  /// How the session began.
  public var head: ReplayHead
  /// What happened, in order.
  public var entries: [ReplayEntry]
  /// Where it ended; nil where the recording was cut off.
  public var end: ReplayCheck?

  /// Puts a recording together.
  ///
  /// - Parameters:
  ///   - head: How the session began.
  ///   - entries: What happened, sorted by tick.
  ///   - end: Where it ended, if it did.
  public init(head: ReplayHead, entries: [ReplayEntry] = [], end: ReplayCheck? = nil) {
    self.head = head
    self.entries = entries
    self.end = end
  }

  /// True where the last line is missing: the session died, or is still being recorded.
  public var isTruncated: Bool { end == nil }

  /// The tick of the last line.
  public var lastTick: UInt64 { end?.tick ?? entries.last?.tick ?? head.tick }

  /// The events, in order.
  public var events: [TimedInput] {
    entries.compactMap { entry in
      if case .event(let event) = entry.content { TimedInput(event, tick: entry.tick) } else { nil }
    }
  }

  /// The hashes, the last one included, in order.
  public var checks: [ReplayCheck] {
    let inside = entries.compactMap { entry -> ReplayCheck? in
      if case .check(let hash, let parts) = entry.content {
        ReplayCheck(tick: entry.tick, hash: hash, parts: parts)
      } else {
        nil
      }
    }
    return inside + (end.map { [$0] } ?? [])
  }

  /// The same session up to a tick; what came after it is left out, and so is the end.
  public func prefix(through tick: UInt64) -> Replay {
    var cut = self
    cut.entries = entries.filter { $0.tick <= tick }
    if let end, end.tick > tick { cut.end = nil }
    return cut
  }
}

/// How a recorded session began.
public struct ReplayHead: Hashable, Sendable {
  /// The version of the engine that recorded it; for people.
  public var engine: String
  /// The name of the game.
  public var game: String
  /// The scene: a path from the root of the scenes, or that of a file.
  public var scene: String
  /// The hash of the scene at the start, which tells whether its files have changed since.
  public var sceneHash: UInt64
  /// The length of a tick, in seconds.
  public var tickLength: Double
  /// Seed, date, arguments and stored numbers.
  public var launch: Launch
  /// The state that it began with, where that is not the first; nil for a whole session.
  public var snapshot: Snapshot?

  /// How many ticks had run when it began.
  public var tick: UInt64 { snapshot?.tick ?? 0 }

  /// How a session stands that will be recorded from now on.
  ///
  /// - Parameters:
  ///   - session: The session as it is now.
  ///   - scene: Where the scene comes from: a path from the root of the scenes, or of a file.
  public init(_ session: Session, scene: String) {
    engine = Engine.version
    game = type(of: session.game).name
    self.scene = scene
    sceneHash = session.partHashes.first { $0.name == "scene" }?.hash ?? 0
    tickLength = session.tickLength
    launch = session.launch
    snapshot = session.tick > 0 ? session.snapshot() : nil
  }

  init() {
    (engine, game, scene) = ("", "", "")
    (sceneHash, tickLength) = (0, 0)
    launch = Launch()
  }
}

/// A line of a recording between head and end.
public struct ReplayEntry: Hashable, Sendable {
  /// How many ticks had run.
  public var tick: UInt64
  /// What happened then.
  public var content: Content

  /// What a line tells.
  public enum Content: Hashable, Sendable {
    /// Something came from outside; it applies before the tick runs.
    case event(InputEvent)
    /// The hash of the state, and of its parts where they were written down.
    case check(UInt64, [PartHash])
    /// A remark for people.
    case note(String)
  }

  /// Makes a line.
  public init(tick: UInt64, _ content: Content) {
    self.tick = tick
    self.content = content
  }
}

/// The hash of the state after a number of ticks.
public struct ReplayCheck: Hashable, Sendable {
  /// How many ticks had run.
  public var tick: UInt64
  /// The hash of the whole state but for the events that wait: ``Session/replayHash``.
  public var hash: UInt64
  /// The hashes of its parts, without that of the events that wait; may be empty.
  public var parts: [PartHash]

  /// Makes a check of given hashes.
  public init(tick: UInt64, hash: UInt64, parts: [PartHash] = []) {
    self.tick = tick
    self.hash = hash
    self.parts = parts
  }

  /// Hashes a session as it stands.
  init(_ session: Session, parts isWhole: Bool) {
    tick = session.tick
    if isWhole {
      let hashes = session.replayHashes
      hash = hashes.whole
      parts = hashes.parts.filter { $0.name != "queue" }
    } else {
      hash = session.replayHash
      parts = []
    }
  }
}

/// The engine itself.
public enum Engine {
  /// The version, as recordings and tools write it.
  public static let version = "0.1.0"
}
