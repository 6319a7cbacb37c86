import CaromAutomation
import CaromGames
import CaromSceneGraph
import CaromSimulation
import Testing

/// Brick Breaker with a mistake in its rules: what is lost once is lost twice.
///
/// For the test that a search finds it.
private final class DoubleLoss: Game {
  static let name = BrickBreaker.name
  static let title = "Brick Breaker that takes two lives"
  static let summary = "Takes two lives for one ball"
  static let scenePath = BrickBreaker.scenePath
  static var roles: [any Role.Type] { BrickBreaker.roles }
  static var controls: GameControls { BrickBreaker.controls }

  private let rules = BrickBreaker()
  var state: BrickBreakerState {
    get { rules.state }
    set { rules.state = newValue }
  }

  func bind(to session: Session) throws(GameError) { try rules.bind(to: session) }
  func start(_ session: Session) { rules.start(session) }
  func handle(_ event: InputEvent, in session: Session) { rules.handle(event, in: session) }
  func update(_ session: Session) { rules.update(session) }
  func didSimulatePhysics(_ session: Session) { rules.didSimulatePhysics(session) }
  func didBegin(_ contact: PhysicsContact, in session: Session) {
    let before = state.livesLeft
    rules.didBegin(contact, in: session)
    if state.livesLeft < before { state.livesLeft -= 1 }
  }
}

@Suite("Bugs planted into the games are found and come down to little input")
struct FoundBugsTests {
  /// Expects a failure within a minute of two cores, and its recording to break the same.
  private func expect(
    _ invariant: String, atMost events: Int, makeSession: @escaping @Sendable () throws -> Session
  ) throws {
    let clock = ContinuousClock()
    let start = clock.now
    let outcome = try Fuzz(ticks: 3_600, runs: 2_000, threads: 2).run(makeSession: makeSession)
    let time = clock.now - start
    let failure = try #require(outcome.failure)
    let found = outcome.found?.events.count ?? 0
    print("\(failure) in \(outcome.runs) runs and \(time), shrunk from \(found) events")
    #expect(failure.invariant == invariant)
    #expect(failure.events.count <= events)
    // Measured at a few seconds; a busy machine may take its time.
    #expect(time < .seconds(180))
  }

  @Test("A hole in a bridge of the maze: the marble sinks into a stone that does not hold it")
  func hole() throws {
    try expect("solid", atMost: 10) {
      try Play(MarbleMaze.self) { scene in
        guard let bridge = scene.rootNode.childNode(withName: "bridge1") else { return }
        for stone in bridge.childNodes { stone.hole() }
      }.session
    }
  }

  @Test("A ball that costs two lives")
  func doubleLoss() throws {
    try expect("lives", atMost: 10) {
      try Session(scene: readLevel(DoubleLoss.self), game: DoubleLoss(), seed: 1)
    }
  }

  @Test("Nothing is found in the games as they are", arguments: [0, 1])
  func sound(index: Int) throws {
    let outcome = try Fuzz(ticks: 1_200, runs: 8).run {
      let game = GameList.all[index]
      return try Session(scene: readLevel(game), game: game.init(), seed: 1)
    }
    #expect(outcome.failure == nil, "\(outcome.failure.map { "\($0)" } ?? "")")
  }
}

extension Node {
  /// What is seen stays, and nothing holds on to it.
  fileprivate func hole() {
    physicsBody?.collisionBitMask = 0
    for child in childNodes { child.hole() }
  }
}
