import CaromAutomation
import CaromDocuments
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Fuzzing")
struct SearchTests {
  private static let makeSession: @Sendable () throws -> Session = {
    let scene = Scene()
    let floor = Node(name: "floor", geometry: .box(width: 20, height: 1, length: 20))
    floor.physicsBody = .static()
    let ball = Node(name: "ball", geometry: .sphere(radius: 0.5))
    ball.position.y = 3
    ball.physicsBody = .dynamic()
    for node in [floor, ball] { scene.rootNode.addChildNode(node) }
    return try Session(scene: scene, game: Jumping(), seed: 1)
  }

  /// Violated by three jumps while the board is tilted to the right.
  private static let threeJumps = Invariant("jumps", "The ball jumps twice at most") { session in
    guard let game = session.game as? Jumping, session.input.tilt.x > 0.5, game.state.score > 2
    else { return nil }
    return "it jumped \(game.state.score) times"
  }

  @Test("The minimal input is found on any number of threads: three presses and a tilt")
  func shortest() throws {
    let fuzz = Fuzz(ticks: 1_200, runs: 50, seed: 3, invariants: [Self.threeJumps], threads: 1)
    let outcome = try fuzz.run(makeSession: Self.makeSession)
    let failure = try #require(outcome.failure)
    #expect(failure.events.count == 4)
    #expect(failure.tick <= 4)
    var threaded = fuzz
    threaded.threads = 3
    #expect(try threaded.run(makeSession: Self.makeSession) == outcome)
    // The recording reproduces the violation at the same tick.
    let text = Fuzz.recording(of: failure, in: try Self.makeSession(), scene: "jumping.json")
    let replay = try Replay(reading: SourceText(name: "found", text))
    var run = try ReplayRun(replay, in: Self.makeSession())
    #expect(run.play().divergence == nil)
    #expect(replay.lastTick == failure.tick)
    #expect(Self.threeJumps.begin(run.session)(run.session) != nil)
  }

  @Test("A correct game has no violations, also when repeated and restored from snapshots")
  func sound() throws {
    let fuzz = Fuzz(ticks: 240, runs: 8, heavy: 60)
    let outcome = try fuzz.run(makeSession: Self.makeSession)
    #expect(outcome.failure == nil, "\(outcome.failure.map { "\($0)" } ?? "")")
    #expect(outcome.runs == 8)
    #expect(outcome.ticks == 8 * 240)
  }

  @Test("A search can be stopped and keeps its results")
  func interrupted() throws {
    let outcome = try Fuzz(ticks: 60, runs: 1_000).run(
      progress: { $0 != .searching(runs: 14) }, makeSession: Self.makeSession)
    #expect(outcome.isInterrupted)
    #expect(outcome.runs == 14)
  }

  @Test("A body that escapes, has a velocity that is not finite, or sinks into the floor is named")
  func builtIn() throws {
    func broken(_ body: (Node) -> Void) throws -> String? {
      let session = try Self.makeSession()
      let all = [.finite, .escape(for: 0), .energy(), Invariant.solid]
      let watched = all.map { ($0.name, $0.begin(session)) }
      let ball = try #require(session.scene.rootNode.childNode(withName: "ball"))
      body(ball)
      return watched.first { $0.1(session) != nil }?.0
    }
    #expect(try broken { _ in } == nil)
    #expect(try broken { $0.position = Vector3(0, 1e4, 0) } == "escape")
    #expect(try broken { $0.position = Vector3(3, 0.1, 3) } == "solid")
    #expect(try broken { $0.physicsBody?.velocity = Vector3(0, 200, 0) } == "energy")
  }

  @Test("Continuations of one state run in parallel")
  func forks() throws {
    let session = try Self.makeSession()
    session.step(100)
    let forks = try Forks(of: session.snapshot(), threads: 2, makeSession: Self.makeSession)
    let scores = forks.run(
      5, ticks: 50,
      player: { count in
        ScriptPlayer((0..<count).map { TimedInput(.press(.space), tick: 100 + UInt64($0) * 5) })
      }, { ($0.game as? Jumping)?.state.score ?? -1 })
    #expect(scores == [0, 1, 2, 3, 4])
    let reach = try forks.expect(
      reachable: "three jumps", within: 600, trying: 32,
      player: { RandomPlayer(Jumping.controls, seed: UInt64($0)) },
      goal: { ($0.game as? Jumping)?.state.score ?? 0 >= 3 })
    #expect(reach.tick > 100)
    #expect(reach.events.count { $0.event == .press(.space) } == 3)
    let error = #expect(throws: Forks.Unreachable.self) {
      try forks.expect(
        reachable: "a hundred jumps", within: 30, trying: 4,
        player: { RandomPlayer(Jumping.controls, seed: UInt64($0)) },
        goal: { ($0.game as? Jumping)?.state.score ?? 0 >= 100 })
    }
    #expect(
      error?.description
        == "a hundred jumps: not reached within 30 ticks of tick 100 in any of 4 continuations")
  }
}
