import CaromMaths
import CaromSceneGraph
import CaromSimulation

// What holds for the ball in play, whatever the player does.
extension BrickBreaker {
  /// All balls in flight move at their speed in the plane of the court.
  static var ballsKeepSpeed: Invariant {
    invariant("speed", "Balls in play keep their speed and their plane") { _ in
      { tick in
        guard tick.isPlaying else { return nil }
        let speed = speed(tick.now, tick.parts.rules, tick.session.tickLength)
        for ball in tick.parts.balls where !ball.role.isHeld {
          let velocity = ball.body.velocity
          if abs(velocity.length - speed) > 1e-3 * speed {
            return "the ball moves at \(velocity.length) m/s; its speed is \(speed) m/s"
          }
          let height = ball.node.worldPosition.y
          if abs(height) > 0.05 || abs(velocity.y) > 1e-3 * speed {
            return "the ball leaves the plane of the court at the height \(height) m"
          }
        }
        return nil
      }
    }
  }

  /// No ball leaves the court; the rules count those that do.
  static var ballsStayInCourt: Invariant {
    invariant("court", "No ball leaves the court") { _ in
      { tick in
        tick.now.escapes > tick.before.escapes ? "a ball left the court and was put back" : nil
      }
    }
  }

  /// Walls and bricks reflect the ball; sections of the paddle may turn it.
  static var ballBounces: Invariant {
    invariant("bounce", "Walls and bricks reflect the ball") { _ in
      var touched = TouchedNodes()
      return { tick in
        let wasFree = touched.isEmpty
        touched.update(tick)
        let hits = tick.hits
        // Of two hits in a tick, the order is not known. The paddle can push the ball to a wall.
        guard tick.isInPlay, wasFree, hits.count == 1, let (contact, node) = hits.first,
          !(node.roleNode?.role is PaddleSection), node.physicsBody?.type == .static
        else { return nil }
        let speed = speed(tick.now, tick.parts.rules, tick.session.tickLength)
        let normal = contact.contactNormal
        let approach = tick.oldVelocity.dot(normal)
        // A grazing ball hardly turns.
        guard abs(approach) > 0.3 * speed else { return nil }
        let reflected = correctedVelocity(
          tick.oldVelocity - normal * (2 * approach), speed, tick.parts.rules.leastDepthShare)
        let cosine = tick.parts.body.velocity.dot(reflected) / (speed * speed)
        return cosine < 0.85 ? "\(node.path) does not reflect the ball" : nil
      }
    }
  }

  /// A ball changes its direction only where a contact is reported.
  static var bouncesAreReported: Invariant {
    invariant("report", "Whatever the ball bounces off reports a contact") { _ in
      var touched = TouchedNodes()
      return { tick in
        let wasFree = touched.isEmpty
        touched.update(tick)
        guard tick.isInPlay, tick.hits.isEmpty, wasFree else { return nil }
        let velocity = tick.parts.body.velocity
        let cosine = velocity.dot(tick.oldVelocity) / (velocity.length * tick.oldVelocity.length)
        guard cosine < 0.999 else { return nil }
        let place = tick.oldPosition
        return "the ball bounced at \(place.x), \(place.z), and no contact was reported"
      }
    }
  }

  /// Whatever the ball hits has a role that the rules know.
  static var targetsAreKnown: Invariant {
    invariant("target", "The ball hits only bricks, barriers and sections of the paddle") { _ in
      { tick in
        guard tick.isInPlay else { return nil }
        for (_, node) in tick.hits {
          let role = node.roleNode?.role
          guard role is Brick || role is Barrier || role is PaddleSection else {
            return "the ball hit \(node.path), which is no brick, barrier or paddle section"
          }
        }
        return nil
      }
    }
  }

  /// A brick that the ball reaches stops the ball; one that a hit breaks disappears.
  static var bricksStop: Invariant {
    invariant("brick", "A brick that the ball reaches breaks and lets no ball pass") { parts in
      // Without the layers and domes below their nodes.
      let boxes = parts.bricks.map { $0.geometry?.boundingBox ?? $0.boundingBox }
      let outlines = zip(parts.bricks, boxes).map { $1.transformed(by: $0.worldTransform) }
      var shown = parts.bricks.map { !$0.isHidden }
      return { tick in
        defer { for (index, brick) in parts.bricks.enumerated() { shown[index] = !brick.isHidden } }
        guard tick.isInPlay else { return nil }
        for (_, node) in tick.hits {
          guard let brick = node.roleNode, let role: Brick = brick.role(), role.hits == 1,
            !role.isIndestructible, role.shield == nil, !brick.isHidden
          else { continue }
          return "the ball hit \(brick.path), which is still there"
        }
        let place = tick.parts.ball.worldPosition
        // A brick that reappears can enclose the ball.
        for (index, brick) in parts.bricks.enumerated()
        where shown[index] && outlines[index].contains(place) && !brick.isHidden
          && brick.physicsBody?.type == .static
        {
          let box = boxes[index]
          if box.contains(brick.convertPosition(place, from: nil)),
            !box.contains(brick.convertPosition(tick.oldPosition, from: nil))
          {
            return "the ball is inside \(brick.path)"
          }
        }
        return nil
      }
    }
  }

  /// A ball that is behind the paddle does not return to play.
  static var lostBallCostsLife: Invariant {
    invariant("loss", "A ball that gets behind the paddle costs a life") { _ in
      var isBehind = false
      return { tick in
        guard tick.isInPlay else {
          isBehind = false
          return nil
        }
        let (ball, paddle) = (tick.parts.ball.worldPosition, tick.parts.paddle.worldPosition)
        if ball.z > paddle.z + 0.75 { isBehind = true }
        return isBehind && ball.z < paddle.z
          ? "the ball came back from behind the paddle and cost no life" : nil
      }
    }
  }
}

/// The nodes that the ball touches, as far as contacts are reported.
private struct TouchedNodes {
  private var nodes: Set<Int32> = []

  var isEmpty: Bool { nodes.isEmpty }

  /// Takes the changes of a tick.
  mutating func update(_ tick: BrickBreaker.Observation) {
    for change in tick.session.contacts {
      guard let id = change.contact.other(than: tick.parts.ball)?.id else { continue }
      switch change.phase {
      case .began: nodes.insert(id)
      case .ended: nodes.remove(id)
      }
    }
  }
}
