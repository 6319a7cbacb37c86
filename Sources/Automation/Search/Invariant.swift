import CaromMaths
import CaromSceneGraph
public import CaromSimulation

/// Something that must hold after every tick of a game, whatever its player does.
///
/// ```swift
/// let score = Invariant("score", "The score never falls below zero") { session in
///   (session.game as? MyGame).flatMap { $0.state.score < 0 ? "the score is \($0.state.score)" : nil }
/// }
/// ```
public struct Invariant: Sendable {
  /// A word to name it by, such as `finite`.
  public let name: String
  /// What holds, as a sentence without full stop.
  public let summary: String
  private let watch: @Sendable (Session) -> (Session) -> String?

  /// Makes one that looks at a state alone.
  ///
  /// - Parameters:
  ///   - name: A word to name it by.
  ///   - summary: What holds, as a sentence without full stop.
  ///   - problem: What is wrong with a state, or nil.
  public init(
    _ name: String, _ summary: String, problem: @escaping @Sendable (Session) -> String?
  ) {
    self.init(name, summary, watching: { _ in problem })
  }

  /// Makes one that remembers what it saw.
  ///
  /// - Parameters:
  ///   - name: A word to name it by.
  ///   - summary: What holds, as a sentence without full stop.
  ///   - watch: Begins to watch a session, and returns what is asked after each tick of it.
  public init(
    _ name: String, _ summary: String,
    watching watch: @escaping @Sendable (Session) -> (Session) -> String?
  ) {
    self.name = name
    self.summary = summary
    self.watch = watch
  }

  /// Begins to watch a session: what it returns is asked after each tick, and tells what is wrong.
  public func begin(_ session: Session) -> (Session) -> String? { watch(session) }

  /// Those that hold in any game, with their usual limits.
  public static var all: [Invariant] {
    [finite, escape(), energy(), solid, lives(), stuck()]
  }

  // MARK: Motion

  /// No place and no velocity is anything but a number.
  public static var finite: Invariant {
    Invariant(
      "finite", "Places and velocities are numbers",
      watching: { session in
        let bodies = DynamicBodies(session)
        return { session in
          for (node, body) in bodies.now(session) {
            guard node.worldPosition.isFinite else {
              return "\(node.path) is at no place that is a number"
            }
            guard body.velocity.isFinite, body.angularVelocity.isFinite else {
              return "the velocity of \(node.path) is no number"
            }
          }
          return nil
        }
      })
  }

  /// No body leaves the scene as it was at the start, by more than its size and a margin, for good.
  ///
  /// - Parameters:
  ///   - margin: In metres.
  ///   - ticks: How long it may be away, as a ball that fell and is brought back.
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

  /// The bodies together never gain more energy, for each kilogram, than a bound.
  ///
  /// Energy of motion and of height: what falls gains none.
  ///
  /// - Parameter limit: In joules per kilogram; 5,000 is that of 100 m/s.
  /// - Returns: The invariant.
  public static func energy(limit: Float = 5_000) -> Invariant {
    Invariant("energy", "Bodies gain no more energy than is reasonable") { session in
      let bodies = DynamicBodies(session)
      let start = bodies.energy(session)
      return { session in
        let gain = bodies.energy(session) - start
        guard gain > limit else { return nil }
        return "the bodies have gained \(gain) J/kg; at most \(limit) is accepted"
      }
    }
  }

  /// No moving body's middle is inside a static box that ought to push it out.
  public static var solid: Invariant {
    Invariant(
      "solid", "Nothing is inside of static boxes",
      watching: { session in
        let bodies = DynamicBodies(session)
        let boxes = StaticBoxes(session)
        return { session in
          for (node, body) in bodies.now(session) where !body.isSensor {
            if let wall = boxes.path(ofBoxContaining: node.worldPosition) {
              return "\(node.path) is inside of \(wall)"
            }
          }
          return nil
        }
      })
  }

  // MARK: Rules

  /// One mistake never costs two lives.
  ///
  /// - Parameter ticks: How long after a life the next may be lost at the earliest.
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

  /// A game whose player tries to go on goes on.
  ///
  /// - Parameter ticks: How long nothing may move and nothing may change, though the player has asked to
  ///   go on three times.
  /// - Returns: The invariant.
  public static func stuck(after ticks: UInt64 = 1_800) -> Invariant {
    Invariant(
      "stuck", "The game goes on when it is asked to",
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
            "nothing has moved for \(session.tick - since) ticks, though the player asked to go on"
        }
      })
  }
}

/// Phase, score and lives: how a game stands, without its hash.
private struct GameStatus: Equatable {
  var phase = ""
  var score: Int32 = 0
  var lives: Int32?

  init(_ session: Session) { take(session.game) }

  private mutating func take(_ game: some Game) {
    (phase, score, lives) = (game.state.phaseName, game.state.score, game.state.lives)
  }
}
