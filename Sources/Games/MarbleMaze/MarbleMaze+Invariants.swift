import CaromMaths
import CaromSceneGraph
public import CaromSimulation

// What holds in every run, whatever the player does: phases, life and score.
extension MarbleMaze {
  /// The rules of the game as invariants.
  public static var invariants: [Invariant] {
    [
      lifeFades, pointsAreThoseOfPearls, phasesFollow, runsStartAnew, pearlsAreCollected,
      goalsEndRuns, sensorsLetPass, targetsAreKnown, fallsEndRuns, startIsSafe, marbleRolls,
      levelBoardIsCalm, tiltMoves,
    ]
  }

  /// The light fades by one tick per tick, and pearls refill it.
  private static var lifeFades: Invariant {
    invariant("light", "The light fades with every tick, and every pearl prolongs it") { parts in
      var shown = parts.pearls.map { !$0.isHidden }
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
        guard tick.isPlaying else { return nil }
        let (before, now) = (tick.before.lifeTicks, tick.now.lifeTicks)
        if now != expected { return "the life went from \(before) to \(now) ticks" }
        return isRefilled && now < before && before < full
          ? "a pearl did not prolong the life of \(before) ticks" : nil
      }
    }
  }

  /// Points are those of the pearls that disappear.
  private static var pointsAreThoseOfPearls: Invariant {
    invariant("score", "The points are those of the pearls that disappear") { parts in
      var shown = parts.pearls.map { !$0.isHidden }
      return { tick in
        var points: Int32 = 0
        for (index, pearl) in tick.parts.pearls.enumerated() {
          if shown[index], pearl.isHidden { points += pearl.role(as: Pearl.self)?.points ?? 0 }
          shown[index] = !pearl.isHidden
        }
        // The next run starts with no points.
        if tick.before.phase != .tapToPlay, tick.now.phase == .tapToPlay { return nil }
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
        if now.isOver, now.phaseTicks > rules.endTicks {
          return "the end screen lasts \(now.phaseTicks) ticks instead of \(rules.endTicks)"
        }
        guard before.phase != now.phase else { return nil }
        guard successors(of: before.phase).contains(now.phase) else {
          return "\(now.phase) follows \(before.phase)"
        }
        guard now.phase == .gameOver, now.lifeTicks > 0 else { return nil }
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
    case .playing: [.gameOver, .finished]
    case .gameOver, .finished: [.tapToPlay]
    }
  }

  /// The next run has the marble at its start, all pearls and no points.
  private static var runsStartAnew: Invariant {
    invariant("reset", "The next run has the marble at its start, all pearls and no points") { _ in
      { tick in
        guard tick.before.isOver, tick.now.phase == .tapToPlay else { return nil }
        if tick.now.score != 0 { return "a run starts with \(tick.now.score) points" }
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
      let radius = parts.ball.boundingSphere.radius
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
      let boxes = parts.goals.map { $0.boundingBox.transformed(by: $0.worldTransform) }
      var ticks = 0
      return { tick in
        let place = tick.parts.ball.worldPosition
        let isInside = boxes.contains { $0.contains(place) }
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
