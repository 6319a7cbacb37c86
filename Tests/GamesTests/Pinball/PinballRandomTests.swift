import CaromAutomation
import CaromGames
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Foundation
import TestSupport
import Testing

/// Random players on both tables, balls that are dropped anywhere, and the speed of the richest
/// table.
@Suite("Pinball under random input")
struct PinballRandomTests {
  private static func session(_ level: Int) throws -> Session {
    let levels = try Pinball.levels.map { (level: $0, scene: try readLevel(Pinball.self, $0)) }
    return try Session(
      levels: levels, startingAt: level, game: Pinball(), launch: Launch(seed: 1))
  }

  /// The balls of a table: the player and the bonus balls.
  private static func balls(_ scene: Scene) -> [Node] {
    var balls: [Node] = []
    scene.rootNode.enumerateHierarchy { node in
      guard let body = node.physicsBody, body.type == .dynamic, !node.isHidden else { return }
      if body.categoryBitMask & 5 != 0 { balls.append(node) }
    }
    return balls
  }

  /// What is wrong with a position of a ball, which is between the playfield and the glass.
  private static func problem(_ ball: Node) -> String? {
    let place = ball.worldPosition
    let isInside =
      abs(place.x) < 4.5 && place.y > 0 && place.y < 2 && place.z > -7.1 && place.z < 8.2
    return isInside ? nil : "\(ball.path) is at \(place)"
  }

  /// No ball leaves the table.
  private static var inside: Invariant {
    Invariant("inside", "Balls stay between the playfield and the glass") { session in
      for ball in balls(session.scene) {
        if let problem = problem(ball) { return problem }
      }
      return nil
    }
  }

  /// An invariant of the state of the game before and after a tick, unless the table begins again.
  private static func state(
    _ name: String, _ summary: String,
    problem: @escaping @Sendable (_ before: Rules.State, _ now: Rules.State, Session) -> String?
  ) -> Invariant {
    Invariant(
      name, summary,
      watching: { session in
        var last = session.state(as: Rules.State.self) ?? Rules.State()
        return { session in
          let now = session.state(as: Rules.State.self) ?? Rules.State()
          defer { last = now }
          return last.isOver ? nil : problem(last, now, session)
        }
      })
  }

  /// The score never falls while a table is played.
  private static var score: Invariant {
    state("score", "The score never falls") { before, now, _ in
      now.score < before.score ? "the score fell from \(before.score) to \(now.score)" : nil
    }
  }

  /// A lost ball costs exactly one life: the ball is back on the plunger then.
  private static var drain: Invariant {
    state("drain", "A lost ball costs exactly one life") { before, now, session in
      let (from, to) = (before.lives ?? 3, now.lives ?? 3)
      if to == from { return nil }
      guard to == from - 1 else { return "the lives went from \(from) to \(to)" }
      let ball = session.scene.rootNode.childNode(withName: "ball")
      let isBack = to == 0 || (ball?.worldPosition.x ?? 0) > 3.3
      return isBack ? nil : "a life was lost, and the ball is not on the plunger"
    }
  }

  @Test("Random players break no rule in 3,600 ticks of any table", arguments: [0, 1])
  func random(level: Int) throws {
    let runs = isFullTier ? 1_000 : 50
    let fuzz = Fuzz(
      ticks: 3_600, runs: runs, seed: UInt64(level) + 5,
      invariants: Invariant.all + [Self.inside, Self.score, Self.drain], shrinking: 0)
    let outcome = try fuzz.run { try Self.session(level) }
    #expect(outcome.failure == nil, "\(outcome.failure?.description ?? "")")
    #expect(outcome.sceneProblems.isEmpty, "\(outcome.sceneProblems)")
    #expect(outcome.ticks == UInt64(runs) * 3_600)
  }

  /// A ball at rest in any place that it can reach is lost or comes back to the plunger within
  /// half a minute, although nobody plays.
  @Test("A ball that is dropped anywhere comes down", arguments: [0, 1])
  func drops(level: Int) throws {
    let play = try Play(Pinball.self, scene: readLevel(Pinball.self, Pinball.levels[level]))
    play.session.step(5)
    let start = play.session.snapshot()
    let step: Float = isFullTier ? 0.31 : 0.77
    var count = 0
    for x in stride(from: -4.2 as Float, to: 4.2, by: step) {
      for z in stride(from: -6.8 as Float, to: 6, by: step) {
        try play.session.restore(start)
        let place = Vector3(x, 0.25, z)
        guard isFree(place, play.session.scene, level) else { continue }
        play.put(place)
        count += 1
        var ticks = 0
        while !isDown(play, after: ticks), ticks < 1_800 {
          play.session.step()
          ticks += 1
        }
        #expect(ticks < 1_800, "from \(x), \(z), stuck at \(play.ball.worldPosition)")
      }
    }
    #expect(count > 80)
  }

  /// Whether a ball can get to a place: it is below the arch, nothing is above it, and it is not in
  /// the hollow tree.
  private func isFree(_ place: Vector3, _ scene: Scene, _ level: Int) -> Bool {
    guard Vector2(place.x, min(0, place.z + 2.6)).length < 4.1 else { return false }
    for corner in [(0, 0), (-0.25, 0), (0.25, 0), (0, -0.25), (0, 0.25)] as [(Float, Float)] {
      let point = Vector3(place.x + corner.0, 0.05, place.z + corner.1)
      let above = scene.hitTest(from: point + Vector3(0, 1.85, 0), to: point)
      guard above.isEmpty else { return false }
    }
    return level == 0 || (place - Vector3(-0.3, 0.25, -4.9)).length > 0.95
  }

  private func isDown(_ play: Play<Pinball>, after ticks: Int) -> Bool {
    let place = play.ball.worldPosition
    let isLost = play.game.state.lives.map { $0 < 3 } ?? false
    return isLost || (ticks > 60 && place.x > 3.3 && place.z > 5.6)
  }

  @Test("The bot wins at least nine of ten games that begin at different ticks", arguments: [0, 1])
  func bot(level: Int) throws {
    let runs = isFullTier ? 40 : 10
    var won: [UInt64] = []
    for run in 0..<runs {
      let play = try Play(Pinball.self, scene: readLevel(Pinball.self, Pinball.levels[level]))
      play.session.step(run)
      var bot = try #require(Pinball.makeBot())
      while !play.game.state.isOver, play.session.tick < 36_000 {
        play.session.step(1, with: &bot)
      }
      if play.game.state.phase == .won { won.append(play.session.tick) }
    }
    print("\(Pinball.levels[level].name): won \(won.count) of \(runs), at \(won.sorted())")
    #expect(won.count * 10 >= runs * 9)
  }

  @Test("Snapshots of every table continue bit for bit while the bot plays", arguments: [0, 1])
  func heavy(level: Int) throws {
    let checks = try HeavyMode(interval: 97)
      .run(Self.session(level), ticks: 970, bot: Pinball.makeBot()) { try Self.session(level) }
    #expect(checks == 10)
  }

  @Test("The richest table runs 36,000 ticks with the bot")
  func speed() throws {
    let session = try Self.session(1)
    var bot = try #require(Pinball.makeBot())
    let ticks = isFullTier ? 36_000 : 12_000
    let time = cpuTime { session.step(ticks, with: &bot) }
    let rate = Double(ticks) / (time / .seconds(1))
    print("pinball/toadstools: \(ticks) ticks, \(Int(rate)) ticks/s of CPU time with the bot")
    #if !DEBUG
      // The goal is 40,000 ticks/s on an idle core; this guards against a slowdown by three.
      #expect(rate > 40_000 / 3)
    #endif
  }
}
