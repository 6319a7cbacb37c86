import CaromMaths

/// A replay of a recording in a session, verified against the recorded hashes.
///
/// ```swift
/// var run = try ReplayRun(replay, in: session)
/// let outcome = run.play()
/// ```
public struct ReplayRun {
  /// The recording.
  public let replay: Replay
  /// The session that replays the recording.
  public let session: Session
  /// Whether the scene, or another level, differs from the recorded one.
  public let hasSceneChanged: Bool
  /// The index of the next entry.
  private var next = 0

  /// Prepares to replay a recording.
  ///
  /// - Parameters:
  ///   - replay: The recording.
  ///   - session: A new session of the scene and game in the head, with the recorded launch
  ///     options.
  /// - Throws: ``ReplayMismatch`` if the recording does not fit the session.
  public init(_ replay: Replay, in session: Session) throws(ReplayMismatch) {
    let game = type(of: session.game).name
    guard game == replay.head.game else {
      throw ReplayMismatch(
        reason: "the game is \(replay.head.game), that of the session is \(game)")
    }
    guard session.launch == replay.head.launch, session.tick == 0 else {
      throw ReplayMismatch(
        reason: "the session was launched with other options than the recorded one")
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
      // Pending events of the snapshot are also in the recording, at the ticks at which they were
      // applied.
      session.removePendingEvents()
    }
    self.replay = replay
    self.session = session
    hasSceneChanged = session.sceneHash != replay.head.sceneHash
  }

  /// The first difference between a recording and its replay.
  public struct Divergence: Hashable, Sendable, CustomStringConvertible {
    /// The tick of the first hash that differs.
    public let tick: UInt64
    /// The tick of the last hash that matches, if any.
    public let lastMatchingTick: UInt64?
    /// The parts of the state that differ; empty if the recording has no hashes of parts.
    public let parts: [String]
    /// The recorded hash.
    public let expected: UInt64
    /// The hash of the session.
    public let found: UInt64
    /// The stored properties of the state that no declaration mentions: the likely cause.
    public let undeclared: [String]

    /// The message.
    public var description: String {
      let location = parts.isEmpty ? "" : " in \(parts.joined(separator: ", "))"
      let since = lastMatchingTick.map { "; the same up to tick \($0)" } ?? ""
      return "after tick \(tick) the state differs\(location): the hash is \(hexadecimal(found)), "
        + "recorded was \(hexadecimal(expected))\(since)"
        + UndeclaredValues.sentence(undeclared)
    }
  }

  /// The result of a replay.
  public struct Outcome: Hashable, Sendable {
    /// The number of replayed ticks.
    public let ticks: UInt64
    /// The number of hashes that matched.
    public let checks: Int
    /// The first difference; nil if all hashes matched.
    public let divergence: Divergence?
  }

  /// Replays up to and including a tick, or up to the first difference.
  ///
  /// - Parameters:
  ///   - tick: The last tick; nil replays everything.
  ///   - isCancelled: Called before each tick; returns true to stop there.
  /// - Returns: The result, with the first difference if there is one.
  public mutating func play(
    through tick: UInt64? = nil, isCancelled: () -> Bool = { false }
  ) -> Outcome {
    let start = session.tick
    let last = min(tick ?? .max, replay.lastTick)
    var checks = 0
    func outcome(_ divergence: Divergence?) -> Outcome {
      Outcome(ticks: session.tick - start, checks: checks, divergence: divergence)
    }
    while next < replay.entries.count, replay.entries[next].tick <= last {
      let entry = replay.entries[next]
      guard advance(to: entry.tick, isCancelled) else { return outcome(nil) }
      next += 1
      switch entry.content {
      case .event(let event): session.send(event)
      case .note(let text): session.note(text)
      case .check(let hash, let parts):
        if let found = difference(ReplayCheck(tick: entry.tick, hash: hash, parts: parts)) {
          return outcome(found)
        }
        lastMatchingTick = entry.tick
        checks += 1
      }
    }
    guard advance(to: last, isCancelled) else { return outcome(nil) }
    if let end = replay.end, end.tick == last {
      if let found = difference(end) { return outcome(found) }
      checks += 1
    }
    return outcome(nil)
  }

  /// Replays events and notes up to and including a tick, without verification.
  ///
  /// - Parameters:
  ///   - tick: The last tick; nil replays everything.
  ///   - isCancelled: Called before each tick; returns true to stop there.
  public mutating func replayWithoutChecks(
    through tick: UInt64? = nil, isCancelled: () -> Bool = { false }
  ) {
    let last = min(tick ?? .max, replay.lastTick)
    while next < replay.entries.count, replay.entries[next].tick <= last {
      let entry = replay.entries[next]
      guard advance(to: entry.tick, isCancelled) else { return }
      next += 1
      switch entry.content {
      case .event(let event): session.send(event)
      case .note(let text): session.note(text)
      case .check: break
      }
    }
    _ = advance(to: last, isCancelled)
  }

  private var lastMatchingTick: UInt64?

  /// Runs ticks; returns false if the run was canceled before the last one.
  private func advance(to tick: UInt64, _ isCancelled: () -> Bool) -> Bool {
    while session.tick < tick {
      if isCancelled() { return false }
      session.step()
    }
    return true
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
      found: found, undeclared: type(of: session.game).undeclaredState)
  }
}

/// The reason why a recording cannot be replayed in a session.
public struct ReplayMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason.
  public let reason: String
  /// The message.
  public var description: String { "the recording does not fit: \(reason)" }
}
