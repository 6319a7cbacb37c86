package import CaromSceneGraph
package import CaromSimulation

/// Another run of the level on screen, which is shown translucent beside that of the player.
///
/// It is a session of its own, so it affects nothing. It starts when the player's run does: when
/// the player has begun (`GameState.hasBegun`).
package final class Ghost {
  /// The input of a ghost.
  package enum Run {
    /// That of the game's bot.
    case bot
    /// That of a recording, which the session was prepared for with `ReplayRun`, up to a tick.
    case recorded(events: [TimedInput], lastTick: UInt64)
  }

  private let session: Session
  private let run: Run
  private let start: Snapshot
  private let level: Level?
  /// Whether the start is before the first tick of the level, as in games that do not wait.
  private let isAtLevelStart: Bool
  /// The player in the state at the start.
  private let startPlayer: any Bot
  private var player: any Bot
  private var tracker = RunTracker()
  private var hasEnded = false
  /// Whether the ghost cannot join the player's run, and waits for the next one.
  private var isWaiting = false

  /// How long to wait for a ghost to begin, in ticks.
  private static let longestStart = 1_800
  /// The longest run that a ghost joins, in ticks: ten minutes, which take less than a second.
  private static let longestJoinedRun = 36_000

  /// Creates a ghost that waits for the player; nil if the run does not begin, or shows nothing.
  ///
  /// - Parameters:
  ///   - session: The session of the ghost, at the start of the level or of the recording.
  ///   - run: Its input.
  package init?(_ session: Session, _ run: Run) {
    let player: (any Bot)? =
      switch run {
      case .bot: type(of: session.game).makeBot()
      case .recorded(let events, _): RecordedPlayer(events)
      }
    guard var player else { return nil }
    var ticks = 0
    while !session.game.hasBegun {
      guard ticks < Self.longestStart else { return nil }
      session.step(1, with: &player)
      ticks += 1
    }
    (self.session, self.run, self.player) = (session, run, player)
    (start, startPlayer, level) = (session.snapshot(), player, session.level)
    isAtLevelStart = session.levelTicks == 0
    if node == nil { return nil }
  }

  /// The node to show: the first player, or else the first that moves freely, such as a marble.
  private var node: Node? {
    let root = session.scene.rootNode
    let player = root.childNodes(withRole: PlayerBehavior.self).first
    return player.flatMap { $0.physicsBody == nil ? $0.childNode { $0.physicsBody != nil } : $0 }
      ?? root.childNode { $0.physicsBody?.type == .dynamic && $0.joints.isEmpty && !$0.isHidden }
  }

  /// The node to show now; nil in another level than that of the ghost, or before a run.
  package var shownNode: Node? { tracker.isRunning && isInLevel && !isWaiting ? node : nil }

  /// The ticks of the ghost's run until it completed the level, without the pauses in its
  /// recording; nil as long as it has not.
  package private(set) var completedTicks: UInt64?

  private var isInLevel = true
  /// The ticks of the run, without pauses.
  private var runTicks: UInt64 = 0

  /// Joins a run that the player has begun before the ghost was chosen.
  ///
  /// - Parameters:
  ///   - other: The session of the player.
  ///   - ticks: The ticks of the run since the one it began with, without pauses; nil if the run
  ///     has ended, so that the ghost waits for the next one.
  package func join(_ other: Session, after ticks: Int?) {
    isInLevel = other.level == level
    guard isInLevel else { return }
    _ = tracker.note(other)
    guard tracker.isRunning else { return }
    guard let ticks, ticks <= Self.longestJoinedRun else {
      (isWaiting, hasEnded) = (true, true)
      return
    }
    for _ in 0..<(isAtLevelStart ? ticks + 1 : ticks) where !hasEnded { advance() }
  }

  /// Runs the tick that the player's session has just run.
  package func follow(_ other: Session) {
    isInLevel = other.level == level
    guard isInLevel, !other.isPaused, !other.isChangingLevel else { return }
    let begins = tracker.note(other)
    if begins || !tracker.isRunning { rewind() }
    guard tracker.isRunning, !hasEnded else { return }
    // The tick in which the player begins is that of the start, or the first one after it.
    if begins, !isAtLevelStart { return }
    advance()
  }

  private func advance() {
    session.step(1, with: &player)
    // Pauses of a recording are not those of the player.
    while session.isPaused, !isAtEnd, case .recorded = run { session.step(1, with: &player) }
    runTicks += 1
    if session.hasJustCompletedLevel { completedTicks = runTicks - (isAtLevelStart ? 1 : 0) }
    if isAtEnd { hasEnded = true }
    // The ghost of a level does not go to the next one, or begin again.
    if completedTicks != nil || session.game.isOver || session.isChangingLevel { hasEnded = true }
  }

  /// Whether a recording is at its end.
  private var isAtEnd: Bool {
    if case .recorded(_, let lastTick) = run { session.tick >= lastTick } else { false }
  }

  private func rewind() {
    if isWaiting { (isWaiting, hasEnded) = (false, false) }
    guard session.tick != start.tick else { return }
    // A snapshot of this session fits it.
    do throws(SnapshotError) { try session.restore(start) } catch { return hasEnded = true }
    (player, hasEnded, completedTicks, runTicks) = (startPlayer, false, nil, 0)
  }
}

/// A player who sends recorded events, each at its tick.
private struct RecordedPlayer: Bot {
  private let events: [TimedInput]
  private var next = 0

  init(_ events: [TimedInput]) { self.events = events }

  mutating func play(_ session: Session) -> [InputEvent] {
    var now: [InputEvent] = []
    while next < events.count, events[next].tick <= session.tick {
      if events[next].tick == session.tick { now.append(events[next].event) }
      next += 1
    }
    return now
  }
}
