import CaromMaths
import CaromSceneGraph
import CaromSimulation

// What holds for the marble's motion, whatever the player does.
extension MarbleMaze {
  /// A marble below the stones ends the run.
  static var fallsEndRuns: Invariant {
    invariant("fall", "A marble that has fallen ends the run") { _ in
      var ticks = 0
      return { tick in
        let height = tick.parts.ball.worldPosition.y
        ticks = tick.isPlaying && height < tick.parts.rules.fallHeight ? ticks + 1 : 0
        return ticks > 2 ? "the marble has fallen to \(height) m, and the run goes on" : nil
      }
    }
  }

  /// A waiting marble lies on its platform.
  static var startIsSafe: Invariant {
    invariant("start", "A waiting marble comes to rest on a stone") { _ in
      { tick in
        guard tick.now.phase == .tapToPlay, !tick.session.isPaused else { return nil }
        let height = tick.parts.ball.worldPosition.y
        if height < tick.parts.rules.fallHeight { return "the marble falls from its start" }
        guard tick.now.phaseTicks == 300 else { return nil }
        if tick.parts.body.velocity.length > 0.5 { return "the waiting marble does not rest" }
        return tick.touched.isEmpty ? "the waiting marble touches nothing at \(height) m" : nil
      }
    }
  }

  /// A marble that lost a life is at its checkpoint again.
  static var marbleReturns: Invariant {
    invariant("return", "A marble that lost a life continues at its checkpoint") { _ in
      { tick in
        guard tick.before.phase == .fallen, tick.now.phase == .playing else { return nil }
        let distance = tick.parts.ball.worldPosition.distance(to: tick.now.returnPosition)
        return distance > 0.2 ? "the run continues \(distance) m from the checkpoint" : nil
      }
    }
  }

  /// A marble on the stones rolls, after it was spun up.
  static var marbleRolls: Invariant {
    invariant("roll", "Friction spins a sliding marble up until it rolls") { _ in
      var slide = MarbleSlide()
      return { slide.problem(in: $0) }
    }
  }

  /// A board that has not been tilted in a run holds the marble.
  static var levelBoardIsCalm: Invariant {
    invariant("idle", "A marble at rest stays until the board is tilted") { _ in
      var start: Vector3?
      return { tick in
        let input = tick.session.input
        guard tick.now.phase == .playing, input.tilt == .zero, input.direction == .zero else {
          start = nil
          return nil
        }
        var place = tick.parts.ball.worldPosition
        place.y = 0
        if tick.before.phase == .tapToPlay, tick.rollingSpeed < 0.2 { start = place }
        guard let start, start.distance(to: place) > 0.25 else { return nil }
        return "the marble rolled \(start.distance(to: place)) m away by itself"
      }
    }
  }

  /// A board that is tilted for long moves the marble, unless something is in its way.
  static var tiltMoves: Invariant {
    invariant("tilt", "A tilted board moves the marble") { parts in
      var start = (place: Vector3.zero, tilt: Vector2.zero, ticks: 0)
      // A fan and a magnet can hold it.
      let hasFields = parts.ball.scene?.hasFields ?? false
      return { tick in
        if hasFields { return nil }
        let place = tick.parts.ball.worldPosition
        let (tilt, isTilted) = (tick.now.tilt, tick.now.tilt.length > 0.5)
        guard tick.isPlaying, isTilted, (tilt - start.tilt).length < 0.2,
          place.distance(to: start.place) < 0.2
        else {
          start = (place, tilt, 0)
          return nil
        }
        start.ticks += 1
        guard start.ticks == 90 else { return nil }
        return tick.isObstructed(above: place.y) || tick.isOnMovingGround
          ? nil : "the marble does not move on a tilted board"
      }
    }
  }
}

extension Scene {
  /// Whether a force field is in the scene.
  fileprivate var hasFields: Bool { rootNode.childNode { $0.physicsField != nil } != nil }
}
