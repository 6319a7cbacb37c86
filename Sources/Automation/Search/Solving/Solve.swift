public import CaromSimulation

/// Searches for input that wins a level, in as few ticks as it can find.
///
/// ```swift
/// let outcome = try Solve(budget: 5_000_000).run { try makeSession() }
/// if let win = outcome.win { print(win.ticks) }
/// ```
///
/// The search keeps an archive of states, one for each cell: the level, the phase, the lives, the
/// number of visible nodes of each role and, coarsely, where the first dynamic bodies are and how
/// they move. Each round restores states of the archive, preferring those that were tried less
/// often, and plays random input from them; states in new cells, or that reach their cell in fewer
/// ticks, are added. After the first win, states that are later than it are no longer tried, so
/// that further wins are faster.
///
/// The result depends on the seed and the budget, and is the same on any number of threads.
///
/// - Source: A. Ecoffet et al., "First return, then explore", Nature 590, 2021 (Go-Explore).
public struct Solve: Sendable {
  /// The number of ticks to simulate, in all.
  public var budget: UInt64
  /// The maximum number of ticks of a win.
  public var ticks: UInt64
  /// The seed of the generated input.
  public var seed: UInt64
  /// Whether the search begins with a run of the game's bot, from whose states it also continues.
  public var usesBot: Bool
  /// Whether the search ends at the first win.
  public var stopsAtFirstWin: Bool
  /// The condition of a win; nil if the level must be completed (`Session.completeLevel`).
  public var goal: Locator?
  /// The number of states that are tried concurrently.
  public var threads: Int

  /// Creates a search.
  ///
  /// - Precondition: `budget`, `ticks` and `threads` are 1 or more.
  public init(
    budget: UInt64 = 5_000_000, ticks: UInt64 = 14_400, seed: UInt64 = 1, usesBot: Bool = true,
    stopsAtFirstWin: Bool = false, goal: Locator? = nil, threads: Int = 2
  ) {
    precondition(
      budget >= 1 && ticks >= 1 && threads >= 1, "budget, ticks and threads are positive")
    (self.budget, self.ticks, self.seed) = (budget, ticks, seed)
    (self.usesBot, self.stopsAtFirstWin) = (usesBot, stopsAtFirstWin)
    (self.goal, self.threads) = (goal, threads)
  }

  /// Input that wins.
  public struct Win: Hashable, Sendable {
    /// The number of ticks from the start of the search to the win.
    public var ticks: UInt64
    /// The score at the win.
    public var score: Int32
    /// The events, in order.
    public var events: [TimedInput]
  }

  /// The outcome of a search.
  public struct Outcome: Hashable, Sendable {
    /// The fastest win; nil if none was found.
    public internal(set) var win: Win?
    /// The ticks in which the bot won; nil if it did not win, or did not play.
    public internal(set) var botTicks: UInt64?
    /// The number of ticks that the search had simulated when it found its first win other than
    /// that of the bot.
    public internal(set) var firstWinAfter: UInt64?
    /// The number of ticks that were simulated.
    public internal(set) var ticks: UInt64 = 0
    /// The number of times that random input was played from a state.
    public internal(set) var explorations = 0
    /// The number of cells that were reached.
    public internal(set) var cells = 0
    /// The best score of any state.
    public internal(set) var bestScore: Int32 = 0
    /// The greatest distance of the first dynamic body from where it started, in meters.
    public internal(set) var furthest: Float = 0
    /// Where the first dynamic body was when a life or the game was lost, in order of the
    /// explorations; at most ``maximumLosses``.
    public internal(set) var losses: [Loss] = []
    /// The number of explorations that lost a life or the game.
    public internal(set) var lossCount = 0
    /// How many slips in the win lost; nil without a win.
    public internal(set) var risk: Risk?
    /// Whether the search was stopped before its budget was used.
    public internal(set) var isInterrupted = false
  }

  /// The number of losses whose places are kept.
  public static let maximumLosses = 20_000

  /// The progress of a search.
  public struct Progress: Hashable, Sendable {
    /// The number of ticks that were simulated.
    public var ticks: UInt64
    /// The number of cells that were reached.
    public var cells: Int
    /// The ticks of the fastest win; nil if there is none yet.
    public var winTicks: UInt64?
  }

  /// Runs the search.
  ///
  /// - Parameters:
  ///   - controls: The input to generate; nil for the controls that the game declares.
  ///   - progress: Called after each round; return false to stop the search.
  ///   - isCancelled: Called before each tick, on any thread; returns true to stop the search.
  ///   - makeSession: Creates a session, each time with the same files and launch parameters.
  /// - Returns: The outcome.
  /// - Throws: The error of `makeSession`.
  public func run(
    controls: GameControls? = nil, progress: (Progress) -> Bool = { _ in true },
    isCancelled: @escaping @Sendable () -> Bool = { false },
    makeSession: @escaping @Sendable () throws -> Session
  ) throws -> Outcome {
    let pool = try SessionPool(threads: threads, makeSession: makeSession)
    let explorer = SolveExplorer(self, pool, controls, isCancelled)
    var search = SolveSearch(explorer, pool)
    return search.run(progress)
  }

  /// Returns a recording of a win, made in a new session, which plays without the search.
  ///
  /// - Parameters:
  ///   - win: The win.
  ///   - session: A session created as for the search.
  ///   - scene: The path of its scene, as a loader accepts it.
  /// - Returns: The text of a recording that ends with the tick of the win.
  public static func recording(of win: Win, in session: Session, scene: String) -> String {
    var text = ""
    session.record(scene: scene) { text += $0 }
    var player: any Bot = ScriptPlayer(win.events)
    session.step(Int(clamping: win.ticks), with: &player)
    session.finishRecording()
    return text
  }
}
