import CaromDocuments
import CaromGames
import CaromMaths
import CaromProperties
import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Marble Maze")
struct MarbleMazeTests {
  /// The height of the marble's center on the stones: their top plus its radius.
  private let level: Float = -0.5 + 0.45

  /// A running game with the marble at rest on its platform, and with its last life.
  func started(_ prepare: (Scene) -> Void = { _ in }) throws -> Play<MarbleMaze> {
    let play = try Play(MarbleMaze.self, prepare: prepare)
    play.session.step(240)
    play.press(.space)
    #expect(play.game.state.phase == .playing)
    play.game.state.livesLeft = 1
    return play
  }

  @Test("The marble comes to rest on the start platform and waits for the player")
  func settles() throws {
    let play = try Play(MarbleMaze.self)
    play.session.step(240)
    #expect(play.game.state.phase == .tapToPlay)
    // Within the solver's linear slop of 5 mm.
    #expect(play.ball.position.distance(to: Vector3(0, level, 0)) < 5e-3)
    #expect(play.velocity.length < 0.01)
  }

  @Test("The marble rolls towards the tilt with five sevenths of the full acceleration")
  func tilt() throws {
    let play = try started()
    play.session.send(.tilt(x: 0, y: 1))
    play.session.step(30)
    let early = play.velocity.z
    play.session.step(12)
    let gained = (play.velocity.z - early) / 0.2
    // −z points away from the viewer; damping reduces the speed by ln(1 − 0.1) per second.
    let damping = Portable.log(0.9) * (play.velocity.z + early) / 2
    #expect(abs(gained - (-18 * 5 / 7 + damping)) < 0.15)
    #expect(abs(play.velocity.x) < 1e-3)
  }

  @Test("The marble rolls over the edges between stones without bumps")
  func seams() throws {
    let play = try started()
    play.put(
      Vector3(0, play.ball.position.y, -1), velocity: Vector3(0, 0, -3),
      spin: Vector3(-3 / 0.45, 0, 0))
    var highest: Float = 0
    for _ in 0..<150 {
      play.session.step()
      highest = max(highest, abs(play.velocity.y))
    }
    #expect(play.ball.position.z < -7)
    // A millimeter per second is not visible.
    #expect(highest < 1e-3)
  }

  @Test("The marble passes through a pearl, which counts once and reappears after 30 s")
  func pearl() throws {
    let play = try started()
    let pearl = try play.node("/pearl2")
    /// Rolls over the position of the pearl in the middle of the second bridge.
    func roll() {
      play.put(Vector3(-3.5, level, -10), velocity: Vector3(-3, 0, 0))
      play.session.step(60)
    }
    roll()
    #expect(play.game.state.score == 1)
    #expect(pearl.isHidden)
    let free = play.ball.position
    roll()
    #expect(play.game.state.score == 1)
    // The first roll hits the pearl, the second one nothing; both end at the same position.
    #expect(play.ball.position.distance(to: free) < 1e-3)
    var ticks = 120
    while pearl.isHidden, ticks < 2_000 {
      play.session.step()
      ticks += 1
      // Keeps the run alive without another pearl.
      play.game.state.lifeTicks = 1_000
      play.put(Vector3(0, level, 0))
    }
    #expect((1_800...1_860).contains(ticks))
    roll()
    #expect(play.game.state.score == 2)
  }

  @Test("The light lasts exactly 1,000 ticks, after which the run ends")
  func life() throws {
    let play = try started()
    // The run started in the last tick, which used the first of the thousand.
    play.session.step(998)
    #expect(play.game.state.phase == .playing)
    #expect(play.game.state.lifeTicks == 1)
    play.session.step()
    #expect(play.game.state.phase == .gameOver)
    #expect(play.game.state.glow == 0)
  }

  @Test("The glow of the marble shows the life and follows a refill within a second")
  func glow() throws {
    let play = try Play(MarbleMaze.self)
    func light() -> Float? { play.ball.geometry?.firstMaterial?.emission.intensity }
    #expect(light() == 0.2)
    play.session.step(240)
    play.press(.space)
    play.session.step(29)
    // Halfway from 0.2 to 0.97.
    #expect(abs((light() ?? 0) - 0.585) < 0.02)
    play.session.step(30)
    #expect(light() == 0.94)
    play.session.step(440)
    #expect(abs((light() ?? 0) - 0.5) < 1e-6)
  }

  /// The bar showed the glow: 20 % before a run that begins with a full life.
  @Test("The bar shows the life, which is full before a run and falls at once with it")
  func lifeBar() throws {
    let play = try Play(MarbleMaze.self)
    func life() -> Float? { play.session.scene.overlay[bar: "life"]?.value }
    #expect(life() == 1)
    play.session.step(240)
    #expect(life() == 1)
    play.press(.space)
    play.session.step(29)
    #expect(abs((life() ?? 0) - 0.97) < 1e-3)
    play.session.step(471)
    #expect(abs((life() ?? 0) - 0.5) < 1e-3)
    (play.game.state.lifeTicks, play.game.state.livesLeft) = (1, 1)
    play.session.step(2)
    #expect(life() == 0 && play.game.state.phase == .gameOver)
  }

  /// The camera followed the marble into the depth, and the picture was empty.
  @Test("A marble that has fallen disappears, and the camera returns to where the run goes on")
  func viewAfterFall() throws {
    let play = try started()
    let start = play.game.state.startPosition
    play.put(Vector3(6, 2, 0))
    while play.game.state.phase == .playing { play.session.step() }
    #expect(play.game.state.phase == .gameOver && !play.ball.isHidden, "its fall is seen")
    play.session.step(12)
    #expect(play.ball.isHidden && play.ball.worldPosition.distance(to: start) < 0.01)
    play.session.step(3)
    let bridge = try play.node("/bridge1").worldPosition
    let place = play.session.scene.projectPoint(bridge, aspect: 16 / 9)
    let seen = try #require(place)
    #expect((0...1).contains(seen.x) && (0...1).contains(seen.y), "\(seen)")
    play.session.step(30)
    play.press(.space)
    #expect(!play.ball.isHidden)
  }

  /// The panel with the title of a level lay on the marble.
  @Test("The panel before a run is above the marble")
  func startPanel() throws {
    for index in MarbleMaze.levels.indices {
      let session = try MarbleMazeLevelsTests.session(MarbleMaze.levels[index])
      session.step(200)
      let ball = try #require(session.scene.rootNode.childNode(withName: "ball"))
      let eye = try #require(session.scene.pointOfView?.presentation.worldTransform)
      let up = eye.apply(point: .unitY) - eye.apply(point: .zero)
      let top = session.scene.projectPoint(ball.worldPosition + up * 0.45, aspect: 16 / 9)
      let overlay = session.scene.overlay
      let panel = try #require(overlay[panel: "message"])
      #expect(panel.isVisible)
      let bottom = 0.5 + (panel.position.y + panel.size.y * 0.5) / 720
      #expect(try #require(top).y > bottom, "level \(index + 1)")
    }
  }

  /// Results disappeared by themselves after three seconds, before a player could read them or
  /// reach a button, because the end screen had a duration.
  @Test("A fall ends the run once, and the result stays until the player goes on")
  func fall() throws {
    let play = try started()
    play.put(Vector3(30, 2, 0))
    var phases: [MarbleMazeState.Phase] = [play.game.state.phase]
    var ends = 0
    for _ in 0..<400 {
      play.session.step()
      ends += play.session.sounds.filter { $0.name == "gameOver" }.count
      if phases.last != play.game.state.phase { phases.append(play.game.state.phase) }
    }
    #expect(phases == [.playing, .gameOver])
    #expect(ends == 1)
    // It falls out of sight, not forever.
    play.session.step(3_000)
    #expect(play.ball.isHidden && play.ball.position.y > -50)
    play.press(.space)
    #expect(play.game.state.phase == .tapToPlay && !play.ball.isHidden)
    // One press is enough: the next run starts once the marble lies on its stone.
    while play.game.state.phase == .tapToPlay, play.game.state.phaseTicks < 200 {
      play.session.step()
    }
    #expect(play.game.state.phase == .playing && play.game.state.lifeTicks > 990)
    #expect(play.ball.position.distance(to: Vector3(0, level, 0)) < 0.05)
    play.session.step(120)
    #expect(play.ball.position.distance(to: Vector3(0, level, 0)) < 5e-3)
  }

  @Test("A goal ends the run")
  func goal() throws {
    let play = try started { scene in
      let goal = Node(name: "goal", geometry: .sphere(radius: 0.3))
      goal.position = Vector3(0, 0, -4)
      goal.role = Goal()
      let body = PhysicsBody.static()
      body.categoryBitMask = MarbleMaze.Category.goal
      goal.physicsBody = body
      scene.rootNode.addChildNode(goal)
    }
    play.put(Vector3(0, level, -2), velocity: Vector3(0, 0, -3))
    play.session.step(60)
    #expect(play.game.state.phase == .finished)
    play.session.step(600)
    #expect(play.game.state.phase == .finished)
    play.press(.space)
    #expect(play.game.state.phase == .tapToPlay)
  }

  @Test("A key that is pressed as a run ends does not skip the result")
  func earlyConfirmation() throws {
    let play = try started()
    play.put(Vector3(30, 2, 0))
    while play.game.state.phase == .playing { play.session.step() }
    let rules = try #require(play.ball.role(as: Marble.self))
    for _ in 0..<10 { play.press(.space) }
    #expect(play.game.state.phase == .gameOver)
    play.session.step(Int(rules.endTicks))
    play.press(.space)
    #expect(play.game.state.phase == .tapToPlay)
  }

  @Test("The marble bumps once against a pillar")
  func bump() throws {
    let play = try started()
    play.put(Vector3(0, level, 1.1), velocity: Vector3(4, 0, 0))
    var bumps = 0
    for _ in 0..<20 {
      play.session.step()
      bumps += play.session.sounds.filter { $0.name == "bump" }.count
    }
    #expect(bumps == 1)
    #expect(play.velocity.x < 0)
  }

  @Test("The camera follows the marble at a rate of 0.6 per second, independent of the tick length")
  func camera() throws {
    func gap(after ticks: Int, of length: Double) throws -> Float {
      let play = try started { $0.physicsWorld.timeStep = length }
      let rig = try play.node("/cameraRig")
      play.session.step(Int(3 / length))
      let before = play.ball.position.distance(to: rig.presentation.worldPosition)
      play.put(Vector3(0, level, 0))
      play.session.step(ticks)
      return play.ball.position.distance(to: rig.presentation.worldPosition) / before
    }
    let slow = try gap(after: 60, of: 1.0 / 60)
    let fast = try gap(after: 120, of: 1.0 / 120)
    #expect(abs(slow - Portable.exp(-0.6)) < 2e-3)
    #expect(abs(fast - slow) < 1e-3)
  }

  @Test(
    "Values that would overflow the rules are rejected",
    arguments: [
      ("lifeTicks", "-2147483648"), ("lifeTicks", "2147483647"), ("refillTicks", "2147483647"),
      ("score", "2147483647"),
    ])
  func ranges(property: String, value: String) throws {
    let play = try Play(MarbleMaze.self)
    let before = play.game.state
    #expect(throws: Problem.self) { try play.game.state.set(property, to: JSON.parse(value)) }
    #expect(play.game.state == before)
  }
}
