import CaromMaths
import CaromSceneGraph
public import CaromSimulation

// What holds in every run, whatever the player does: phases, life and score.
extension MarbleMaze {
  /// The rules of the game as invariants.
  public static var invariants: [Invariant] {
    [
      lifeFades, pointsAreThoseOfPearls, phasesFollow, lossesCostOneLife, runsStartAnew,
      pearlsAreCollected, goalsEndRuns, sensorsLetPass, targetsAreKnown, fallsEndRuns, startIsSafe,
      marbleReturns, marbleRolls, levelBoardIsCalm, tiltMoves,
    ]
  }

  /// The light fades by one tick per tick, and pearls and checkpoints refill it.
  private static var lifeFades: Invariant {
    invariant("light", "The light fades with every tick, and every pearl prolongs it") { parts in
      var shown = parts.pearls.map { !$0.isHidden }
      var reached = parts.checkpoints.map(\.isReachedCheckpoint)
      return { tick in
        let full = tick.parts.rules.lifeTicks
        var expected = tick.before.lifeTicks - 1
        var isRefilled = false
        for (index, pearl) in tick.parts.pearls.enumerated() {
          if shown[index], pearl.isHidden {
            let share = pearl.role(as: Pearl.self)?.life ?? 0
            expected = min(full, expected + Int32(share * Float(full)))
            isRefilled = true
          }
          shown[index] = !pearl.isHidden
        }
        for (index, node) in tick.parts.checkpoints.enumerated() {
          if !reached[index], let checkpoint: Checkpoint = node.role(), checkpoint.isReached {
            expected = min(full, expected + Int32(checkpoint.life * Float(full)))
          }
          reached[index] = node.isReachedCheckpoint
        }
        guard tick.isPlaying else { return nil }
        let (before, now) = (tick.before.lifeTicks, tick.now.lifeTicks)
        if now != expected { return "the life went from \(before) to \(now) ticks" }
        return isRefilled && now < before && before < full
          ? "a pearl did not prolong the life of \(before) ticks" : nil
      }
    }
  }

  /// Points are those of the pearls that disappear, and of the time at the goal.
  private static var pointsAreThoseOfPearls: Invariant {
    invariant("score", "The points are those of pearls that disappear and of the time") { parts in
      var shown = parts.pearls.map { !$0.isHidden }
      return { tick in
        var points: Int32 = 0
        for (index, pearl) in tick.parts.pearls.enumerated() {
          if shown[index], pearl.isHidden { points += pearl.role(as: Pearl.self)?.points ?? 0 }
          shown[index] = !pearl.isHidden
        }
        // The next run starts with no points.
        if tick.before.phase != .tapToPlay, tick.now.phase == .tapToPlay { return nil }
        if tick.before.phase == .playing, tick.now.phase == .finished { points += tick.now.bonus }
        let gained = tick.now.score - tick.before.score
        guard gained != points else { return nil }
        return "the score changed by \(gained), and pearls for \(points) points disappeared"
      }
    }
  }

  /// Phases follow each other as the rules say, and runs end for a reason.
  private static var phasesFollow: Invariant {
    invariant("phase", "Phases follow from falls, life and goals") { _ in
      { tick in
        let (before, now, rules) = (tick.before, tick.now, tick.parts.rules)
        if now.phase == .fallen, now.phaseTicks > rules.returnTicks {
          return "the marble returns after \(now.phaseTicks) ticks, not \(rules.returnTicks)"
        }
        guard before.phase != now.phase else { return nil }
        guard successors(of: before.phase).contains(now.phase) else {
          return "\(now.phase) follows \(before.phase)"
        }
        guard now.phase == .gameOver || now.phase == .fallen, now.lifeTicks > 0 else { return nil }
        let ground = tick.touched.first {
          ($0.physicsBody?.categoryBitMask ?? 0) & Category.stone != 0
        }
        return ground.map {
          "the run ended with \(now.lifeTicks) ticks of life, and the marble lies on \($0.path)"
        }
      }
    }
  }

  private static func successors(of phase: MarbleMazeState.Phase) -> [MarbleMazeState.Phase] {
    switch phase {
    case .tapToPlay: [.playing]
    case .playing: [.fallen, .gameOver, .finished]
    case .fallen: [.playing]
    case .gameOver, .finished: [.tapToPlay]
    }
  }

  /// A fall and a lost light cost exactly one life, and nothing else does.
  private static var lossesCostOneLife: Invariant {
    invariant("lives", "Each fall and each lost light costs one life") { _ in
      { tick in
        let (before, now) = (tick.before, tick.now)
        // The next run starts with all lives.
        if before.phase != .tapToPlay, now.phase == .tapToPlay { return nil }
        let isLost = before.phase == .playing && (now.phase == .fallen || now.phase == .gameOver)
        let lost = before.livesLeft - now.livesLeft
        if lost != (isLost ? 1 : 0) { return "\(lost) lives were lost in \(now.phase)" }
        guard isLost, (now.livesLeft == 0) != (now.phase == .gameOver) else { return nil }
        return "the phase is \(now.phase) with \(now.livesLeft) lives"
      }
    }
  }

  /// The next run has the marble at its start, all pearls and no points.
  private static var runsStartAnew: Invariant {
    invariant("reset", "The next run has the marble at its start, all pearls and no points") { _ in
      { tick in
        guard tick.before.isOver, tick.now.phase == .tapToPlay else { return nil }
        if tick.now.score != tick.now.startScore {
          return "a run starts with \(tick.now.score) points, not \(tick.now.startScore)"
        }
        if let pearl = tick.parts.pearls.first(where: \.isHidden) {
          return "a run starts without \(pearl.path)"
        }
        let distance = tick.parts.ball.worldPosition.distance(to: tick.now.startPosition)
        return distance > 0.1 ? "a run starts \(distance) m from the start" : nil
      }
    }
  }

  // MARK: Pearls and goals

  /// The marble collects the pearls that it rolls through.
  private static var pearlsAreCollected: Invariant {
    invariant("pearl", "The marble collects every pearl that it rolls through") { parts in
      let radius = parts.radius
      var inside: [Int] = parts.pearls.map { _ in 0 }
      return { tick in
        let place = tick.parts.ball.worldPosition
        for (index, pearl) in tick.parts.pearls.enumerated() {
          let isInside =
            tick.isPlaying && !pearl.isHidden && pearl.worldPosition.distance(to: place) < radius
          inside[index] = isInside ? inside[index] + 1 : 0
          // A pearl can reappear around the marble and is collected in the next tick.
          if inside[index] > 2 { return "the marble is inside \(pearl.path), which is still there" }
        }
        return nil
      }
    }
  }

  /// A run ends in the goal.
  private static var goalsEndRuns: Invariant {
    invariant("goal", "A marble that reaches the goal ends the run") { parts in
      let boxes = parts.goals.map { node in
        let box = node.boundingBox.transformed(by: node.worldTransform)
        // The corners of a box are outside of a round goal.
        return (node: node, box: AABB(center: box.center, halfExtents: box.halfExtents * 0.6))
      }
      var ticks = 0
      return { tick in
        let place = tick.parts.ball.worldPosition
        let isInside = boxes.contains { !$0.node.isHidden && $0.box.contains(place) }
        ticks = isInside && tick.isPlaying ? ticks + 1 : 0
        return ticks > 2 ? "the marble is in the goal, and the run goes on" : nil
      }
    }
  }

  /// Pearls and goals are sensors.
  private static var sensorsLetPass: Invariant {
    invariant("sensor", "Pearls and goals do not hold the marble up") { _ in
      { tick in
        for (contact, node) in tick.hits where contact.collisionImpulse > 0 {
          let role = node.roleNode?.role
          if role is Pearl || role is Goal { return "the marble bumped into \(node.path)" }
        }
        return nil
      }
    }
  }

  /// Bodies in the categories of pearls and goals have these roles.
  private static var targetsAreKnown: Invariant {
    invariant("target", "Whatever looks like a pearl or a goal to the physics is one") { _ in
      { tick in
        for (_, node) in tick.hits {
          let (category, role) = (node.physicsBody?.categoryBitMask ?? 0, node.roleNode?.role)
          if category & Category.pearl != 0, !(role is Pearl) {
            return "\(node.path) has the category of pearls and not their role"
          }
          if category & Category.goal != 0, !(role is Goal) {
            return "\(node.path) has the category of goals and not their role"
          }
        }
        return nil
      }
    }
  }
}

extension Node {
  /// Whether the marble touched the checkpoint of the node in this run.
  fileprivate var isReachedCheckpoint: Bool { role(as: Checkpoint.self)?.isReached ?? false }
}
