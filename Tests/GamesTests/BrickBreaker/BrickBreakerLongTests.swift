import CaromGames
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Brick Breaker, long runs")
struct BrickBreakerLongTests {
  /// Whether a position is inside of the walls, with a tolerance of 5 cm for the depth of a bounce.
  private func isInCourt(_ p: Vector3) -> Bool {
    // The inner faces of the rails are at ±5.7, those of the barriers at ±10; the ball has a radius
    // of 0.25.
    abs(p.x) <= 5.5 && abs(p.z) <= 9.8 && abs(p.y) <= 1e-6
  }

  @Test("The ball keeps its speed within 1e-4 and stays in the court for 10,000 ticks")
  func steadySpeed() throws {
    let play = try Play(BrickBreaker.self)
    var bot = try #require(BrickBreaker.makeBot())
    var (worst, escapes, flown) = (Float(0), 0, 0)
    for _ in 0..<10_000 {
      play.session.step(1, with: &bot)
      if !isInCourt(play.ball.position) { escapes += 1 }
      guard play.game.state.phase == .playing else { continue }
      flown += 1
      worst = max(worst, abs(play.velocity.length - 15))
    }
    #expect(worst <= 1e-4)
    #expect(escapes == 0)
    #expect(flown > 8_000)
  }

  @Test("The ball stays in the court at 60 meters per second")
  func fast() throws {
    let play = try Play(BrickBreaker.self) { scene in
      var ball = BreakerBall()
      ball.speed = 60
      scene.rootNode.childNode(withName: "ball")?.role = ball
    }
    var random = RandomStream(seed: 5)
    var escapes: [Vector3] = []
    for tick in 0..<6_000 {
      if tick % 20 == 0 { play.session.send(.press(.space)) }
      if tick % 7 == 0 { play.session.send(.pointer(.moved, x: random.float(), y: 0.5)) }
      play.session.step()
      if !isInCourt(play.ball.position) { escapes.append(play.ball.position) }
    }
    #expect(escapes == [])
  }

  @Test("The bot hits at least 30 bricks within 120 seconds", arguments: [1, 2, 3])
  func bot(seed: UInt64) throws {
    let play = try Play(BrickBreaker.self, seed: seed)
    var bot = try #require(BrickBreaker.makeBot())
    play.session.step(7_200, with: &bot)
    print("brick-breaker seed \(seed): \(play.game.state.score) bricks in 120 s")
    #expect(play.game.state.score >= 30)
  }

  @Test("Snapshots are complete while the bot plays")
  func heavyMode() throws {
    let play = try Play(BrickBreaker.self)
    let checks = try HeavyMode(interval: 60)
      .run(play.session, ticks: 1_800, bot: BrickBreaker.makeBot()) {
        try Play(BrickBreaker.self).session
      }
    #expect(checks == 30)
  }
}
