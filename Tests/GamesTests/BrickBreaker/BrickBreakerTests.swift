import CaromGames
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Brick Breaker")
struct BrickBreakerTests {
  /// A game with the ball in play.
  func served() throws -> Play<BrickBreaker> {
    let play = try Play(BrickBreaker.self)
    play.press(.space)
    #expect(play.game.state.phase == .playing)
    return play
  }

  @Test("The level has 66 bricks, and bricks of one color share a geometry")
  func bricks() throws {
    let play = try Play(BrickBreaker.self)
    let bricks = play.session.scene.rootNode.childNodes(withRole: Brick.self)
    #expect(bricks.count == 66)
    var surfaces: [ObjectIdentifier] = []
    for brick in bricks {
      let surface = try ObjectIdentifier(#require(brick.geometry))
      if !surfaces.contains(surface) { surfaces.append(surface) }
    }
    #expect(surfaces.count == 6)
  }

  @Test("The ball follows the paddle until it is served at the configured speed")
  func serve() throws {
    let play = try Play(BrickBreaker.self)
    play.session.send(.press(.right))
    play.session.step(15)
    #expect(play.game.state.phase == .ready)
    #expect(abs(play.ball.position.x - 3) < 1e-4)
    #expect(play.velocity == .zero)
    play.session.send(.release(.right))
    play.press(.space)
    #expect(play.game.state.phase == .playing)
    #expect(abs(play.velocity.length - 15) < 1e-4)
    #expect(play.velocity.z < -12)
  }

  @Test("The direction of the serve depends on the seed")
  func seeds() throws {
    func direction(_ seed: UInt64) throws -> Vector3 {
      let play = try Play(BrickBreaker.self, seed: seed)
      play.press(.space)
      return play.velocity
    }
    #expect(try direction(1) == direction(1))
    #expect(try direction(1) != direction(2))
  }

  @Test("Keys and pointer move the paddle within its range")
  func paddle() throws {
    let play = try Play(BrickBreaker.self)
    let paddle = try play.node("/paddle")
    play.session.send(.press(.left))
    play.session.step(60)
    #expect(paddle.position.x == -4.5)
    play.session.send(.release(.left))
    play.session.send(.pointer(.moved, x: 0.625, y: 0.5))
    play.session.step(60)
    #expect(abs(paddle.position.x - 2) < 1e-5)
    // A drag moves the paddle by the displacement of the pointer.
    play.session.send(.pointer(.pressed, x: 0.1, y: 0.5))
    play.session.step(20)
    #expect(abs(paddle.position.x - 2) < 1e-5)
    play.session.send(.pointer(.moved, x: 0.0375, y: 0.5))
    play.session.step(20)
    #expect(abs(paddle.position.x - 1) < 1e-5)
    play.session.send(.pointer(.moved, x: 5, y: 0.5))
    play.session.step(60)
    #expect(paddle.position.x == 4.5)
  }

  @Test(
    "The left section deflects the ball by −20°, the right one by +20°, the middle by 0°",
    arguments: [(Float(-1), Float(-110)), (0, -90), (1, -70)])
  func sections(x: Float, heading: Float) throws {
    let play = try served()
    play.put(Vector3(x, 0, 5), velocity: Vector3(0, 0, 15))
    play.session.step(20)
    let angle = Portable.atan2(play.velocity.z, play.velocity.x) * 180 / .pi
    // The sections are round, but the ball hits them in their central plane.
    #expect(abs(angle - heading) < 0.5)
    #expect(abs(play.velocity.length - 15) < 1e-4)
  }

  @Test("A brick that was hit neither collides nor scores, and reappears after 120 s")
  func hiddenBrick() throws {
    let play = try served()
    let white = try play.node("/bricks/white6")
    let red = try play.node("/bricks/red6")
    /// Launches the ball from the top and returns the distance that it covered.
    func throwBall() -> Float {
      play.put(Vector3(0, 0, -8), velocity: Vector3(0, 0, 15))
      var farthest: Float = -8
      for _ in 0..<15 {
        play.session.step()
        farthest = max(farthest, play.ball.position.z)
      }
      return farthest
    }
    #expect(throwBall() < -5.9)
    #expect(white.isHidden)
    #expect(play.game.state.score == 1)
    let hiddenAt = play.session.tick - 15
    // The red brick is half a meter behind the white one.
    #expect(throwBall() > -5.6)
    #expect(red.isHidden)
    #expect(play.game.state.score == 2)

    play.game.state.phase = .ready
    var returnedAt: UInt64 = 0
    while returnedAt == 0, play.session.tick < hiddenAt + 7_300 {
      play.session.step()
      if !white.isHidden { returnedAt = play.session.tick }
    }
    // 7,200 ticks after the hit, which occurs within the 15 ticks above.
    #expect(returnedAt >= hiddenAt + 7_200 && returnedAt <= hiddenAt + 7_215)
    play.session.step(60)
    play.press(.space)
    #expect(throwBall() < -5.9)
    #expect(white.isHidden)
    #expect(play.game.state.score == 3)
  }

  @Test("Each hit of the bottom wall costs one life, and the third ends the round")
  func lives() throws {
    let play = try served()
    for lives in [Int32(2), 1] {
      play.put(Vector3(4, 0, 9), velocity: Vector3(0, 0, 15))
      play.session.step(20)
      #expect(play.game.state.phase == .lifeLost)
      #expect(play.game.state.lives == lives)
      play.session.step(100)
      #expect(play.game.state.phase == .ready)
      #expect(play.game.state.lives == lives)
      play.press(.space)
    }
    play.game.state.score = 12
    play.put(Vector3(4, 0, 9), velocity: Vector3(0, 0, 15))
    play.session.step(300)
    #expect(play.game.state.phase == .gameOver)
    #expect(play.session.storage["brick-breaker.highScore"] == 12)
    play.press(.enter)
    #expect(play.game.state.phase == .ready)
    #expect(play.game.state.lives == 3)
    #expect(play.game.state.score == 0)
  }

  @Test("Hitting the last brick clears the round, and the next one keeps the score")
  func cleared() throws {
    let play = try served()
    for brick in play.session.scene.rootNode.childNodes(withRole: Brick.self)
    where brick.name != "white6" {
      brick.isHidden = true
    }
    play.put(Vector3(0, 0, -8), velocity: Vector3(0, 0, 15))
    play.session.step(15)
    #expect(play.game.state.phase == .cleared)
    play.session.step(200)
    play.press(.space)
    #expect(play.game.state.phase == .ready)
    #expect(play.game.state.score == 1)
    let hidden = play.session.scene.rootNode.childNodes { $0.role is Brick && $0.isHidden }
    #expect(hidden.isEmpty)
  }

  @Test("The camera follows the aspect ratio until the C key overrides it")
  func cameras() throws {
    let play = try Play(BrickBreaker.self)
    play.session.step()
    #expect(play.session.scene.pointOfView?.name == "landscape")
    play.session.send(.viewport(width: 600, height: 800))
    play.session.step()
    #expect(play.session.scene.pointOfView?.name == "portrait")
    play.press(.c)
    play.session.step()
    #expect(play.session.scene.pointOfView?.name == "landscape")
  }

  @Test("The overlay shows lives, score and instructions")
  func display() throws {
    let play = try Play(BrickBreaker.self)
    func text(_ label: String) -> String? { play.session.scene.overlay[label: label]?.text }
    let overlay = { play.session.scene.overlay }
    #expect(overlay()[icon: "lives"]?.count == 3)
    #expect(overlay()[panel: "message"]?.isVisible == true)
    #expect(text("score") == "0")
    #expect(text("message") == "{serve} to serve")
    play.press(.space)
    #expect(text("message") == "")
    #expect(overlay()[panel: "message"]?.isVisible == false)
    play.put(Vector3(4, 0, 9), velocity: Vector3(0, 0, 15))
    play.session.step(20)
    #expect(overlay()[icon: "lives"]?.count == 2)
  }
}
