import CaromDocuments
import CaromGames
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Rules by data")
struct RulesTests {
  private func play() throws -> Play<Rules> { try Play(Rules.self) }

  @Test("Without a player the balls are lost, and a confirmation begins the level again")
  func loses() throws {
    let play = try play()
    #expect(play.game.state.lives == 3)
    var lives: [Int32] = []
    while !play.game.state.isOver, play.session.tick < 12_000 {
      play.session.step()
      if let left = play.game.state.lives, lives.last != left { lives.append(left) }
    }
    #expect(play.game.state.phase == .lost)
    #expect(lives == [3, 2, 1, 0])
    #expect(play.session.scene.overlay[label: "message"]?.text == "No balls left")
    let score = play.game.state.score
    play.session.step(200)
    // Behaviors rest after the end.
    #expect(play.game.state.score == score)
    play.press(.space)
    // The level begins in the next tick.
    play.session.step()
    #expect(play.game.state.phase == .playing && play.game.state.lives == 3)
    #expect(play.session.scene.overlay[label: "message"]?.text == "")
  }

  @Test("The bot wins with the flippers")
  func wins() throws {
    let play = try play()
    var bot = try #require(Rules.makeBot())
    while !play.game.state.isOver, play.session.tick < 12_000 { play.session.step(1, with: &bot) }
    print("tick", play.session.tick, play.game.state)
    #expect(play.game.state.phase == .won)
    #expect(play.game.state.message == "All pearls!")
    #expect(play.game.state.score >= 1_800)
  }

  @Test("The time loses")
  func time() throws {
    let play = try play()
    try play.node("/time").state.set("role.timer.duration", to: .parse("2", name: "value"))
    play.put(Vector3(0, 50, 0))
    play.session.step(119)
    #expect(play.game.state.phase == .playing)
    #expect(play.session.scene.overlay[label: "time"]?.text == "Time 1")
    play.session.step(1)
    #expect(play.game.state.phase == .lost && play.game.state.message == "Time is over")
  }

  @Test("Keys turn the flippers, each its own")
  func flippers() throws {
    let play = try play()
    let left = try #require(try play.node("/leftFlipper").joints.first)
    let right = try #require(try play.node("/rightFlipper").joints.first)
    let most: Float = 55 * .pi / 180
    play.session.step(20)
    #expect(abs(left.angle) < 0.03 && abs(right.angle) < 0.03)
    play.session.send(.press(.left))
    play.session.step(20)
    #expect(abs(left.angle + most) < 0.03 && abs(right.angle) < 0.03)
    play.session.send(.release(.left))
    play.session.send(.press(.d))
    play.session.step(20)
    #expect(abs(left.angle) < 0.03 && abs(right.angle - most) < 0.03)
  }

  @Test("The button opens the door by contact")
  func door() throws {
    let play = try play()
    let door = try #require(try play.node("/door").joints.first)
    play.session.step(30)
    #expect(abs(door.angle) < 0.03)
    play.put(Vector3(3, 0.25, -2.6), velocity: Vector3(6, 0, 0))
    play.session.step(10)
    #expect(try play.node("/lamp").light?.intensity == 900)
    play.put(Vector3(0, 50, 0))
    play.session.step(60)
    #expect(abs(door.angle + 80 * .pi / 180) < 0.03)
  }

  @Test("The teleporter moves the ball to the checkpoint, where it then returns to")
  func teleporter() throws {
    let play = try play()
    play.put(Vector3(-3.4, 0.25, -5.9))
    play.session.step(3)
    #expect(play.game.state.score == 600)
    #expect((play.ball.worldPosition - Vector3(3.2, 0.25, -5.6)).length < 0.1)
    play.put(Vector3(0, 0.25, 7.2))
    play.session.step(2)
    #expect(play.game.state.lives == 2)
    #expect((play.ball.worldPosition - Vector3(3.2, 0.25, -5.6)).length < 0.1)
  }

  @Test("Bonus balls come at their times, vanish in the drain and cost no life")
  func bonus() throws {
    let play = try play()
    play.put(Vector3(0, 50, 0))
    play.session.step(240)
    #expect(play.session.scene.rootNode.node(atPath: "/bonus-1") == nil)
    play.session.step(1)
    let bonus = try play.node("/bonus-1")
    #expect(!bonus.isHidden)
    bonus.position = Vector3(0, 0.25, 7.2)
    play.session.step(2)
    #expect(bonus.parent == nil)
    #expect(play.game.state.lives == 3)
  }
}
