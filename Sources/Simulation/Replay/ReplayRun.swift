/// A recording that is played again in a session of its own, and held against its hashes.
///
/// ```swift
/// var run = try ReplayRun(replay, in: session)
/// let outcome = run.play()
/// ```
public struct ReplayRun {
  /// The recording.
  public let replay: Replay
  /// The session that plays it.
  public let session: Session
  /// True when the scene is not what it was when the recording was made.
  public let hasSceneChanged: Bool
  /// The first line that is not played yet.
  private var next = 0

  /// Begins to play a recording.
  ///
  /// - Parameters:
  ///   - replay: The recording.
  ///   - session: A fresh session of the scene and the game that the head names, with its launch.
  /// - Throws: why it does not fit.
  public init(_ replay: Replay, in session: Session) throws(ReplayMismatch) {
    let game = type(of: session.game).name
    guard game == replay.head.game else {
      throw ReplayMismatch(reason: "it is of \(replay.head.game), the session plays \(game)")
    }
    guard session.launch == replay.head.launch, session.tick == 0 else {
      throw ReplayMismatch(reason: "the session was not launched as the recorded one")
    }
    guard session.tickLength == replay.head.tickLength || replay.head.snapshot != nil else {
      throw ReplayMismatch(
        reason: """
          its ticks are \(replay.head.tickLength) s long, those of the scene \(session.tickLength) s
          """)
    }
    if let snapshot = replay.head.snapshot {
      do throws(SnapshotError) { try session.restore(snapshot) } catch {
        throw ReplayMismatch(reason: "\(error)")
      }
      // They are in the recording, at the ticks at which they were applied.
      session.removePendingEvents()
    }
    self.replay = replay
    self.session = session
    hasSceneChanged =
      session.partHashes.first { $0.name == "scene" }?.hash != replay.head.sceneHash
  }

  /// Where a recording and the session that plays it differ.
  public struct Divergence: Hashable, Sendable, CustomStringConvertible {
    /// The tick of the first hash that differs.
    public let tick: UInt64
    /// The tick of the last hash that was the same, if there was one.
    public let lastMatchingTick: UInt64?
    /// The parts of the state that differ; empty where the recording does not tell.
    public let parts: [String]
    /// What the recording says.
    public let expected: UInt64
    /// What the session has.
    public let found: UInt64

    /// The whole message.
    public var description: String {
      let place = parts.isEmpty ? "" : " in \(parts.joined(separator: ", "))"
      let since = lastMatchingTick.map { "; the same up to tick \($0)" } ?? ""
      return "after tick \(tick) the state differs\(place): the hash is \(hexadecimal(found)), "
        + "recorded was \(hexadecimal(expected))\(since)"
    }
  }

  /// How a recording came out.
  public struct Outcome: Hashable, Sendable {
    /// How many ticks were played.
    public let ticks: UInt64
    /// How many hashes were the same.
    public let checks: Int
    /// Where it went another way; nil when it did not.
    public let divergence: Divergence?
  }

  /// Plays on through a tick, or to the first difference.
  ///
  /// - Parameter tick: The last tick; nil plays all.
  /// - Returns: The difference, if one was met.
  public mutating func play(through tick: UInt64? = nil) -> Outcome {
    let start = session.tick
    let last = min(tick ?? .max, replay.lastTick)
    var checks = 0
    func outcome(_ divergence: Divergence?) -> Outcome {
      Outcome(ticks: session.tick - start, checks: checks, divergence: divergence)
    }
    while next < replay.entries.count, replay.entries[next].tick <= last {
      let entry = replay.entries[next]
      advance(to: entry.tick)
      next += 1
      switch entry.content {
      case .event(let event): session.send(event)
      case .note: break
      case .check(let hash, let parts):
        if let found = difference(ReplayCheck(tick: entry.tick, hash: hash, parts: parts)) {
          return outcome(found)
        }
        lastMatchingTick = entry.tick
        checks += 1
      }
    }
    advance(to: last)
    if let end = replay.end, end.tick == last {
      if let found = difference(end) { return outcome(found) }
      checks += 1
    }
    return outcome(nil)
  }

  /// Plays on through a tick whatever becomes of it: events and notes, no hashes.
  ///
  /// - Parameter tick: The last tick; nil plays all.
  public mutating func replayWithoutChecks(through tick: UInt64? = nil) {
    let last = min(tick ?? .max, replay.lastTick)
    while next < replay.entries.count, replay.entries[next].tick <= last {
      let entry = replay.entries[next]
      advance(to: entry.tick)
      next += 1
      switch entry.content {
      case .event(let event): session.send(event)
      case .note(let text): session.note(text)
      case .check: break
      }
    }
    advance(to: last)
  }

  private var lastMatchingTick: UInt64?

  private func advance(to tick: UInt64) {
    guard tick > session.tick else { return }
    session.step(Int(clamping: tick - session.tick))
  }

  private func difference(_ expected: ReplayCheck) -> Divergence? {
    let found = session.replayHash
    guard found != expected.hash else { return nil }
    let now = session.replayHashes.parts
    let parts = expected.parts.filter { part in
      now.contains { $0.name == part.name && $0.hash != part.hash }
    }
    return Divergence(
      tick: expected.tick, lastMatchingTick: lastMatchingTick, parts: parts.map(\.name),
      expected: expected.hash,
      found: found)
  }
}

/// Why a recording cannot be played in a session.
public struct ReplayMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// What does not fit.
  public let reason: String
  /// The whole message.
  public var description: String { "the recording does not fit: \(reason)" }
}
