import CaromMaths
public import CaromSimulation

/// Searches for input that violates an invariant, and shrinks it to a minimal reproduction.
///
/// ```swift
/// let outcome = try Fuzz(ticks: 3_600, runs: 200).run { try makeSession() }
/// if let failure = outcome.failure { print(failure) }
/// ```
///
/// Run *n* of a seed is the same on any number of threads and on any machine.
public struct Fuzz: Sendable {
  /// The maximum number of ticks of a run.
  public var ticks: Int
  /// The maximum number of runs.
  public var runs: Int
  /// The seed of the generated input.
  public var seed: UInt64
  /// The invariants, checked after every tick.
  public var invariants: [Invariant]
  /// The number of ticks after which a fresh session continues from a snapshot and must stay equal;
  /// nil to skip this check (see `HeavyMode`).
  public var heavy: Int?
  /// The number of runs that are computed concurrently.
  public var threads: Int
  /// The maximum number of runs for shrinking a failure.
  public var shrinking: Int

  /// Creates a search.
  ///
  /// - Precondition: `ticks`, `runs`, `threads` and `heavy` are 1 or more.
  public init(
    ticks: Int = 3_600, runs: Int = 1_000, seed: UInt64 = 1,
    invariants: [Invariant] = Invariant.all, heavy: Int? = nil, threads: Int = 2,
    shrinking: Int = 2_000
  ) {
    precondition(ticks >= 1 && runs >= 1 && threads >= 1, "ticks, runs and threads are at least 1")
    precondition(heavy.map { $0 >= 1 } ?? true, "snapshots are at least one tick apart")
    (self.ticks, self.runs, self.seed) = (ticks, runs, seed)
    (self.invariants, self.heavy) = (invariants, heavy)
    (self.threads, self.shrinking) = (threads, shrinking)
  }

  /// Input that violates an invariant.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the invariant; `repeat` if the same input led to another hash, `snapshot` if a
    /// snapshot was incomplete.
    public var invariant: String
    /// The violation.
    public var message: String
    /// The number of ticks that had run.
    public var tick: UInt64
    /// The events sent until then, in order.
    public var events: [TimedInput]

    /// The whole message.
    public var description: String {
      "\(invariant): after tick \(tick): \(message) (\(events.count) events)"
    }
  }

  /// The outcome of a search.
  public struct Outcome: Hashable, Sendable {
    /// The number of runs, without those of shrinking.
    public var runs = 0
    /// The total number of ticks of these runs.
    public var ticks: UInt64 = 0
    /// The smallest known input that violates an invariant; nil if none was found.
    public var failure: Failure?
    /// The failure as it was found, before shrinking.
    public var found: Failure?
    /// The number of the run that found it.
    public var run: Int?
    /// Whether the search was stopped before it was complete.
    public var isInterrupted = false
  }

  /// The progress of a search.
  public enum Progress: Hashable, Sendable {
    /// The number of runs that are complete.
    case searching(runs: Int)
    /// The current size of the failure that is being shrunk.
    case shrinking(events: Int, ticks: UInt64)
  }

  /// The number of runs in a batch, independent of the number of threads.
  private static let batch = 8

  /// Runs the search.
  ///
  /// - Parameters:
  ///   - controls: The input to generate; nil for the controls that the game declares.
  ///   - progress: Called with the progress; return false to stop the search.
  ///   - isCancelled: Called before each tick, on any thread; returns true to stop the search.
  ///   - makeSession: Creates a session, each time with the same files and launch parameters.
  /// - Returns: The outcome.
  /// - Throws: The error of `makeSession`.
  public func run(
    controls: GameControls? = nil, progress: @escaping (Progress) -> Bool = { _ in true },
    isCancelled: @escaping @Sendable () -> Bool = { false },
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
        play(first + index, controls, session, beginning, isCancelled, makeSession)
      }
      for (index, result) in results.enumerated() {
        // Unfinished runs may be complete on other machines.
        if result.isCut { break }
        outcome.runs += 1
        outcome.ticks += result.ticks
        if let failure = result.failure {
          (outcome.failure, outcome.found, outcome.run) = (failure, failure, first + index)
          break
        }
      }
      if !progress(.searching(runs: outcome.runs)) || isCancelled() {
        outcome.isInterrupted = true
        return outcome
      }
    }
    if let found = outcome.failure, found.invariant != Self.snapshotName {
      var shrinker = Shrinker(
        fuzz: self, pool: pool, best: found, progress: progress, isCancelled: isCancelled)
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
    var isCut = false
  }

  private func play(
    _ number: Int, _ controls: GameControls, _ session: Session, _ beginning: Snapshot,
    _ isCancelled: () -> Bool, _ makeSession: () throws -> Session
  ) -> RunResult {
    var stream = RandomStream(seed: seed)
    let own = stream.next() &+ UInt64(number) &* 0x9e37_79b9_7f4a_7c15
    var player: any Bot = RandomPlayer(controls, seed: own)
    let start = session.tick
    let undeclared = session.undeclaredValues
    let (failure, events) = watch(&player, in: session, isCancelled: isCancelled)
    let ticks = session.tick - start
    if let failure { return RunResult(ticks: ticks, failure: failure) }
    if isCancelled() { return RunResult(ticks: ticks, isCut: true) }
    let hash = session.hash
    // Every fourth run is repeated and must reach the same state.
    if number % 4 == 0 {
      SessionPool.restore(session, beginning)
      let left = undeclared.differences(from: session.undeclaredValues)
      var again: any Bot = ScriptPlayer(events)
      session.step(ticks: ticks, with: &again)
      if session.hash != hash {
        let failure = Failure(
          invariant: Self.repeatName,
          message: "the same input led to another state" + UndeclaredValues.sentence(left),
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

  /// Plays until an invariant is violated.
  func watch(
    _ player: inout any Bot, in session: Session, ticks limit: Int? = nil,
    isCancelled: () -> Bool
  ) -> (failure: Failure?, events: [TimedInput]) {
    let watchers = invariants.map { (name: $0.name, check: $0.begin(session)) }
    var events: [TimedInput] = []
    for _ in 0..<(limit ?? ticks) {
      if isCancelled() { break }
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

  /// Replays a failure in a fresh session and records it.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - session: A session created as for the search.
  ///   - scene: The path of its scene, as a loader accepts it.
  /// - Returns: The text of a recording that ends at the violation.
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
