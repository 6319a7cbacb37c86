/// Verifies that snapshots are complete by restoring them into new sessions at regular intervals.
///
/// At each interval a new session is restored from a snapshot and receives the same events as the
/// original. State that is missing from the snapshot causes a difference within a few ticks. Other
/// engines call this check a sync test.
public struct HeavyMode {
  /// The number of ticks between two snapshots.
  public var interval: Int

  /// Creates a check every `interval` ticks.
  ///
  /// - Precondition: `interval` is at least one.
  public init(interval: Int) {
    precondition(interval >= 1, "The interval must be at least one tick")
    self.interval = interval
  }

  /// The first difference between a session and its restored copy.
  public struct Difference: Error, CustomStringConvertible {
    /// The number of ticks that had run at the difference.
    public let tick: UInt64
    /// The tick of the snapshot that the copy was restored from.
    public let snapshotTick: UInt64
    /// The parts of the state that differ, or the reason why the snapshot was rejected.
    public let parts: [String]
    /// The stored properties of the game that no declaration mentions and that differ, with both
    /// values.
    public var undeclared: [String] = []

    /// The message.
    public var description: String {
      "after tick \(tick) the session restored at tick \(snapshotTick) differs in "
        + parts.joined(separator: ", ") + UndeclaredValues.sentence(undeclared)
    }
  }

  /// Runs a session with a bot and verifies every snapshot.
  ///
  /// - Parameters:
  ///   - session: The session to run.
  ///   - ticks: The number of ticks to run.
  ///   - bot: The bot that plays, or nil for no input.
  ///   - makeSession: Creates a new session of the same files, game and seed.
  /// - Returns: The number of verified snapshots.
  /// - Throws: The first ``Difference``, or the error of `makeSession`.
  public func run(
    _ session: Session, ticks: Int, bot: (any Bot)?, makeSession: () throws -> Session
  ) throws -> Int {
    var bot = bot
    var checks = 0
    var done = 0
    while done < ticks {
      let snapshot = session.snapshot()
      let copy = try makeSession()
      do throws(SnapshotError) { try copy.restore(snapshot) } catch {
        throw Difference(tick: session.tick, snapshotTick: snapshot.tick, parts: [error.message])
      }
      let undeclared = session.undeclaredValues.differences(from: copy.undeclaredValues)
      try compare(session, copy, snapshot.tick, undeclared)
      for _ in 0..<min(interval, ticks - done) {
        let events = bot?.play(session) ?? []
        for event in events {
          session.send(event)
          copy.send(event)
        }
        session.step()
        copy.step()
        done += 1
      }
      try compare(session, copy, snapshot.tick, undeclared)
      checks += 1
    }
    return checks
  }

  private func compare(
    _ a: Session, _ b: Session, _ start: UInt64, _ undeclared: [String]
  ) throws {
    guard a.hash != b.hash else { return }
    let parts = zip(a.partHashes, b.partHashes).filter { $0 != $1 }.map(\.0.name)
    throw Difference(tick: a.tick, snapshotTick: start, parts: parts, undeclared: undeclared)
  }
}
