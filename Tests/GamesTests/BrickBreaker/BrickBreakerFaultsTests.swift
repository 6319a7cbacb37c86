import CaromGames
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

/// Faults that random runs found, on the shipped levels.
@Suite("Faults of Brick Breaker that random runs found")
struct BrickBreakerFaultsTests {
  /// Symptom: of three balls, two that were lost in the same tick, one came back into play.
  ///
  /// Cause: the ball of the file took the place of the other lost one, which was removed for it.
  @Test("Two of three balls that are lost in the same tick are both gone")
  func twoLost() throws {
    let play = try Play.served(level: 2)
    try play.catchPowerUp("multiBall")
    func balls() -> [Node] {
      play.session.scene.rootNode.childNodes(withRole: BreakerBall.self)
    }
    let all = balls()
    play.put(Vector3(5, 0, 7.8), velocity: Vector3(0, 0, 13))
    for (ball, place) in [(all[1], Vector3(0, 0, 3)), (all[2], Vector3(-5, 0, 7.8))] {
      ball.position = place
      ball.physicsBody?.velocity = Vector3(0, 0, place.z > 5 ? 13 : -13)
    }
    play.session.step(8)
    #expect(balls().count == 1 && balls().first === play.ball)
    #expect(play.ball.position.z < 4 && play.velocity.z < 0)
    #expect(play.game.state.phase == .playing && play.game.state.lives == 3)
  }

  /// Symptom: a random run of level 2 reported a ball that did not accelerate.
  ///
  /// Cause: the invariants noticed new and lost balls by the number of nodes, which stays the same
  /// if a brick drops a power-up in the tick in which a ball is lost. They watched a ball that was
  /// gone.
  @Test("The invariants watch the balls that are there, also if other nodes take their places")
  func watchedBalls() throws {
    let play = try Play.served(level: 2)
    let root = play.session.scene.rootNode
    let extra = play.ball.clone()
    root.addChildNode(extra)
    extra.position = Vector3(3, 0, 3)
    extra.physicsBody?.velocity = play.velocity
    let speed = try #require(BrickBreaker.invariants.first { $0.name == "speed" })
    let problem = speed.begin(play.session)
    play.session.step()
    _ = problem(play.session)
    extra.removeFromParentNode()
    root.addChildNode(Node(name: "powerUp"))
    for _ in 0..<60 where play.game.state.phase == .playing {
      play.session.step()
      #expect(problem(play.session) == nil)
    }
    #expect(play.game.state.flightTicks > 40)
  }

  /// Symptom: a random run of level 9 reported a ball inside a wall.
  ///
  /// Cause: a ball that stuck to the end of the wide paddle kept its distance from the middle when
  /// the paddle was narrow again, and so came nearer to the wall.
  @Test("A ball that sticks to the end of the paddle does not enter the wall")
  func stickyAtWall() throws {
    let play = try Play.served(level: 2)
    for name in ["wide", "sticky"] { try play.catchPowerUp(name) }
    play.put(Vector3(-1.75, 0, 6), velocity: Vector3(0, 0, 13))
    play.session.step(20)
    #expect(play.velocity == .zero && play.ball.position.x < -1.7)
    play.game.state.wideTicks = 1
    play.session.send(.press(.left))
    play.session.step(120)
    #expect(play.game.state.wideTicks == 0)
    let wall = try play.node("/walls/left")
    let face = wall.worldPosition.x + 0.4
    #expect(play.ball.worldPosition.x - 0.25 > face, "\(play.ball.worldPosition)")
    #expect(try play.node("/paddle").position.x < -6.5)
  }
}
