import CaromMaths
public import CaromSimulation

/// Searches for input that breaks an invariant, and makes what it finds as short as it can.
///
/// ```swift
/// let outcome = try Fuzz(ticks: 3_600, runs: 200).run { try makeSession() }
/// if let failure = outcome.failure { print(failure) }
/// ```
///
/// Run *n* of a seed is always the same, on any number of threads and any machine.
public struct Fuzz: Sendable {
  /// How long each run is at most.
  public var ticks: Int
  /// How many runs there are at most.
  public var runs: Int
  /// What the runs' inputs come from.
  public var seed: UInt64
  /// What must hold after every tick.
  public var invariants: [Invariant]
  /// Every so many ticks a fresh session takes over from a snapshot and must go on the same; nil does
  /// not check that.
  public var heavy: Int?
  /// How many runs are worked out at once.
  public var threads: Int
  /// How many runs making a failure shorter may take.
  public var shrinking: Int

  /// Makes a search.
  ///
  /// - Precondition: `ticks`, `runs`, `threads` and `heavy` are 1 or more.
  public init(
    ticks: Int = 3_600, runs: Int = 1_000, seed: UInt64 = 1,
    invariants: [Invariant] = Invariant.all, heavy: Int? = nil, threads: Int = 2,
    shrinking: Int = 2_000
  ) {
    precondition(ticks >= 1 && runs >= 1 && threads >= 1, "A search has runs, ticks and threads")
    precondition(heavy.map { $0 >= 1 } ?? true, "At least a tick lies between two snapshots")
    (self.ticks, self.runs, self.seed) = (ticks, runs, seed)
    (self.invariants, self.heavy) = (invariants, heavy)
    (self.threads, self.shrinking) = (threads, shrinking)
  }

  /// Input that breaks an invariant.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The invariant's name; `repeat` where the same input led to another hash, `snapshot` where a
    /// snapshot was not complete.
    public var invariant: String
    /// What was wrong.
    public var message: String
    /// How many ticks had run then.
    public var tick: UInt64
    /// What was sent until then, in order.
    public var events: [TimedInput]

    /// The whole message.
    public var description: String {
      "\(invariant): after tick \(tick): \(message) (\(events.count) events)"
    }
  }

  /// What a search came to.
  public struct Outcome: Hashable, Sendable {
    /// How many runs were made, without those of shrinking.
    public var runs = 0
    /// How many ticks they had together.
    public var ticks: UInt64 = 0
    /// The shortest input that was found to break an invariant; nil when none was broken.
    public var failure: Failure?
    /// The input that was found first, before it was made shorter.
    public var found: Failure?
    /// The number of the run that found it.
    public var run: Int?
    /// True when it was told to stop before it was done.
    public var isInterrupted = false
  }

  /// How far a search is.
  public enum Progress: Hashable, Sendable {
    /// So many runs have been made.
    case searching(runs: Int)
    /// A failure has come down to so many events and ticks.
    case shrinking(events: Int, ticks: UInt64)
  }

  /// How many runs are begun together, whatever the number of threads.
  private static let batch = 8

  /// Searches.
  ///
  /// - Parameters:
  ///   - controls: What the players do; nil for what the game listens to.
  ///   - progress: Told how far it is; false stops it with what it has.
  ///   - makeSession: Makes a fresh session of the same files and launch, always the same.
  /// - Returns: What was found.
  /// - Throws: what `makeSession` throws.
  public func run(
    controls: GameControls? = nil, progress: @escaping (Progress) -> Bool = { _ in true },
    makeSession: @escaping @Sendable () throws -> Session
  ) throws -> Outcome {
    let pool = try SessionPool(threads: threads, makeSession: makeSession)
    let controls = try controls ?? type(of: makeSession().game).controls
    let beginning = pool.beginning
    var outcome = Outcome()
    while outcome.runs < runs, outcome.failure == nil {
      let first = outcome.runs
      let count = min(Self.batch, runs - first)
      let results = pool.run(count) { index, session in
        play(first + index, controls, session, beginning, makeSession)
      }
      for (index, result) in results.enumerated() {
        outcome.runs += 1
        outcome.ticks += result.ticks
        if let failure = result.failure {
          (outcome.failure, outcome.found, outcome.run) = (failure, failure, first + index)
          break
        }
      }
      if !progress(.searching(runs: outcome.runs)) {
        outcome.isInterrupted = true
        return outcome
      }
    }
    if let found = outcome.failure, found.invariant != Self.snapshotName {
      var shrinker = Shrinker(fuzz: self, pool: pool, best: found, progress: progress)
      outcome.failure = shrinker.run()
      outcome.isInterrupted = shrinker.isInterrupted
    }
    return outcome
  }

  static let repeatName = "repeat"
  static let snapshotName = "snapshot"

  private struct RunResult: Sendable {
    var ticks: UInt64
    var failure: Failure?
  }

  private func play(
    _ number: Int, _ controls: GameControls, _ session: Session, _ beginning: Snapshot,
    _ makeSession: () throws -> Session
  ) -> RunResult {
    var stream = RandomStream(seed: seed)
    let own = stream.next() &+ UInt64(number) &* 0x9e37_79b9_7f4a_7c15
    var player: any Bot = RandomPlayer(controls, seed: own)
    let start = session.tick
    let (failure, events) = watch(&player, in: session)
    let ticks = session.tick - start
    if let failure { return RunResult(ticks: ticks, failure: failure) }
    let hash = session.hash
    // The same once more, for every fourth run.
    if number % 4 == 0 {
      SessionPool.restore(session, beginning)
      var again: any Bot = ScriptPlayer(events)
      session.step(ticks: ticks, with: &again)
      if session.hash != hash {
        let failure = Failure(
          invariant: Self.repeatName, message: "the same input led to another state",
          tick: session.tick, events: events)
        return RunResult(ticks: ticks, failure: failure)
      }
    }
    if let heavy {
      SessionPool.restore(session, beginning)
      do {
        _ = try HeavyMode(interval: heavy).run(
          session, ticks: Int(clamping: ticks), bot: ScriptPlayer(events), makeSession: makeSession)
      } catch {
        let failure = Failure(
          invariant: Self.snapshotName, message: "\(error)", tick: session.tick, events: events)
        return RunResult(ticks: ticks, failure: failure)
      }
    }
    return RunResult(ticks: ticks, failure: nil)
  }

  /// Plays with a player until an invariant breaks.
  func watch(
    _ player: inout any Bot, in session: Session, ticks limit: Int? = nil
  ) -> (failure: Failure?, events: [TimedInput]) {
    let watchers = invariants.map { (name: $0.name, check: $0.begin(session)) }
    var events: [TimedInput] = []
    for _ in 0..<(limit ?? ticks) {
      for event in player.play(session) {
        events.append(TimedInput(event, tick: session.tick))
        session.send(event)
      }
      session.step()
      for watcher in watchers {
        guard let message = watcher.check(session) else { continue }
        let failure = Failure(
          invariant: watcher.name, message: message, tick: session.tick, events: events)
        return (failure, events)
      }
    }
    return (nil, events)
  }

  /// Plays the input of a failure in a fresh session, and records it.
  ///
  /// - Parameters:
  ///   - failure: What was found.
  ///   - session: A fresh session, as the search made them.
  ///   - scene: Where its scene comes from, as a loader takes it.
  /// - Returns: The text of a recording that ends where the invariant breaks.
  public static func recording(
    of failure: Failure, in session: Session, scene: String
  ) -> String {
    var text = ""
    session.record(scene: scene) { text += $0 }
    var player: any Bot = ScriptPlayer(failure.events)
    if failure.tick > session.tick {
      session.step(ticks: failure.tick - session.tick, with: &player)
    }
    session.note("\(failure.invariant): \(failure.message)")
    session.finishRecording()
    return text
  }
}

extension Session {
  /// Runs a number of ticks with a player.
  fileprivate func step(ticks: UInt64, with player: inout any Bot) {
    step(Int(clamping: ticks), with: &player)
  }
}
