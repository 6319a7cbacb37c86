import CaromSceneGraph

/// A condition that must hold after every tick of a game, whatever the input.
///
/// A game lists its own in ``Game/invariants``; `carom fuzz` searches for input that violates them.
///
/// ```swift
/// static var invariants: [Invariant] {
///   [
///     Invariant("score", "The score never falls below zero", of: State.self) { state, _ in
///       state.score < 0 ? "the score is \(state.score)" : nil
///     }
///   ]
/// }
/// ```
public struct Invariant: Sendable {
  /// The identifier, such as `finite`.
  public let name: String
  /// The condition, as a sentence without a period.
  public let summary: String
  private let watch: @Sendable (Session) -> (Session) -> String?

  /// Creates an invariant of single states.
  ///
  /// - Parameters:
  ///   - name: The identifier.
  ///   - summary: The condition, as a sentence without a period.
  ///   - problem: Returns the violation in a state, or nil.
  public init(
    _ name: String, _ summary: String, problem: @escaping @Sendable (Session) -> String?
  ) {
    self.init(name, summary, watching: { _ in problem })
  }

  /// Creates an invariant of the declared state of a game; in other games it holds.
  ///
  /// - Parameters:
  ///   - name: The identifier.
  ///   - summary: The condition, as a sentence without a period.
  ///   - type: The type of the state.
  ///   - problem: Returns the violation in a state, or nil.
  public init<State: GameState & SendableMetatype>(
    _ name: String, _ summary: String, of type: State.Type,
    problem: @escaping @Sendable (State, Session) -> String?
  ) {
    self.init(
      name, summary,
      problem: { session in session.state(as: State.self).flatMap { problem($0, session) } })
  }

  /// Creates an invariant that tracks state between ticks.
  ///
  /// - Parameters:
  ///   - name: The identifier.
  ///   - summary: The condition, as a sentence without a period.
  ///   - watch: Creates a checker for a session, again for each further level; the checker is
  ///     called after each tick.
  public init(
    _ name: String, _ summary: String,
    watching watch: @escaping @Sendable (Session) -> (Session) -> String?
  ) {
    self.name = name
    self.summary = summary
    self.watch = watch
  }

  /// Creates a checker for a session; it returns the violation after a tick, or nil.
  ///
  /// The checker of a level may keep its nodes, so another level gets a checker of its own.
  public func begin(_ session: Session) -> (Session) -> String? {
    var (scene, check) = (session.scene, watch(session))
    return { [watch] session in
      if session.scene !== scene { (scene, check) = (session.scene, watch(session)) }
      return check(session)
    }
  }
}

extension Session {
  /// The declared state of the game, or nil if it has another type.
  public func state<State: GameState>(as _: State.Type = State.self) -> State? {
    game.state as? State
  }
}
