/// Proves that snapshots are complete: every few ticks a fresh session takes over beside the old one.
///
/// The old session goes on; the fresh one starts from the old one's snapshot and gets the same
/// events. A byte that a snapshot misses shows as a difference after a few ticks.
public struct HeavyMode {
  /// How many ticks lie between two snapshots.
  public var interval: Int

  /// Makes a check every `interval` ticks.
  ///
  /// - Precondition: `interval` is at least one.
  public init(interval: Int) {
    precondition(interval >= 1, "At least a tick lies between two snapshots")
    self.interval = interval
  }

  /// The first difference between a session and the one that took over from its snapshot.
  public struct Difference: Error, CustomStringConvertible {
    /// How many ticks had run when the two differed.
    public let tick: UInt64
    /// The tick of the snapshot that the fresh session began with.
    public let snapshotTick: UInt64
    /// The parts of the state that differ, or why the snapshot could not be restored.
    public let parts: [String]

    /// The whole message.
    public var description: String {
      "after tick \(tick) the session restored at tick \(snapshotTick) differs in "
        + parts.joined(separator: ", ")
    }
  }

  /// Plays with a bot and checks after every interval.
  ///
  /// - Parameters:
  ///   - session: The session to play.
  ///   - ticks: How many ticks to play.
  ///   - bot: The player, or nil for nobody.
  ///   - makeSession: Makes a fresh session of the same files, game and seed.
  /// - Returns: how many snapshots were checked.
  /// - Throws: the first ``Difference``, or what `makeSession` throws.
  public func run(
    _ session: Session, ticks: Int, bot: (any Bot)?, makeSession: () throws -> Session
  ) throws -> Int {
    var bot = bot
    var checks = 0
    var done = 0
    while done < ticks {
      let snapshot = session.snapshot()
      let twin = try makeSession()
      do throws(SnapshotError) { try twin.restore(snapshot) } catch {
        throw Difference(tick: session.tick, snapshotTick: snapshot.tick, parts: [error.message])
      }
      try compare(session, twin, snapshot.tick)
      for _ in 0..<min(interval, ticks - done) {
        let events = bot?.play(session) ?? []
        for event in events {
          session.send(event)
          twin.send(event)
        }
        session.step()
        twin.step()
        done += 1
      }
      try compare(session, twin, snapshot.tick)
      checks += 1
    }
    return checks
  }

  private func compare(_ a: Session, _ b: Session, _ start: UInt64) throws {
    guard a.hash != b.hash else { return }
    let parts = zip(a.partHashes, b.partHashes).filter { $0 != $1 }.map(\.0.name)
    throw Difference(tick: a.tick, snapshotTick: start, parts: parts)
  }
}
