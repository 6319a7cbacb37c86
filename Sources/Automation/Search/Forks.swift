public import CaromSimulation

/// Many futures of one state, tried out on all threads.
///
/// ```swift
/// let forks = try Forks(of: session.snapshot()) { try makeSession() }
/// let scores = forks.run(8, ticks: 600, player: { RandomPlayer(.standard, seed: UInt64($0)) }) { … }
/// ```
///
/// Results are the same for any number of threads.
public struct Forks {
  private let pool: SessionPool

  /// Takes the state that all begin with.
  ///
  /// - Parameters:
  ///   - snapshot: The state.
  ///   - threads: How many futures are worked out at once.
  ///   - makeSession: Makes a fresh session of the same files and launch; called once for each thread.
  /// - Throws: what `makeSession` throws, or why the snapshot does not fit.
  /// - Precondition: `threads` is 1 or more.
  public init(
    of snapshot: Snapshot, threads: Int = 2,
    makeSession: @escaping @Sendable () throws -> Session
  ) throws {
    precondition(threads >= 1, "At least one thread works")
    pool = try SessionPool(from: snapshot, threads: threads, makeSession: makeSession)
  }

  /// Plays a number of futures to their end.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - ticks: How long each is.
  ///   - player: Makes the player of each, by its number.
  ///   - result: What is wanted of a future, asked at its end.
  /// - Returns: The results in the order of the numbers.
  public func run<Result: Sendable>(
    _ count: Int, ticks: Int, player: @Sendable (Int) -> any Bot,
    _ result: @Sendable (Session) -> Result
  ) -> [Result] {
    pool.run(count) { index, session in
      var bot = player(index)
      session.step(ticks, with: &bot)
      return result(session)
    }
  }

  /// A future in which something came about.
  public struct ReachedGoal: Hashable, Sendable {
    /// Its number.
    public let variant: Int
    /// How many ticks had run when it was so, from the launch on.
    public let tick: UInt64
    /// What was sent until then.
    public let events: [TimedInput]
  }

  /// The future in which something comes about first; of several the one with the lowest number.
  ///
  /// - Parameters:
  ///   - count: How many futures are tried.
  ///   - ticks: How long each is at most.
  ///   - player: Makes the player of each, by its number.
  ///   - goal: What is to come about; asked before the first tick and after each.
  /// - Returns: That future, or nil when it comes about in none.
  public func findReachable(
    _ count: Int, within ticks: Int, player: @Sendable (Int) -> any Bot,
    goal: @Sendable (Session) -> Bool
  ) -> ReachedGoal? {
    let reached = pool.run(count) { index, session -> ReachedGoal? in
      var bot = player(index)
      var events: [TimedInput] = []
      for _ in 0..<ticks {
        if goal(session) { break }
        for event in bot.play(session) {
          events.append(TimedInput(event, tick: session.tick))
          session.send(event)
        }
        session.step()
      }
      guard goal(session) else { return nil }
      return ReachedGoal(variant: index, tick: session.tick, events: events)
    }
    return reached.compactMap { $0 }.min { ($0.tick, $0.variant) < ($1.tick, $1.variant) }
  }

  /// Fails unless something can come about.
  ///
  /// - Parameters:
  ///   - what: What it is, for the message.
  ///   - ticks: How long each future is at most.
  ///   - count: How many futures are tried.
  ///   - player: Makes the player of each, by its number.
  ///   - goal: What is to come about.
  /// - Returns: The future in which it does first.
  /// - Throws: ``Unreachable`` when it came about in none that was tried.
  @discardableResult
  public func expect(
    reachable what: String, within ticks: Int, trying count: Int = 64,
    player: @Sendable (Int) -> any Bot, goal: @Sendable (Session) -> Bool
  ) throws(Unreachable) -> ReachedGoal {
    if let found = findReachable(count, within: ticks, player: player, goal: goal) { return found }
    throw Unreachable(what: what, start: pool.beginning.tick, ticks: ticks, count: count)
  }

  /// That something came about in no future that was tried.
  public struct Unreachable: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was wanted.
    public let what: String
    /// The tick that all futures began with.
    public let start: UInt64
    /// How long each was.
    public let ticks: Int
    /// How many were tried.
    public let count: Int

    /// The whole message.
    public var description: String {
      "\(what): not reached within \(ticks) ticks of tick \(start) in any of \(count) futures"
    }
  }
}
