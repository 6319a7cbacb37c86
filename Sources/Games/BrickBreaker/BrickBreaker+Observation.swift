import CaromMaths
import CaromSceneGraph
import CaromSimulation

extension BrickBreaker {
  /// A tick as the invariants see it.
  struct Observation {
    let session: Session
    let parts: Parts
    /// The state before the tick.
    let before: BrickBreakerState
    /// The state after the tick.
    let now: BrickBreakerState
    /// The position of the ball before the tick.
    let oldPosition: Vector3
    /// The velocity of the ball before the tick.
    let oldVelocity: Vector3

    /// Whether the ball was in play before the tick and still is.
    var isInPlay: Bool { before.phase == .playing && now.phase == .playing && !session.isPaused }

    /// The contacts of the ball that were reported in this tick, and what it touched.
    var hits: [(contact: PhysicsContact, node: Node)] {
      session.contacts.compactMap { change in
        guard change.phase == .began else { return nil }
        return change.contact.other(than: parts.ball).map { (change.contact, $0) }
      }
    }
  }

  /// Creates an invariant that compares the states before and after each tick.
  ///
  /// It finds the nodes by their roles and the state by its type, so it also holds for games that
  /// build on these rules.
  ///
  /// - Parameters:
  ///   - name: The identifier.
  ///   - summary: The condition, as a sentence without a period.
  ///   - makeCheck: Creates the check of a session; it returns the violation in a tick, or nil.
  /// - Returns: The invariant.
  static func invariant(
    _ name: String, _ summary: String,
    _ makeCheck: @escaping @Sendable (Parts) -> (Observation) -> String?
  ) -> Invariant {
    Invariant(
      name, summary,
      watching: { session in
        guard let parts = try? Parts(session),
          var before = session.state(as: BrickBreakerState.self)
        else { return { _ in nil } }
        var (position, velocity) = (parts.ball.worldPosition, parts.body.velocity)
        let check = makeCheck(parts)
        return { session in
          guard let now = session.state(as: BrickBreakerState.self) else { return nil }
          defer {
            before = now
            (position, velocity) = (parts.ball.worldPosition, parts.body.velocity)
          }
          return check(
            Observation(
              session: session, parts: parts, before: before, now: now, oldPosition: position,
              oldVelocity: velocity))
        }
      })
  }
}
