import CaromMaths
import CaromSceneGraph
public import CaromSimulation

// What holds in every round, whatever the player does: phases, lives, score and paddle.
extension BrickBreaker {
  /// The rules of the game as invariants.
  public static var invariants: [Invariant] {
    [
      ballsKeepSpeed, ballsStayInCourt, ballBounces, bouncesAreReported, targetsAreKnown,
      bricksStop, lostBallCostsLife, pointsAreThoseOfBricks, phasesFollow, gamesStartAnew,
      serveIsFree, paddleStaysInCourt,
    ]
  }

  // MARK: Rules

  /// Points are those of the bricks that disappear, and the bonus at the end of a level.
  private static var pointsAreThoseOfBricks: Invariant {
    invariant("score", "The points are those of the bricks that disappear") { parts in
      var shown = parts.bricks.map { !$0.isHidden }
      return { tick in
        var points: Int32 = 0
        for (index, brick) in tick.parts.bricks.enumerated() {
          if shown[index], brick.isHidden { points += brick.role(as: Brick.self)?.points ?? 0 }
          shown[index] = !brick.isHidden
        }
        // A new game starts with no points.
        if tick.isNewGame { return nil }
        if tick.before.phase == .playing, tick.now.phase == .cleared || tick.now.phase == .won {
          points += bonus(tick.now, tick.parts.court, tick.session.tickLength)
        }
        let gained = tick.now.score - tick.before.score
        guard gained != points else { return nil }
        return "the score changed by \(gained), and bricks for \(points) points disappeared"
      }
    }
  }

  /// Phases follow each other as the rules say, and lives end with their balls.
  private static var phasesFollow: Invariant {
    invariant("phase", "Phases follow from lost balls, lives and bricks") { _ in
      { tick in
        let (before, now) = (tick.before, tick.now)
        let isNewGame = tick.isNewGame
        let gift: Int32 = tick.hasExtraLives ? 1 : 0
        if now.livesLeft > before.livesLeft + gift, !isNewGame {
          return "the lives rose from \(before.livesLeft) to \(now.livesLeft)"
        }
        if now.phase == .lifeLost, now.phaseTicks > lifeLostTicks {
          return "the next ball is late: \(now.phaseTicks) ticks after the last one was lost"
        }
        guard before.phase != now.phase else {
          guard before.livesLeft > now.livesLeft else { return nil }
          return "the lives changed to \(now.livesLeft) without the end of a ball"
        }
        guard successors(of: before.phase).contains(now.phase) else {
          return "\(now.phase) follows \(before.phase)"
        }
        let cost = before.livesLeft - now.livesLeft
        switch now.phase {
        case .lifeLost, .gameOver:
          if cost != 1, cost != 1 - gift { return "a lost ball cost \(cost) lives" }
          return (now.phase == .gameOver) == (now.livesLeft == 0)
            ? nil : "\(now.phase) with \(now.livesLeft) lives"
        case .cleared, .won:
          let left = tick.parts.breakable.count { !$0.isHidden }
          return left == 0 ? nil : "the court is cleared with \(left) bricks left"
        case .ready where before.phase == .playing && now.escapes == before.escapes:
          return "a ball in play is ready again without a loss"
        case .ready, .playing:
          return isNewGame || cost <= 0 ? nil : "\(cost) lives were lost without a ball"
        }
      }
    }
  }

  /// The phases that can be next; a player can confirm twice in a tick.
  private static func successors(
    of phase: BrickBreakerState.Phase
  ) -> [BrickBreakerState.Phase] {
    switch phase {
    case .ready: [.playing]
    // A ball that left the court is put back.
    case .playing: [.lifeLost, .gameOver, .cleared, .won, .ready]
    case .lifeLost: [.ready]
    case .gameOver, .cleared, .won: [.ready, .playing]
    }
  }

  /// A new game has all lives and bricks and no points; a new round has all bricks.
  private static var gamesStartAnew: Invariant {
    invariant("newGame", "A new game has all lives and bricks and no points") { _ in
      { tick in
        let (before, now) = (tick.before, tick.now)
        guard tick.isNewGame || before.phase == .cleared, now.phase != before.phase else {
          return nil
        }
        let missing = tick.parts.bricks.count { $0.isHidden }
        if missing > 0 { return "a round starts without \(missing) bricks" }
        guard tick.isNewGame else { return nil }
        if now.score != 0 { return "a game starts with \(now.score) points" }
        if now.livesLeft != BrickBreakerState.fullLives {
          return "a game starts with \(now.livesLeft) lives"
        }
        return nil
      }
    }
  }

  // MARK: Paddle

  /// The ball waits in front of the paddle, at rest and clear of everything.
  private static var serveIsFree: Invariant {
    invariant("serve", "The ball waits for the serve at rest and touches nothing") { _ in
      { tick in
        guard tick.before.phase == .ready, tick.now.phase == .ready else { return nil }
        let (ball, paddle) = (tick.parts.ball.worldPosition, tick.parts.paddle.worldPosition)
        if tick.parts.body.velocity != .zero { return "the ball moves before the serve" }
        if abs(ball.x - paddle.x) > 1e-3 {
          return "the ball is \(ball.x - paddle.x) m beside the paddle"
        }
        let touched = tick.session.scene.physicsWorld.contactTest(with: tick.parts.body)
          .first { $0.penetrationDistance > 0 }?.nodeB
        return touched.map { "the ball touches \($0.path) before the serve" }
      }
    }
  }

  /// The paddle stays within its range, and none of its sections is in a wall.
  private static var paddleStaysInCourt: Invariant {
    invariant("paddle", "The paddle stays within its range and out of the walls") { parts in
      let sections = parts.paddle.childNodes(withRole: PaddleSection.self)
      return { tick in
        let (x, range) = (tick.parts.paddle.position.x, tick.parts.paddleRules.range)
        if abs(x) > range + 1e-3 { return "the paddle is at \(x) m; its range is \(range) m" }
        guard x != 0 else { return nil }
        for section in sections where !section.isHidden {
          let center = AABB(center: section.worldPosition, halfExtents: .zero)
          let world = tick.session.scene.physicsWorld
          if let wall = world.nodes(in: center).first(where: { $0.roleNode?.role is Barrier }) {
            return "\(section.path) is inside \(wall.path)"
          }
        }
        return nil
      }
    }
  }
}
