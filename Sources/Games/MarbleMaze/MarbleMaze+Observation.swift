import CaromMaths
import CaromSceneGraph
import CaromSimulation

extension MarbleMaze {
  /// A tick as the invariants see it.
  struct Observation {
    let session: Session
    let parts: Parts
    /// The state before the tick.
    let before: MarbleMazeState
    /// The state after the tick.
    let now: MarbleMazeState

    /// Whether the run lasted through the tick.
    var isPlaying: Bool { before.phase == .playing && now.phase == .playing && !session.isPaused }

    /// The contacts of the marble that were reported in this tick, and what it touched.
    var hits: [(contact: PhysicsContact, node: Node)] {
      session.contacts.compactMap { change in
        guard change.phase == .began else { return nil }
        return change.contact.other(than: parts.ball).map { (change.contact, $0) }
      }
    }

    /// What the marble lies on or leans against.
    var touched: [Node] {
      session.scene.physicsWorld.contactTest(with: parts.body).map(\.nodeB)
    }

    /// Whether the marble touches a conveyor or a moving platform.
    var isOnMovingGround: Bool {
      touched.contains { node in
        guard let body = node.physicsBody else { return false }
        return body.type == .kinematic || body.surfaceVelocity != .zero
      }
    }

    /// Whether something beside the marble rises above a height, in meters, and can be in its way.
    func isObstructed(above height: Float) -> Bool {
      let reach = Vector3(repeating: parts.radius + 0.05)
      let place = parts.ball.worldPosition
      let near = session.scene.physicsWorld.nodes(in: AABB(center: place, halfExtents: reach))
      return near.contains { node in
        node !== parts.ball
          && node.boundingBox.transformed(by: node.worldTransform).max.y > height
      }
    }

    /// The speed of the marble along the ground, in meters per second.
    var rollingSpeed: Float {
      let velocity = parts.body.velocity
      return (velocity.x * velocity.x + velocity.z * velocity.z).squareRoot()
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
          var before = session.state(as: MarbleMazeState.self)
        else { return { _ in nil } }
        let check = makeCheck(parts)
        return { session in
          guard let now = session.state(as: MarbleMazeState.self) else { return nil }
          defer { before = now }
          return check(Observation(session: session, parts: parts, before: before, now: now))
        }
      })
  }
}
