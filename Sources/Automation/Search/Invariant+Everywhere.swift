import CaromMaths
import CaromSceneGraph
public import CaromSimulation

// The invariants of every game; `Game.invariants` are those of one.
extension Invariant {
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

  /// No visible body is far from everything solid for long.
  ///
  /// The bodies of the scene in its initial state bound it, without infinite planes; what is only
  /// drawn does not. A body that falls past the last floor violates the invariant, too.
  ///
  /// - Parameters:
  ///   - margin: The distance that counts as far, in meters.
  ///   - ticks: The number of ticks for which a body may be outside, such as a ball that fell and
  ///     is reset.
  /// - Returns: The invariant.
  public static func escape(margin: Float = 10, for ticks: UInt64 = 600) -> Invariant {
    Invariant("escape", "Bodies do not leave the scene for good") { session in
      let bodies = DynamicBodies(session)
      let bounds = SceneBounds(session, margin: margin)
      var gone: [Int32: UInt64] = [:]
      return { session in
        for (node, _) in bodies.now(session) {
          let place = node.worldPosition
          guard let distance = bounds.distance(outside: place, session.scene),
            !node.isHiddenInScene
          else {
            if !gone.isEmpty { gone[node.id] = nil }
            continue
          }
          let since = gone[node.id] ?? session.tick
          gone[node.id] = since
          guard session.tick - since >= ticks else { continue }
          return "\(node.path) is at \(place.x), \(place.y), \(place.z), \(distance) m from the "
            + "bodies of the scene"
        }
        return nil
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

  /// The center of no dynamic body is inside a static box that is solid, or below a static plane.
  public static var solid: Invariant {
    Invariant(
      "solid", "No body is inside a static box or below a static plane",
      watching: { session in
        let bodies = DynamicBodies(session)
        let boxes = StaticBoxes(session)
        return { session in
          boxes.update()
          for (node, body) in bodies.now(session) where !body.isSensor && !node.isHiddenInScene {
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
