import CaromMaths
import CaromSceneGraph
public import CaromSimulation

/// A condition that must hold after every tick of a game, whatever the input.
///
/// ```swift
/// let score = Invariant("score", "The score never falls below zero") { session in
///   (session.game as? MyGame).flatMap { $0.state.score < 0 ? "the score is \($0.state.score)" :
///   nil }
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

  /// Creates an invariant that tracks state between ticks.
  ///
  /// - Parameters:
  ///   - name: The identifier.
  ///   - summary: The condition, as a sentence without a period.
  ///   - watch: Creates a checker for a session; the checker is called after each tick.
  public init(
    _ name: String, _ summary: String,
    watching watch: @escaping @Sendable (Session) -> (Session) -> String?
  ) {
    self.name = name
    self.summary = summary
    self.watch = watch
  }

  /// Creates a checker for a session; it returns the violation after a tick, or nil.
  public func begin(_ session: Session) -> (Session) -> String? { watch(session) }

  /// The invariants of every game, with their default limits.
  public static var all: [Invariant] {
    [finite, escape(), energy(), solid, lives(), stuck()]
  }

  // MARK: Motion

  /// All positions and velocities are finite.
  public static var finite: Invariant {
    Invariant(
      "finite", "Positions and velocities are finite",
      watching: { session in
        let bodies = DynamicBodies(session)
        return { session in
          for (node, body) in bodies.now(session) {
            guard node.worldPosition.isFinite else {
              return "\(node.path) has a position that is not finite"
            }
            guard body.velocity.isFinite, body.angularVelocity.isFinite else {
              return "the velocity of \(node.path) is not finite"
            }
          }
          return nil
        }
      })
  }

  /// No body leaves the initial bounds of the scene by more than its size and a margin for long.
  ///
  /// - Parameters:
  ///   - margin: The margin, in meters.
  ///   - ticks: The number of ticks for which a body may be outside, such as a ball that fell and
  ///     is reset.
  /// - Returns: The invariant.
  public static func escape(margin: Float = 100, for ticks: UInt64 = 600) -> Invariant {
    Invariant("escape", "Bodies do not leave the scene for good") { session in
      let bodies = DynamicBodies(session)
      let bounds = SceneBounds(session, margin: margin)
      var gone: UInt64?
      return { session in
        guard
          let lost = bodies.now(session).first(where: { !bounds.contains($0.node.worldPosition) })
        else {
          gone = nil
          return nil
        }
        let since = gone ?? session.tick
        gone = since
        guard session.tick - since >= ticks else { return nil }
        let p = lost.node.worldPosition
        return "\(lost.node.path) is at \(p.x), \(p.y), \(p.z), more than \(bounds.distance) m "
          + "from the scene"
      }
    }
  }

  /// The specific energy of all dynamic bodies never increases by more than a limit.
  ///
  /// Kinetic and potential energy are added, so a falling body gains none.
  ///
  /// - Parameter limit: The limit in joules per kilogram; 5,000 corresponds to 100 m/s.
  /// - Returns: The invariant.
  public static func energy(limit: Float = 5_000) -> Invariant {
    Invariant("energy", "Bodies gain no more energy than the limit") { session in
      let bodies = DynamicBodies(session)
      let start = bodies.energy(session)
      return { session in
        let gain = bodies.energy(session) - start
        guard gain > limit else { return nil }
        return "the bodies have gained \(gain) J/kg; the limit is \(limit)"
      }
    }
  }

  /// The center of no dynamic body is inside a static box that collides.
  public static var solid: Invariant {
    Invariant(
      "solid", "No body is inside a static box",
      watching: { session in
        let bodies = DynamicBodies(session)
        let boxes = StaticBoxes(session)
        return { session in
          for (node, body) in bodies.now(session) where !body.isSensor {
            if let wall = boxes.path(ofBoxContaining: node.worldPosition) {
              return "\(node.path) is inside \(wall)"
            }
          }
          return nil
        }
      })
  }

  // MARK: Rules

  /// A single mistake never costs two lives.
  ///
  /// - Parameter ticks: The minimum number of ticks between two lost lives.
  /// - Returns: The invariant.
  public static func lives(apart ticks: UInt64 = 30) -> Invariant {
    Invariant(
      "lives", "One mistake costs one life",
      watching: { session in
        var last = GameStatus(session).lives
        var lostAt: UInt64?
        return { session in
          guard let before = last, let now = GameStatus(session).lives else { return nil }
          last = now
          if now < 0 { return "\(now) lives are left" }
          guard now < before else { return nil }
          if now < before - 1 { return "\(before - now) lives were lost in a tick" }
          let earlier = lostAt
          lostAt = session.tick
          guard let earlier, session.tick - earlier < ticks else { return nil }
          return "a life was lost \(session.tick - earlier) ticks after the one before"
        }
      })
  }

  /// A game continues when its player confirms.
  ///
  /// - Parameter ticks: The number of ticks without motion or change, with three confirmations,
  ///   that counts as stuck.
  /// - Returns: The invariant.
  public static func stuck(after ticks: UInt64 = 1_800) -> Invariant {
    Invariant(
      "stuck", "The game continues when the player confirms",
      watching: { session in
        let bodies = DynamicBodies(session)
        var since = session.tick
        var asked = 0
        var status = GameStatus(session)
        var positions: [Vector3] = []
        return { session in
          asked += session.appliedEvents.count { $0.event.isConfirmation }
          guard session.tick % 30 == 0 else { return nil }
          let now = GameStatus(session)
          let here = bodies.now(session).map(\.node.worldPosition)
          let moved =
            here.count != positions.count
            || zip(here, positions).contains { ($0 - $1).lengthSquared > 1e-6 }
          if moved || now != status || session.isPaused {
            (status, positions, since, asked) = (now, here, session.tick, 0)
          }
          guard asked >= 3, session.tick - since >= ticks else { return nil }
          return
            "nothing has moved for \(session.tick - since) ticks despite the player's input"
        }
      })
  }
}

/// The phase, score and lives of a game, without its hash.
private struct GameStatus: Equatable {
  var phase = ""
  var score: Int32 = 0
  var lives: Int32?

  init(_ session: Session) { take(session.game) }

  private mutating func take(_ game: some Game) {
    (phase, score, lives) = (game.state.phaseName, game.state.score, game.state.lives)
  }
}
