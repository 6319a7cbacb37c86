public import CaromSimulation

/// Searches for input that violates an invariant, and shrinks it to a minimal reproduction.
///
/// ```swift
/// let outcome = try Fuzz(ticks: 3_600, runs: 200).run { try makeSession() }
/// if let failure = outcome.failure { print(failure) }
/// ```
///
/// The input is that of several kinds of players: one who only starts the game, the game's bot with
/// lapses, one who holds the extremes of all inputs, random ones, and variations of runs that
/// reached new states. Run *n* of a seed is the same on any number of threads and on any machine.
public struct Fuzz: Sendable {
  /// The maximum number of ticks of a run.
  public var ticks: Int
  /// The maximum number of runs.
  public var runs: Int
  /// The number of ticks to simulate, in all; nil for no limit.
  ///
  /// The run that reaches it is the last one.
  public var budget: UInt64?
  /// The seed of the generated input.
  public var seed: UInt64
  /// The invariants, checked after every tick; nil for those of every game and those that the game
  /// declares.
  public var invariants: [Invariant]?
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
    invariants: [Invariant]? = nil, heavy: Int? = nil, threads: Int = 2,
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
    /// What the runs covered, without those of shrinking.
    public var coverage = Coverage()
    /// The problems that the scene reported during the ticks, each once.
    public var sceneProblems: [SceneProblem] = []
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
    let runner = FuzzRunner(self, pool, controls, isCancelled)
    var search = FuzzSearch(runner, pool, runs: runs, budget: budget ?? .max)
    var outcome = search.run(progress: progress)
    if let found = outcome.failure, !outcome.isInterrupted, found.invariant != Self.snapshotName {
      var shrinker = Shrinker(
        runner: runner, pool: pool, best: found, progress: progress)
      outcome.failure = shrinker.run()
      outcome.isInterrupted = shrinker.isInterrupted
    }
    outcome.sceneProblems = pool.sceneProblems
    return outcome
  }

  static let repeatName = "repeat"
  static let snapshotName = "snapshot"

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
      session.step(Int(clamping: failure.tick - session.tick), with: &player)
    }
    session.note("\(failure.invariant): \(failure.message)")
    session.finishRecording()
    return text
  }
}
