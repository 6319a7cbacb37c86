import CaromMaths
import CaromSceneGraph
import CaromSimulation

extension BrickBreaker {
  /// A tick as the invariants see it.
  struct Observation {
    let session: Session
    /// The nodes, with the balls after the tick.
    let parts: Parts
    /// The state before the tick.
    let before: BrickBreakerState
    /// The state after the tick.
    let now: BrickBreakerState
    /// The position of the ball before the tick.
    let oldPosition: Vector3
    /// The velocity of the ball before the tick.
    let oldVelocity: Vector3

    /// The number of balls before the tick.
    let oldBallCount: Int
    /// Whether the ball of the file waited on the paddle before the tick.
    let wasHeld: Bool

    /// Whether balls were in play before the tick and still are.
    var isPlaying: Bool {
      before.phase == .playing && now.phase == .playing && !session.isPaused
        && before.escapes == now.escapes
    }

    /// Whether a single ball was in flight before the tick and still is.
    var isInPlay: Bool {
      isPlaying && oldBallCount == 1 && parts.balls.count == 1 && !wasHeld
        && !parts.balls[0].role.isHeld
    }

    /// Whether a game began after the end of one.
    var isNewGame: Bool { before.isOver && !now.isOver }

    /// Whether a power-up of the scene gives a life.
    var hasExtraLives: Bool {
      !session.scene.rootNode.childNodes { $0.role(as: PowerUp.self)?.kind == .extraLife }.isEmpty
    }

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
        guard var parts = try? Parts(session),
          var before = session.state(as: BrickBreakerState.self)
        else { return { _ in nil } }
        var (position, velocity) = (parts.ball.worldPosition, parts.body.velocity)
        var (count, isHeld) = (parts.balls.count, parts.balls[0].role.isHeld)
        var siblings = parts.ball.parent.map(Siblings.init)
        let check = makeCheck(parts)
        return { session in
          guard let now = session.state(as: BrickBreakerState.self) else { return nil }
          if let parent = parts.ball.parent, Siblings(parent) != siblings {
            siblings = Siblings(parent)
            parts.balls = parent.childNodes.compactMap { $0.role is BreakerBall ? Ball($0) : nil }
          }
          defer {
            before = now
            (position, velocity) = (parts.ball.worldPosition, parts.body.velocity)
            (count, isHeld) = (parts.balls.count, parts.balls[0].role.isHeld)
          }
          return check(
            Observation(
              session: session, parts: parts, before: before, now: now, oldPosition: position,
              oldVelocity: velocity, oldBallCount: count, wasHeld: isHeld))
        }
      })
  }
}

/// What changes with every node that is added to or removed from the children of another: new ones
/// are the last, so one that replaces another in a tick shows as well.
private struct Siblings: Equatable {
  private let count: Int
  private let last: Int32?

  init(_ parent: Node) {
    (count, last) = (parent.childNodes.count, parent.childNodes.last?.id)
  }
}
