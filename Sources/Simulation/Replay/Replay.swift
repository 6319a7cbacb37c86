/// A recorded session: its initial conditions, its input events and hashes of its state.
///
/// A replay reproduces the session bit for bit. If it does not, the hashes identify the tick and
/// the part of the state in which they diverge. A file (`.replay.jsonl`) contains one JSON object
/// per line:
///
/// ```
/// {"head":1,"format":"carom.replay/1","game":"marble-maze","scene":"level1.json","seed":"7",…}
/// {"t":0,"check":"9f0c…","parts":{"session":"11aa…","random":"77b0…",…}}
/// {"t":30,"key":{"code":"space","isDown":true}}
/// {"t":75,"note":"reached the second pearl"}
/// {"t":600,"end":1,"check":"5e21…"}
/// ```
///
/// Lines are sorted by tick, and within a tick by the order of events. 64-bit numbers are strings;
/// floats are written with the fewest digits that preserve their bits. Files are append-only, so a
/// process that crashes leaves a valid prefix.
public struct Replay: Hashable, Sendable {
  /// The initial conditions of the session.
  public var head: ReplayHead
  /// The events, checks and notes, in order.
  public var entries: [ReplayEntry]
  /// The state at the end; nil if the recording is truncated.
  public var end: ReplayCheck?

  /// Creates a recording.
  ///
  /// - Parameters:
  ///   - head: The initial conditions of the session.
  ///   - entries: The events, checks and notes, sorted by tick.
  ///   - end: The state at the end; nil for a truncated recording.
  public init(head: ReplayHead, entries: [ReplayEntry] = [], end: ReplayCheck? = nil) {
    self.head = head
    self.entries = entries
    self.end = end
  }

  /// Whether the last line is missing, because the session crashed or is still being recorded.
  public var isTruncated: Bool { end == nil }

  /// The tick of the last line.
  public var lastTick: UInt64 { end?.tick ?? entries.last?.tick ?? head.tick }

  /// The input events, in order.
  public var events: [TimedInput] {
    entries.compactMap { entry in
      if case .event(let event) = entry.content { TimedInput(event, tick: entry.tick) } else { nil }
    }
  }

  /// The checks, including the final one, in order.
  public var checks: [ReplayCheck] {
    let inner = entries.compactMap { entry -> ReplayCheck? in
      if case .check(let hash, let parts) = entry.content {
        ReplayCheck(tick: entry.tick, hash: hash, parts: parts)
      } else {
        nil
      }
    }
    return inner + (end.map { [$0] } ?? [])
  }

  /// The recording up to and including a tick; without the end unless it has been reached.
  public func prefix(through tick: UInt64) -> Replay {
    var cut = self
    cut.entries = entries.filter { $0.tick <= tick }
    if let end, end.tick > tick { cut.end = nil }
    return cut
  }
}

/// The initial conditions of a recorded session.
public struct ReplayHead: Hashable, Sendable {
  /// The version of the engine that recorded the session; informational.
  public var engine: String
  /// The name of the game.
  public var game: String
  /// The path of the scene, from the folder of scenes or as a file.
  public var scene: String
  /// The hash of the scene at the start and of all levels, for detecting changed files.
  public var sceneHash: UInt64
  /// The length of a tick, in seconds.
  public var tickLength: Double
  /// The seed, date, arguments and stored numbers.
  public var launch: Launch
  /// The initial state if the recording started after the first tick, or if the session continued
  /// the game of another one; nil otherwise.
  public var snapshot: Snapshot?

  /// The number of ticks that had run at the start of the recording.
  public var tick: UInt64 { snapshot?.tick ?? 0 }

  /// Creates the head of a recording that starts now.
  ///
  /// - Parameters:
  ///   - session: The session to record.
  ///   - scene: The path of the scene, from the folder of scenes or as a file.
  public init(_ session: Session, scene: String) {
    engine = Engine.version
    game = type(of: session.game).name
    self.scene = scene
    sceneHash = session.sceneHash
    tickLength = session.tickLength
    launch = session.launch
    snapshot = session.tick > 0 || session.continuesGame ? session.snapshot() : nil
  }

  init() {
    (engine, game, scene) = ("", "", "")
    (sceneHash, tickLength) = (0, 0)
    launch = Launch()
  }
}

/// A line of a recording between the head and the end.
public struct ReplayEntry: Hashable, Sendable {
  /// The number of ticks that had run.
  public var tick: UInt64
  /// The content of the line.
  public var content: Content

  /// The content of a line.
  public enum Content: Hashable, Sendable {
    /// An input event, applied before the tick runs.
    case event(InputEvent)
    /// The hash of the state, and optionally of its parts.
    case check(UInt64, [PartHash])
    /// A note for the reader.
    case note(String)
  }

  /// Creates a line.
  public init(tick: UInt64, _ content: Content) {
    self.tick = tick
    self.content = content
  }
}

/// The hash of the state after a number of ticks.
public struct ReplayCheck: Hashable, Sendable {
  /// The number of ticks that had run.
  public var tick: UInt64
  /// The hash of the whole state except pending events: ``Session/replayHash``.
  public var hash: UInt64
  /// The hashes of the parts except pending events; can be empty.
  public var parts: [PartHash]

  /// Creates a check from known hashes.
  public init(tick: UInt64, hash: UInt64, parts: [PartHash] = []) {
    self.tick = tick
    self.hash = hash
    self.parts = parts
  }

  /// Computes the hashes of a session.
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
