import CaromDocuments
import CaromGames
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

/// The acceptance list of the original game, on the shipped scenes of all levels.
@Suite("Acceptance of Marble Maze")
struct MarbleMazeAcceptanceTests {
  private func play(_ level: Level) throws -> Play<MarbleMaze> {
    try Play(MarbleMaze.self, scene: readLevel(MarbleMaze.self, level))
  }

  /// A game whose run has begun.
  private func started(_ level: Level) throws -> Play<MarbleMaze> {
    let play = try play(level)
    play.session.step(240)
    play.press(.space)
    #expect(play.game.state.phase == .playing, "\(level.name)")
    return play
  }

  @Test("The ball settles on the start platform", arguments: MarbleMaze.levels)
  func settles(level: Level) throws {
    let play = try play(level)
    let start = play.ball.position
    play.session.step(240)
    #expect(play.game.state.phase == .tapToPlay)
    #expect(play.velocity.length < 0.01)
    let moved = play.ball.position - start
    #expect(abs(moved.x) < 0.01 && abs(moved.z) < 0.01)
    let touched = play.session.scene.physicsWorld.contactTest(
      with: try #require(play.ball.physicsBody))
    #expect(!touched.isEmpty)
  }

  @Test("The ball passes through a pearl, which is reported once", arguments: MarbleMaze.levels)
  func pearl(level: Level) throws {
    let play = try started(level)
    let pearl = try #require(play.session.scene.rootNode.childNodes(withRole: Pearl.self).first)
    var reports = 0
    // Through the pearl along X, far above everything else.
    let place = Vector3(0, 30, 0)
    pearl.worldPosition = place
    play.put(place - Vector3(1, 0, 0), velocity: Vector3(6, 0, 0))
    let points = play.game.state.score
    for _ in 0..<20 {
      play.session.step()
      reports +=
        play.session.contacts.filter {
          $0.phase == .began && ($0.contact.nodeA === pearl || $0.contact.nodeB === pearl)
        }.count
    }
    #expect(reports == 1)
    #expect(play.game.state.score == points + (pearl.role(as: Pearl.self)?.points ?? 0))
    // Only gravity and damping slowed it.
    #expect(play.velocity.x > 5.7)
  }

  @Test("A pearl is armed again after 30 s", arguments: MarbleMaze.levels)
  func rearm(level: Level) throws {
    let play = try started(level)
    let pearl = try #require(play.session.scene.rootNode.childNodes(withRole: Pearl.self).first)
    play.put(pearl.worldPosition)
    play.session.step(2)
    #expect(pearl.isHidden)
    var ticks = 1
    while pearl.isHidden, ticks < 2_000 {
      play.game.state.lifeTicks = 900
      play.put(Vector3(0, 30, 0))
      play.session.step()
      ticks += 1
    }
    #expect((1_798...1_803).contains(ticks), "\(ticks)")
  }

  @Test("The life reaches 0 after 1,000 ticks, which costs a life", arguments: MarbleMaze.levels)
  func life(level: Level) throws {
    let play = try started(level)
    let lives = play.game.state.livesLeft
    play.session.step(998)
    #expect(play.game.state.phase == .playing && play.game.state.lifeTicks == 1)
    play.session.step()
    #expect(play.game.state.phase == (lives > 1 ? .fallen : .gameOver))
    #expect(play.game.state.livesLeft == lives - 1)
  }

  @Test("A fall is detected once, and costs one life", arguments: MarbleMaze.levels)
  func fall(level: Level) throws {
    let play = try started(level)
    let lives = play.game.state.livesLeft
    play.put(Vector3(60, 2, 0))
    var (sounds, losses) = (0, Int32(0))
    for _ in 0..<150 {
      let before = play.game.state.livesLeft
      play.session.step()
      losses += max(0, before - play.game.state.livesLeft)
      sounds += play.session.sounds.filter { $0.name == "lifeLost" || $0.name == "gameOver" }.count
    }
    #expect(losses == 1 && sounds == 1)
    #expect(play.game.state.phase == (lives > 1 ? .playing : .gameOver))
  }

  @Test("The camera converges at its rate, independent of the frame rate", arguments: [0, 1, 11])
  func camera(index: Int) throws {
    func gap(_ ticks: Int, _ length: Double) throws -> (ratio: Float, rate: Float) {
      let scene = try readLevel(MarbleMaze.self, MarbleMaze.levels[index])
      scene.physicsWorld.timeStep = length
      let play = try Play(MarbleMaze.self, scene: scene)
      play.session.step(Int(4 / length))
      let rig = try play.node("/cameraRig")
      let rest = play.ball.position
      play.put(rest + Vector3(0.5, 0, 0))
      let before = play.ball.position.distance(to: rig.presentation.worldPosition)
      play.session.step(ticks)
      guard case .follow(let follow)? = rig.constraints.first else { return (0, 0) }
      return (play.ball.position.distance(to: rig.presentation.worldPosition) / before, follow.rate)
    }
    let (slow, rate) = try gap(30, 1.0 / 60)
    let (fast, _) = try gap(60, 1.0 / 120)
    #expect(rate >= 0.6)
    #expect(abs(slow - Portable.exp(-rate / 2)) < 0.02)
    #expect(abs(fast - slow) < 5e-3)
  }

  @Test("The hash of a replay is identical", arguments: MarbleMaze.levels)
  func replay(level: Level) throws {
    func session() throws -> Session {
      try Session(scene: readLevel(MarbleMaze.self, level), game: MarbleMaze(), seed: 5)
    }
    let played = try session()
    var text = ""
    played.record(scene: level.scenePath) { text += $0 }
    var bot = try #require(MarbleMaze.makeBot())
    played.step(900, with: &bot)
    played.finishRecording()
    let replay = try Replay(reading: SourceText(name: level.name, text))
    var run = try ReplayRun(replay, in: session())
    let outcome = run.play()
    #expect(outcome.divergence == nil && outcome.checks == 17)
    #expect(run.session.hash == played.hash)
  }
}
