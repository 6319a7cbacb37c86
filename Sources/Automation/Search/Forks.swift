public import CaromSimulation

/// Runs many continuations of one state in parallel.
///
/// ```swift
/// let forks = try Forks(of: session.snapshot()) { try makeSession() }
/// let makePlayer = { RandomPlayer(.standard, seed: UInt64($0)) }
/// let scores = forks.run(8, ticks: 600, player: makePlayer) { … }
/// ```
///
/// Results are the same for any number of threads.
public struct Forks {
  private let pool: SessionPool

  /// Creates forks of a state.
  ///
  /// - Parameters:
  ///   - snapshot: The initial state.
  ///   - threads: The number of continuations that run concurrently.
  ///   - makeSession: Creates a session with the same files and launch parameters; called once for
  ///     each thread.
  /// - Throws: The error of `makeSession`, or an error if the snapshot does not fit.
  /// - Precondition: `threads` is 1 or more.
  public init(
    of snapshot: Snapshot, threads: Int = 2,
    makeSession: @escaping @Sendable () throws -> Session
  ) throws {
    precondition(threads >= 1, "there is at least one thread")
    pool = try SessionPool(from: snapshot, threads: threads, makeSession: makeSession)
  }

  /// Runs continuations to their end.
  ///
  /// - Parameters:
  ///   - count: The number of continuations.
  ///   - ticks: The number of ticks of each.
  ///   - player: Creates the player of a continuation from its number.
  ///   - result: Computes the result from the session at its end.
  /// - Returns: The results, in the order of the numbers.
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

  /// A continuation that reached a goal.
  public struct ReachedGoal: Hashable, Sendable {
    /// The number of the continuation.
    public let variant: Int
    /// The number of ticks that had run since launch when the goal was reached.
    public let tick: UInt64
    /// The events sent until then.
    public let events: [TimedInput]
  }

  /// Finds the continuation that reaches a goal first; of several, the one with the lowest number.
  ///
  /// - Parameters:
  ///   - count: The number of continuations to try.
  ///   - ticks: The maximum number of ticks of each.
  ///   - player: Creates the player of a continuation from its number.
  ///   - goal: The condition, evaluated before the first tick and after each tick.
  /// - Returns: The continuation, or nil if none reaches the goal.
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

  /// Expects that a goal can be reached.
  ///
  /// - Parameters:
  ///   - what: A description of the goal, for the error message.
  ///   - ticks: The maximum number of ticks of each continuation.
  ///   - count: The number of continuations to try.
  ///   - player: Creates the player of a continuation from its number.
  ///   - goal: The condition.
  /// - Returns: The continuation that reaches the goal first.
  /// - Throws: ``Unreachable`` if none of them reaches the goal.
  @discardableResult
  public func expect(
    reachable what: String, within ticks: Int, trying count: Int = 64,
    player: @Sendable (Int) -> any Bot, goal: @Sendable (Session) -> Bool
  ) throws(Unreachable) -> ReachedGoal {
    if let found = findReachable(count, within: ticks, player: player, goal: goal) { return found }
    throw Unreachable(what: what, start: pool.beginning.tick, ticks: ticks, count: count)
  }

  /// No continuation reached a goal.
  public struct Unreachable: Error, Hashable, Sendable, CustomStringConvertible {
    /// The description of the goal.
    public let what: String
    /// The tick of the initial state.
    public let start: UInt64
    /// The maximum number of ticks of each continuation.
    public let ticks: Int
    /// The number of continuations.
    public let count: Int

    /// The whole message.
    public var description: String {
      "\(what): not reached within \(ticks) ticks of tick \(start) in any of \(count) continuations"
    }
  }
}
