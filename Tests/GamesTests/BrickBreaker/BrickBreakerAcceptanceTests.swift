import CaromGames
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

/// What the original game did, and what it lacked, on the shipped scenes.
@Suite("Acceptance of Brick Breaker")
struct BrickBreakerAcceptanceTests {
  private func served() throws -> Play<BrickBreaker> {
    let play = try Play(BrickBreaker.self)
    play.press(.space)
    return play
  }

  /// Keeps the ball in play: a paddle as wide as the court is not needed if the ball never comes.
  private func turnBack(_ play: Play<BrickBreaker>) {
    if play.ball.position.z > 7, play.velocity.z > 0 {
      play.ball.physicsBody?.velocity.z *= -1
    }
  }

  @Test("The energy of the ball is constant over 10,000 steps within 1e-4")
  func energy() throws {
    let play = try served()
    let mass = try #require(play.ball.physicsBody?.mass)
    let start = 0.5 * mass * play.velocity.lengthSquared
    var (worst, ticks) = (Float(0), 0)
    for _ in 0..<10_000 {
      turnBack(play)
      play.session.step()
      guard play.game.state.phase == .playing else {
        play.press(.space)
        continue
      }
      ticks += 1
      worst = max(worst, abs(0.5 * mass * play.velocity.lengthSquared / start - 1))
    }
    #expect(worst < 1e-4 && ticks > 9_000)
  }

  @Test("A ball of 60 units/s passes neither walls, bricks nor the paddle", arguments: 0..<13)
  func tunneling(index: Int) throws {
    let scene = try readLevel(BrickBreaker.self, BrickBreaker.levels[index])
    let play = try Play(BrickBreaker.self, scene: scene)
    var rules: BreakerBall = try #require(play.ball.role())
    (rules.speed, rules.topSpeed, rules.acceleration) = (60, 60, 0)
    play.ball.role = rules
    try play.game.bind(to: play.session)
    var random = RandomStream(seed: UInt64(index) + 1)
    for _ in 0..<1_800 {
      if play.game.state.phase != .playing { play.press(.space) }
      if random.chance(0.05) {
        play.session.send(.pointer(.moved, x: random.float(), y: 0.5))
      }
      play.session.step()
      if play.game.state.phase == .cleared || play.game.state.phase == .won { break }
    }
    #expect(play.game.state.escapes == 0)
  }

  @Test("Each hit of the bottom costs exactly one life")
  func lives() throws {
    let play = try served()
    for lives in [Int32(2), 1, 0] {
      play.put(Vector3(4, 0, 9), velocity: Vector3(0, 0, 15))
      play.session.step(50)
      #expect(play.game.state.lives == lives)
      play.session.step(40)
      #expect(play.game.state.lives == lives)
      play.press(.space)
    }
  }

  @Test("Identical input gives an identical hash in every level", arguments: 0..<13)
  func repeatable(index: Int) throws {
    func run() throws -> [UInt64] {
      let scene = try readLevel(BrickBreaker.self, BrickBreaker.levels[index])
      let play = try Play(BrickBreaker.self, scene: scene, seed: 5)
      var random = RandomStream(seed: 9)
      return (0..<4).map { _ in
        for _ in 0..<150 {
          if random.chance(0.1) { play.session.send(.press(.space)) }
          if random.chance(0.2) {
            play.session.send(.pointer(.moved, x: random.float(), y: 0.5))
          }
          play.session.step()
        }
        return play.session.hash
      }
    }
    #expect(try run() == run())
  }

  @Test("A hidden brick neither bounces the ball nor scores")
  func hidden() throws {
    let play = try served()
    for color in ["white", "red", "yellow", "blue", "purple", "green"] {
      try play.node("/bricks/\(color)6").isHidden = true
    }
    play.put(Vector3(0, 0, -8), velocity: Vector3(0, 0, 15))
    play.session.step(30)
    #expect(play.game.state.score == 0 && play.ball.position.z > -1)
    #expect(play.velocity == Vector3(0, 0, 15))
  }

  @Test("A broken brick collides again after 120 simulated seconds")
  func returns() throws {
    let play = try served()
    let brick = try play.node("/bricks/green6")
    func shoot() {
      play.put(Vector3(0, 0, -1.5), velocity: Vector3(0, 0, -15))
      play.session.step(10)
    }
    shoot()
    #expect(brick.isHidden && play.velocity.z > 0 && play.game.state.score == 1)
    play.game.state.phase = .ready
    play.session.step(7_180)
    #expect(brick.isHidden)
    play.session.step(30)
    #expect(!brick.isHidden)
    play.press(.space)
    play.ball.role = BreakerBall()
    shoot()
    #expect(brick.isHidden && play.velocity.z > 0 && play.game.state.score == 2)
  }

  @Test("A pair of bodies begins to touch once")
  func begins() throws {
    let play = try served()
    var (touching, begun): (Set<String>, Int) = ([], 0)
    for _ in 0..<6_000 {
      turnBack(play)
      play.session.step()
      for change in play.session.contacts {
        let pair = "\(change.contact.nodeA.id) \(change.contact.nodeB.id)"
        switch change.phase {
        case .began:
          #expect(!touching.contains(pair))
          touching.insert(pair)
          begun += 1
        case .ended: touching.remove(pair)
        }
      }
      if play.game.state.phase != .playing { play.press(.space) }
    }
    #expect(begun > 50)
  }

  @Test("A paused game stands still, and ignores the player until it continues")
  func paused() throws {
    let play = try served()
    play.session.step(20)
    play.session.send(.command(.pause))
    play.session.step()
    let (place, score) = (play.ball.position, play.game.state.score)
    play.session.send(.press(.space))
    play.session.step(60)
    #expect(play.session.isPaused)
    #expect(play.ball.position == place && play.game.state.score == score)
    play.session.send(.command(.resume))
    play.session.step(2)
    #expect(play.ball.position != place && play.game.state.phase == .playing)
  }

  @Test("A level leads to the next, with score and lives; the last one ends the game")
  func levels() throws {
    let session = try BrickBreakerLevelsTests.session(BrickBreaker.levels[11])
    let game = try #require(session.game as? BrickBreaker)
    func clear() {
      session.step(60)
      session.send(.press(.space))
      session.send(.release(.space))
      session.step(2)
      session.game.didReceive(.win(message: ""), in: session)
    }
    game.state.score = 500
    game.state.livesLeft = 2
    clear()
    #expect(game.state.phase == .cleared)
    let score = game.state.score
    #expect(score == 500 + 100)
    session.send(.press(.space))
    session.step(60)
    #expect(session.level == BrickBreaker.levels[12] && game.state.phase == .ready)
    #expect(game.state.score == score && game.state.lives == 2)
    #expect(session.scene.overlay[label: "level"]?.text == "13  The Crown")
    clear()
    #expect(game.state.phase == .won && game.state.isOver)
    #expect(session.storage["brick-breaker.highScore"] == UInt64(game.state.score))
    session.send(.release(.space))
    session.send(.press(.space))
    session.step(60)
    #expect(session.level == BrickBreaker.levels[0] && game.state.phase == .ready)
    #expect(game.state.score == 0 && game.state.lives == 3)
  }
}
